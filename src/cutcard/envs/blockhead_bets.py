"""Bets as the numbers of actions: 0 folds, 1 checks or calls, 2 and more raise.

Action 2 is the smallest raise that the rules know, action 3 is one chip more, and so on.
"""

from __future__ import annotations

from typing import Final

from cutcard.blockhead.deal import Bet, Deal, Kind, View
from cutcard.blockhead.rules import Rules

FOLD: Final = 0
STAY: Final = 1
"""Check, or call."""
RAISE: Final = 2
"""The smallest raise."""


def action_count(rules: Rules) -> int:
    """How many actions there are."""
    return RAISE + rules.most_raise - rules.least_raise + 1


def legal_actions(seen: View | Deal) -> list[int]:
    """The actions that are legal now, in rising order."""
    if not seen.legal:
        return []
    staying = [FOLD, STAY] if seen.to_call else [STAY]
    return staying + list(range(RAISE, RAISE + len(seen.legal) - len(staying)))


def chips_of(rules: Rules, action: int, to_call: int) -> int:
    """The chips that an action puts into the pot."""
    if action == FOLD:
        return 0
    return to_call if action == STAY else to_call + rules.least_raise + action - RAISE


def action_of(rules: Rules, bet: Bet) -> int:
    """The action that a bet was."""
    if bet.kind is Kind.FOLD:
        return FOLD
    return STAY if not bet.raised else RAISE + bet.raised - rules.least_raise


def action_name(rules: Rules, action: int, to_call: int) -> str:
    """An action in words.

    >>> rules = Rules()
    >>> [action_name(rules, action, 5) for action in (0, 1, 11)]
    ['fold', 'call 5', 'raise 10']
    """
    if action == FOLD:
        return "fold"
    if action == STAY:
        return f"call {to_call}" if to_call else "check"
    return f"raise {rules.least_raise + action - RAISE}"


def most_bets(rules: Rules) -> int:
    """The most bets that a bidding round can have: each raise is answered by all others."""
    return rules.seats + rules.raises * (rules.seats - 1)
