"""What a dealer may draw: every set of cards, with the number of orders it can come in.

A set's odds follow from the cards that are left: its orders, times the ways to take these
cards one by one, over the ways to take as many of any kind.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.exact.hands import ACE, TEN, Counts

BUST: Final = 5
BLACKJACK: Final = 6
OUTCOMES: Final = 7
"""A dealer ends with 17 to 21 (outcomes 0 to 4), a bust or a blackjack."""


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
    end_outcome: NDArray[np.uint32]
    fixed: int
    """The outcome, if the dealer stands already; -1 otherwise."""


@cache
def draws_to(cards: Counts, *, hit_soft_17: bool, naturals: bool) -> Draws:
    """The draws of a dealer who shows these cards."""
    if (total := _stands(cards, hit_soft_17=hit_soft_17)) and sum(cards) > 1:
        return _tree({}, {}, fixed=total - 17)
    nothing = (0,) * 10
    stems: dict[Counts, int] = {}
    ends: dict[Counts, tuple[int, int]] = {}
    layer: dict[Counts, int] = {nothing: 1}
    while layer:
        grown: dict[Counts, int] = {}
        for drawn, orders in layer.items():
            held = tuple(open_ + new for open_, new in zip(cards, drawn, strict=True))
            total = _stands(held, hit_soft_17=hit_soft_17)
            if not total:
                stems[drawn] = orders
                for card in range(10):
                    more = (*drawn[:card], drawn[card] + 1, *drawn[card + 1 :])
                    grown[more] = grown.get(more, 0) + orders
            elif total <= 21:
                natural = naturals and sum(held) == 2 and total == 21
                ends[drawn] = (orders, BLACKJACK if natural else total - 17)
        layer = grown
    return _tree(stems, ends, fixed=-1)


def _tree(stems: dict[Counts, int], ends: dict[Counts, tuple[int, int]], *, fixed: int) -> Draws:
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
        np.array([outcome for _, outcome in ends.values()], dtype=np.uint32),
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


def _stands(held: Counts, *, hit_soft_17: bool) -> int:
    """The total with which a dealer stops, over 21 for a bust; 0 if the dealer draws."""
    points = sum(value * count for value, count in enumerate(held, start=1))
    soft = held[ACE] > 0 and points <= 11
    total = points + 10 * soft
    if total < 17 or (total == 17 and soft and hit_soft_17):
        return 0
    return total


def completing(card: int) -> int:
    """The card that makes a blackjack of this one; -1 if none does."""
    return {ACE: TEN, TEN: ACE}.get(card, -1)
