"""What a floor of tables is made of: choices in one array, facts in another, a row to a table.

A compiled function pays for every array that it is given, so that all of `Choices` lies in one
array of numbers, and the facts say where each part of it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel import floor_facts as fact
from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.choices import Choices
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.one_table import OVER
from cutcard.blackjack.kernel.table_shoes import AHEAD, NEW_DECK, first_words
from cutcard.blackjack.rules import Shuffle
from cutcard.blackjack.strategy.true_count import Convention
from cutcard.number_arrays import ShortIntegers


class Game(NamedTuple):
    """A game for a floor."""

    numbers: ShortIntegers
    facts: NDArray[np.int64]


class Floor(NamedTuple):
    """Tables: what each remembers, its cards, and the state of its random numbers."""

    rows: NDArray[np.int32]
    cards: NDArray[np.uint8]
    random: NDArray[np.uint64]


def game_of(choices: Choices, observed: Observed) -> Game:
    """The arrays of a game, of which these things are observed."""
    rules, count = observed.rules, observed.count
    tags = count.tags if count is not None else (0,) * 10
    parts = [np.asarray(part).ravel() for part in (*choices[: fact.PLACES + 1], tags)]
    ends = np.cumsum([part.size for part in parts])
    facts = np.zeros(fact.FACTS, np.int64)
    facts[: fact.TAGS + 1] = [end - part.size for end, part in zip(ends, parts, strict=True)]
    decks = rules.finite_decks or 0
    known = {
        fact.NUMBER: len(choices.hands),
        fact.DEALT: choices.dealt,
        fact.SECOND: choices.second,
        fact.PEEKS: choices.peeks,
        fact.ORIGINAL: choices.original,
        fact.MOST: choices.max_hands,
        fact.QUEUE: choices.queue,
        fact.BETS: len(observed.bets),
        fact.SIZE: 52 * decks,
        fact.BELOW: rules.reshuffle_below,
        fact.RIFFLED: rules.shuffle is Shuffle.RIFFLE,
        fact.BALANCED: count is not None and count.balanced,
        fact.SCALE: count.scale if count is not None else 1,
        fact.INITIAL: count.initial(decks) if count is not None else 0,
        fact.STEP: count.divisor.cards if count is not None else 1,
        fact.TRUNCATES: count is not None and count.whole is Convention.TRUNCATE,
        fact.ROUNDS: count is not None and count.whole is Convention.ROUND,
        fact.INSURED_COLUMN: observed.place("insured"),
        fact.HANDS_COLUMN: observed.place("total_1"),
        fact.BET_COLUMN: observed.place("bet"),
        fact.SEEN_COLUMN: observed.place("seen_1"),
        fact.COUNT_COLUMN: observed.place("count"),
    }
    for at, value in known.items():
        facts[at] = value
    return Game(np.concatenate(parts).astype(np.int32), facts)


def floor_of(observed: Observed, tables: int) -> Floor:
    """A floor of `tables` tables; none has a shoe before it is seeded."""
    size = 52 * (observed.rules.finite_decks or 0)
    return Floor(
        np.zeros((tables, place.WIDTH), np.int32),
        np.zeros((tables, 2 * size or AHEAD), np.uint8),
        np.zeros((tables, 4), np.uint64),
    )


def seed_tables(floor: Floor, observed: Observed, tables: Sequence[int], seeds: list[int]) -> None:
    """Give a new shoe to each of these tables, by its seed."""
    decks = observed.rules.finite_decks or 0
    size = 52 * decks
    shoe = np.repeat(np.minimum(np.arange(13), 9), 4 * decks)
    if observed.rules.shuffle is Shuffle.RIFFLE:
        shoe = np.array(NEW_DECK)
    where = np.asarray(tables)
    floor.random[where] = [first_words(seed) for seed in seeds]
    floor.cards[where, :size] = shoe
    floor.rows[where] = 0
    floor.rows[where, place.MOMENT] = OVER
    for at in (place.AT, place.DRAWN, place.END):
        floor.rows[where, at] = size or AHEAD
