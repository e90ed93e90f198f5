"""Sets of index plays, simulated side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import sqrt

from cutcard.blackjack.strategy.indices import IndexedChart, IndexSet
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.estimate import Z95, Interval
from cutcard.lab.risk import Winnings
from cutcard.lab.simulate import Simulation
from cutcard.lab.stretches import Workers
from cutcard.lab.tally import Tally
from cutcard.study.index_numbers import IndexNumbers, IndexQuestion

CHART_ALONE = "the chart alone"
GAINING_MOST = "the plays that gain most"
THESE = "these index plays"
RISK_AVERSE = "these risk-averse plays"


@dataclass(frozen=True)
class Checked:
    """A set of index plays, and what it was worth."""

    name: str
    mean: float
    """The edge, in initial bets."""
    stderr: float
    interval: Interval
    rounds: int
    winnings: Winnings
    """What it earned with the bets of the question."""

    def over(self, other: Checked) -> tuple[float, float]:
        """What it was worth over another, and half the 95% interval of that.

        Both were dealt from the same seed, which is not made use of: the interval is wide enough.
        """
        return self.mean - other.mean, Z95 * sqrt(self.stderr**2 + other.stderr**2)

    def score_over(self, other: Checked) -> tuple[float, float] | None:
        """Its SCORE over another's, and half the 95% interval of that; None if either loses.

        SCORE grows with the square of the win rate, which alone is taken as uncertain.
        """
        mine, its = self.winnings, other.winnings
        if mine.score is None or its.score is None:
            return None
        errors = (
            2 * score * one.stderr / one.win_rate
            for one, score in ((mine, mine.score), (its, its.score))
        )
        return mine.score - its.score, Z95 * sqrt(sum(error**2 for error in errors))


def check_sets(
    numbers: IndexNumbers,
    rounds: int,
    pool: Workers,
    show: Callable[[float], None],
    gaining_most: IndexNumbers | None = None,
) -> list[Checked]:
    """The chart alone, the sets that the count comes with, and these plays: simulated.

    Beside risk-averse plays stand those that gain most, where they are given.
    """
    question = numbers.question
    found = []
    done = 0
    for name, strategy in _ways(numbers, gaining_most):
        simulation = Simulation(question.rules, strategy, question.seed, rounds)
        tally = Tally(question.rules.unit)
        for tally in simulation.run(pool):
            show(done + tally.rounds)
        done += rounds
        low, high = tally.interval
        earned = Winnings.of(tally.by_count, tally.unit, strategy.ramp)
        found.append(Checked(name, tally.edge, tally.stderr, (low, high), tally.rounds, earned))
    return found


def _ways(
    numbers: IndexNumbers, gaining_most: IndexNumbers | None
) -> Iterator[tuple[str, Strategy]]:
    question = numbers.question
    chart, count, ramp = question.chart, question.count, question.bet.ramp
    yield CHART_ALONE, Strategy(IndexedChart((chart,)), count, ramp)
    if count.indices:
        names = " and ".join(one.name for one in count.indices)
        yield names, Strategy(count.indexed(chart), count, ramp)
    if gaining_most is not None:
        yield GAINING_MOST, _played_by(question, gaining_most.index_set(GAINING_MOST, "", ""))
    name = RISK_AVERSE if question.bet.bankroll else THESE
    yield name, _played_by(question, numbers.index_set(name, "", ""))


def _played_by(question: IndexQuestion, plays: IndexSet) -> Strategy:
    own = replace(question.count, indices=(plays,))
    return Strategy(own.indexed(question.chart), question.count, question.bet.ramp)
