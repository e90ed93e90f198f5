"""What a learnt chart is worth, exactly, and how far that is from the best chart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.exact.solution import value_of
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart, differences


@dataclass(frozen=True)
class LearntChart:
    """A learnt chart beside the best one for its rules."""

    edge: float
    """What the learnt chart is worth."""
    best: float
    """What the best chart is worth: the best play that rows and columns of a chart allow."""
    cells: int
    different: int
    """Cells that the two charts write differently."""

    @property
    def short(self) -> float:
        """How far the learnt chart is from the best one."""
        return self.best - self.edge


def judge_chart(rules: Rules, chart: Chart) -> LearntChart:
    """Compare a chart with the best one for these rules."""
    best = best_chart(rules)
    return LearntChart(
        value_of(rules, chart).edge,
        value_of(rules, best).edge,
        len(best.cells),
        len(differences(chart, best)),
    )


def edges_along(rules: Rules, curve: tuple[tuple[int, Chart], ...]) -> Iterator[tuple[int, float]]:
    """What each chart of a learning curve is worth; one that came again is not computed again."""
    known: dict[Chart, float] = {}
    for rounds, chart in curve:
        if chart not in known:
            known[chart] = value_of(rules, chart).edge
        yield rounds, known[chart]
