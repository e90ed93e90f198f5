"""Rows of cards, one to each lane, dealt as far as they are needed."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.lanes.vectors import GROUP, deal_rows
from cutcard.blackjack.kernel.lanes.word import LANES, NO_CARD
from cutcard.blackjack.kernel.random import seeded
from cutcard.blackjack.kernel.scalar import RESERVE
from cutcard.blackjack.kernel.walk import Cards
from cutcard.compilation import Number, compiled_within

GROUPS: Final = LANES // GROUP

AHEAD: Final = 16
"""Rows of cards that are dealt at a time."""


class Rows(NamedTuple):
    """The shoes of all lanes."""

    streams: NDArray[np.uint64]
    """Four generators for each group of lanes."""
    full: Any
    """Counts of the cards in whole decks, in bytes or in words, group by group."""
    left: Any
    """Counts of the cards left."""
    cards: Cards
    """The cards dealt, by row and lane."""
    flat: Cards
    """The same, one row behind the other."""
    size: int
    """Cards in a shoe."""


def rows_of(decks: int, seed: int, path: tuple[int | str, ...]) -> Rows:
    """Whole decks in every lane, before anything is dealt."""
    size = 52 * decks
    cards = np.full((size + RESERVE, LANES), NO_CARD, np.uint8)
    full = _whole_decks(decks)
    return Rows(_streams(seed, path), full, full.copy(), cards, cards.ravel(), size)


def _streams(seed: int, path: tuple[int | str, ...]) -> NDArray[np.uint64]:
    streams = [[seeded(seed, *path, group, at) for at in range(4)] for group in range(GROUPS)]
    # They stand side by side, so that four of them fill a vector.
    return np.ascontiguousarray(np.array(streams).transpose(0, 2, 1))


def _whole_decks(decks: int) -> Any:
    least = 4 * decks * np.arange(1, 10)
    # Bytes are twice as fast as words, and suffice for seven decks.
    counts = (least - 128).astype(np.int8) if least[-1] < 256 else least.astype(np.int16)
    return np.tile(np.repeat(counts, GROUP), GROUPS)


@compiled_within
def fill(rows: Rows) -> None:
    """Fill all lanes with whole decks."""
    for at in range(len(rows.full)):
        rows.left[at] = rows.full[at]


@compiled_within
def deal_until(rows: Rows, dealt: Number, needed: Number) -> Number:
    """Deal rows of cards to all lanes until there are `needed`; return the number dealt in all."""
    while dealt < min(needed, rows.size):
        many = min(AHEAD, rows.size - dealt)
        for group in range(GROUPS):
            deal_rows(rows.streams, rows.left, rows.cards, group, dealt, many, rows.size)
        dealt += many
    return dealt
