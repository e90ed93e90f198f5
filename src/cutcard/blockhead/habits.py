"""What an opponent does in bidding rounds: its answers, and how often it gives each."""

from __future__ import annotations

from typing import Any, Final

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

CALLED: Final = (0.0, 6.0, 0.0, 6.0, 0.0)
"""How often an opponent is taken to have folded, called, raised, checked and raised where there was
nothing to call, before it has done any of it: whoever has not been seen to fold will call."""

LEADS: Final = 5
"""Classes of leads in open points. An opponent's habits are counted for each by itself: one who
folds when far behind need not fold when ahead."""


def lead_class(lead: Any) -> Any:
    """The class of an opponent's lead in open points, 0 to 4."""
    return (lead > -6) + (lead > -2) + (lead > 2) + (lead > 6)


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
