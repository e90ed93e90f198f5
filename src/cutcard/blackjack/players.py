"""Players of blackjack: they bet, they act on a view, and they see the cards that are exposed."""

from __future__ import annotations

from typing import Protocol

from cutcard.blackjack.actions import Action, Dealt, Turned
from cutcard.blackjack.chart import Chart
from cutcard.blackjack.counting import Count, Ramp
from cutcard.blackjack.round import Round, View
from cutcard.cards import Card


class Player(Protocol):
    """Whoever sits at a blackjack table."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """Chips bet on the next round, from the minimum up to the bankroll."""

    def act(self, view: View) -> Action:
        """The action taken, one of the view's legal ones."""

    def expose(self, card: Card) -> None:
        """See a card that was dealt or turned face up."""

    def shuffled(self) -> None:
        """Hear that the shoe was shuffled."""


class ChartPlayer:
    """Bets the minimum and plays what a chart says."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def bet(self, bankroll: int, minimum: int) -> int:
        return minimum

    def act(self, view: View) -> Action:
        return self.chart.action(view)

    def expose(self, card: Card) -> None:
        pass

    def shuffled(self) -> None:
        pass


class CountingPlayer(ChartPlayer):
    """Plays what a chart says, and bets by the running count of the cards seen."""

    def __init__(self, chart: Chart, count: Count, ramp: Ramp) -> None:
        super().__init__(chart)
        self.count = count
        self.ramp = ramp
        self.running = 0
        """The running count."""

    def bet(self, bankroll: int, minimum: int) -> int:
        return self.ramp.bet(self.running, bankroll=bankroll, minimum=minimum)

    def expose(self, card: Card) -> None:
        self.running += self.count.tag(card)

    def shuffled(self) -> None:
        self.running = 0


class Eyes:
    """Watches a table for a player, who sees what is exposed and nothing else."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def see(self, state: Round) -> None:
        for event in state.events:
            if isinstance(event, Dealt | Turned) and event.card is not None:
                self._player.expose(event.card)
