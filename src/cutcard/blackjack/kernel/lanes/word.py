"""A lane: a word that says all about it, and the tables by which words are moved on.

From the lowest bit on, a word holds

    state 16 | second card 4 | insurance 2 | value of the count 8 | lane 9 | cards taken 10
    | running count 15

so that lane and cards taken together are the place of its next card. The running count is told
from `LaneTables.zero` on, so that it is never negative.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.automaton import OPEN, TURNED
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.pack import Pack
from cutcard.blackjack.kernel.random import Bits
from cutcard.blackjack.kernel.scalar import RESERVE
from cutcard.compilation import compiled_into

LANES: Final = 512

NO_CARD: Final = 10
"""Taken by lanes that have run dry until somebody sees it: as a ten, but it is not counted."""

# Where the parts of a word begin.
SECOND: Final = np.uint64(16)
INSURANCE: Final = np.uint64(20)
VALUE: Final = np.uint64(22)
LANE: Final = np.uint64(30)
TAKEN: Final = np.uint64(39)
RUNNING: Final = np.uint64(49)

ONE_CARD: Final = np.uint64(1 << 39)
"""Added to a word when its lane takes a card."""

INSURES: Final = np.uint64(0x80)
"""In `LaneTables.charts`: the player insures."""
CHART: Final = np.uint64(0x7F)
"""In `LaneTables.charts`: the chart's number."""

_CARD: Final = np.uint64(0x0F)
_VALUE: Final = np.uint64(0xFF)
_LANE: Final = np.uint64(0x1FF)
_TAKEN: Final = np.uint64(0x3FF)
_PLACE: Final = np.uint64(0x7FFFF)


@compiled_into
def place_of(word: np.uint64) -> np.uint64:
    """The place of a lane's next card."""
    return word >> LANE & _PLACE


@compiled_into
def lane_of(word: np.uint64) -> np.uint64:
    """The number of the lane."""
    return word >> LANE & _LANE


@compiled_into
def taken_of(word: np.uint64) -> np.uint64:
    """The cards that the lane has taken."""
    return word >> TAKEN & _TAKEN


@compiled_into
def second_of(word: np.uint64) -> np.uint64:
    """The dealer's second card."""
    return word >> SECOND & _CARD


@compiled_into
def value_of(word: np.uint64) -> np.uint64:
    """The number of the count's value when the round began."""
    return word >> VALUE & _VALUE


class Lists(NamedTuple):
    """Where words stand."""

    live: Bits
    """Of rounds that play; or the places of splits that do."""
    exits: Bits
    """Of rounds that split."""
    sides: Bits
    """What splits must know of themselves."""
    fields: Bits
    """What the hands of splits add up to."""
    began: Bits
    """Of each lane, when it began a round that may run dry."""
    dry: Bits
    """Of lanes that have run dry, when they began the round."""


class LaneTables(NamedTuple):
    """The tables by which words are moved on."""

    tags: Bits
    """What a card, or NO_CARD, adds to a word when it is seen."""
    draws: Bits
    """What it adds when it comes from the shoe."""
    hands: Bits
    """What the player's first cards add to a word, by chart, first and second card."""
    dealers: Bits
    """What the dealer's first cards add to a word, by up card and second card."""
    deals: NDArray[np.uint32]
    """The state after the first cards, at the place that `hands` and `dealers` add up to; and in
    the upper half what the second card adds to the running count if it is turned at once."""
    values: NDArray[np.uint8]
    """The number of the count's value, by cards taken and running count."""
    charts: NDArray[np.uint8]
    """The chart to play, by the same, with INSURES."""
    width: np.uint64
    """Running counts to a row of these."""
    zero: int
    """The running count that a word holds as nothing."""


def tables_of(pack: Pack, decks: int) -> LaneTables:
    """The tables of a game for lanes."""
    numbers, layout = pack.numbers, pack.layout
    points = numbers[int(layout.tags) :][:10]
    tags = np.zeros(WIDTH, np.uint64)
    tags[:10] = points.astype(np.uint64) << RUNNING
    # All running counts that there can be.
    cards = 4 * decks * np.array([1] * 9 + [4])
    lowest = layout.initial + int(cards @ np.minimum(points, 0))
    highest = layout.initial + int(cards @ np.maximum(points, 0))
    running = np.arange(lowest, highest + 1)
    left = np.arange(52 * decks, -1, -1)[:, None]
    slope, half = numbers[int(layout.slope) :][left], numbers[int(layout.half) :][left]
    # As in `count_value`, in one array: allocating one for each step takes longer than the step.
    values = running * slope
    values += half
    values[:, running < 0] += numbers[int(layout.less) :][left]
    values >>= 32
    values += MOST_COUNT
    values.clip(0, 2 * MOST_COUNT, out=values)
    layers, insures = numbers[int(layout.layers) :], numbers[int(layout.insures) :]
    assert layers[: 2 * MOST_COUNT + 1].max() < INSURES, "a chart is told by 7 bits"
    by_value = layers[: 2 * MOST_COUNT + 1] | insures[: 2 * MOST_COUNT + 1] * np.int64(INSURES)
    return LaneTables(
        tags,
        tags + ONE_CARD,
        *_first_cards(pack, tags),
        _with_room(values.astype(np.uint8)),
        _with_room(by_value.astype(np.uint8)[values]),
        np.uint64(len(running)),
        lowest,
    )


@compiled_into
def count_of(tables: LaneTables, word: np.uint64) -> np.uint64:
    """The place in `LaneTables.values` and `LaneTables.charts`."""
    return taken_of(word) * tables.width + (word >> RUNNING)


def _first_cards(pack: Pack, tags: Bits) -> tuple[Bits, Bits, NDArray[np.uint32]]:
    """What the first cards add to a word, and the states after them.

    A hand that leads to the same states as another, whatever lies opposite, is the same row or
    column of the states; so there are few of them.
    """
    states, _, layout = pack
    deals = states[int(layout.deal) : int(layout.next)].astype(np.uint32).reshape(-1, 100)
    points = (tags[:10] >> RUNNING).astype(np.uint32)
    turned = np.where(deals & TURNED, np.tile(points, 10) << np.uint32(16), np.uint32(0))
    deals, rows = _once(deals & np.uint32(TURNED - 1) | turned)
    columns, places = _once(deals.T)
    deals = np.ascontiguousarray(columns.T)
    assert deals.size <= 1 << 16, "they are told apart by 16 bits of a word"
    hands = _by_two(rows * np.uint64(len(columns))) + tags[:, None] + tags
    hands += np.uint64(layout.dealt) * ONE_CARD
    second = np.arange(WIDTH, dtype=np.uint64)
    dealers = _by_two(places) + tags[:, None] + (second << SECOND)
    if layout.source == OPEN:
        dealers += tags
    return hands.ravel(), dealers.ravel(), deals.ravel()


def _by_two(numbers: Bits) -> Bits:
    """Numbers for two cards, ten by ten, with room for NO_CARD, which is a ten."""
    values = np.minimum(np.arange(WIDTH), 9)
    return numbers.reshape(-1, 10, 10)[:, values[:, None], values]


def _once(rows: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], Bits]:
    """Each different row once; and where among them each row is."""
    said = [row.tobytes() for row in rows]
    numbers = {row: number for number, row in enumerate(dict.fromkeys(said))}
    first = [said.index(row) for row in numbers]
    return rows[first], np.array([numbers[row] for row in said], np.uint64)


def _with_room(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The table laid out flat, with room for lanes that have run dry."""
    return np.concatenate([table.ravel(), np.zeros(RESERVE * table.shape[1], np.uint8)])
