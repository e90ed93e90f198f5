"""The blackjack environment, one table: spaces, masks, rewards, mistakes, regret and pictures."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cutcard as cc
import cutcard.envs
from cutcard.blackjack.presets import preset_names
from cutcard.errors import Illegal, Invalid

STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE = range(6)


def made(**options: Any) -> Any:
    return gym.make("cutcard/Blackjack-v0", **options).unwrapped


def until(env: Any, wanted: Any, seed: int = 0) -> tuple[dict[str, int], dict[str, Any]]:
    """Reset until a round begins as wanted, and return its observation by name, and its info."""
    observation, info = env.reset(seed=seed)
    for _ in range(10_000):
        named = dict(zip(env.columns, observation.tolist(), strict=True))
        if wanted(named):
            return named, info
        observation, info = env.reset()
    raise AssertionError("no round began as wanted")


def test_importing_cutcard_does_not_import_gymnasium() -> None:
    code = "import sys, cutcard; cutcard.game('easy'); print('gymnasium' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_stepping_through_rounds_compiles_nothing() -> None:
    code = (
        "import sys, gymnasium, cutcard.envs\n"
        "env = gymnasium.make('cutcard/Blackjack-v0', render_mode='ansi')\n"
        "env.reset(seed=1); env.step(0); env.render(); print('numba' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize(
    "options",
    [
        *({"game": name} for name in preset_names()),
        {"game": cc.Rules(decks=1), "seen": True, "count": "hi-lo", "bets": (1, 2, 4, 8)},
        {"insurance": True, "surrender": "early", "strict": False, "render_mode": "ansi"},
    ],
    ids=str,
)
def test_gymnasium_finds_nothing_to_warn_of(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(**options))


def test_a_game_is_a_name_a_file_or_rules_with_rules_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "vegas-strip"\n[rules]\ndecks = 2\n')
    assert made(game=str(file)).rules.decks == 2
    assert made(game=cc.Rules(decks=4)).rules.decks == 4
    assert made(game="easy", decks=8).rules == cc.game("easy", decks=8).rules
    with pytest.raises(Invalid, match="did you mean vegas-strip"):
        made(game="vegas-stripe")


def test_the_same_seed_deals_the_same_rounds_and_reset_goes_on_in_the_shoe() -> None:
    def rounds(env: Any) -> list[list[int]]:
        first = env.reset(seed=5)[0]
        return [first.tolist(), *(env.reset()[0].tolist() for _ in range(20))]

    env = made(seen=True)
    played = rounds(env)
    assert played == rounds(env) == rounds(made(seen=True))
    lefts = [row[env.columns.index("left")] for row in played]
    assert lefts[:3] == [308, 304, 300]


def test_a_round_that_the_deal_decides_takes_one_step_that_pays() -> None:
    env = made()
    named, info = until(env, lambda seen: seen["total"] == 21 and seen["dealer"] < 10)
    assert named["moment"] == 3
    assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0]
    assert env.action_masks().tolist() == [True, False, False, False, False, False]
    _, reward, terminated, truncated, info = env.step(STAND)
    assert (reward, terminated, truncated) == (1.5, True, False)
    assert not info["illegal"]


def test_a_dealers_blackjack_lies_open_and_takes_the_bet() -> None:
    env = made()
    named, info = until(env, lambda seen: seen["dealer"] == 21 and seen["total"] != 21)
    assert info["action_mask"].sum() == 1
    assert named["dealer_soft"] == 1
    assert env.step(STAND)[1:3] == (-1.0, True)


def test_an_illegal_action_is_played_as_stand_and_told() -> None:
    env, twin = made(), made()
    named, _ = until(env, lambda seen: seen["pair"] == 0 and seen["total"] == 12)
    until(twin, lambda seen: seen["pair"] == 0 and seen["total"] == 12)
    assert named["moment"] == 2
    split, stood = env.step(SPLIT), twin.step(STAND)
    assert split[0].tolist() == stood[0].tolist()
    assert split[1:4] == stood[1:4]
    assert (split[4]["illegal"], stood[4]["illegal"]) == (True, False)


def test_a_strict_environment_refuses_an_illegal_action_in_a_sentence() -> None:
    env = made(strict=True)
    until(env, lambda seen: seen["moment"] == 2 and seen["pair"] == 0)
    with pytest.raises(Illegal, match="action 3 is not legal now: it takes 0, 1, 2, 4"):
        env.step(SPLIT)


def test_what_is_no_action_and_what_comes_after_the_end_get_a_sentence() -> None:
    env = made()
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(STAND)
    env.reset(seed=1)
    for action in (6, -1, 1.5, "hit", "1", None):
        with pytest.raises(Invalid, match="is not an action: it takes 0 to 5"):
            env.step(action)
    while not env.step(STAND)[2]:
        pass
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(STAND)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"bets": (1,)}, "bets = .* it takes 2 to 16 whole numbers"),
        ({"bets": (4, 2)}, "rising"),
        ({"seen": True, "decks": "infinite"}, "does not go with decks = infinite"),
        ({"count": "hi-lo", "decks": "infinite"}, "cannot be counted with decks = infinite"),
        ({"count": "hi-low"}, "hi-lo"),
        ({"deks": 1}, "there is no rule 'deks': did you mean decks"),
        ({"render_mode": "human"}, "is not a way to render"),
    ],
)
def test_options_that_make_no_sense_get_a_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.CutcardError, match=said):
        cutcard.envs.blackjack.BlackjackEnv(**options)


def test_insurance_and_early_surrender_are_offered_before_the_dealer_looks() -> None:
    env = made(insurance=True, surrender="early")
    named, info = until(env, lambda seen: seen["up"] == 1 and seen["total"] == 16)
    assert named["moment"] == 1
    assert info["action_mask"].tolist() == [1, 0, 0, 0, 1, 1]
    assert env.step(SURRENDER)[1:3] == (-0.5, True)


def test_a_bet_is_chosen_first_and_multiplies_the_reward() -> None:
    env = made(bets=(1, 2, 5))
    for seed in range(200):
        observation, info = env.reset(seed=seed)
        assert info["action_mask"].tolist() == [1, 1, 1, 0, 0, 0]
        assert not observation.any()
        _, reward, terminated, _, info = env.step(2)
        assert (reward, terminated) == (0.0, False)
        while not terminated:
            _, reward, terminated, *_ = env.step(STAND)
        assert reward in (-5, 0, 5, 7.5)


def test_the_count_is_that_of_the_cards_seen() -> None:
    env = made(seen=True, count="hi-lo")
    observation, _ = env.reset(seed=8)
    for _ in range(200):
        named = dict(zip(env.columns, observation.tolist(), strict=True))
        low = sum(named[f"seen_{value}"] for value in range(2, 7))
        high = named["seen_1"] + named["seen_10"]
        assert named["count"] - 64 == (low - high) * 52 // named["left"]
        env.step(STAND)
        observation, _ = env.reset()


def test_regret_is_what_the_solver_says_an_action_costs() -> None:
    env = made(regret=True)
    wanted = lambda seen: (seen["total"], seen["soft"], seen["up"]) == (16, 0, 10)  # noqa: E731
    until(env, wanted)
    hand = env._replay.state.boxes[0].hand
    advice = cc.advise("vegas-strip", str(hand), "T")
    info = env.step(STAND)[4]
    assert info["regret"] == pytest.approx(advice[advice.best] - advice[cc.Action.STAND], abs=1e-12)
    until(env, wanted)
    best = [cc.Action.STAND, cc.Action.HIT, cc.Action.DOUBLE, cc.Action.SPLIT, cc.Action.SURRENDER]
    assert env.step(best.index(advice.best))[4]["regret"] == 0.0


def test_regrets_of_the_best_answers_add_up_to_nothing_in_a_whole_round() -> None:
    env = made(regret=True, insurance=True, surrender="early", decks="infinite")
    rng = np.random.default_rng(1)
    regrets = []
    for seed in range(60):
        _, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, _, terminated, _, info = env.step(action)
            regrets.append(info["regret"])
    assert min(regrets) == 0.0
    assert max(regrets) > 0.3


def test_the_table_is_drawn_without_the_hidden_card() -> None:
    env = made(render_mode="ansi")
    assert env.render() is None
    until(env, lambda seen: seen["total"] == 20 and seen["up"] == 6)
    assert env.render().startswith("Dealer: 6 ▒▒  (shows 6)\n")
    env.step(STAND)
    assert "▒▒" not in env.render()
