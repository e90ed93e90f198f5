"""What a dealer may draw: every set of cards, with the number of orders it can come in.

A set's odds follow from the cards that are left: its orders, times the ways to take these
cards one by one, over the ways to take as many of any kind.
"""

from __future__ import annotations

from functools import cache
from operator import add, mul
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End, draws, end_at, end_of, has_blackjack
from cutcard.blackjack.exact.hands import ACE, Counts, as_hand
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS

_POINTS: Final = range(1, 11)


class Draws(NamedTuple):
    """A dealer's draws as a tree; ends in a bust are left out, for their odds are what remains.

    Stems are sets after which the dealer may draw on; stem 0 is nothing drawn. Ends are sets
    with which the dealer stands. Each is its parent, a stem, and one more card.
    """

    stem_parent: NDArray[np.uint32]
    stem_card: NDArray[np.uint32]
    stem_copies: NDArray[np.float64]
    """How many cards of that value the parent holds."""
    end_parent: NDArray[np.uint32]
    end_card: NDArray[np.uint32]
    end_copies: NDArray[np.float64]
    end_size: NDArray[np.uint32]
    end_orders: NDArray[np.float64]
    end_kind: NDArray[np.uint32]
    """What the dealer's hand has come to there."""
    fixed: int
    """What it has come to, if the dealer stands already; -1 otherwise."""


@cache
def draws_to(rules: Rules, cards: Counts) -> Draws:
    """The draws of a dealer who shows these cards.

    Ask with `dealers_rules`: what it takes long to find is then found once for many games.
    """
    if (end := _end(rules, cards)) is not None:
        return _tree({}, {}, fixed=int(end))
    nothing = (0,) * 10
    stems: dict[Counts, int] = {}
    ends: dict[Counts, tuple[int, End]] = {}
    layer: dict[Counts, int] = {nothing: 1}
    while layer:
        grown: dict[Counts, int] = {}
        for drawn, orders in layer.items():
            end = _end(rules, tuple(map(add, cards, drawn)))
            if end is None:
                stems[drawn] = orders
                for card in range(10):
                    more = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                    grown[more] = grown.get(more, 0) + orders
            elif end is not End.BUST:
                ends[drawn] = (orders, end)
        layer = grown
    return _tree(stems, ends, fixed=-1)


def _tree(stems: dict[Counts, int], ends: dict[Counts, tuple[int, End]], *, fixed: int) -> Draws:
    """Hang every end on a stem, and every stem on another that lacks its highest card."""
    number = {drawn: at for at, drawn in enumerate(stems)}
    links = [_link(drawn, number) for drawn in stems if sum(drawn)]
    hung = [_link(drawn, number) for drawn in ends]
    return Draws(
        np.array([parent for parent, _, _ in links], dtype=np.uint32),
        np.array([card for _, card, _ in links], dtype=np.uint32),
        np.array([copies for _, _, copies in links], dtype=np.float64),
        np.array([parent for parent, _, _ in hung], dtype=np.uint32),
        np.array([card for _, card, _ in hung], dtype=np.uint32),
        np.array([copies for _, _, copies in hung], dtype=np.float64),
        np.array([sum(drawn) for drawn in ends], dtype=np.uint32),
        np.array([orders for orders, _ in ends.values()], dtype=np.float64),
        np.array([end for _, end in ends.values()], dtype=np.uint32),
        fixed,
    )


def _link(drawn: Counts, number: dict[Counts, int]) -> tuple[int, int, int]:
    """The stem, the card added to it and how many of these the stem has."""
    for card in range(9, -1, -1):
        if drawn[card]:
            stem = (*drawn[:card], drawn[card] - 1, *drawn[card + 1 :])
            if stem in number:
                return number[stem], card, stem[card]
    raise AssertionError(f"{drawn} grew from nothing")


def _end(rules: Rules, held: Counts) -> End | None:
    """What a dealer's cards have come to; None if another is drawn."""
    if sum(held) == 2:
        return end_of(rules, as_hand(held))
    points = sum(map(mul, held, _POINTS))
    soft = held[ACE] > 0 and points <= 11
    total = points + 10 * soft
    return None if draws(rules, total, soft=soft) else end_at(rules, total)


def completing(rules: Rules, card: int) -> int:
    """The value of the card that makes a dealer's blackjack of this one; -1 if none does."""
    for other in range(10):
        if has_blackjack(rules, Hand((RANKS[card], RANKS[other]))):
            return other
    return -1
