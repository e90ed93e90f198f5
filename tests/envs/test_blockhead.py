"""The environment of Blockhead Poker: spaces, masks, rewards, mistakes, secrets and pictures."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.hidden_cards import Twins, twins
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings

import cutcard.envs
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import PLAYERS, Caller
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.envs.blockhead_sight import Sight
from cutcard.envs.blockhead_text import drawn_match
from cutcard.errors import CutcardError, Illegal, Invalid
from cutcard.streams import stream

FOLD, STAY, RAISE = range(3)


def made(**options: Any) -> Any:
    return gym.make("cutcard/Blockhead-v0", **options).unwrapped


def named(env: Any, observation: np.ndarray) -> dict[str, int]:
    return dict(zip(env.columns, observation.tolist(), strict=True))


def play_out(env: Any, choose: Any) -> float:
    """Play a game that was reset to its end, and return the sum of its rewards."""
    total = 0.0
    while True:
        mask = env.action_masks()
        _, reward, over, cut, info = env.step(choose(mask))
        total += reward
        assert not cut
        assert not info["illegal"]
        if over:
            assert not info["action_mask"].any()
            return total


@pytest.mark.parametrize("name", SHELF.names())
@pytest.mark.parametrize("deals", [1, 3])
def test_gymnasium_finds_nothing_to_warn_of(name: str, deals: int) -> None:
    opponent = "random" if name == "real-poker" else "alpha"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(game=name, opponent=opponent, deals=deals, render_mode="ansi"))


def test_a_game_is_a_name_a_file_or_rules_with_rules_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "small"\n[rules]\nraises = 1\n')
    assert made(game=str(file), deals=2).rules == Rules(
        deck="A-3", streets="du u", least_raise=10, raises=1, deals=2
    )
    assert made(game=Rules(ante=5)).rules == Rules(ante=5)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"game": "smal"}, "there is no game 'smal': did you mean small?"),
        ({"game": 7}, "7 is not a game of Blockhead: it takes a name, a TOML file or rules"),
        ({"sets": 3}, "there is no rule 'sets': did you mean seats?"),
        ({"opponent": "alfa"}, "there is no player 'alfa': did you mean alpha?"),
        ({"opponent": ["beta", "beta"]}, "it takes a name for all, or 1 of them"),
        ({"valuation": "poker"}, "alpha does not play valuation = poker"),
        ({"render_mode": "human"}, "it takes 'ansi', or None"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(options: dict[str, Any], says: str) -> None:
    with pytest.raises(CutcardError, match=says.replace("?", r"\?")):
        cutcard.envs.blockhead.BlockheadEnv(**options)


@pytest.mark.parametrize("opponent", ["alpha", "beta", "raiser"])
def test_rewards_are_the_chips_that_the_engine_pays(opponent: str) -> None:
    """A caller of one's own gains what a caller gains in the engine's games, in both seats."""
    env = made(opponent=opponent)
    env.reset(seed=11)
    for number in range(4):
        gained = play_out(env, lambda mask: STAY)
        other = PLAYERS[opponent](stream(11, "player", number, 0))
        players = [Caller(), other] if number % 2 == 0 else [other, Caller()]
        chips = Game(Rules(), players, FreshDeck(11, "deck", number)).play_game()
        assert gained == chips[number % 2] - 1000
        env.reset()


def test_a_reward_comes_with_the_end_of_its_deal() -> None:
    env = made(opponent="caller", deals=2)
    env.reset(seed=1)
    rewards = [env.step(STAY)[1] for _ in range(6)]
    assert [rewards[0], rewards[1], rewards[3], rewards[4]] == [0, 0, 0, 0]
    assert abs(rewards[2]) in (0, 10)


def test_the_same_seed_deals_the_same_games_and_reset_goes_on() -> None:
    def games(env: Any) -> list[list[int]]:
        return [env.reset(seed=5)[0].tolist(), *(env.reset()[0].tolist() for _ in range(9))]

    env = made(opponent="beta")
    played = games(env)
    assert played == games(env) == games(made(opponent="beta"))
    openers = [row[env.columns.index("opener")] for row in played]
    assert openers == [0, 1] * 5  # the seat changes from game to game
    assert len({tuple(row) for row in played}) == 10


def test_an_observation_tells_the_deal() -> None:
    env = made(opponent="raiser", game="small", deals=1)
    row = named(env, env.reset(seed=2)[0])
    assert (row["deal"], row["opener"], row["street"]) == (0, 0, 0)
    assert (row["pot"], row["to_call"]) == (20, 0)
    assert row["own_0"] in (1, 2, 3)
    assert row["own_1"] in (1, 2, 3)
    assert row["own_2"] == row["seat_1_0"] == row["seat_1_2"] == 0
    assert row["seat_1_1"] in (1, 2, 3)
    assert row["seat_1_in"] == 1
    row = named(env, env.step(STAY)[0])
    assert (row["pot"], row["to_call"]) == (30, 10)
    assert (row["bet_0_0"], row["bet_0_1"], row["bet_0_2"]) == (STAY + 1, RAISE + 1, 0)
    row = named(env, env.step(RAISE)[0])  # answered by the third raise
    assert (row["pot"], row["to_call"]) == (70, 10)
    row = named(env, env.step(STAY)[0])
    assert (row["street"], row["pot"]) == (1, 80)
    assert [row[f"bet_0_{bet}"] for bet in range(5)] == [2, 3, 3, 3, 2]
    assert row["own_2"] in (1, 2, 3)


def test_masks_follow_the_bidding() -> None:
    env = made(game="small", opponent="raiser", deals=1)
    _, info = env.reset(seed=2)
    assert info["action_mask"].tolist() == [0, 1, 1]
    _, _, _, _, info = env.step(STAY)
    assert info["action_mask"].tolist() == [1, 1, 1]
    _, _, _, _, info = env.step(RAISE)
    assert info["action_mask"].tolist() == [1, 1, 0]
    assert env.action_masks().tolist() == [True, True, False]


def test_an_illegal_action_is_played_as_check_or_call_and_told() -> None:
    env, honest = made(), made()
    env.reset(seed=1)
    honest.reset(seed=1)
    row, reward, over, _, info = env.step(FOLD)
    expected = honest.step(STAY)
    assert info["illegal"]
    assert not expected[4]["illegal"]
    assert (row.tolist(), reward, over) == (expected[0].tolist(), *expected[1:3])


def test_a_strict_environment_refuses_an_illegal_action_and_goes_on() -> None:
    env = made(game="small", strict=True)
    env.reset(seed=1)
    with pytest.raises(
        Illegal, match=r"action 0 is not legal now: it takes 1 \(check\), 2 \(raise 10\)"
    ):
        env.step(FOLD)
    env.step(STAY)


@pytest.mark.parametrize("action", [-1, 12, 1.5, "fold", None, True])
def test_what_is_no_action_is_refused(action: object) -> None:
    env = made()
    env.reset(seed=1)
    with pytest.raises(Invalid, match="is not an action: it takes a whole number from 0 to 11"):
        env.step(action)


def test_before_and_after_a_game_no_action_is_taken() -> None:
    env = made(deals=1, opponent="caller")
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(STAY)
    assert not env.action_masks().any()
    env.reset(seed=1)
    play_out(env, lambda mask: STAY)
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(STAY)
    assert not env.action_masks().any()


def test_a_game_that_is_decided_without_a_decision_takes_one_step() -> None:
    """Here a check closes the bidding, and the opponent, who opens every second game, checks."""
    env = made(game="as-distributed", opponent="caller", deals=1)
    env.reset(seed=1)
    for _ in range(20):
        env.reset()
        if env._seat == 1:
            break
    assert env.action_masks().tolist() == [False, True] + [False] * 10
    _, reward, over, _, info = env.step(RAISE)
    assert over
    assert info["illegal"]
    assert abs(reward) in (0, 10)


def test_others_may_be_named_one_by_one() -> None:
    env = made(game="six-handed", opponent=["alpha", "beta", "caller", "raiser", "random"], deals=2)
    env.reset(seed=4)
    total = play_out(env, lambda mask: STAY)
    assert total == env._match.chips[env._seat] - 1000
    assert sum(env._match.chips) == 6000


@settings(max_examples=150, deadline=None)
@given(twins())
def test_an_observation_does_not_change_with_what_is_hidden(pair: Twins) -> None:
    sight = Sight(pair.rules)
    one, other = pair.match(pair.deck), pair.match(pair.other_deck)
    row = sight.row(one, pair.seat)
    assert row.tolist() == sight.row(other, pair.seat).tolist()
    assert sight.mask(one.view(pair.seat)).tolist() == sight.mask(other.view(pair.seat)).tolist()
    assert sight.space.contains(row)
    names = [f"player_{seat}" for seat in range(pair.rules.seats)]
    assert drawn_match(one, pair.seat, names) == drawn_match(other, pair.seat, names)


def test_a_picture_shows_the_back_of_what_is_hidden() -> None:
    env = made(render_mode="ansi", opponent="caller")
    assert env.render() is None
    env.reset(seed=1)
    shown = env.render()
    assert "▒▒" in shown
    assert shown.splitlines()[0] == "deal 1 of 20, opened by you; the pot has 20, 0 to call"
    for _ in range(3):
        env.step(STAY)
    assert env.render().startswith("before: you showed ")
    assert made().render() is None


def test_who_always_folds_loses() -> None:
    env = made(opponent="alpha")
    env.reset(seed=1)
    assert play_out(env, lambda mask: FOLD if mask[FOLD] else STAY) < 0
