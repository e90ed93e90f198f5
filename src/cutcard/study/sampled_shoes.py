"""Shoes that rounds begin with, as real shoes of a game show them: played, and some kept.

Whole shoes are played by a chart on the compiled floor, and the beginnings of all their rounds are
told apart by the value of the count. Of each value some are kept, and weighed so that all of them
together are as frequent as they were played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.exact.decision_odds import Shoes
from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.choices import ACTIONS, STAND, SURRENDER, compile_choices
from cutcard.blackjack.kernel.counting import values_of
from cutcard.blackjack.kernel.floor_steps import NEXT_STEP, begin_rounds, step_tables
from cutcard.blackjack.kernel.floor_tables import Floor, floor_of, game_of, seed_tables
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.one_table import OFFER, OVER
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import ROWS, Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.learn.situations import OFFERED, PLAYS, situations_of
from cutcard.number_arrays import Integers
from cutcard.streams import key, stream

SHOES: Final = 1500
"""Shoes that are played for a sample."""

ROUNDS: Final = 10_000
"""The beginnings of rounds that are taken from them."""

RARE: Final = 0.001
"""At either end, counts that no more than this share of the rounds begin with are put together."""

KNOWN: Final = 50
"""Samples of which the rounds are remembered: those of two games, some twenty megabytes."""


@dataclass(frozen=True)
class CountedBet:
    """What is bet by the count, and from which bankroll."""

    ramp: Ramp
    bankroll: float = 0.0
    """Chips, times the share of Kelly's bets that is bet; 0 if risk does not matter."""

    def risk(self, value: int) -> float:
        """What the mean square of a bet's gain costs at this count."""
        return self.ramp.multiple(value) / (2 * self.bankroll) if self.bankroll else 0.0


class _Rounds(NamedTuple):
    """The rounds that were drawn from all that were played, as they began."""

    left: NDArray[np.int16]
    """The cards left, by round and value."""
    seen: NDArray[np.int16]
    """The cards that were seen since the shuffle."""
    random: tuple[Any, ...]
    """The state of the random stream after drawing them."""


class _Starts(NamedTuple):
    """The beginnings of rounds: at which table, after how many cards, and which were seen."""

    table: Integers
    dealt: Integers
    seen: NDArray[np.int16]
    cards: NDArray[np.uint8]
    """The cards of each table's shoe, in the order in which they were dealt."""

    def only(self, which: list[int]) -> _Starts:
        """Some of them."""
        here = np.array(which)
        return _Starts(self.table[here], self.dealt[here], self.seen[here], self.cards)


@dataclass(frozen=True)
class SampledShoes:
    """Shoes that were drawn from all that were played."""

    shoes: Shoes
    played: Shoes


def sample_shoes(
    rules: Rules, chart: Chart, count: Count, bet: CountedBet, seed: int, number: int, keep: int
) -> SampledShoes:
    """The sample of this number: about `keep` shoes that rounds begin with."""
    decks = rules.finite_decks
    assert decks is not None
    rounds = rounds_drawn(rules, chart, seed, number)
    left = rounds.left.astype(np.int64)
    running = count.initial(decks) + rounds.seen @ np.array(count.tags)
    values = values_of(count, running, left.sum(axis=1))
    random = Random()
    random.setstate(rounds.random)
    known, places = np.unique(values, return_inverse=True)
    stakes = np.array([bet.ramp.multiple(value) for value in known.tolist()], float)[places]
    risks = np.array([bet.risk(value) for value in known.tolist()], float)[places]
    played = Shoes(left, running, stakes / len(values), risks)
    strata = _strata(values, keep)
    chosen, weights = [], []
    several = int(strata.max()) + 1
    for stratum in range(several):
        there = np.flatnonzero(strata == stratum).tolist()
        wanted = keep * (stratum + 1) // several - keep * stratum // several
        some = random.sample(there, min(wanted, len(there)))
        chosen += some
        weights += [len(there) / len(some)] * len(some)
    picked = played.only(chosen)
    return SampledShoes(picked._replace(weight=picked.weight * np.array(weights)), played)


@lru_cache(maxsize=KNOWN)
def rounds_drawn(rules: Rules, chart: Chart, seed: int, number: int) -> _Rounds:
    """The rounds of the sample of this number, whatever the count and the bets.

    They are remembered: counts, bets and plays are compared by the same seed.
    """
    random = stream(seed, "index sample", number)
    starts = _play(rules, chart, [key(seed, "index", number, shoe) for shoe in range(SHOES)])
    begun = len(starts.table)
    starts = starts.only(sorted(random.sample(range(begun), min(ROUNDS, begun))))
    left = _left(rules.finite_decks or 0, starts)
    return _Rounds(left.astype(np.int16), starts.seen, random.getstate())


