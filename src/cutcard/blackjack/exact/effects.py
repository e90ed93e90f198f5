"""What the cards of the shoe do to the edge: cards removed, and the number of decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cutcard.blackjack.exact.policy import Policy
from cutcard.blackjack.exact.solution import Charted, Solution, solve, value_of
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.cards import RANKS, Card

DECKS: Final = (*range(1, 9), "infinite")


def effects_of_removal(
    rules: Rules, way: Charted | Policy | None = None, *, removed: Iterable[Card] = ()
) -> dict[str, float]:
    """By how much the edge changes when one card goes, by the card: A, 2 … 9, T.

    A chart stays as it is; without one, the best play is found anew for each shoe.
    """
    gone = tuple(removed)
    whole = _solution(rules, way, gone).edge
    return {card.text: _solution(rules, way, (*gone, card)).edge - whole for card in RANKS[:10]}


def edges_by_decks(rules: Rules, way: Charted | Policy | None = None) -> dict[int | str, Solution]:
    """What the game is worth from 1 to 8 decks and from an infinite shoe."""
    return {
        decks: _solution(rules.changed({"decks": decks, "shuffle": Shuffle.UNIFORM}), way, ())
        for decks in DECKS
    }


def _solution(rules: Rules, way: Charted | Policy | None, removed: tuple[Card, ...]) -> Solution:
    if way is None:
        return solve(rules, removed=removed)
    return value_of(rules, way, removed=removed)
