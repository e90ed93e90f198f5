"""Index numbers: the counts from which plays are better, for any count, rules and convention.

The criterion is the mean of the exact difference of two actions over the shoes that a real game
shows at a count. Samples of shoes are independent of each other, and their differences tell the
standard errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.departures import (
    INSURANCE_ROWS,
    LATER,
    WEIGHT,
    Window,
    Worths,
    adjusted,
    worths_against,
)
from cutcard.blackjack.exact.hands import Floats
from cutcard.blackjack.exact.policy import ACTIONS, CODES, DOUBLE, HIT, SPLIT, STAND
from cutcard.blackjack.exact.solution import Plan
from cutcard.blackjack.kernel.counting import MOST_COUNT, values_of
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import (
    HARD_ROW_OF_PAIR,
    PAIR_ROWS,
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
from cutcard.study.plays_wanted import Play, PlaysWanted
from cutcard.study.sampled_shoes import RARE, Bet, Sample, sample_shoes

SAMPLES: Final = 25
"""Samples of shoes, each drawn and weighed by itself."""

LEAST_SAMPLES: Final = 5
"""Fewer samples than this say nothing about how surely an index is known."""

COMPOSITIONS: Final = 2000
"""Shoes that the worths are computed from, if nothing else is said."""

LEAST_COMPOSITIONS: Final = 100
MOST_COMPOSITIONS: Final = 100_000

CERTAIN: Final = 2.0
"""Standard errors that tell two counts apart."""


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
    bet: Bet
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


@dataclass(frozen=True)
class Estimate:
    """A mean, and its standard error."""

    value: float
    stderr: float

    @property
    def sure(self) -> bool:
        """Its sign is certain."""
        return abs(self.value) > CERTAIN * self.stderr


@dataclass(frozen=True)
class FoundIndex:
    """A play and its index, if it has one."""

    play: Play | None
    """None is insurance."""
    index: int | None
    instead: Action
    """What is played below the index, or where there is none the best other play."""
    below: Estimate | None
    """What the play gains at the last count below the index, in bets; mostly less than nothing."""
    at: Estimate | None
    """What it gains at the index."""
    gain: Estimate
    """What the index gains a round over what the chart always does, in bets."""
    always: bool
    """Where there is no index: the play is better at all counts that occur."""
    charted: bool
    """The chart has the play."""
    under: bool = False
    """The play is better below the index, and not at or above it."""

    @property
    def errs(self) -> bool:
        """The chart does what is worse at all counts."""
        return self.index is None and self.always is not self.charted

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Neighbours that cannot be told from the index."""
        if self.index is None or self.at is None or self.below is None:
            return ()
        return tuple(
            self.index + step for step, one in ((-1, self.below), (1, self.at)) if not one.sure
        )


