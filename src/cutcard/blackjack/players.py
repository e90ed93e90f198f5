"""Players of blackjack: whoever answers a view with an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cutcard.blackjack.actions import Action
from cutcard.blackjack.chart import Chart
from cutcard.blackjack.round import View


class Player(Protocol):
    """A player sees a view and chooses one of its legal actions."""

    def act(self, view: View) -> Action:
        """The action taken."""


@dataclass(frozen=True)
class ChartPlayer:
    """Plays what a chart says."""

    chart: Chart

    def act(self, view: View) -> Action:
        return self.chart.action(view)
