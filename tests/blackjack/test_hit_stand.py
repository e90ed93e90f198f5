"""Exact values of hit or stand, against three other ways to compute them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.hit_stand import FULL, FullDeck, _dealer_draws, check_plain
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.round import Round
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import RANKS, Card
from cutcard.errors import Illegal
from cutcard.streams import stream
from cutcard.table import CHANCE, OVER, play

RULES = load_preset("cs50").rules


@pytest.fixture(scope="module")
def deck() -> FullDeck:
    return FullDeck()


def counts_of(text: str) -> tuple[int, ...]:
    hand = Hand.of(text)
    return tuple(sum(card.points == points for card in hand.cards) for points in range(1, 11))


# The dealer, by an ordered recursion in fractions.


def dealer_odds(up: int, left: tuple[int, ...], hit_soft_17: bool) -> dict[int, Fraction]:
    """The odds of each total, card by card from those left; 22 stands for any bust."""

    @cache
    def from_here(points: int, ace: bool, drawn: tuple[int, ...]) -> dict[int, Fraction]:
        soft = ace and points <= 11
        total = points + 10 if soft else points
        if any(drawn) and (total > 17 or (total == 17 and not (soft and hit_soft_17))):
            return {min(total, 22): Fraction(1)}
        size = sum(left) - sum(drawn)
        odds: dict[int, Fraction] = {}
        for card in range(1, 11):
            there = left[card - 1] - drawn[card - 1]
            if there > 0:
                after = (*drawn[: card - 1], drawn[card - 1] + 1, *drawn[card:])
                for end, chance in from_here(points + card, ace or card == 1, after).items():
                    odds[end] = odds.get(end, Fraction(0)) + Fraction(there, size) * chance
        return odds

    return from_here(up, up == 1, (0,) * 10)


REMOVED = ["", "T 6", "A A A", "2 2 2 3 3 3", "9 9", "5 5 5 5 A", "T T"]


@pytest.mark.parametrize("hit_soft_17", [False, True])
@pytest.mark.parametrize("removed", REMOVED)
@pytest.mark.parametrize("up", [1, 2, 6, 7, 10])
def test_the_dealers_totals_come_as_an_ordered_recursion_says(up, removed, hit_soft_17):
    left = [full - held for full, held in zip(FULL, counts_of(removed), strict=True)]
    left[up - 1] -= 1
    odds: dict[int, Fraction] = {}
    for cards, drawn, orders, total in _dealer_draws(up, hit_soft_17=hit_soft_17):
        ways = orders
        for card, times in cards:
            for taken in range(times):
                ways *= max(0, left[card] - taken)
        for taken in range(drawn):
            ways = Fraction(ways, sum(left) - taken)
        end = min(total, 22)
        odds[end] = odds.get(end, Fraction(0)) + ways
    assert sum(odds.values()) == 1
    assert {end: chance for end, chance in odds.items() if chance} == dealer_odds(
        up, tuple(left), hit_soft_17
    )


@pytest.mark.parametrize("hand", ["T 6", "T T", "A 7", "9 9", "A A A 8", "5 5 5 5 A"])
@pytest.mark.parametrize("up", [1, 5, 10])
def test_standing_is_worth_wins_less_losses(deck, hand, up):
    held = counts_of(hand)
    left = [full - taken for full, taken in zip(FULL, held, strict=True)]
    left[up - 1] -= 1
    total = Hand.of(hand).total
    expected = sum(
        chance * (1 if end == 22 or end < total else -1 if end > total else 0)
        for end, chance in dealer_odds(up, tuple(left), False).items()
    )
    assert deck.stand(held, up) == pytest.approx(float(expected), abs=1e-12)


# The same rounds through the engine, every card in every order.


def by_engine(first: str, second: str, up: str, wants) -> float:
    """What a way of playing is worth from this deal on, by applying every card there is.

    The deal is player, hidden card, player, open card; the hidden card is drawn from all that
    are left, which is the same as drawing it last.
    """
    left = list(FULL)
    for card in (first, second, up):
        left[Card(card).points - 1] -= 1
    value = 0.0
    for hole in range(1, 11):
        if left[hole - 1]:
            state = Round.start(RULES)
            for card in (Card(first), RANKS[hole - 1], Card(second), Card(up)):
                state = state.apply(card)
            left[hole - 1] -= 1
            value += (left[hole - 1] + 1) / 49 * on_from(state, left, wants)
            left[hole - 1] += 1
    return value


def on_from(state: Round, left: list[int], wants) -> float:
    while state.turn not in (CHANCE, OVER):
        view = state.view(0)
        hits = wants(view.hand, view.dealer.cards[0])
        state = state.apply(Action.HIT if hits else Action.STAND)
    if state.turn == OVER:
        return (state.nets[0] > 0) - (state.nets[0] < 0)
    size = sum(left)
    value = 0.0
    for points in range(1, 11):
        if left[points - 1]:
            left[points - 1] -= 1
            chance = (left[points - 1] + 1) / size
            value += chance * on_from(state.apply(RANKS[points - 1]), left, wants)
            left[points - 1] += 1
    return value


@pytest.mark.parametrize(
    ("first", "second", "up"), [("T", "6", "T"), ("9", "9", "9"), ("T", "A", "8"), ("T", "7", "T")]
)
def test_standing_is_worth_what_the_engine_pays(deck, first, second, up):
    expected = by_engine(first, second, up, lambda hand, card: False)
    got = deck.stand(counts_of(f"{first} {second}"), Card(up).points)
    assert got == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("first", "second", "up"), [("T", "5", "T"), ("A", "7", "9")])
def test_a_way_of_playing_is_worth_what_the_engine_pays(deck, first, second, up):
    from cutcard.blackjack.exact.hit_stand import _Play

    def wants(hand: Hand, card: Card) -> bool:
        return hand.total < 16 or (hand.soft and hand.total < 19)

    points = Card(up).points
    got = _Play(deck, points, wants).value(counts_of(f"{first} {second}"))
    assert got == pytest.approx(by_engine(first, second, up, wants), abs=1e-12)


# Whole games.


class Playing:
    def __init__(self, wants) -> None:
        self._wants = wants

    def act(self, view) -> Action:
        return Action.HIT if self._wants(view.hand, view.dealer.cards[0]) else Action.STAND


@pytest.mark.parametrize("name", ["chart", "like the dealer"])
def test_a_simulation_comes_within_four_standard_errors(deck, name):
    ways = {
        "chart": load_chart("coms1018").hits,
        "like the dealer": lambda hand, up: hand.total < 17,
    }
    rounds = 5_000
    shoe = shoe_for(RULES, stream(1, name))
    player, start = Playing(ways[name]), Round.start(RULES)
    nets = []
    for _ in range(rounds):
        shoe.before_round()
        net = play(start, shoe, (player,)).nets[0]
        nets.append((net > 0) - (net < 0))
    mean = sum(nets) / rounds
    error = ((sum(net * net for net in nets) / rounds - mean**2) / rounds) ** 0.5
    assert abs(mean - deck.worth(ways[name])) < 4 * error


def test_who_never_stops_loses_every_bet_but_those_the_cards_end(deck):
    assert deck.worth(lambda hand, up: True) == pytest.approx(-1.0, abs=1e-9)


def test_no_way_of_playing_is_worth_more_than_the_best(deck):
    best = deck.best()
    chart = deck.worth(load_chart("coms1018").hits)
    assert deck.worth(lambda hand, up: hand.total < 17) < chart < best
    assert best - chart < 0.001


@pytest.mark.parametrize(
    "change",
    ["decks=2", "naturals=both", "double_on=any", "max_hands=2", "hole_card=open"],
)
def test_other_games_are_refused(change):
    rules = load_preset("cs50").changed([change]).rules
    with pytest.raises(Illegal, match="one full deck"):
        check_plain(rules)
