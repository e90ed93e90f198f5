"""Steps of a floor: all tables, or those of one thread, are moved on and observed in one call."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel import floor_facts as fact
from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.choices import CARDS, PAIR, SOFT, STAKE, STAND, TOTAL
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.floor import act, begin, told
from cutcard.blackjack.kernel.floor_shoes import Bits, Cards, Facts, Rows
from cutcard.blackjack.kernel.one_table import OVER
from cutcard.compilation import Number, compiled, compiled_into
from cutcard.number_arrays import ShortIntegers

Observations = NDArray[np.int16]

# What becomes of a table whose round is over.
NEXT_STEP: Final = 0
"""Its next step begins a round."""
SAME_STEP: Final = 1
"""The step that ends a round begins the next."""
DISABLED: Final = 2
"""It waits to be reset."""


@compiled_into
def _count(facts: Facts, numbers: ShortIntegers, rows: Rows, table: Number) -> Number:
    """The count's value, held within its bounds, and moved so that none is negative."""
    running = facts[fact.INITIAL]
    for value in range(10):
        running += numbers[facts[fact.TAGS] + value] * rows[table, place.SEEN_FROM + value]
    over = facts[fact.SCALE]
    if facts[fact.BALANCED]:
        step = facts[fact.STEP]
        left = max(facts[fact.SIZE] - rows[table, place.AT], 0)
        running *= 52
        over *= max((left + step // 2) // step, 1) * step
    if facts[fact.ROUNDS]:
        value = (2 * running + over) // (2 * over)
    elif facts[fact.TRUNCATES] and running < 0:
        value = -(-running // over)
    else:
        value = running // over
    return min(max(value, -MOST_COUNT), MOST_COUNT) + MOST_COUNT


@compiled_into
def _observe(
    numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number, seen: Observations
) -> None:
    """Write down what lies open at a table, as `observations.py` does."""
    held = np.int64(rows[table, place.HELD])
    if held == 0:
        for column in range(10):
            seen[table, column] = 0
    else:
        hand = np.int64(rows[table, place.HELD_FROM + rows[table, place.HAND]])
        dealer = facts[fact.DEALER] + 2 * np.int64(rows[table, place.DEALER])
        seen[table, 0] = rows[table, place.MOMENT]
        seen[table, 1] = told(numbers, facts, hand, TOTAL)
        seen[table, 2] = told(numbers, facts, hand, SOFT)
        seen[table, 3] = told(numbers, facts, hand, PAIR)
        seen[table, 4] = told(numbers, facts, hand, CARDS)
        seen[table, 5] = rows[table, place.UP] + 1
        seen[table, 6] = numbers[dealer + TOTAL]
        seen[table, 7] = numbers[dealer + SOFT]
        seen[table, 8] = rows[table, place.HAND]
        seen[table, 9] = held
    if facts[fact.INSURED_COLUMN] >= 0:
        seen[table, facts[fact.INSURED_COLUMN]] = rows[table, place.INSURED]
    column = facts[fact.HANDS_COLUMN]
    if column >= 0:
        for at in range(facts[fact.MOST]):
            total = stake = 0
            if at < held:
                other = np.int64(rows[table, place.HELD_FROM + at])
                total = told(numbers, facts, other, TOTAL)
                stake = told(numbers, facts, other, STAKE)
            seen[table, column + 2 * at] = total
            seen[table, column + 2 * at + 1] = stake
    if facts[fact.BET_COLUMN] >= 0:
        seen[table, facts[fact.BET_COLUMN]] = rows[table, place.BET]
    column = facts[fact.SEEN_COLUMN]
    if column >= 0:
        for value in range(10):
            seen[table, column + value] = rows[table, place.SEEN_FROM + value]
        seen[table, column + 10] = max(facts[fact.SIZE] - rows[table, place.AT], 0)
    if facts[fact.COUNT_COLUMN] >= 0:
        seen[table, facts[fact.COUNT_COLUMN]] = _count(facts, numbers, rows, table)


@compiled_into
def _mask(rows: Rows, table: Number, masks: NDArray[np.int8]) -> None:
    legal = np.int64(rows[table, place.LEGAL])
    for action in range(masks.shape[1]):
        masks[table, action] = legal >> action & 1


@compiled
def begin_rounds(
    numbers: ShortIntegers,
    facts: Facts,
    rows: Rows,
    cards: Cards,
    random: Bits,
    which: NDArray[np.bool_],
    seen: Observations,
    masks: NDArray[np.int8],
) -> None:
    """Begin the next round at some tables, and observe all of them."""
    for number in range(len(rows)):
        table = np.uint64(number)  # never negative, which indexing need not check then
        if which[table]:
            begin(numbers, facts, rows, cards, random, table)
        _observe(numbers, facts, rows, table, seen)
        _mask(rows, table, masks)


@compiled
def step_tables(
    numbers: ShortIntegers,
    facts: Facts,
    rows: Rows,
    cards: Cards,
    random: Bits,
    actions: NDArray[np.int64],
    mode: Number,
    first: Number,
    last: Number,
    seen: Observations,
    last_seen: Observations,
    gains: NDArray[np.float64],
    ended: NDArray[np.bool_],
    illegal: NDArray[np.bool_],
    masks: NDArray[np.int8],
) -> None:
    """Play an action at each table from `first` up to `last`, and observe them.

    Gains are in units. Where the same step begins the next round, `last_seen` is what was seen at
    the end of the last one.
    """
    for number in range(first, last):
        table = np.uint64(number)
        gains[table] = 0.0
        ended[table] = False
        illegal[table] = False
        if rows[table, place.MOMENT] == OVER:
            begin(numbers, facts, rows, cards, random, table)
        else:
            action = actions[table]
            if not rows[table, place.LEGAL] >> action & 1:
                illegal[table] = True
                action = STAND
            act(numbers, facts, rows, cards, random, table, action)
            if rows[table, place.MOMENT] == OVER:
                gains[table] = rows[table, place.NET]
                ended[table] = True
                if mode == SAME_STEP:
                    _observe(numbers, facts, rows, table, last_seen)
                    begin(numbers, facts, rows, cards, random, table)
        _observe(numbers, facts, rows, table, seen)
        _mask(rows, table, masks)
