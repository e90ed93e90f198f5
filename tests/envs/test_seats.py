"""Seats as PettingZoo's agents, in both games: its own tests, chips, mistakes and secrets."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from blackjack.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, seed_test

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import MAX_SEATS, Round, View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import RandomPlayer
from cutcard.blockhead.presets import SHELF
from cutcard.cards import DECK, read_cards
from cutcard.driver import CHANCE, play
from cutcard.envs import blackjack_v0, blockhead_v0
from cutcard.envs.blackjack_actions import legal_numbers
from cutcard.envs.blackjack_sight import Sight
from cutcard.errors import Illegal, Invalid
from cutcard.shoes import ScriptedShoe
from cutcard.streams import stream

TABLES: dict[str, Callable[[], Any]] = {
    **{
        f"blockhead {name}": lambda name=name: blockhead_v0.env(name, deals=3)
        for name in SHELF.names()
    },
    **{
        f"blockhead for {seats}": lambda seats=seats: blockhead_v0.env(seats=seats, deals=2)
        for seats in range(2, 7)
    },
    **{
        f"blackjack for {seats}": lambda seats=seats: blackjack_v0.env(seats=seats)
        for seats in range(1, MAX_SEATS + 1)
    },
    "blackjack with offers": lambda: blackjack_v0.env(
        "single-deck", seats=3, insurance=True, surrender="early"
    ),
    "easy blackjack": lambda: blackjack_v0.env("easy", seats=2),
}


def play_out(env: Any, choose: Callable[[str, np.ndarray], int]) -> dict[str, float]:
    """Play a game that was reset to its end, and return what each agent was paid in all."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[agent] += reward
        env.step(None if over or cut else choose(agent, seen["action_mask"]))
    return paid


@pytest.mark.parametrize("table", TABLES)
def test_pettingzoo_finds_nothing_to_warn_of(table: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It says so of every dictionary, with which PettingZoo's own games tell their masks.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(TABLES[table](), num_cycles=300)


@pytest.mark.parametrize("table", TABLES)
def test_the_same_seed_plays_the_same_games(table: str) -> None:
    seed_test(TABLES[table], num_cycles=100)


@pytest.mark.parametrize(
    "made",
    [
        lambda: blockhead_v0.parallel_env("six-handed", deals=2),
        lambda: blackjack_v0.parallel_env(seats=7),
    ],
    ids=["blockhead", "blackjack"],
)
@pytest.mark.filterwarnings("error")
def test_all_seats_may_be_asked_at_once(made: Callable[[], Any]) -> None:
    parallel_api_test(made(), num_cycles=200)


# Blockhead.


@pytest.mark.parametrize("name", ["blockhead", "six-handed", "small", "real-poker"])
def test_agents_are_paid_the_chips_that_the_engine_pays(name: str) -> None:
    rules = SHELF.load(name).rules
    env = blockhead_v0.env(name)
    env.reset(seed=3)
    for number in range(3):
        streams = [Random(100 * number + seat) for seat in range(rules.seats)]

        def choose(agent: str, mask: np.ndarray, streams: list[Random] = streams) -> int:
            legal = mask.nonzero()[0]
            return int(legal[int(streams[int(agent[-1])].random() * len(legal))])

        paid = play_out(env, choose)
        players = [RandomPlayer(Random(100 * number + seat)) for seat in range(rules.seats)]
        dealer = FreshDeck(3, "deck", number, deck=rules.deck)
        chips = Game(rules, players, dealer).play_game()
        assert list(paid.values()) == [held - rules.stake for held in chips]
        env.reset()


def test_an_illegal_bet_ends_the_game_and_costs_a_deal() -> None:
    env = blockhead_v0.env()
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wrapper warns of it
        env.step(0)
    assert env.rewards == {"player_0": -100, "player_1": 0}
    assert all(env.terminations.values())


@pytest.mark.parametrize("made", [blockhead_v0.raw_env, blackjack_v0.raw_env])
def test_the_environment_itself_refuses_in_a_sentence(made: Callable[..., Any]) -> None:
    env = made(render_mode="ansi")
    assert env.render() is None
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(Illegal, match=f"action {illegal} is not legal now: it takes "):
        env.step(illegal)
    with pytest.raises(Invalid, match="99 is not an action: it takes a whole number from 0 to "):
        env.step(99)
    assert env.render().count("\n") >= 2
    for agent in env.agent_iter():
        _, _, over, _, _ = env.last()
        env.step(None if over else int(env.observe(agent)["action_mask"].nonzero()[0][0]))
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(1)
    with pytest.raises(Invalid, match="it takes 'ansi', or None"):
        made(render_mode="human")


# Blackjack.


class Cautious:
    """Hits below 12, and otherwise stands or declines."""

    def act(self, view: View) -> Action:
        if Action.DECLINE in view.legal:
            return Action.DECLINE
        return Action.HIT if view.hand.total < 12 and Action.HIT in view.legal else Action.STAND


@pytest.mark.parametrize("seats", [1, 3, 7])
@pytest.mark.parametrize("name", ["vegas-strip", "easy", "european"])
def test_agents_are_paid_what_the_engine_pays(name: str, seats: int) -> None:
    env = blackjack_v0.raw_env(name, seats=seats)
    rules = env.game.rules
    shoe = shoe_for(rules, stream(8, "shoe"))
    env.reset(seed=8)
    for _ in range(30):

        def choose(agent: str, mask: np.ndarray) -> int:
            hands = env.game._round
            return int(not hands.over and Cautious().act(hands.view(hands.turn)) is Action.HIT)

        paid = play_out(env, choose)
        shoe.before_round()
        last = play(Round.start(rules, (1,) * seats), shoe, [Cautious()] * seats)
        assert list(paid.values()) == [net / rules.unit for net in last.nets]
        env.reset()


def test_a_round_that_the_deal_decides_takes_one_step() -> None:
    env = blackjack_v0.raw_env("vegas-strip", seats=2)
    env.reset(seed=1)
    env.game._shoe = ScriptedShoe(read_cards("Ts 9s As 8s 7s Ks"))
    env.reset()
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"].tolist() == [1, 0, 0, 0, 0, 0]
    assert not env.observe("player_1")["action_mask"].any()
    env.step(0)
    assert all(env.terminations.values())


def test_a_round_without_cards_to_go_on_is_cut_off_and_pays_nothing() -> None:
    env = blackjack_v0.raw_env("vegas-strip", seats=2)
    env.reset(seed=1)
    env.game._shoe = ScriptedShoe(read_cards("Ts 2s 6s 8s 7s Ks"))
    env.reset()
    env.step(1)
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0}
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize("seats", [0, 8, True, "two"])
def test_a_table_has_one_to_seven_seats(seats: Any) -> None:
    with pytest.raises(Invalid, match="seats are not possible: it takes 1 to 7"):
        blackjack_v0.env(seats=seats)


