"""Tuition: batches of lessons, each played by what the batches before it have taught.

Within a batch everybody plays by the same table, so that its blocks can be shared among threads.
What they found is added up in whole numbers: the result depends on rounds and seed alone, however
many worked at it. A batch is a quarter of all before it. When it ends, half of what older batches
found is forgotten, for it was found with worse play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

import numpy as np

from cutcard.blackjack.kernel.choices import compile_choices
from cutcard.blackjack.kernel.floor_tables import floor_of, game_of, seed_tables
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.random import seeded
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart
from cutcard.lab.pool import Pool
from cutcard.learn.charting import learnt_chart
from cutcard.learn.found import Found, Whole
from cutcard.learn.lessons import (
    LOG,
    MONTE_CARLO,
    MOST_DECISIONS,
    Q_LEARNING,
    play_lessons,
)
from cutcard.learn.situations import situations_of
from cutcard.streams import key

BLOCK: Final = 25_000
"""Rounds in a block; each begins with a new shoe."""

PARTS: Final = 1 << 20
"""Parts of a unit in which Q-learning adds up; 10**12 rounds of it stay within 63 bits."""


class Method(Enum):
    """How a decision is judged."""

    MONTE_CARLO = "mc"
    """By what it gained in the end."""
    Q_LEARNING = "q"
    """By what is known of the situation that it led to."""

    def __str__(self) -> str:
        return self.value

    @property
    def parts(self) -> int:
        """Parts of a unit in which gains are added up."""
        return PARTS if self is Method.Q_LEARNING else 1


@dataclass(frozen=True)
class Stage:
    """How far a tuition has come."""

    older: Found
    """What the batches before found."""
    present: Found
    """What the present batch has found so far."""
    blocks: int = 0
    """How many blocks are done."""
    curve: tuple[tuple[int, Chart], ...] = ()
    """The chart after each batch, with the rounds played by then."""

    @property
    def rounds(self) -> int:
        """Rounds that were played."""
        return self.blocks * BLOCK


class Tuition:
    """The learning of one game's chart."""

    def __init__(self, rules: Rules, method: Method, seed: int) -> None:
        self.rules = rules
        self.method = method
        self.seed = seed
        self.situations = situations_of(rules)
        nothing = Found.nothing(self.situations.number)
        self.stage = Stage(nothing, nothing)
        """Replaced by one assignment after each block, so that no Ctrl-C comes in between."""

    def chart(self) -> Chart:
        """The chart that is best by all that is known now."""
        return learnt_chart(self.situations, self.stage.older.plus(self.stage.present))

    def warm_up(self) -> None:
        """Have everything compiled that a block takes, if it must be."""
        play_block(self.rules, self.method, *_table(self.stage.older), self.seed, 0, rounds=0)

    def run(self, rounds: int, workers: int) -> Iterator[int]:
        """Go on to this many rounds, in whole blocks; yield the rounds played after each."""
        with Pool(workers, threads=True) as pool:
            while self.stage.rounds < rounds:
                at = self.stage.blocks
                batch = batch_at(at)
                stop = min(batch.stop, -(-rounds // BLOCK))
                table = _table(self.stage.older)
                work = (
                    (self.rules, self.method, *table, self.seed, block) for block in range(at, stop)
                )
                for found in pool.run(play_block, work):
                    self.stage = self._after(found, batch.stop)
                    yield self.stage.rounds

    def _after(self, found: Found, stop: int) -> Stage:
        """The stage after one more block; its batch ends before the block `stop`."""
        stage = self.stage
        blocks, present = stage.blocks + 1, stage.present.plus(found)
        if blocks < stop:
            return replace(stage, present=present, blocks=blocks)
        older = stage.older.halved().plus(present)
        point = (blocks * BLOCK, learnt_chart(self.situations, older))
        nothing = Found.nothing(self.situations.number)
        return Stage(older, nothing, blocks, (*stage.curve, point))


def _table(known: Found) -> tuple[Whole, Whole]:
    """The best action in each situation, and what it is worth."""
    means = known.means()
    best = means.max(axis=1)
    worths = np.rint(np.where(np.isfinite(best), best, 0.0))
    return means.argmax(axis=1).astype(np.int64), worths.astype(np.int64)


def batch_at(block: int) -> range:
    """The batch that a block belongs to.

    >>> [batch_at(block) for block in (0, 7, 8, 9, 10)]
    [range(0, 1), range(7, 8), range(8, 10), range(8, 10), range(10, 12)]
    """
    start = 0
    while True:
        stop = start + max(1, start // 4)
        if block < stop:
            return range(start, stop)
        start = stop


def play_block(
    rules: Rules,
    method: Method,
    plays: Whole,
    worths: Whole,
    seed: int,
    block: int,
    rounds: int = BLOCK,
) -> Found:
    """Play a block of rounds and return what they found."""
    situations = situations_of(rules)
    observed = Observed(rules)
    floor = floor_of(observed, 1)
    seed_tables(floor, observed, [0], [key(seed, "lessons", block)])
    found = Found.nothing(situations.number)
    game = game_of(compile_choices(rules), observed)
    play_lessons(
        game.numbers,
        game.facts,
        floor.rows,
        floor.cards,
        floor.random,
        seeded(seed, "explore", block),
        situations.row_of,
        situations.column_of,
        situations.kind_of,
        situations.legal,
        plays,
        worths,
        MONTE_CARLO if method is Method.MONTE_CARLO else Q_LEARNING,
        method.parts,
        rounds,
        np.zeros((MOST_DECISIONS + 1, LOG), np.int64),
        np.zeros(16, np.int64),
        found.times.reshape(-1),
        found.totals.reshape(-1),
        found.met,
    )
    return found
