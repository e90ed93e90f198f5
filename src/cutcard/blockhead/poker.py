"""Five-card poker hands, ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cutcard.cards import Card, Rank

CATEGORIES: Final = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)

_HEIGHT: Final = {rank: height for height, rank in enumerate((*Rank, Rank.ACE), start=1)}
_SHAPES: Final = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}

_OF_A_SUIT: Final = {0: 5, 4: 8}
"""The categories that hands are raised to whose cards are all of one suit."""

Standing = tuple[int, tuple[int, ...]]
"""A category's number, then the heights that decide between equals."""


def standing(cards: Sequence[Card]) -> Standing:
    """What a hand of five cards is worth: the higher of two wins.

    >>> from cutcard.cards import read_cards
    >>> CATEGORIES[standing(read_cards("Ah 2s 3d 4c 5h"))[0]]
    'straight'
    >>> standing(read_cards("9h 9s 3d 3c 5h"))
    (2, (9, 3, 5))
    """
    found = _by_heights(tuple(sorted([_HEIGHT[card.rank] for card in cards])))
    category, ranked = found
    if category in _OF_A_SUIT and len({card.suit for card in cards}) == 1:
        return _OF_A_SUIT[category], ranked
    return found


@lru_cache(maxsize=8192)
def _by_heights(heights: tuple[int, ...]) -> Standing:
    """What five cards are worth that are not all of a suit, of 6,175 kinds, lowest first."""
    times = Counter(heights)
    # Most frequent first, then highest: the order in which hands are compared.
    ranked = sorted(times, key=lambda height: (times[height], height), reverse=True)
    category = _SHAPES[tuple(times[height] for height in ranked)]
    if category == 0:
        if ranked == [14, 5, 4, 3, 2]:  # the ace may count as low
            ranked = [5, 4, 3, 2, 1]
        if ranked[0] - ranked[4] == 4:
            category = 4
    return category, tuple(ranked)