@dataclass(frozen=True)
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
        self.samples: list[Sample] = list(
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
        judge = _Judge(self.question, self.window, by_column)
        return IndexNumbers(
            self.question,
            self.window,
            judge.found(),
            judge.own_tens(),
            whole,
            sum(len(sample.shoes.running) for sample in self.samples[:whole]),
        )


def _value(column: str) -> int:
    """The value, from 0 to 9, of the up card of a column."""
    return 0 if column == "A" else int(column) - 1


def rows_governed(chart: Chart, row: str, column: str) -> list[int]:
    """The rows that a play governs: its own, and the pair of that total if it is not split."""
    pairs = [
        pair
        for pair, total in HARD_ROW_OF_PAIR.items()
        if total == row and pair != "AA" and "P" not in chart.cells[pair, column].upper()
    ]
    return [ROWS.index(one) for one in (row, *pairs)]


def _window(question: IndexQuestion, samples: list[Sample]) -> Window:
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


class _Judge:
    """Finds the indices in what was added up: by sample, row, sum and count."""

    def __init__(self, question: IndexQuestion, window: Window, sums: Mapping[str, Floats]) -> None:
        self._question = question
        self._window = window
        self._sums = sums

    def found(self) -> tuple[FoundIndex, ...]:
        """All plays that are legal, what gains most first."""
        found = [self._of(play) for play in self._question.wanted.plays if self._legal(play)]
        if self._insurable:
            found.append(self._insurance(INSURANCE_ROWS))
        return tuple(sorted(found, key=lambda one: -one.gain.value))

    def own_tens(self) -> tuple[FoundIndex, ...]:
        """Insurance by own tens."""
        return tuple(self._insurance((row,)) for row in INSURANCE_ROWS if self._insurable)

    @property
    def _insurable(self) -> bool:
        return self._question.wanted.insurance and bool(
            self._sums["A"][:, INSURANCE_ROWS, WEIGHT].any()
        )

    def _insurance(self, rows: tuple[int, ...]) -> FoundIndex:
        sums = self._sums["A"][:, rows].sum(axis=1)
        others = [Action.DECLINE] * self._window.size
        return self._judged(None, sums[:, 0], sums[:, WEIGHT], others, charted=False)

    def _legal(self, play: Play) -> bool:
        row, column, action = play
        if action is Action.STAND:
            return True
        rows = rows_governed(self._question.chart, row, column)
        return bool(self._sums[column][:, rows, CODES[action]].any())

    def _of(self, play: Play) -> FoundIndex:
        row, column, action = play
        rows = rows_governed(self._question.chart, row, column)
        sums = self._sums[column][:, rows].sum(axis=1)
        cell = self._question.chart.cells[row, column].upper()
        if action is Action.STAND:
            sums = sums + self._sums[column][:, LATER + ROWS.index(row)]
            gains = sums[:, STAND] - sums[:, HIT]
            others = [Action.HIT] * self._window.size
            return self._judged(play, gains, sums[:, WEIGHT], others, charted=cell.endswith("S"))
        # The best other play at each count, for that has an index of its own.
        codes = [STAND, HIT]
        if action is not Action.DOUBLE:
            codes.append(DOUBLE)
        if action is Action.SURRENDER and row in PAIR_ROWS:
            codes.append(SPLIT)
        codes = [code for code in codes if sums[:, code].any()]
        best = np.array(codes)[sums.sum(axis=0)[codes].argmax(axis=0)]
        rest = np.take_along_axis(sums, best[None, None, :], axis=1)[:, 0]
        gains = sums[:, CODES[action]] - rest
        others = [ACTIONS[code] for code in best.tolist()]
        charted = action.value in cell
        return self._judged(play, gains, sums[:, WEIGHT], others, charted=charted)

    def _judged(
        self,
        play: Play | None,
        gains: Floats,
        weights: Floats,
        others: list[Action],
        *,
        charted: bool,
    ) -> FoundIndex:
        """Find the index of a play from its gains and their weights, by sample and count."""
        # What it gains to play at or above each count; the last is never to play.
        above = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1]
        above = np.concatenate((above, np.zeros((len(gains), 1))), axis=1)
        always = bool(above.mean(axis=0)[0] > 0)
        # Below each count: the first is never to play. Nobody insures below a count.
        sides = [(above, False)] if play is None else [(above, False), (above[:, :1] - above, True)]
        for earned, under in sides:
            at = int(earned.mean(axis=0).argmax())
            over = [_mean(earned[:, at] - earned[:, other]) for other in (0, -1)]
            if all(one.sure and one.value > 0 for one in over):
                fixed = 0 if charted is not under else -1
                return FoundIndex(
                    play,
                    self._window.lowest + at,
                    others[at if under else at - 1],
                    _ratio(gains[:, at - 1], weights[:, at - 1]),
                    _ratio(gains[:, at], weights[:, at]),
                    _mean(earned[:, at] - earned[:, fixed]),
                    always,
                    charted,
                    under,
                )
        usual = others[min(max(-self._window.lowest, 0), len(others) - 1)]
        return FoundIndex(play, None, usual, None, None, Estimate(0.0, 0.0), always, charted)


def _mean(results: Floats) -> Estimate:
    """The mean of independent samples."""
    return Estimate(float(results.mean()), float(results.std(ddof=1)) / sqrt(len(results)))


def _ratio(gains: Floats, weights: Floats) -> Estimate:
    """The mean gain of a decision: a ratio of sums, its error by leaving out each sample."""
    number = len(gains)
    whole = gains.sum() / weights.sum()
    rest = (gains.sum() - gains) / np.maximum(weights.sum() - weights, 1e-300)
    spread = ((rest - rest.mean()) ** 2).sum()
    return Estimate(float(whole), sqrt((number - 1) / number * float(spread)))
