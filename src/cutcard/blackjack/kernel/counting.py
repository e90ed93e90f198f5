"""A count and the charts it chooses between, as the arrays that the kernel reads."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.true_count import Convention

MOST_COUNT: Final = 64
"""Values of a count are held between -64 and 64; nothing may depend on values further out."""


class CountTables(NamedTuple):
    """A way to count cards, and what a player does by it."""

    tags: NDArray[np.int64]
    """What each card adds to the running count."""
    slope: NDArray[np.int64]
    """By cards left: what turns the running count into the count's value, in parts of 2**32."""
    half: NDArray[np.int64]
    """Half the least step of that value, so that rounding never falls below a whole one; and half
    a point where values are rounded to the nearest."""
    less: NDArray[np.int64]
    """What a count below 0 adds to that, so that it is rounded towards 0 where fractions are cut
    off."""
    layers: NDArray[np.int64]
    """The chart to play, by value; the values begin at -MOST_COUNT."""
    insures: NDArray[np.int64]
    """Whether to insure, by value."""
    initial: int
    """The running count after a shuffle."""


def count_tables(rules: Rules, charts: IndexedChart, count: Count | None) -> CountTables:
    """The tables of a count; without one nothing is ever counted."""
    values = range(-MOST_COUNT, MOST_COUNT + 1)
    decks = 1 if rules.decks == "infinite" else rules.decks
    left = np.arange(52 * decks + 1)
    insurance = charts.insurance if rules.insurance and count is not None else None
    parts, over = (
        (np.zeros_like(left), np.ones_like(left)) if count is None else _ratio(count, left)
    )
    whole = Convention.FLOOR if count is None else count.whole
    # Rounded, slopes are off by less than 2**-33 for each point of the running count; a value is
    # at least half a step, 1/1664, away from where that would matter, or half of that where half
    # a point is added.
    half = np.round(2**31 / over).astype(np.int64)
    if whole is Convention.ROUND:
        half = 2**31 + half // 2
    return CountTables(
        tags=np.array(count.tags if count else [0] * 10, np.int64),
        slope=np.round(2**32 * parts / over).astype(np.int64),
        half=half,
        less=2**32 - 2 * half if whole is Convention.TRUNCATE else np.zeros_like(half),
        layers=np.array([bisect_right(charts.thresholds, value) for value in values], np.int64),
        insures=np.array(
            [insurance is not None and value >= insurance for value in values], np.int64
        ),
        initial=count.initial(decks) if count else 0,
    )


def values_of(
    count: Count, running: NDArray[np.int64], left: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What `Count.value` has for many running counts and cards left at once."""
    parts, over = _ratio(count, left)
    top = running * parts
    match count.whole:
        case Convention.FLOOR:
            return top // over
        case Convention.TRUNCATE:
            size: NDArray[np.int64] = np.abs(top) // over
            return np.where(top < 0, -size, size)
        case Convention.ROUND:
            return (2 * top + over) // (2 * over)


def _ratio(count: Count, left: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By what a running count is multiplied and divided, by cards left."""
    if not count.balanced:
        return np.ones_like(left), np.full_like(left, count.scale)
    step = count.divisor.cards
    return np.full_like(left, 52), count.scale * np.maximum((left + step // 2) // step, 1) * step
