"""Exact values of hit or stand, and what simulation says of them."""

from __future__ import annotations

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.hit_stand import FullDeck, check_plain
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.round import Round
from cutcard.blackjack.shoe import shoe_for
from cutcard.driver import play
from cutcard.errors import Illegal
from cutcard.streams import stream

RULES = load_preset("cs50").rules


@pytest.fixture(scope="module")
def deck() -> FullDeck:
    return FullDeck(RULES)


def test_it_is_the_cs50_game(deck):
    chart = load_chart("coms1018")
    assert deck.best() == solve(RULES).edge
    assert deck.worth(chart.hits) == pytest.approx(value_of(RULES, chart).edge, abs=1e-15)


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
    [
        "decks=2",
        "naturals=both",
        "double_on=any",
        "max_hands=2",
        "hole_card=open",
        "surrender=early",
    ],
)
def test_other_games_are_refused(change):
    rules = load_preset("cs50").changed([change]).rules
    with pytest.raises(Illegal, match="one full deck"):
        check_plain(rules)


@pytest.mark.parametrize("change", ["hit_soft_17=true", "ties=lose", "dealer_22=push"])
def test_a_deck_is_played_by_its_own_rules(deck, change):
    rules = load_preset("cs50").changed([change]).rules
    changed = FullDeck(rules)
    assert changed.best() == solve(rules).edge != deck.best()
    hits = load_chart("coms1018").hits
    assert changed.worth(hits) != deck.worth(hits)
