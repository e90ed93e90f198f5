"""The shoes of a floor, number by number as `table_shoes.py` draws them, compiled."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel import floor_facts as fact
from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.random import LOW, NINE, THIRTEEN, U16, U32, WORD, draw, even
from cutcard.blackjack.kernel.table_shoes import AHEAD
from cutcard.compilation import Number, compiled_into, compiled_within

Facts = NDArray[np.int64]
Rows = NDArray[np.int32]
Cards = NDArray[np.uint8]
Bits = NDArray[np.uint64]

_CUTS: Final = np.uint64(27)
_FULL: Final = np.uint64(2**16)
_FULL_WORD: Final = np.uint64(2**32)


@compiled_into
def _number(random: Bits, table: Number) -> Number:
    """The next number of a table."""
    number, a, b, c, d = draw(
        random[table, 0], random[table, 1], random[table, 2], random[table, 3]
    )
    random[table, 0], random[table, 1], random[table, 2], random[table, 3] = a, b, c, d
    return number


@compiled_within
def _draw_values(rows: Rows, cards: Cards, random: Bits, table: Number) -> None:
    """Draw cards of an infinite shoe: eight digits each of two fractions to the base of 13."""
    one = other = np.uint64(0)
    while True:
        number = _number(random, table)
        one, other = number & LOW, number >> U32
        if even(one) and even(other):
            break
    for at in range(AHEAD // 2):
        one = (one & LOW) * THIRTEEN
        other = (other & LOW) * THIRTEEN
        cards[table, at] = min(one >> U32, NINE)
        cards[table, AHEAD // 2 + at] = min(other >> U32, NINE)
    rows[table, place.AT] = 0


@compiled_within
def _shuffle_on(rows: Rows, cards: Cards, random: Bits, table: Number) -> None:
    """Draw the next cards out of all that are left (Fisher and Yates)."""
    here, end = np.int64(rows[table, place.DRAWN]), np.int64(rows[table, place.END])
    stop = min(here + AHEAD, end)
    while here < stop:
        number = _number(random, table)
        for _ in range(4):
            left = np.uint64(end - here)
            product = (number & WORD) * left
            number >>= U16
            low = product & WORD
            if here < stop and (low >= left or low >= _FULL % left):
                other = here + np.int64(product >> U16)
                cards[table, here], cards[table, other] = cards[table, other], cards[table, here]
                here += 1
    rows[table, place.DRAWN] = stop


@compiled_within
def _draw_on(facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number) -> None:
    """Put more cards in their places."""
    size = facts[fact.SIZE]
    if size == 0:
        _draw_values(rows, cards, random, table)
        return
    if rows[table, place.DRAWN] == rows[table, place.END]:
        # The shoe has run dry: the discards are shuffled and dealt on.
        start = rows[table, place.START]
        for at in range(start):
            cards[table, size + at] = cards[table, at]
        rows[table, place.END] += start
    _shuffle_on(rows, cards, random, table)


@compiled_within
def _riffle(cards: Cards, table: Number, cut: Number) -> None:
    """Cut the deck and riffle, the right half first; behind it there is room for a second."""
    shorter = min(cut, 52 - cut)
    for at in range(shorter):
        cards[table, 52 + 2 * at] = cards[table, cut + at]
        cards[table, 52 + 2 * at + 1] = cards[table, at]
    for at in range(shorter, 52 - cut):
        cards[table, 52 + shorter + at] = cards[table, cut + at]
    for at in range(shorter, cut):
        cards[table, 52 + shorter + at] = cards[table, at]
    for at in range(52):
        cards[table, at] = cards[table, 52 + at]


@compiled_within
def _riffle_seven_times(cards: Cards, random: Bits, table: Number) -> None:
    for _ in range(7):
        product = np.uint64(0)
        while True:
            product = (_number(random, table) & LOW) * _CUTS
            if (product & LOW) >= _FULL_WORD % _CUTS:
                break
        _riffle(cards, table, 13 + np.int64(product >> U32))


@compiled_into
def before_round(facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number) -> None:
    """Shuffle if it is time to."""
    size = facts[fact.SIZE]
    if size == 0:
        return
    at = np.int64(rows[table, place.AT])
    if at > size:
        # What is left of the discards is the shoe now, and only the last round is out of it.
        start = np.int64(rows[table, place.START])
        for card in range(size):
            cards[table, card] = cards[table, card + start]
        at -= start
        rows[table, place.DRAWN] -= start
        for value in range(10):
            rows[table, place.SEEN_FROM + value] -= rows[table, place.BEFORE_FROM + value]
    if size - at < facts[fact.BELOW] or at >= size:
        at = np.int64(0)
        rows[table, place.DRAWN] = 0
        for value in range(10):
            rows[table, place.SEEN_FROM + value] = 0
        if facts[fact.RIFFLED]:
            _riffle_seven_times(cards, random, table)
            rows[table, place.DRAWN] = size
    rows[table, place.AT] = at
    rows[table, place.END] = size
    rows[table, place.START] = at
    for value in range(10):
        rows[table, place.BEFORE_FROM + value] = rows[table, place.SEEN_FROM + value]


@compiled_into
def draw_card(facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number) -> Number:
    """The next card of a table."""
    if rows[table, place.AT] == rows[table, place.DRAWN]:
        _draw_on(facts, rows, cards, random, table)
    at = np.int64(rows[table, place.AT])
    rows[table, place.AT] = at + 1
    return np.int64(cards[table, at])


@compiled_into
def draw_open(facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number) -> Number:
    """The next card of a table, face up."""
    card = draw_card(facts, rows, cards, random, table)
    rows[table, place.SEEN_FROM + card] += 1
    return card
