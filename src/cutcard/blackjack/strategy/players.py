"""Players by chart and by count."""

from __future__ import annotations

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import Card


class ChartPlayer:
    """Bets the minimum and plays what a chart says."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def bet(self, bankroll: int, minimum: int) -> int:
        return minimum

    def act(self, view: View) -> Action:
        return self.chart.action(view)

    def dealt(self) -> None:
        pass

    def expose(self, card: Card) -> None:
        pass

    def shuffled(self) -> None:
        pass


class CountingPlayer(ChartPlayer):
    """Bets and plays by the count of the cards seen, as the count's convention has it.

    Without a number of decks nothing is known of the cards left, and the running count counts
    as it is. With one, a shoe that runs out inside a round goes on with the discards of the
    rounds before; from the next bet on, only the cards of that round are counted.
    """

    def __init__(
        self, chart: Chart | IndexedChart, count: Count, ramp: Ramp, decks: int | None = None
    ) -> None:
        self.indexed = chart if isinstance(chart, IndexedChart) else IndexedChart((chart,))
        self.count = count
        self.ramp = ramp
        self.decks = decks
        self.running = 0
        """The running count, in parts of the count's scale."""
        self.left = 0
        """Cards that are not dealt, if the number of decks is known."""
        self._initial = self._before = 0
        self._on_table = 0
        self.shuffled()
        super().__init__(self.indexed.at(self.value))

    @property
    def value(self) -> int:
        """The count's value now: what bets, plays and insurance go by."""
        if self.decks is None:
            return self.running // self.count.scale
        return self.count.value(self.running, self.left)

    def bet(self, bankroll: int, minimum: int) -> int:
        if self.left < 0:
            # The shoe ran out in the last round: the discards of those before are the shoe now.
            self.running -= self._before - self._initial
            self.left = 52 * (self.decks or 0) - self._on_table
        self._before = self.running
        self._on_table = 0
        return self.ramp.bet(self.value, bankroll=bankroll, minimum=minimum)

    def act(self, view: View) -> Action:
        self.chart = self.indexed.at(self.value)
        action = self.chart.action(view)
        insures_at = self.indexed.insurance
        # An early surrender that the chart wants goes before insurance.
        if (
            action is Action.DECLINE
            and Action.INSURE in view.legal
            and insures_at is not None
            and self.value >= insures_at
        ):
            return Action.INSURE
        return action

    def dealt(self) -> None:
        if self.decks is None:
            return
        self.left -= 1
        self._on_table += 1

    def expose(self, card: Card) -> None:
        self.running += self.count.tag(card)

    def shuffled(self) -> None:
        self._initial = self.count.initial(self.decks or 0)
        self.running = self._initial
        self.left = 52 * (self.decks or 0)
        self._before = self._initial
        self._on_table = 0