def _left(decks: int, starts: _Starts) -> Integers:
    """The cards left at the beginnings of rounds."""
    full = 4 * decks * np.array([*[1] * 9, 4])
    found = np.empty((len(starts.table), 10), np.int64)
    # All shoes are one row of cards: one running total says what lies between any two places.
    dealt = starts.cards.ravel()
    first = starts.table * starts.cards.shape[1]
    gone = np.zeros(len(dealt) + 1, np.int32)
    for value in range(10):
        np.cumsum(dealt == value, out=gone[1:])
        found[:, value] = full[value] - (gone[first + starts.dealt] - gone[first])
    return found


def _strata(values: Integers, most: int) -> Integers:
    """The number of each value's stratum: of its own, unless it is rare or there are too many."""
    ordered = np.sort(values)
    rare = int(RARE * len(values))
    held = np.clip(values, ordered[rare], ordered[-1 - rare])
    known, places = np.unique(held, return_inverse=True)
    strata: Integers = places * min(most, len(known)) // len(known)
    return strata


def _play(rules: Rules, chart: Chart, seeds: list[int]) -> _Starts:
    """Play one shoe at each of the tables, and note where rounds began."""
    many = len(seeds)
    observed = Observed(rules)
    floor = floor_of(observed, many)
    seed_tables(floor, observed, range(many), seeds)
    arrays = (*game_of(compile_choices(rules), observed), *floor)
    seen, last_seen = np.zeros((2, many, len(observed.sizes)), np.int16)
    masks = np.zeros((many, len(ACTIONS)), np.int8)
    told = (seen, last_seen, np.zeros(many), np.zeros((many,), np.bool_), np.zeros(many, np.bool_))
    rows, size = floor.rows, 52 * (rules.finite_decks or 0)
    cards = np.zeros((many, size), np.uint8)
    playing = np.ones(many, np.bool_)
    starts: list[tuple[Integers, Integers, NDArray[np.int16]]] = []
    begun = playing.copy()
    while playing.any():
        begin_rounds(*arrays, begun, seen, masks)
        here = np.flatnonzero(begun)
        seen_before = rows[here, place.BEFORE_FROM : place.BEFORE_FROM + 10].astype(np.int16)
        starts.append((here, rows[here, place.START].astype(np.int64), seen_before))
        step_tables(*arrays, _actions(rules, chart, floor), NEXT_STEP, 0, many, *told, masks)
        over = rows[:, place.MOMENT] == OVER
        left = size - rows[:, place.AT]
        last = over & playing & ((left < rules.reshuffle_below) | (left <= 0))
        # Before the next shuffle, which moves the cards.
        cards[last] = floor.cards[last, :size]
        playing &= ~last
        begun = over & playing
    tables, dealt, known = (np.concatenate(part) for part in zip(*starts, strict=True))
    return _Starts(tables, dealt, known, cards)


def _actions(rules: Rules, chart: Chart, floor: Floor) -> Integers:
    """What the chart does at every table."""
    known, rows = situations_of(rules), floor.rows
    hand = rows[np.arange(len(rows)), place.HELD_FROM + rows[:, place.HAND]]
    legal = rows[:, place.LEGAL] & OFFERED - 1
    legal |= np.where(rows[:, place.MOMENT] == OFFER, OFFERED, 0)
    row, kind = known.row_of[hand], known.kind_of[legal]
    asked = (row >= 0) & (kind >= 0)
    at = row + known.column_of[rows[:, place.DEALER]] + kind
    return np.where(asked, _plays(rules, chart)[np.where(asked, at, 0)], STAND)


@lru_cache(maxsize=8)
def _plays(rules: Rules, chart: Chart) -> Integers:
    """What the chart does in every situation."""
    known = situations_of(rules)
    plays = np.zeros(known.number, np.int64)
    for row in ROWS:
        for column in known.columns:
            for at, kind in zip(known.cell(row, column), known.kinds, strict=True):
                legal = [
                    action for number, action in enumerate(ACTIONS[:PLAYS]) if kind >> number & 1
                ]
                if kind & OFFERED:
                    plays[at] = SURRENDER if chart.surrenders_early(row, column) else STAND
                else:
                    plays[at] = ACTIONS.index(chart.choice(row, column, legal))
    return plays
