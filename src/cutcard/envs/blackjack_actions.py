"""Blackjack's actions as numbers: 0 stands, or declines an offer; the others follow."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.blackjack.actions import Action
from cutcard.blackjack.kernel.choices import ACTIONS

__all__ = ["ACTIONS", "action_in", "legal_numbers", "number_of"]


def legal_numbers(legal: Sequence[Action]) -> list[int]:
    """The numbers of the legal actions, in rising order."""
    return sorted(number_of(action) for action in legal)


def number_of(action: Action) -> int:
    """The number of an action."""
    return 0 if action is Action.DECLINE else ACTIONS.index(action)


def action_in(number: int, legal: Sequence[Action]) -> Action:
    """The action of this number where these are legal."""
    if number == 0 and Action.DECLINE in legal:
        return Action.DECLINE
    return ACTIONS[number]
