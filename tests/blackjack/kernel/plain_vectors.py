"""The plain twin of `vectors.py`: the same cards to the last, one lane at a time.

It is here to be read, and to be compared with.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.random import U16, WORD, draw
from cutcard.compilation import Number, compiled

GROUP: Final = 32
"""Lanes of a group: four generators, of which each gives cards to four lanes, and again."""

BYTE: Final = 128
"""By how much counts are moved down, if they are bytes."""


@compiled
def deal_plainly(
    streams: NDArray[np.uint64],
    left: Any,
    cards: NDArray[np.uint8],
    group: Number,
    first: Number,
    rows: Number,
    size: Number,
) -> None:
    """Deal so many rows of cards to a group of lanes."""
    random = streams[group]
    moved = BYTE if left.itemsize == 1 else 0
    for row in range(first, first + rows):
        many = size - row
        for lane in range(GROUP):
            cards[row, group * GROUP + lane] = 255  # refused, as yet
        refused = GROUP
        while refused:
            for lane in range(GROUP):
                if lane % 4 == 0:  # the next of four generators, twice each
                    at = lane // 4 % 4
                    number, a, b, c, d = draw(
                        random[0, at], random[1, at], random[2, at], random[3, at]
                    )
                    random[0, at], random[1, at], random[2, at], random[3, at] = a, b, c, d
                product = np.int64(number & WORD) * many
                number >>= U16
                place = group * GROUP + lane
                # A number is fair unless it is one of those that are left over.
                if cards[row, place] == 255 and product % 2**16 >= 2**16 % many:
                    cards[row, place] = _taken(left[group], lane, product // 2**16, moved)
                    refused -= 1


@compiled
def _taken(left: Any, lane: Number, pick: Number, moved: Number) -> Number:
    """Take a card from those left, the aces first, then the twos; give its value."""
    card = 9
    for value in range(9):
        if pick < left[value, lane] + moved:
            left[value, lane] -= 1
            card -= 1
    return card