@settings(max_examples=100, deadline=None)
@given(any_rules(), st.integers(1, 7), st.integers(0, 2**32), st.data())
def test_a_row_does_not_change_with_the_hole_card(
    rules: Rules, seats: int, seed: int, data: st.DataObject
) -> None:
    random = Random(seed)
    deck = random.sample(list(DECK) * 2, 104)
    sight = Sight(rules, seats)
    state = Round.start(rules, (1,) * seats)
    while not state.over:
        if state.turn == CHANCE:
            state = state.apply(deck.pop())
        else:
            for seat in range(seats):
                row = sight.row(state, seat)
                assert sight.space.contains(row)
                if state.hole is not None:
                    other = replace(state, hole=data.draw(st.sampled_from(DECK)))
                    assert sight.row(other, seat).tolist() == row.tolist()
            legal = legal_numbers(state.legal)
            assert legal == sorted(set(legal))
            state = state.apply(random.choice(state.legal))


def test_a_row_tells_ones_own_hands_and_the_others_cards() -> None:
    env = blackjack_v0.raw_env("vegas-strip", seats=2)
    env.reset(seed=1)
    env.game._shoe = ScriptedShoe(read_cards("8s 2s 6s 8d 3s Ks 3h 4h 5h"))
    env.reset()
    env.step(3)  # split
    columns = tuple(env.game.sight.most)
    row = dict(zip(columns, env.observe("player_0")["observation"].tolist(), strict=True))
    told = {name: number for name, number in row.items() if number}
    assert told == {
        "dealer_6": 1,
        "hand_0_8": 1,
        "hand_0_3": 1,
        "hand_0_stake": 1,
        "hand_0_playing": 1,
        "hand_1_8": 1,
        "hand_1_stake": 1,
        "hand_1_playing": 1,
        "others_2": 1,
        "others_3": 1,
    }
    env.step(2)  # double
    row = dict(zip(columns, env.observe("player_0")["observation"].tolist(), strict=True))
    assert (row["hand_0_stake"], row["hand_0_playing"], row["hand"]) == (2, 0, 1)
