"""What an opponent does in bidding rounds: its answers, and how often it gives each."""

from __future__ import annotations

from typing import Final

from cutcard.blockhead.deal import Bet, Kind

CALL: Final = 0
FOLD: Final = -1
"""What an opponent answers, where it is not the size of a raise."""

# The places of what is counted of an opponent.
FOLDS: Final = 0
CALLS: Final = 1
RAISES: Final = 2
CHECKS: Final = 3
OPENING_RAISES: Final = 4

CAUTIOUS: Final = (1.0, 2.0, 1.0, 2.0, 1.0)
"""How often an opponent has folded, called, raised, checked and raised where there was nothing to
call, as it is taken for before it has done any of it."""

CALLED: Final = (0.0, 1.0, 0.0, 1.0, 0.0)
"""The same of one who only checks and calls."""


def habit_of(bet: Bet) -> int:
    """The place where a bet is counted."""
    match bet.kind:
        case Kind.FOLD:
            return FOLDS
        case Kind.CALL:
            return CALLS
        case Kind.CHECK:
            return CHECKS
        case Kind.RAISE:
            return RAISES if bet.chips > bet.raised else OPENING_RAISES
