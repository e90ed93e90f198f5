"""Questions to the exact solver: rules, a way to play, and the shoe."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from cutcard.blackjack.exact.chart_search import best_chart, best_two_card_chart
from cutcard.blackjack.exact.composition import without
from cutcard.blackjack.exact.effects import edges_by_decks, effects_of_removal
from cutcard.blackjack.exact.exceptions import ExceptionalHand, exceptional_hands
from cutcard.blackjack.exact.odds import DealerOdds, dealer_odds
from cutcard.blackjack.exact.policy import Policy
from cutcard.blackjack.exact.results import Results, UnknownResults, results_of
from cutcard.blackjack.exact.solution import Charted, Solution, solve, value_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import BEST, load_chart
from cutcard.blackjack.rules import HoleCard, Rounding, Rules, Surrender
from cutcard.blackjack.strategy.chart import BOTH_CARDS, Chart
from cutcard.cards import RANKS, Card
from cutcard.errors import Illegal

TWO_CARD: Final = "two-card"
"""The name that asks for the best chart by the first two cards."""


@dataclass(frozen=True)
class Question:
    """What is asked: rules, a way to play, and the shoe."""

    rules: Rules
    way: Charted | Policy | None
    """None means the best play."""
    removed: tuple[Card, ...] = ()

    def solve(self) -> Solution:
        """The exact worth."""
        if self.way is None:
            return solve(self.rules, removed=self.removed)
        return value_of(self.rules, self.way, removed=self.removed)

    def results(self) -> Results:
        """The odds of every result; UnknownResults where they are not known exactly."""
        return results_of(self.rules, self.way, removed=self.removed)

    def results_or_why(self) -> tuple[Results | None, str]:
        """The odds of every result, or why there are none."""
        try:
            return self.results(), ""
        except UnknownResults as error:
            return None, f"{error}".replace("results are not known", "not known", 1)

    def best_chart(self) -> tuple[Chart, Solution]:
        """The best chart for these rules and this shoe, and its exact worth."""
        chart = best_chart_written(self.rules, self.removed)
        return chart, value_of(self.rules, chart, removed=self.removed)

    def dealer_odds(self) -> dict[str, DealerOdds]:
        """What the dealer ends with, by the open cards."""
        shown = 2 if self.rules.hole_card is HoleCard.OPEN else 1
        hands = [Hand(held) for held in combinations_with_replacement(RANKS[:10], shown)]
        return {str(hand): dealer_odds(self.rules, hand, seen=self.removed) for hand in hands}

    def effects_of_removal(self) -> dict[str, float]:
        """How the edge changes when one card of each rank is removed."""
        return effects_of_removal(self.rules, self.way, removed=self.removed)

    def exceptions(self, best: Charted | None) -> tuple[ExceptionalHand, ...]:
        """The hands that the chart gets wrong: the one asked for, or this best one."""
        chart = self.way if isinstance(self.way, Charted) else best or self.best_chart()[0]
        shoe = without(self.rules, self.removed)
        return tuple(exceptional_hands(self.rules, shoe, chart))

    def edges_by_decks(self) -> dict[int | str, Solution]:
        """The worth from 1 to 8 decks and from an infinite shoe."""
        return edges_by_decks(self.rules, self.way)


def way_named(
    rules: Rules, name: str | None, removed: tuple[Card, ...] = ()
) -> tuple[Charted | None, str]:
    """The way to play of this name, and what it is in words; without a name the best play."""
    if name is None:
        return None, "the best composition-dependent play"
    if name == BEST:
        return best_chart_written(rules, removed), "the best chart"
    if name == TWO_CARD:
        return best_two_card_chart(rules, removed=removed), "the best chart by two cards"
    return load_chart(name), f"chart {name}"


def way_options(name: str | None) -> list[str]:
    """The options of 'cutcard solve' that ask for the way to play of this name."""
    if name == TWO_CARD:
        return ["--two-card"]
    return [] if name is None else ["--chart", name]


def best_chart_written(rules: Rules, removed: tuple[Card, ...] = ()) -> Chart:
    """The best chart, as every verb and the library write it.

    Against both cards of the dealer it has no play for aces that cannot be split, if that never
    comes up: so every cell of Easy Blackjack's chart is of a kind that the original's own tables
    have.
    """
    chart = best_chart(rules, removed=removed)
    if chart.columns != BOTH_CARDS:
        return chart
    cells = dict(chart.cells)
    for column in chart.columns:
        start, split, _ = cells["AA", column].upper().partition("P")
        if split:
            cells["AA", column] = (start + split).capitalize()
    plain = Chart(chart.columns, cells)
    same = value_of(rules, plain, removed=removed) == value_of(rules, chart, removed=removed)
    return plain if same else chart


def for_bet(rules: Rules, bet: int) -> Rules:
    """The rules with what is paid for this many chips written as exact odds.

    >>> str(for_bet(Rules(rounding="down"), 5).blackjack_pays)
    '7:5'
    """
    if rules.rounding is Rounding.EXACT or bet == 1:
        return rules
    if bet % 2 and (rules.insurance or rules.surrender is not Surrender.NONE):
        raise Illegal(
            f"half a bet of {bet} chips is rounded down, which is not solved: bet an even number"
        )
    pays = f"{rules.blackjack_pays.of(bet)}:{bet}"
    return rules.changed({"rounding": Rounding.EXACT, "blackjack_pays": pays})
