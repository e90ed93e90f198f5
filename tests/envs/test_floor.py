"""Vector environments: the same rounds as one table's, in every mode, on any number of threads."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from blackjack.made_up_games import any_rules
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

import cutcard as cc
import cutcard.envs
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.envs.blackjack import BlackjackEnv
from cutcard.envs.blackjack_floor import BlackjackVectorEnv
from cutcard.envs.gymnasium_blackjack import MODES, worth
from cutcard.errors import Illegal, Invalid

NEXT_STEP, SAME_STEP, DISABLED = (
    AutoresetMode.NEXT_STEP,
    AutoresetMode.SAME_STEP,
    AutoresetMode.DISABLED,
)


def options_for(rules: cc.Rules, bets: tuple[int, ...], seed: int = 0) -> dict[str, Any]:
    """All that can be observed of these rules, at a count of one convention or another."""
    finite = rules.decks != "infinite"
    convention, divisor = list(product(Convention, Divisor))[seed % 9]
    return {
        "game": rules,
        "bets": tuple(sorted(bets)) if len(bets) > 1 else None,
        "seen": finite,
        "count": replace(HI_LO, whole=convention, divisor=divisor) if finite else None,
    }


def picked(masks: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """A legal action for each table, by a number each."""
    legal = masks.sum(axis=1)
    order = np.argsort(-masks, axis=1, kind="stable")
    return np.take_along_axis(order, (numbers % legal)[:, None], axis=1)[:, 0]


@settings(max_examples=30, deadline=None)
@given(
    rules=any_rules(),
    seed=st.integers(0, 2**32),
    bets=st.lists(st.integers(1, 9), min_size=1, max_size=3, unique=True).map(tuple),
    legal=st.booleans(),
)
def test_every_table_plays_what_one_table_and_the_engine_play(
    rules: cc.Rules, seed: int, bets: tuple[int, ...], legal: bool
) -> None:
    options = options_for(rules, bets, seed)
    floor = BlackjackVectorEnv(num_envs=5, autoreset_mode="Disabled", threads=2, **options)
    alone = [BlackjackEnv(render_mode="ansi", **options) for _ in range(5)]  # beside the engine
    rng = np.random.default_rng(seed)
    observations, infos = floor.reset(seed=seed)
    starts = [env.reset(seed=seed + table) for table, env in enumerate(alone)]
    assert observations.tolist() == [start[0].tolist() for start in starts]
    for _ in range(80):
        numbers = rng.integers(0, 60, 5)
        actions = picked(infos["action_mask"], numbers) if legal else numbers % 6
        observations, gains, ended, _, infos = floor.step(actions)
        steps = [env.step(action) for env, action in zip(alone, actions, strict=True)]
        assert observations.tolist() == [step[0].tolist() for step in steps]
        assert gains.tolist() == [step[1] for step in steps]
        assert ended.tolist() == [step[2] for step in steps]
        assert infos["illegal"].tolist() == [step[4]["illegal"] for step in steps]
        masks = infos["action_mask"]
        assert masks.tolist() == [step[4]["action_mask"].tolist() for step in steps]
        assert floor.action_masks().tolist() == [env.action_masks().tolist() for env in alone]
        if ended.any():
            for table in np.flatnonzero(ended):
                played = alone[table]._replay.state
                assert played.over
                assert gains[table] == played.nets[0] / rules.unit
            observations, infos = floor.reset(options={"reset_mask": ended})
            for table in np.flatnonzero(ended):
                observation, _ = alone[table].reset()
                assert observations[table].tolist() == observation.tolist()
    floor.close()


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP, DISABLED], ids=lambda mode: mode.name)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cutcard/Blackjack-v0", {"insurance": True, "surrender": "early"}),
        ("cutcard/GymnasiumBlackjack-v0", {"sab": False, "natural": True}),
    ],
)
def test_each_mode_is_that_of_gymnasiums_own_vector_environment(
    mode: AutoresetMode, name: str, options: dict[str, Any]
) -> None:
    ours = gym.make_vec(name, num_envs=4, autoreset_mode=mode, **options)
    theirs = gym.make_vec(
        name,
        num_envs=4,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **options,
    )
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is mode
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng = np.random.default_rng(2)
    np.testing.assert_equal(ours.reset(seed=9)[0], theirs.reset(seed=9)[0])
    for _ in range(200):
        actions = rng.integers(0, ours.single_action_space.n, 4)
        seen, other = ours.step(actions), theirs.step(actions)
        np.testing.assert_equal(seen[:4], other[:4])
        assert seen[0] in ours.observation_space
        ended = seen[2]
        if mode is SAME_STEP and ended.any():
            np.testing.assert_equal(seen[4]["_final_obs"], other[4]["_final_obs"])
            for table in np.flatnonzero(ended):
                last = other[4]["final_obs"][table]
                rows = seen[4]["final_obs"]
                mine = (
                    [column[table] for column in rows] if isinstance(rows, tuple) else rows[table]
                )
                np.testing.assert_equal(list(mine), list(last))
        if mode is DISABLED and ended.any():
            options = {"reset_mask": ended}
            fresh = ours.reset(options=dict(options))[0], theirs.reset(options=dict(options))[0]
            np.testing.assert_equal(*fresh)
    ours.close()
    theirs.close()


def test_the_same_seed_is_the_same_bytes_on_any_number_of_threads() -> None:
    def played(threads: int) -> list[bytes]:
        env = BlackjackVectorEnv(101, seen=True, count="ko", threads=threads)
        observations, infos = env.reset(seed=3)
        rng = np.random.default_rng(0)
        found = []
        for _ in range(60):
            actions = picked(infos["action_mask"], rng.integers(0, 60, 101))
            observations, gains, ended, _, infos = env.step(actions)
            found += [observations.tobytes(), gains.tobytes(), ended.tobytes()]
        env.close()
        return found

    assert played(1) == played(2) == played(7)


def test_what_is_returned_is_not_used_again() -> None:
    env = BlackjackVectorEnv(3)
    before, _ = env.reset(seed=1)
    kept = before.copy()
    after, *_ = env.step(np.zeros(3, int))
    assert (before == kept).all()
    assert not np.shares_memory(before, after)


@pytest.mark.parametrize("mode", MODES)
def test_mean_rewards_are_the_exact_worths(mode: str) -> None:
    natural, sab = MODES[mode]
    env = gym.make_vec(
        "cutcard/GymnasiumBlackjack-v0",
        num_envs=1000,
        natural=natural,
        sab=sab,
        autoreset_mode=SAME_STEP,
    )
    (totals, _, _), _ = env.reset(seed=4)
    rounds, total, squares = np.zeros(1000), np.zeros(1000), np.zeros(1000)
    while rounds.min() < 1000:
        (totals, _, _), gains, ended, _, _ = env.step((totals < 17).astype(int))
        counted = ended & (rounds < 1000)  # as many at every table: short rounds are other rounds
        rounds += counted
        total += gains * counted
        squares += gains**2 * counted
    mean = total.sum() / 1e6
    stderr = ((squares.sum() / 1e6 - mean**2) / 1e6) ** 0.5
    exact = worth(lambda seen: seen[0] < 17, natural=natural, sab=sab)
    assert abs(mean - exact) < 4 * stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"num_envs": 0}, "0 tables cannot be made: it takes 1 to 1,000,000"),
        ({"threads": 0}, "0 threads are not possible: it takes 1 to 256"),
        ({"autoreset_mode": "never"}, "'never' is not an autoreset mode: they are NextStep"),
        ({"regret": True}, "regret = True is for one table"),
        ({"render_mode": "ansi"}, "render_mode = 'ansi' is for one table"),
    ],
)
def test_options_that_make_no_sense_get_a_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(cc.CutcardError, match=said):
        BlackjackVectorEnv(**options)


def test_wrong_actions_get_a_sentence() -> None:
    env = BlackjackVectorEnv(3)
    with pytest.raises(Illegal, match="reset begins the first ones"):
        env.step(np.zeros(3, int))
    env.reset(seed=1)
    for actions in ([0, 1], [0.0, 1.0, 0.0], [[0], [1], [0]]):
        with pytest.raises(Invalid, match="it takes 3 whole numbers"):
            env.step(np.array(actions))
    for wrong in (-1, 6):
        with pytest.raises(Invalid, match=f"{wrong} is not an action: it takes 0 to 5"):
            env.step(np.array([0, wrong, 0]))


def test_a_strict_floor_names_the_table() -> None:
    env = BlackjackVectorEnv(50, strict=True)
    _, infos = env.reset(seed=1)
    actions = np.zeros(50, int)
    table = int(np.flatnonzero(infos["action_mask"][:, 3] == 0)[2])
    actions[table] = 3
    with pytest.raises(Illegal, match=f"action 3 is not legal now at table {table}: it takes 0"):
        env.step(actions)


def test_a_table_that_nobody_reset_is_named_where_resets_are_disabled() -> None:
    env = BlackjackVectorEnv(4, autoreset_mode=DISABLED)
    env.reset(seed=1)
    _, _, ended, _, _ = env.step(np.zeros(4, int))
    table = int(ended.argmax())
    with pytest.raises(Illegal, match=f"the round at table {table} is over: reset begins"):
        env.step(np.zeros(4, int))


def test_wrong_resets_get_a_sentence() -> None:
    env = BlackjackVectorEnv(3)
    with pytest.raises(Illegal, match="the first reset is of all tables"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    env.reset(seed=[1, 2, 3])
    for mask in ([True] * 3, np.zeros(3, bool), np.ones(2, bool), np.ones(3)):
        with pytest.raises(Invalid, match="it takes an array of 3 booleans, some of them true"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(Invalid, match="2 seeds do not go with 3 tables"):
        env.reset(seed=[1, 2])
