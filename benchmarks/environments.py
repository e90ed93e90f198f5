"""The environments: steps from Python, beside Gymnasium's own Blackjack-v1.

All are measured in one run, in turn, and the best turn of each counts. Time is CPU time: of this
thread, and of all threads where batches are played on all cores. Rounds are played by hitting
below 17, so that what decides takes no time worth mentioning; a loop's time holds all of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from benchmarks.contestants import Contestant, Play, speeds
from cutcard.blackjack.presets import load_chart
from cutcard.envs.batch import play_rounds
from cutcard.envs.gymnasium_blackjack import RULES
from cutcard.envs.table_policies import SHAPE, TablePolicy

TURNS: Final = 11
TABLES: Final = 2048


def rounds_of(env: Any, total: int) -> Play:
    """Rounds of one table in a plain loop; the total is at this place of an observation."""

    def play(rounds: int) -> float:
        began = time.thread_time()
        for _ in range(rounds):
            observation, _ = env.reset()
            ended = False
            while not ended:
                observation, _, ended, _, _ = env.step(1 if observation[total] < 17 else 0)
        return time.thread_time() - began

    return play


def decisions_of(env: Any, total: Callable[[Any], Any], *, steps_only: bool = False) -> Play:
    """Decisions of many tables: all of the loop, or only what `step` takes."""
    observations, _ = env.reset(seed=1)
    now = [observations]

    def play(decisions: int) -> float:
        taken = 0.0
        began = time.thread_time()
        for _ in range(-(-decisions // env.num_envs)):
            actions = (total(now[0]) < 17).astype(np.int64)
            before = time.thread_time()
            now[0], *_ = env.step(actions)
            taken += time.thread_time() - before
        return taken if steps_only else time.thread_time() - began

    return play


def batch_of(policy: Any) -> Play:
    """Rounds of six decks in one call."""

    def play(rounds: int) -> float:
        began = time.process_time()
        play_rounds("vegas-strip", policy, rounds=rounds, seed=1, tables=TABLES)
        return time.process_time() - began

    return play


def one_table() -> list[Contestant]:
    """Tables that are stepped one by one: rounds a second."""
    theirs = gym.make("Blackjack-v1")
    ours = gym.make("cutcard/GymnasiumBlackjack-v0")
    same = gym.make("cutcard/Blackjack-v0", game=RULES)
    strip = gym.make("cutcard/Blackjack-v0", game="vegas-strip")
    made, bare = "Blackjack-v1, gym.make", "Blackjack-v1, unwrapped"
    for env in (theirs, ours, same, strip):
        env.reset(seed=1)
    return [
        Contestant(made, rounds_of(theirs, 0), 1_000),
        Contestant(bare, rounds_of(theirs.unwrapped, 0), 1_000),
        Contestant("GymnasiumBlackjack-v0, gym.make", rounds_of(ours, 0), 10_000, ((made, "8"),)),
        Contestant(
            "GymnasiumBlackjack-v0, unwrapped", rounds_of(ours.unwrapped, 0), 10_000, ((bare, "8"),)
        ),
        Contestant("Blackjack-v0, same rules, gym.make", rounds_of(same, 1), 5_000, ((made, ""),)),
        Contestant(
            "Blackjack-v0, same rules, unwrapped",
            rounds_of(same.unwrapped, 1),
            5_000,
            ((bare, ""),),
        ),
        Contestant("Blackjack-v0, six decks, gym.make", rounds_of(strip, 1), 5_000),
    ]


def many_tables() -> list[Contestant]:
    """Tables that are stepped together: decisions a second."""
    mode = AutoresetMode.SAME_STEP
    theirs = gym.make_vec("Blackjack-v1", 64, "sync", vector_kwargs={"autoreset_mode": mode})
    ours = gym.make_vec("cutcard/GymnasiumBlackjack-v0", TABLES, autoreset_mode=mode)
    strip = gym.make_vec("cutcard/Blackjack-v0", TABLES, autoreset_mode=mode)
    sync = "Blackjack-v1, SyncVectorEnv"
    return [
        Contestant(sync, decisions_of(theirs, lambda seen: seen[0]), 2_000),
        Contestant(
            "GymnasiumBlackjack-v0, vector",
            decisions_of(ours, lambda seen: seen[0]),
            500_000,
            ((sync, ""),),
        ),
        Contestant(
            "Blackjack-v0, six decks, vector",
            decisions_of(strip, lambda seen: seen[:, 1]),
            500_000,
            ((sync, ""),),
        ),
        Contestant(
            "Blackjack-v0, six decks, step alone",
            decisions_of(strip, lambda seen: seen[:, 1], steps_only=True),
            500_000,
            goal=5e6,
        ),
    ]


def batches() -> list[Contestant]:
    """Batch play of six decks: rounds a second."""
    chart = load_chart("vegas-strip")
    table = np.zeros(SHAPE, np.int64)
    table[:17] = 1
    policy = TablePolicy.of_chart(chart)
    return [
        Contestant("six decks, a chart", batch_of(chart), 8_000_000, goal=20e6),
        Contestant("six decks, a table", batch_of(table), 8_000_000, goal=20e6),
        Contestant("six decks, a function", batch_of(policy.__call__), 200_000),
    ]


def main() -> None:
    for title, rivals in (
        ("rounds a second of CPU time, one table in a loop", one_table()),
        (f"decisions a second of CPU time, {TABLES} tables at once", many_tables()),
        ("rounds a second of CPU time, in one call", batches()),
    ):
        print(f"environments: {title}, best of {TURNS}")
        speed = speeds(rivals, TURNS)
        for rival in rivals:
            goal = f"   goal {rival.goal:,.0f}" if rival.goal else ""
            print(f"  {rival.name:37} {speed[rival.name]:13,.0f}{goal}")
            for other, least in rival.goals:
                times = speed[rival.name] / speed[other]
                goal = f"   goal {least}" if least else ""
                print(f"    {f'times {other}':35} {times:13,.1f}{goal}")
