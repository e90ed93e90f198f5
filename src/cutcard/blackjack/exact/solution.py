"""What a way to play is worth, and the best way: exact edges for any rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition, check_enough, without
from cutcard.blackjack.exact.payoffs import saves_by_charlie
from cutcard.blackjack.exact.policy import Plays, Policy, plays_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import BOTH_CARDS, Chart
from cutcard.blackjack.strategy.two_cards import TwoCardChart
from cutcard.cards import RANKS, Card
from cutcard.cores import on_all_cores

NO_SPLITS: Final = "no splits"


@dataclass(frozen=True)
class Opening:
    """The dealer's open cards (values 0 to 9), and the odds of these."""

    dealer: tuple[int, ...]
    odds: float

    @property
    def hand(self) -> Hand:
        """The open cards."""
        return Hand(tuple(RANKS[value] for value in self.dealer))


@dataclass(frozen=True)
class Solution:
    """What a way to play is worth from a freshly shuffled shoe."""

    rules: Rules
    edge: float
    """What the player gains on average, as a fraction of the initial bet."""
    shoe: str
    """The cards it was solved for, in words."""
    split_model: str
    """How the hands of a split are played and valued, in words."""
    by_dealer: dict[str, float]
    """The edge given the dealer's open cards."""


@runtime_checkable
class Charted(Protocol):
    """A chart or what acts like one: with three cards or more only the total counts."""

    def action(self, view: View) -> Action:
        """What it plays."""

    def check_fits(self, rules: Rules) -> None:
        """Complain if it needs cards that these rules do not show."""


def solve(rules: Rules, *, removed: Iterable[Card] = ()) -> Solution:
    """The worth of the best play, every decision knowing all cards in the hand and the dealer's.

    >>> solution = solve(Rules(decks="infinite"))
    >>> f"{solution.edge:.6%}", solution.shoe
    ('-0.511734%', 'infinite shoe')
    """
    return best_from(rules, without(rules, removed))


def value_of(rules: Rules, way: Charted | Policy, *, removed: Iterable[Card] = ()) -> Solution:
    """The exact worth of playing by a chart, or by anything that acts on the cards in view."""
    return worth_from(rules, without(rules, removed), way)


def best_from(rules: Rules, shoe: Composition) -> Solution:
    """The worth of the best play from any shoe."""
    check_enough(rules, shoe)
    shown = openings(rules, shoe)
    dealers: dict[object, Opening] = {}
    for opening in shown:
        dealers.setdefault(kind_of(opening, shoe), opening)

    def worth(opening: Opening) -> float:
        against = Against(rules, shoe, opening.dealer)
        return against.best_value(against.best())

    known = dict(zip(dealers, on_all_cores(worth, dealers.values()), strict=True))
    values = {opening: known[kind_of(opening, shoe)] for opening in shown}
    return _solution(
        rules, shoe, values, split_model(rules, "the best play before the split (CDZ-)")
    )


def worth_from(rules: Rules, shoe: Composition, way: Charted | Policy) -> Solution:
    """The worth of a way to play from any shoe."""
    check_enough(rules, shoe)
    plan = Plan(rules, way)
    shown = openings(rules, shoe, in_order=plan.in_order)
    plays = {opening: plan.against(opening.hand) for opening in shown}
    dealers: dict[object, list[Opening]] = {}
    for opening in shown:
        dealers.setdefault(kind_of(opening, shoe), []).append(opening)

    def worths(alike: list[Opening]) -> dict[Opening, float]:
        against = Against(rules, shoe, tuple(sorted(alike[0].dealer)))
        known: dict[int, float] = {}
        for opening in alike:
            if id(plays[opening]) not in known:
                known[id(plays[opening])] = against.value(plays[opening])
        return {opening: known[id(plays[opening])] for opening in alike}

    found: dict[Opening, float] = {}
    for part in on_all_cores(worths, dealers.values()):
        found |= part
    values = {opening: found[opening] for opening in shown}
    played = "the chart" if isinstance(way, Charted) else "the given play"
    return _solution(rules, shoe, values, split_model(rules, played))


def kind_of(opening: Opening, shoe: Composition) -> object:
    """What tells a dealer from others: the total, where cards that are gone are not missed."""
    hand = opening.hand
    if shoe.infinite and len(hand.cards) == 2:
        return hand.total, hand.soft
    return tuple(sorted(opening.dealer))


class Plan:
    """What a way to play does against each dealer."""

    def __init__(self, rules: Rules, way: Charted | Policy) -> None:
        self._rules = rules
        self._way = way
        self._known: dict[object, Plays] = {}
        if isinstance(way, Charted):
            way.check_fits(rules)

    @property
    def in_order(self) -> bool:
        """Whether it matters which of the dealer's two open cards came first."""
        chart = self._way
        return not (isinstance(chart, Chart | TwoCardChart) and chart.columns == BOTH_CARDS)

    def against(self, dealer: Hand) -> Plays:
        """What is played against these open cards."""
        way = self._way
        # A chart plays alike against all dealers of a column, where the same is legal.
        key: object = dealer
        if isinstance(way, Chart | TwoCardChart) and self._rules.hole_card is HoleCard.OPEN:
            key = way.column_of(dealer)
        if key not in self._known:
            charted = isinstance(way, Charted)
            act = way.action if isinstance(way, Charted) else way
            self._known[key] = plays_of(self._rules, dealer, act, by_total=charted)
        return self._known[key]


def openings(rules: Rules, shoe: Composition, *, in_order: bool = False) -> list[Opening]:
    """What the dealer may show; two open cards in the order dealt only if that is asked for."""
    size = shoe.cards
    singles = [Opening((up,), shoe.counts[up] / size) for up in range(10) if shoe.counts[up]]
    if rules.hole_card is not HoleCard.OPEN:
        return singles
    found: dict[tuple[int, ...], float] = {}
    for single in singles:
        left = shoe.without(*single.dealer)
        for second in range(10):
            if left[second]:
                pair = (*single.dealer, second)
                key = pair if in_order else tuple(sorted(pair))
                found[key] = found.get(key, 0.0) + single.odds * left[second] / sum(left)
    return [Opening(dealer, odds) for dealer, odds in found.items()]


def split_model(rules: Rules, played: str) -> str:
    """How splits were valued, in words."""
    if rules.max_hands == 1:
        return NO_SPLITS
    again = "one split" if rules.max_hands == 2 else f"resplit to {rules.max_hands} hands"
    model = f"{again}, each hand by {played}"
    if rules.max_hands > 3 and rules.decks != "infinite" and saves_by_charlie(rules):
        model += ", four or more hands that all win by their number of cards estimated"
    return model


def _solution(
    rules: Rules, shoe: Composition, values: dict[Opening, float], model: str
) -> Solution:
    by_dealer: dict[str, tuple[float, float]] = {}
    for opening, value in values.items():
        name = str(opening.hand)
        weight, total = by_dealer.get(name, (0.0, 0.0))
        by_dealer[name] = weight + opening.odds, total + opening.odds * value
    return Solution(
        rules,
        sum(opening.odds * value for opening, value in values.items()),
        shoe.text,
        model,
        {name: total / weight for name, (weight, total) in by_dealer.items()},
    )
