"""Sets of index plays, simulated side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import sqrt

from cutcard.blackjack.strategy.indices import IndexedChart, IndexSet
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.estimate import Z95, Interval
from cutcard.lab.simulate import Simulation
from cutcard.lab.stretches import Workers
from cutcard.lab.tally import Tally
from cutcard.study.index_numbers import IndexNumbers, IndexQuestion

CHART_ALONE = "the chart alone"
THESE = "these index plays"


@dataclass(frozen=True)
class Checked:
    """A set of index plays, and what it was worth."""

    name: str
    mean: float
    """The edge, in initial bets of one chip."""
    stderr: float
    interval: Interval
    rounds: int

    def over(self, other: Checked) -> tuple[float, float]:
        """What it was worth over another, and half the 95% interval of that.

        Both were dealt from the same seed, which is not made use of: the interval is wide enough.
        """
        return self.mean - other.mean, Z95 * sqrt(self.stderr**2 + other.stderr**2)


def check_sets(
    numbers: IndexNumbers, rounds: int, pool: Workers, show: Callable[[float], None]
) -> list[Checked]:
    """The chart alone, the sets that the count comes with, and these plays: simulated."""
    question, plays = numbers.question, numbers.index_set(THESE, "", "")
    found = []
    done = 0
    for name, strategy in _ways(question, plays):
        simulation = Simulation(question.rules, strategy, question.seed, rounds)
        tally = Tally(question.rules.unit)
        for tally in simulation.run(pool):
            show(done + tally.rounds)
        done += rounds
        low, high = tally.interval
        found.append(Checked(name, tally.edge, tally.stderr, (low, high), tally.rounds))
    return found


def _ways(question: IndexQuestion, plays: IndexSet) -> Iterator[tuple[str, Strategy]]:
    chart, count, ramp = question.chart, question.count, question.bet.ramp
    yield CHART_ALONE, Strategy(IndexedChart((chart,)), count, ramp)
    if count.indices:
        names = " and ".join(one.name for one in count.indices)
        yield names, Strategy(count.indexed(chart), count, ramp)
    own = replace(count, indices=(plays,))
    yield THESE, Strategy(own.indexed(chart), count, ramp)
