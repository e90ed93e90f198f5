"""A lane: a word that says all about it, and the tables by which words are moved on.

From the lowest bit on, a word holds

    state 16 | lane 8 | cards taken 10 | insurance 2 | second card 4 | value of the count 8
    | running count 16

so that lane and cards taken together are the place of its next card. The running count is told
from `Tables.zero` on, so that it is never negative.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.count_tables import MOST_COUNT
from cutcard.blackjack.kernel.pack import Pack, States
from cutcard.blackjack.kernel.random import Words
from cutcard.blackjack.kernel.scalar import RESERVE
from cutcard.blackjack.tables import OPEN
from cutcard.compiled import inlined

LANES: Final = 256

# Where the parts of a word begin.
LANE: Final = np.uint64(16)
TAKEN: Final = np.uint64(24)
INSURED: Final = np.uint64(34)
SECOND: Final = np.uint64(36)
VALUE: Final = np.uint64(40)
RUNNING: Final = np.uint64(48)

ONE_CARD: Final = np.uint64(1 << 24)
"""Added to a word when its lane takes a card."""

INSURES: Final = np.uint64(0x80)
"""In `Tables.charts`: the player insures."""

_BYTE: Final = np.uint64(0xFF)
_CARD: Final = np.uint64(0x0F)
_TAKEN: Final = np.uint64(0x3FF)
_PLACE: Final = np.uint64(0x3FFFF)

_BEYOND: Final = 4 * RESERVE
"""Points that a lane may count beyond all cards when its shoe has run dry."""


@inlined
def place_of(word: np.uint64) -> np.uint64:
    """The place of a lane's next card."""
    return word >> LANE & _PLACE


@inlined
def lane_of(word: np.uint64) -> np.uint64:
    """The number of the lane."""
    return word >> LANE & _BYTE


@inlined
def taken_of(word: np.uint64) -> np.uint64:
    """The cards that the lane has taken."""
    return word >> TAKEN & _TAKEN


@inlined
def second_of(word: np.uint64) -> np.uint64:
    """The dealer's second card."""
    return word >> SECOND & _CARD


@inlined
def value_of(word: np.uint64) -> np.uint64:
    """The number of the count's value when the round began."""
    return word >> VALUE & _BYTE


class Tables(NamedTuple):
    """Tables for lanes."""

    tags: Words
    """What each card adds to a word, for the running count."""
    hands: Words
    """What the player's first cards add to a word, by chart and the number `first, second`."""
    dealers: Words
    """What the dealer's first cards add to a word, by the number `up, second`."""
    deals: States
    """The state after the first cards, at the place that `hands` and `dealers` add up to."""
    values: NDArray[np.uint8]
    """The number of the count's value, by cards taken and running count."""
    charts: NDArray[np.uint8]
    """The chart to play, by the same, with INSURES."""
    width: np.uint64
    """Running counts to a row of these."""
    zero: int
    """The running count that a word holds as nothing."""


def tables_of(pack: Pack, decks: int) -> Tables:
    """The tables of a game for lanes."""
    numbers, layout = pack.numbers, pack.layout
    points = numbers[int(layout.tags) :][:10]
    tags = points.astype(np.uint64) << RUNNING
    # All running counts that there can be.
    cards = 4 * decks * np.array([1] * 9 + [4])
    lowest = layout.initial + int(cards @ np.minimum(points, 0))
    highest = layout.initial + int(cards @ np.maximum(points, 0))
    running = np.arange(lowest, highest + 1)
    left = np.arange(52 * decks, -1, -1)[:, None]
    slope, half = numbers[int(layout.slope) :][left], numbers[int(layout.half) :][left]
    # As `count_value` reckons, in one array: a new one for each step takes longer than the step.
    values = running * slope
    values += half
    values >>= 32
    values += MOST_COUNT
    values.clip(0, 2 * MOST_COUNT, out=values)
    layers, insures = numbers[int(layout.layers) :], numbers[int(layout.insures) :]
    assert layers[: 2 * MOST_COUNT + 1].max() < INSURES, "a chart is told by 7 bits"
    by_value = layers[: 2 * MOST_COUNT + 1] | insures[: 2 * MOST_COUNT + 1] * np.int64(INSURES)
    return Tables(
        tags,
        *_first_cards(pack, tags),
        _with_room(values.astype(np.uint8)),
        _with_room(by_value.astype(np.uint8)[values]),
        np.uint64(len(running)),
        lowest - _BEYOND,
    )


def _first_cards(pack: Pack, tags: Words) -> tuple[Words, Words, States]:
    """What the first cards add to a word, and the states after them.

    A hand that leads to the same states as another, whatever lies opposite, is the same row or
    column of the states; so there are few of them.
    """
    states, _, layout = pack
    deals = states[int(layout.deal) : int(layout.next)].reshape(-1, 100)
    deals, rows = _once(deals)
    columns, places = _once(deals.T)
    deals = np.ascontiguousarray(columns.T)
    assert deals.size <= 1 << 16, "they are told apart by 16 bits of a word"
    both = (tags[:, None] + tags).ravel() + np.uint64(layout.dealt) * ONE_CARD
    hands = np.tile(both, len(rows) // 100) + rows * np.uint64(len(columns))
    shown = np.full((10, 10), layout.source == OPEN)
    shown[[0, 9], [9, 0]] |= layout.peeks
    second = np.arange(10, dtype=np.uint64)
    dealers = (tags[:, None] + tags * shown + (second << SECOND)).ravel() + places
    return hands, dealers, deals.ravel()


def _once(rows: States) -> tuple[States, Words]:
    """Each different row once; and where among them each row is."""
    said = [row.tobytes() for row in rows]
    numbers = {row: number for number, row in enumerate(dict.fromkeys(said))}
    first = [said.index(row) for row in numbers]
    return rows[first], np.array([numbers[row] for row in said], np.uint64)


def _with_room(table: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The table laid out flat, with room on both sides for lanes that have run dry."""
    room = np.zeros(_BEYOND, np.uint8)
    dry = np.zeros(RESERVE * table.shape[1], np.uint8)
    return np.concatenate([room, table.ravel(), dry, room])
