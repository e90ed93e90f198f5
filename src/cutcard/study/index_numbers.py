"""Index numbers: the counts from which plays are better, for any count, rules and convention.

The criterion is the mean of the exact difference of two actions over the shoes that a real game
shows at a count. Samples of shoes are independent of each other, and their differences tell the
standard errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.decision_odds import INSURANCE_ROWS, LATER, Window
from cutcard.blackjack.exact.departures import Worths, adjusted, worths_against
from cutcard.blackjack.exact.solution import Plan
from cutcard.blackjack.kernel.counting import MOST_COUNT, values_of
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import (
    ROWS,
    UP_CARD,
    Chart,
    UnfitChart,
)
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.index_fit import MOVING
from cutcard.blackjack.strategy.indices import IndexPlay, IndexSet
from cutcard.errors import Illegal
from cutcard.lab.pool import Pool
from cutcard.rulebook import InvalidRules
from cutcard.study.index_judge import FoundIndex, Judge, rows_governed
from cutcard.study.plays_wanted import PlaysWanted
from cutcard.study.sampled_shoes import RARE, CountedBet, SampledShoes, sample_shoes

SAMPLES: Final = 25
"""Samples of shoes, each drawn and weighed by itself."""

LEAST_SAMPLES: Final = 5
"""Fewer samples than this say nothing about how surely an index is known."""

COMPOSITIONS: Final = 2000
"""Shoes that the worths are computed from, if nothing else is said."""

LEAST_COMPOSITIONS: Final = 100
MOST_COMPOSITIONS: Final = 100_000


def insured(rules: Rules) -> Rules:
    """The rules with insurance, where a dealer's blackjack can be insured against."""
    try:
        return rules.changed({"insurance": True})
    except InvalidRules:
        return rules


@dataclass(frozen=True)
class IndexQuestion:
    """What index numbers are asked for."""

    rules: Rules
    chart: Chart
    count: Count
    wanted: PlaysWanted
    bet: CountedBet
    seed: int
    compositions: int = COMPOSITIONS

    def __post_init__(self) -> None:
        self.count.check_fits(self.rules)
        self.chart.check_fits(self.rules)
        if self.rules.hole_card is HoleCard.OPEN:
            raise UnfitChart(
                "index plays are against one open card, but hole_card = open shows both:"
                " hole_card = peek, hidden or none has index plays"
            )
        if not LEAST_COMPOSITIONS <= self.compositions <= MOST_COMPOSITIONS:
            raise Illegal(
                f"{self.compositions:,} compositions are not possible: it takes"
                f" {LEAST_COMPOSITIONS} to {MOST_COMPOSITIONS:,}"
            )


@dataclass(frozen=True, repr=False)
class IndexNumbers:
    """The index numbers of a game and a count."""

    question: IndexQuestion
    window: Window
    """The counts that occur."""
    found: tuple[FoundIndex, ...]
    """What gains most first; plays that are not legal are left out."""
    own_tens: tuple[FoundIndex, ...]
    """Insurance by the tens among one's own two cards: none, one, two."""
    samples: int
    compositions: int

    def __repr__(self) -> str:
        count, shoes = self.question.count.name, self.compositions
        return f"<index numbers of {count}: {len(self.found)} plays, from {shoes:,} shoes>"

    def index_set(self, name: str, title: str, source: str) -> IndexSet:
        """The index plays, to be played by."""
        plays = [
            IndexPlay(*one.play, one.index, one.under)
            for one in self.found
            if one.play is not None and one.index is not None
        ]
        plays.sort(key=lambda play: (ROWS.index(play.row), UP_CARD.index(play.column)))
        insurance = [one.index for one in self.found if one.play is None]
        rules = self.question.rules.plain()
        return IndexSet(
            name,
            tuple(plays),
            insurance[0] if insurance else None,
            title,
            source,
            tuple((rule, (rules[rule],)) for rule in MOVING),
        )


class IndexWork:
    """The work on a question: samples, then blocks of one sample against one up card."""

    def __init__(self, question: IndexQuestion, pool: Pool) -> None:
        self.question = question
        asked = question
        keep = -(-asked.compositions // SAMPLES)
        self.samples: list[SampledShoes] = list(
            pool.run(
                sample_shoes,
                (
                    (asked.rules, asked.chart, asked.count, asked.bet, asked.seed, number, keep)
                    for number in range(SAMPLES)
                ),
            )
        )
        self.window = _window(question, self.samples)
        self.blocks = SAMPLES * len(asked.wanted.columns)
        self.done: list[Worths] = []
        """What is known, sample by sample and up card by up card."""

    @property
    def whole_samples(self) -> int:
        """The samples that are done against all up cards."""
        return len(self.done) // len(self.question.wanted.columns)

    def run(self, pool: Pool) -> Iterator[int]:
        """Do the blocks that are not yet done; yield how many are, after each."""
        asked = self.question
        plan = Plan(asked.rules, asked.chart)
        columns = asked.wanted.columns
        rest = [(sample, column) for sample in self.samples for column in columns]
        blocks = (
            (
                *(plan, asked.rules, asked.count, _value(column), self._rows(column)),
                *(sample.shoes, sample.played, self.window),
            )
            for sample, column in rest[len(self.done) :]
        )
        for worths in pool.run(worths_against, blocks):
            self.done.append(worths)
            yield len(self.done)

    def _rows(self, column: str) -> tuple[int, ...]:
        """The rows that matter against an up card: those of plays, and of pairs not split."""
        asked = self.question
        rows = {
            one + more
            for row, against, action in asked.wanted.plays
            if against == column
            for one in rows_governed(asked.chart, row, column)
            for more in ((0, LATER) if action is Action.STAND else (0,))
        }
        return (
            *sorted(rows),
            *(INSURANCE_ROWS if column == "A" and asked.wanted.insurance else ()),
        )

    def answer(self) -> IndexNumbers:
        """The index numbers, by the samples that are done against all up cards."""
        columns, whole = self.question.wanted.columns, self.whole_samples
        if whole < LEAST_SAMPLES:
            raise Illegal(
                f"{whole} samples of {SAMPLES} say too little: it takes {LEAST_SAMPLES} or more"
            )
        by_column = {
            column: adjusted(self.done[at : whole * len(columns) : len(columns)])
            for at, column in enumerate(columns)
        }
        samples = self.samples[:whole]
        average_bet = sum(float(sample.played.weight.sum()) for sample in samples) / whole
        asked = self.question
        judge = Judge(asked.chart, asked.wanted, self.window, by_column, average_bet)
        return IndexNumbers(
            self.question,
            self.window,
            judge.found(),
            judge.own_tens(),
            whole,
            sum(len(sample.shoes.running) for sample in samples),
        )


def _value(column: str) -> int:
    """The value, from 0 to 9, of the up card of a column."""
    return 0 if column == "A" else int(column) - 1


def _window(question: IndexQuestion, samples: list[SampledShoes]) -> Window:
    """The counts that rounds begin with, but for a rare few, and one more to each side."""
    values = np.sort(
        np.concatenate(
            [
                values_of(question.count, sample.played.running, sample.played.cards)
                for sample in samples
            ]
        )
    )
    rare = int(RARE * len(values))
    return Window(
        max(int(values[rare]) - 1, -MOST_COUNT), min(int(values[-1 - rare]) + 1, MOST_COUNT)
    )
