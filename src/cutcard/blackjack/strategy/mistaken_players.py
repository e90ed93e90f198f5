"""Players who make mistakes, by chart and by count."""

from __future__ import annotations

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistakes import WAYS, Mistakes, Slips, judged, misread
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp


class MisreadingPlayer(ChartPlayer):
    """Bets the minimum and plays what a chart says, where it is not misread.

    `others` players sit before this one; `key` decides what goes wrong.
    """

    def __init__(self, chart: Chart, mistakes: Mistakes, key: int, others: int = 0) -> None:
        super().__init__(chart)
        self._misread = misread(chart)
        self._slips = Slips(mistakes, key)
        self._others = others

    def bet(self, bankroll: int, minimum: int) -> int:
        self._slips.round_began()
        return super().bet(bankroll, minimum)

    def act(self, view: View) -> Action:
        way = _way(self._slips, view, self._others)
        return (self.chart if way is None else self._misread[way]).action(view)


class MistakenCounter(CountingPlayer):
    """Bets and plays by the count, and makes mistakes in hands, decks and bets."""

    def __init__(
        self,
        chart: IndexedChart,
        count: Count,
        ramp: Ramp,
        decks: int,
        mistakes: Mistakes,
        key: int,
        others: int = 0,
    ) -> None:
        self._slips = Slips(mistakes, key)
        self._others = others
        super().__init__(chart, count, ramp, decks)
        read = [misread(one) for one in chart.charts]
        self._misread = [
            IndexedChart(tuple(ways[way] for ways in read), chart.thresholds, chart.insurance)
            for way in range(WAYS)
        ]

    @property
    def value(self) -> int:
        """The count's value, by the cards that are taken to be left."""
        left = judged(self.tray.left, self._slips.misjudged, self.tray.full)
        return self.count.value(self.running, left)

    def value_at_bet(self) -> int:
        return self.value + self._slips.bet

    def bet(self, bankroll: int, minimum: int) -> int:
        self._slips.round_began()
        return super().bet(bankroll, minimum)

    def act(self, view: View) -> Action:
        way = _way(self._slips, view, self._others)
        indexed = self.indexed if way is None else self._misread[way]
        return indexed.action(view, self.value)


def _way(slips: Slips, view: View, others: int) -> int | None:
    """The way in which the hand in play is misread; None if it is not."""
    before = sum(box.seat < view.seat for box in view.boxes)
    return slips.misread(view.seat - others, view.at - before)
