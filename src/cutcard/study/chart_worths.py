"""What the cells of a chart are worth: every action with their two cards, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import surrender_is_offered
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart


@dataclass(frozen=True)
class Worth:
    """What the actions with the two cards of a cell are worth, in initial bets."""

    played: Action
    """By the chart."""
    ranked: tuple[tuple[Action, float], ...]
    """The best first."""

    @property
    def best(self) -> Action:
        return self.ranked[0][0]

    @property
    def value(self) -> float:
        """What the best action is worth."""
        return self.ranked[0][1]

    @property
    def second(self) -> Action | None:
        """The second-best action, if there is one."""
        return self.ranked[1][0] if len(self.ranked) > 1 else None

    @property
    def improvable(self) -> bool:
        """Whether another play is better than the chart's by more than rounding hides."""
        return self.cost(self.played) >= 0.00005

    def cost(self, action: Action) -> float:
        """What it costs to take an action instead of the best."""
        return self.value - dict(self.ranked)[action]

    @property
    def second_costs(self) -> float:
        """What it costs to take the second-best action."""
        return self.value - self.ranked[1][1] if len(self.ranked) > 1 else 0.0


def worths_of(rules: Rules, chart: Chart) -> dict[tuple[str, str], Worth]:
    """What the actions of every cell are worth when everything else is played by the chart."""
    from cutcard.blackjack.exact.chart_search import cell_values

    tens_and_aces = {"10": Hand.of("T"), "A": Hand.of("A")}
    early = [name for name, shown in tens_and_aces.items() if surrender_is_offered(rules, shown)]
    found = {}
    for (row, column), values in cell_values(rules, chart).items():
        ranked = tuple(sorted(values.items(), key=lambda one: -one[1]))
        legal = set(values)
        if column in early and not chart.surrenders_early(row, column):
            legal.discard(Action.SURRENDER)  # the offer has passed
        found[row, column] = Worth(chart.choice(row, column, legal), ranked)
    return found
