"""The compiled games: bit for bit the engine's streams and decks, chip for chip its scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from blockhead.equal_scores import assert_equal_scores
from blockhead.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead import kernel
from cutcard.blockhead.alpha import Line, Part, answer, lines_for
from cutcard.blockhead.beta import STEPS
from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.kernel_decks import deal_cards, draw, seed_streams, streams_of
from cutcard.blockhead.kernel_seating import seating_of, seating_of_tables
from cutcard.blockhead.kernel_tables import (
    KNOWN_RULES,
    LINES,
    THRESHOLDS,
    PlayersTable,
    Thresholds,
    cards_table,
    lines_table,
    players_table,
    policies_table,
    what_is_unknown,
)
from cutcard.blockhead.players import FIXED_PLAYERS, NASH, PLAYERS
from cutcard.blockhead.poker import standing
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.cards import DECK, read_cards
from cutcard.errors import Invalid
from cutcard.lab.pairs import Score, play_on_engine, play_on_kernel
from cutcard.machine.arguments import crossing
from cutcard.rulebook import YesNo, rule
from cutcard.streams import stream

PAIRINGS = sorted(product(FIXED_PLAYERS, repeat=2))


def state(random: Random) -> list[int]:
    return list(random.getstate()[1][:624])


# Streams and decks.


@pytest.mark.parametrize("seed", [0, 1, -17, 2**64 + 3, 10**70])
@pytest.mark.parametrize("first", [0, 8, 98, 99_998, 10**15])
def test_streams_are_those_of_their_paths(seed: int, first: int):
    """Whatever the number of digits; a seed of 70 needs a second block of SHA-256."""
    plain = streams_of((seed, "first"), first, 0, 0, 3)
    parted = streams_of((seed, "pair"), first, 7, 12, 10)
    for lane in range(3):
        assert plain[:, lane].tolist() == state(stream(seed, "first", first + lane))
    for lane in range(10):
        pair, part = divmod(12 + lane, 7)
        assert parted[:, lane].tolist() == state(stream(seed, "pair", first + pair, part))


@pytest.mark.parametrize("length", range(40, 72))
def test_a_path_of_any_length_is_hashed(length: int):
    name = "x" * length
    assert streams_of((1, name), 5, 0, 0, 1)[:, 0].tolist() == state(stream(1, name, 5))


def test_a_key_that_begins_with_zeros_is_seven_words():
    """As Python seeds by it; a digest begins so once in 2**32."""
    keys = [1 << 255, 1 << 224, (1 << 224) - 1, 1 << 223, 12345 << 180]
    words = [[key >> 32 * (7 - at) & 0xFFFFFFFF for at in range(8)] for key in keys]
    states = np.empty((624, len(keys)), dtype=np.uint32)
    seed_streams(np.array(words, dtype=np.int64), states)
    for lane, key in enumerate(keys):
        assert states[:, lane].tolist() == state(Random(key)), hex(key)


def test_draws_go_on_beyond_the_first_state():
    streams = streams_of((3, "first"), 5, 0, 0, 2)
    random = stream(3, "first", 6)
    for number in range(1500):
        choices = 1 + number % 1003
        assert draw(streams, 1, number, choices) == int(random.random() * choices)


@pytest.mark.parametrize(("deck", "needed"), [("A-K", 10), ("A-3", 6), ("A2 sd", 4)])
def test_decks_are_those_of_the_engine(deck: str, needed: int):
    cards = cards_in(deck)
    decks = np.empty((9 * 20, needed), dtype=np.int64)
    deal_cards(streams_of((4, "pair"), 7, 20, 0, len(decks)), len(cards), decks)
    rows = iter(decks.tolist())
    for pair in range(7, 16):
        dealer = FreshDeck(4, "pair", pair, deck=deck)
        for _ in range(20):
            dealer.shuffle()
            assert [cards[at] for at in next(rows)] == [dealer.draw() for _ in range(needed)]


# Poker hands.

LADDER = (
    *("2c 3c 4c 5c 7d", "Ah Kh Qh Jh 9s", "2s 2c 3d 4h 5s", "2s 2c Ad 4h 5s", "As Ac Kd Qh Js"),
    *("2s 2c 3d 3h 4s", "As Ac Kd Kh Qs", "2s 2c 2d 3h 4s", "As Ac Ad Kh Qs", "As 2c 3d 4h 5s"),
    *("2s 3c 4d 5h 6s", "As Kc Qd Jh Ts", "2s 3s 4s 5s 7s", "As Ks Qs Js 9s", "2s 2c 2d 3h 3s"),
    *("2s 2c 2d Ah As", "As Ac Ad Kh Ks", "2s 2c 2d 2h 3s", "As Ac Ad Ah Ks", "As 2s 3s 4s 5s"),
    *("2s 3s 4s 5s 6s", "As Ks Qs Js Ts"),
)
"""Poker hands, each higher than the one before."""


CARDS = cards_table(Rules())


def worth(hand: list[int]) -> int:
    hands = np.array([[0] * 5, hand], dtype=np.int64)
    keys = np.empty(5, dtype=np.int64)
    return kernel._standing(hands, 1, CARDS.heights, CARDS.suits, keys)


def test_poker_hands_stand_as_in_poker():
    for low, high in pairwise(LADDER):
        assert worth([DECK.index(c) for c in read_cards(low)]) < worth(
            [DECK.index(c) for c in read_cards(high)]
        )


def test_poker_hands_stand_as_in_the_engine():
    random = Random(1)
    hands = [random.sample(range(52), 5) for _ in range(3000)]
    hands += [random.sample(range(0, 52, 13), 2) + random.sample(range(1, 8), 3) for _ in range(99)]
    by_kernel = sorted((worth(hand), standing([DECK[at] for at in hand])) for hand in hands)
    for (less, lower), (more, higher) in pairwise(by_kernel):
        assert lower <= higher
        assert (lower == higher) == (less == more)


# Games.


@pytest.mark.parametrize(("first", "second"), PAIRINGS)
def test_every_pairing_scores_as_on_the_engine(first: str, second: str):
    score = assert_equal_scores(first, second, Rules(), 11, range(95, 101))
    assert all(type(gain) is int for gain in score.games)
    assert all(type(gain) is float for gain in score.pairs)


@pytest.mark.parametrize("preset", ["as-distributed", "blockhead", "real-poker", "small"])
def test_every_preset_for_two_scores_as_on_the_engine(preset: str):
    rules = SHELF.load(preset).rules
    for first, second in PAIRINGS:
        if not what_is_unknown(first, second, rules):
            assert_equal_scores(first, second, rules, 5, range(2))


@settings(max_examples=400, deadline=None)
@given(any_rules(), st.sampled_from(PAIRINGS), st.integers(0, 2**40), st.integers(0, 2000))
def test_any_rules_score_as_on_the_engine(
    rules: Rules, pairing: tuple[str, str], seed: int, start: int
):
    rules = replace(rules, seats=2)
    if "alpha" in pairing:
        rules = replace(rules, valuation="points")
    assert what_is_unknown(*pairing, rules) == ""
    assert_equal_scores(*pairing, rules, seed, range(start, start + 3))


@pytest.mark.parametrize("raises", [0, 1, 20])
@pytest.mark.parametrize("most", [1, 1000])
def test_the_ends_of_the_rules_score_as_on_the_engine(raises: int, most: int):
    rules = Rules(ante=1000, least_raise=1, most_raise=most, raises=raises, deals=10)
    for first, second in (("random", "random"), ("random", "raiser"), ("alpha", "raiser")):
        assert_equal_scores(first, second, rules, 1, range(3))


def test_a_long_game_of_chance_needs_many_random_numbers():
    assert_equal_scores("random", "caller", Rules(deals=700), 2, range(1))


def test_more_pairs_than_lanes_are_the_same_pairs():
    rules = Rules(deals=3)
    whole = play_on_kernel("alpha", "random", rules, 1, range(700))
    parts = Score()
    for start in range(0, 700, 90):
        parts.add(play_on_kernel("alpha", "random", rules, 1, range(start, min(start + 90, 700))))
    assert parts == whole
    assert (
        play_on_engine("alpha", "random", rules, 1, range(500, 520)).pairs == whole.pairs[500:520]
    )


# Tables.


class Tabled:
    """Plays thresholds on the engine."""

    def __init__(self, thresholds: Thresholds) -> None:
        self._parts = thresholds

    def act(self, view: View) -> int:
        delta = view.hand.points - view.visible[1 - view.seat].points
        factor = view.pot // 10
        part = self._parts[view.last_street]
        if not view.bets:
            lines = part.opening
        elif not view.to_call:
            lines = part.checked
        else:
            lines = part.small_raise if view.to_call < 1 + 2 * factor else part.large_raise
        raises = (view.rules.least_raise, view.rules.most_raise) if view.may_raise else (0, 0)
        return answer(lines, delta, factor, view.to_call, raises)

    def see(self, event: Event) -> None:
        pass


@st.composite
def thresholds(draw: st.DrawFn) -> Thresholds:
    bets = st.one_of(st.sampled_from(["fold", "call"]), st.integers(1, 30))
    some = st.builds(Line, st.integers(-30, 30), bets, st.booleans())

    def lines() -> tuple[Line, ...]:
        return (*draw(st.lists(some, max_size=5)), Line(None, draw(bets)))

    return Part(lines(), lines(), lines(), lines()), Part(lines(), lines(), lines(), lines())


@settings(max_examples=60, deadline=None)
@given(thresholds(), thresholds(), any_rules(), st.integers(0, 2**20))
def test_any_table_of_thresholds_plays_without_a_new_compilation(
    one: Thresholds, two: Thresholds, rules: Rules, seed: int
):
    rules = replace(rules, seats=2, valuation="points", stake=1000)
    both = PlayersTable(np.array([LINES, LINES]), lines_table([one, two]))
    seating = seating_of_tables(rules, both, policies_table("alpha", "caller", rules))
    gains, _ = kernel.play_pairs(seating, seed, range(2))
    for pair, (as_first, as_second) in enumerate(gains.tolist()):
        table = [Tabled(one), Tabled(two)]
        path = seed, "pair", pair
        ahead = Game(rules, table, FreshDeck(*path, deck=rules.deck)).play_game()
        behind = Game(rules, table[::-1], FreshDeck(*path, deck=rules.deck)).play_game()
        assert (as_first, as_second) == (ahead[0] - 1000, behind[1] - 1000)
    assert crossing(seating)[0] == crossing(seating_of("alpha", "caller", Rules()))[0]


@pytest.mark.parametrize("lines", [(), (Line(3, 10), Line(-50, "call"))])
def test_a_table_that_may_leave_a_player_without_a_bet_is_refused(lines: tuple[Line, ...]):
    whole = (Line(None, "call"),)
    with pytest.raises(Invalid, match="the last line takes above=None"):
        lines_table([(Part(whole, whole, whole, lines), Part(whole, whole, whole, whole))])


def test_alphas_thresholds_are_found_where_alpha_looks_for_them():
    table = players_table("alpha", "caller").lines[0]
    for last, situation, (opening, to_call, factor) in (
        (False, 0, (True, 0, 2)),
        (False, 1, (False, 0, 2)),
        (True, 2, (False, 4, 2)),
        (True, 3, (False, 5, 2)),
    ):
        lines = lines_for(last=last, opening=opening, to_call=to_call, pot_factor=factor)
        rows = table[int(last), situation].tolist()
        for line, (above, _, less_pot) in zip(lines[:-1], rows, strict=False):
            assert (line.above, line.less_pot) == (above, bool(less_pot))


# What it does not know.


def test_every_field_of_the_rules_is_known():
    """A new field has to be built into the kernel, or named in what_is_unknown."""
    assert {field.name for field in Rules.fields()} == KNOWN_RULES


@dataclass(frozen=True, kw_only=True, repr=False)
class NewRules(Rules):
    blind: bool = rule(False, YesNo(), "The first bet is blind.")


def test_what_is_unknown_is_left_to_the_engine():
    assert what_is_unknown("alpha", "random", Rules()) == ""
    assert what_is_unknown("alpha", "beta", Rules()) == ""
    assert "mine.py:Gamma" in what_is_unknown("mine.py:Gamma", "alpha", Rules())
    assert "seats = 3" in what_is_unknown("alpha", "random", Rules(seats=3))
    assert "blind" in what_is_unknown("alpha", "random", NewRules())
    assert "poker" in what_is_unknown("caller", "alpha", Rules(valuation="poker"))
    assert what_is_unknown("caller", "raiser", Rules(valuation="poker")) == ""


def test_players_that_are_known_are_players():
    assert set(PLAYERS) - FIXED_PLAYERS == {*STEPS, NASH, "regular"}
    assert set(PLAYERS) > FIXED_PLAYERS


def test_players_of_fixed_ways_are_thresholds_or_chance():
    assert {*THRESHOLDS, "random"} == FIXED_PLAYERS
