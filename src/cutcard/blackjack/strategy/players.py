"""Players by chart and by count."""

from __future__ import annotations

from operator import mul

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.blackjack.tray import Tray
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
    as it is.
    """

    def __init__(
        self, chart: Chart | IndexedChart, count: Count, ramp: Ramp, decks: int | None = None
    ) -> None:
        self.indexed = chart if isinstance(chart, IndexedChart) else IndexedChart((chart,))
        self.count = count
        self.ramp = ramp
        self.tray = Tray(decks)
        self.seated = False
        """Whether the last round was bet on; by most ramps all are."""
        self.bet_value = 0
        """The value that the last bet went by."""
        self._initial = count.initial(decks or 0)
        super().__init__(self.indexed.at(self.value))

    @property
    def running(self) -> int:
        """The running count, in parts of the count's scale."""
        added: int = sum(map(mul, self.count.tags, self.tray.exposed))
        return self._initial + added

    @property
    def value(self) -> int:
        """The count's value now: what bets, plays and insurance go by."""
        if self.tray.decks is None:
            return self.running // self.count.scale
        return self.count.value(self.running, self.tray.left)

    def bet(self, bankroll: int, minimum: int) -> int:
        self.tray.round_began()
        self.bet_value = value = self.value_at_bet()
        self.seated = self.ramp.sits(value, seated=self.seated)
        return self.ramp.bet(value, bankroll=bankroll, minimum=minimum) if self.seated else 0

    def value_at_bet(self) -> int:
        """The value that a bet goes by now."""
        return self.value

    @property
    def spots(self) -> int:
        """The hands that are bet on at the value that the last bet went by."""
        return self.ramp.spots_bet(self.bet_value)

    def act(self, view: View) -> Action:
        return self.indexed.action(view, self.value)

    def dealt(self) -> None:
        self.tray.dealt()

    def expose(self, card: Card) -> None:
        self.tray.expose(card)

    def shuffled(self) -> None:
        self.tray.shuffled()
