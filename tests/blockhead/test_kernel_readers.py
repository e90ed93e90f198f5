"""Players that read bets, compiled: every decision and every score is the engine's."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from blockhead.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.belief import ANY_CARD
from cutcard.blockhead.beta import STEPS, reads
from cutcard.blockhead.bidding import LEADS
from cutcard.blockhead.deal import Bet, Dealt, Event, Kind, Shown, Tied, View, Won
from cutcard.blockhead.exact.response import find_response
from cutcard.blockhead.exact.saved import save_response
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Player
from cutcard.blockhead.kernel_decks import streams_of
from cutcard.blockhead.kernel_readers import (
    FITS,
    HABITS,
    MIND,
    bet_by_reading,
    forget_game,
    readers_table,
    see_hidden_card,
    watch_bet,
)
from cutcard.blockhead.kernel_tables import KNOWN_PLAYERS, rules_table, what_is_unknown
from cutcard.blockhead.outlook import unseen_by
from cutcard.blockhead.players import EXPLOITER, make_player
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.pairs import Score, play_on_engine, play_on_kernel
from cutcard.streams import stream

READERS = (*STEPS, EXPLOITER)
OTHERS = (*READERS, *sorted(KNOWN_PLAYERS))
SMALL = Rules(deals=6, deck="A-3", streets="du u", least_raise=10)


class Twin:
    """A player of the engine, whose every bet the compiled player of its name makes as well."""

    def __init__(self, name: str, rules: Rules, seed: int) -> None:
        self._player = make_player(name, stream(seed, "twin", 0), rules)
        self._rules = rules
        self._table = rules_table(rules)
        self._readers = readers_table(name, name, rules)
        self._minds = np.zeros((2, MIND), np.int64)
        self._habits = np.zeros((2, LEADS, HABITS))
        forget_game(self._minds, self._habits)
        self._minds[:, FITS] = ANY_CARD
        self._chance = np.ascontiguousarray(np.repeat(streams_of((seed, "twin"), 0, 0, 0, 1), 2, 1))
        self._drawn = np.zeros(2, np.int64)
        self._seat: int | None = None
        self._shown = [0, 0]
        self._paid = [0, 0]
        self._pot = self._bets = self._raised = self._cards = 0
        self.decisions = 0

    def act(self, view: View) -> int:
        shown = [hand.points for hand in view.visible]
        self._seat = view.seat
        bet = bet_by_reading(
            self._table,
            self._readers.first,
            self._minds[0],
            self._habits[0],
            unseen_by(view),
            self._chance,
            0,
            self._drawn,
            view.street,
            view.rules.hand_size - len(view.hand.cards),
            int(view.opener == view.seat),
            view.hand.points - shown[view.seat],
            shown[view.seat] - shown[1 - view.seat],
            view.pot,
            view.to_call,
            sum(bet.kind is Kind.RAISE for bet in view.bets),
            not view.bets,
        )
        assert bet == self._player.act(view)
        self.decisions += 1
        return int(bet)

    def see(self, event: Event) -> None:
        self._player.see(event)
        match event:
            case Dealt(seat, card):
                self._paid, self._bets, self._raised = [0, 0], 0, 0
                self._cards += 1
                self._shown[seat] += card.points if card else 0
            case Bet():
                self._watch(event)
            case Shown(seat, hand) if self._seat == 1 - seat:
                see_hidden_card(self._minds[0], hand.points - hand.visible.points)
            case Won() | Tied():
                self._shown, self._cards = [0, 0], 0
                self._minds[0, FITS] = ANY_CARD

    def begin_deal(self, pot: int) -> None:
        self._pot = pot

    def _watch(self, bet: Bet) -> None:
        seat = bet.player
        if self._seat is None or seat != self._seat:
            watch_bet(
                self._table,
                self._readers.first,
                self._minds[0],
                self._habits[0],
                seat,
                int(self._cards == 2 * self._rules.hand_size),
                self._bets,
                self._shown[seat] - self._shown[1 - seat],
                self._pot,
                max(self._paid) - self._paid[seat],
                self._rules.most_raise if self._raised < self._rules.raises else 0,
                bet.chips,
            )
        self._paid[seat] += bet.chips
        self._pot += bet.chips
        self._bets += 1
        self._raised += bet.kind is Kind.RAISE


def play_twin(name: str, other: str, rules: Rules, seed: int, seat: int) -> int:
    """Play a game of a twin, and return how many decisions it made."""
    twin = Twin(name, rules, seed)
    players: list[Player] = [make_player(other, Random(seed), rules)]
    players.insert(seat, twin)
    game = Game(rules, players, FreshDeck(seed, "twins", deck=rules.deck))
    while game.deals < rules.deals:
        twin.begin_deal(game.carry + 2 * rules.ante)
        game.play_deal()
    return twin.decisions


@pytest.mark.parametrize(("name", "other"), [*product(READERS, OTHERS)])
def test_every_decision_is_the_engines(name: str, other: str):
    made = sum(play_twin(name, other, Rules(), seed, seat) for seed in range(2) for seat in (0, 1))
    assert made > 80


def assert_equal_scores(first: str, second: str, rules: Rules, seed: int, pairs: range) -> Score:
    assert what_is_unknown(first, second, rules) == ""
    score = play_on_engine(first, second, rules, seed, pairs)
    compiled = play_on_kernel(first, second, rules, seed, pairs)
    for field in fields(Score):
        if field.name != "_seat":  # which seat is being played, not a result
            assert getattr(compiled, field.name) == getattr(score, field.name), field.name
    return compiled


@pytest.mark.parametrize(
    ("first", "second"), [*product(READERS, OTHERS), *product(OTHERS, ["beta"])]
)
def test_every_pairing_scores_as_on_the_engine(first: str, second: str):
    assert_equal_scores(first, second, Rules(), 11, range(99, 101))


@settings(max_examples=60, deadline=None)
@given(
    any_rules(["duu u u", "duuuu", "du u", "d", "duuu", "d u"]),
    st.sampled_from(sorted(STEPS)),
    st.sampled_from([name for name in OTHERS if name != EXPLOITER]),
    st.integers(0, 2**40),
)
def test_any_rules_score_as_on_the_engine(rules: Rules, first: str, second: str, seed: int):
    rules = replace(rules, seats=2, valuation="points")
    assert reads(rules)
    assert_equal_scores(first, second, rules, seed, range(2))


@pytest.mark.parametrize("preset", ["as-distributed", "small"])
def test_beta_without_a_shipped_response_scores_as_on_the_engine(preset: str):
    rules = SHELF.load(preset).rules
    for other in ("alpha", "random", "beta"):
        assert_equal_scores("beta", other, rules, 5, range(3))


@pytest.mark.parametrize("foe", ["alpha", "caller", "random"])
def test_a_response_from_a_file_scores_as_on_the_engine(tmp_path: Path, foe: str):
    path = tmp_path / "response.npz"
    save_response(path, find_response(foe, SMALL), None)
    for other in ("alpha", "random", "raiser", "beta"):
        assert_equal_scores(str(path), other, SMALL, 3, range(5))
    with pytest.raises(Illegal, match="most_raise"):
        play_on_kernel(str(path), "alpha", replace(SMALL, most_raise=12), 3, range(2))


def test_beta_is_left_to_the_engine_where_it_samples():
    for rules in (Rules(valuation="poker"), Rules(streets="uuu u u"), Rules(streets="d u u u u")):
        assert "beta samples" in what_is_unknown("beta", "random", rules)


def test_beta_who_has_not_been_asked_yet_learns_nothing_from_a_showdown():
    """A check closes the bidding, so that whole deals go by before the second seat bets."""
    rules = Rules(check_closes=True, deals=6)
    for other in ("caller", "alpha", "random"):
        assert_equal_scores("beta", other, rules, 2, range(4))
        assert_equal_scores(other, "beta", rules, 2, range(4))
