"""A dealer's blackjack against a split whose hands have all won by their number of cards.

Where a dealer's blackjack takes the original bet only, it takes it from the first hand that has
not won already. So what it takes depends on all hands of a split together, in this one case: all
of them have won, and nothing is left to take. Up to three such hands, and more from a small shoe,
are counted set by set. Four from a big one would be billions of sets, for a chance of one in
billions: there each further hand is taken to be less likely than the one before it in the same
ratio.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.exact.hands import all_hands, holding
from cutcard.blackjack.exact.policy import HIT
from cutcard.blackjack.exact.splits import endings

_MOST_SETS: Final = 500_000
"""Sets of some hands that are kept, to add another hand's to them."""

_MOST_SUMS: Final = 40_000_000
"""Sets that are looked at once, and not kept."""

_BITS: Final = 5 * np.arange(10)
"""A set of cards is one number, five bits for each value."""


def _counts(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many cards of each value, set by set."""
    counts: NDArray[np.int64] = keys[:, None] >> _BITS & 31
    return counts


class _Sets:
    """Sets of cards drawn to hands, with the number of orders in which they can come."""

    def __init__(self, keys: NDArray[np.int64], orders: NDArray[np.float64]) -> None:
        self.keys, at = np.unique(keys, return_inverse=True)
        self.orders = np.zeros(len(self.keys))
        np.add.at(self.orders, at.ravel(), orders)

    def within(self, shoe: NDArray[np.int64]) -> _Sets:
        """Those that the shoe can supply."""
        there = (_counts(self.keys) <= shoe).all(axis=1)
        return _Sets(self.keys[there], self.orders[there])

    def and_then(self, other: _Sets) -> _Sets:
        """What two hands draw together."""
        keys = (self.keys[:, None] + other.keys).ravel()
        return _Sets(keys, np.outer(self.orders, other.orders).ravel())


def all_won(
    left: NDArray[np.float64],
    card: int,
    max_hands: int,
    plays: NDArray[np.int8],
    charlie_at: int,
    natural_card: int,
    *,
    infinite: bool,
) -> float:
    """The odds that all hands of a split win by their number of cards against a blackjack.

    `left` is the shoe with the pair gone from it; `plays` are those of the hands of the split.
    """
    shoe = left.astype(np.int64)
    room = np.full(10, 31) if infinite else shoe
    unpaired, paired = (sets.within(room) for sets in _won_from(card, plays, charlie_at))
    known: dict[tuple[int, int], _Sets | None] = {(0, 0): _Sets(np.zeros(1, np.int64), np.ones(1))}

    def together(others: int, kept: int) -> _Sets | None:
        """What these hands draw together, if it can be counted."""
        if (others, kept) not in known:
            fewer = together(others - 1, kept) if others else together(others, kept - 1)
            one = unpaired if others else paired
            known[others, kept] = None
            few = others + kept <= 2
            if fewer is not None and (few or len(fewer.keys) * len(one.keys) <= _MOST_SETS):
                known[others, kept] = fewer.and_then(one).within(room)
        return known[others, kept]

    @cache
    def odds(others: int, kept: int, again: int) -> float:
        """The odds that these hands come and win, in one order of second cards."""
        sets = together(others, kept)
        if sets is not None:
            return _odds(shoe, sets.keys, sets.orders, card, again, natural_card, infinite=infinite)
        fewer = together(others - 1, kept) if others else together(others, kept - 1)
        last = unpaired if others else paired
        if fewer is not None and len(fewer.keys) * len(last.keys) <= _MOST_SUMS:
            return sum(
                _odds(
                    shoe,
                    fewer.keys + key,
                    fewer.orders * orders,
                    card,
                    again,
                    natural_card,
                    infinite=infinite,
                )
                for key, orders in zip(last.keys, last.orders, strict=True)
            )
        # A hand more, and a pair card more that made it.
        once, twice = max(0, again - 1), max(0, again - 2)
        if others >= 2:
            one, two = odds(others - 1, kept, once), odds(others - 2, kept, twice)
        else:
            one, two = odds(others, kept - 1, once), odds(others, kept - 2, twice)
        return one * one / two if two else 0.0

    if infinite:
        one = odds(1, 0, 0) * shoe.sum() / shoe[natural_card]
        both = odds(0, 1, 0) * shoe.sum() / shoe[natural_card]
        again, natural = shoe[card] / shoe.sum(), shoe[natural_card] / shoe.sum()
        return float(
            sum(
                ways * natural * one**end.others * both**end.kept * again ** (end.pairs - end.kept)
                for end, ways in endings(max_hands).items()
            )
        )
    return sum(
        ways * odds(end.others, end.kept, end.pairs - end.kept)
        for end, ways in endings(max_hands).items()
    )


def _won_from(card: int, plays: NDArray[np.int8], charlie_at: int) -> tuple[_Sets, _Sets]:
    """What a split hand may draw to win, when its second card does not pair and when it does."""
    hands = all_hands()
    found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for second in range(10):
        orders = {int(hands.pair[card, second]): 1}
        for at in holding(card).tolist():
            ways = orders.get(at, 0)
            if ways and hands.size[at] >= charlie_at:
                key = int((hands.counts[at] << _BITS).sum()) - (1 << 5 * card)
                found[second == card].append((key, ways))
            elif ways and plays[at] == HIT:
                for grown in hands.child[at].tolist():
                    if grown >= 0:
                        orders[grown] = orders.get(grown, 0) + ways
    first, second_pairs = (
        _Sets(
            np.array([key for key, _ in sets], dtype=np.int64),
            np.array([ways for _, ways in sets], dtype=np.float64),
        )
        for sets in found
    )
    return first, second_pairs


def _odds(
    shoe: NDArray[np.int64],
    keys: NDArray[np.int64],
    orders: NDArray[np.float64],
    card: int,
    again: int,
    natural_card: int,
    *,
    infinite: bool,
) -> float:
    """The odds of the sets, of cards that split the pair again, and of the dealer's next card."""
    taken = _counts(keys)
    taken[:, card] += again
    step = 0 if infinite else 1
    size = int(taken[0].sum()) if len(taken) else 0
    ways = orders * np.maximum(0, shoe[natural_card] - step * taken[:, natural_card])
    # Ways to take a number of cards of a value, one by one.
    drawn = np.arange(40)
    for value in range(10):
        there = np.maximum(0, shoe[value] - step * drawn).astype(np.float64)
        ways *= np.concatenate(([1.0], there.cumprod()))[taken[:, value]]
    return float(ways.sum() / np.prod(shoe.sum() - step * np.arange(float(size + 1))))
