"""Gymnasium's own game: exact worths, and the same rounds as Blackjack-v1 on the same cards."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.envs.toy_text.blackjack import BlackjackEnv
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import cutcard as cc
import cutcard.envs
from cutcard.blackjack.kernel.table_shoes import TableShoe
from cutcard.envs.gymnasium_blackjack import MODES, RULES, GymnasiumBlackjackEnv, worth
from cutcard.errors import Illegal, Invalid

WORTHS = {
    # Best play and hitting below 17.
    "sab=True": (-0.04311311, -0.07585166),
    "natural=False, sab=False": (-0.04655598, -0.07929453),
    "natural=True, sab=False": (-0.02572918, -0.05846774),
}


def below_17(seen: tuple[int, int, int]) -> bool:
    return seen[0] < 17


class Scripted:
    """A source of numbers that deals given cards to Blackjack-v1; suits and faces are no cards."""

    def __init__(self, cards: list[int]) -> None:
        self._cards = iter(cards)

    def choice(self, among: list[Any]) -> Any:
        return next(self._cards) + 1 if among[0] == 1 else among[0]


@pytest.mark.parametrize("mode", MODES)
def test_exact_worths(mode: str) -> None:
    natural, sab = MODES[mode]
    best, simple = WORTHS[mode]
    assert worth(natural=natural, sab=sab) == pytest.approx(best, abs=1e-8)
    assert worth(below_17, natural=natural, sab=sab) == pytest.approx(simple, abs=1e-8)


def test_the_solver_finds_the_same_where_its_rules_are_the_same() -> None:
    assert cc.solve(RULES).edge == pytest.approx(worth(), abs=1e-12)

    def hits_below_17(view: cc.View) -> cc.Action:
        return cc.Action.HIT if view.hand.total < 17 else cc.Action.STAND

    solved = cc.solve(RULES, chart=hits_below_17)
    assert solved.edge == pytest.approx(worth(below_17), abs=1e-12)


def test_sutton_and_bartos_naturals_add_what_they_win_against_another_21() -> None:
    # A natural wins against a 21 of three or more cards, which plain rules call a tie.
    natural = 2 * (1 / 13) * (4 / 13)
    ends = cc.solve(RULES.changed({"naturals": "player", "blackjack_pays": "1:1"}))
    assert ends.edge - natural**2 == pytest.approx(worth(sab=True), abs=1e-12)


def test_a_command_prints_the_worths() -> None:
    command = [sys.executable, "-m", "cutcard.envs.gymnasium_blackjack"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    for mode, (best, simple) in WORTHS.items():
        assert f"{mode:26} {best:+12.8f} {simple:+14.8f}\n" in run.stdout


@settings(deadline=None)
@given(
    seed=st.integers(0, 2**32),
    hits=st.lists(st.booleans(), min_size=1, max_size=20),
    mode=st.sampled_from(sorted(MODES)),
)
def test_the_same_cards_are_the_same_rounds(seed: int, hits: list[bool], mode: str) -> None:
    natural, sab = MODES[mode]
    ours = GymnasiumBlackjackEnv(natural=natural, sab=sab)
    theirs = BlackjackEnv(natural=natural, sab=sab)
    shoe = TableShoe(RULES, seed)
    theirs.np_random = Scripted([shoe.draw() for _ in range(2000)])
    choices = iter(hits * 2000)
    seen = ours.reset(seed=seed)
    assert seen == theirs.reset()
    for _ in range(60):
        action = int(next(choices))
        step = ours.step(action)
        assert step == theirs.step(action)
        if step[2]:
            assert ours.reset() == theirs.reset()


def test_gymnasium_finds_nothing_to_warn_of() -> None:
    made = gym.make("cutcard/GymnasiumBlackjack-v0")
    assert made.unwrapped.sab
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def test_spaces_are_those_of_blackjack_v1() -> None:
    ours, theirs = gym.make("cutcard/GymnasiumBlackjack-v0"), gym.make("Blackjack-v1")
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert (ours.unwrapped.natural, ours.unwrapped.sab) == (
        theirs.unwrapped.natural,
        theirs.unwrapped.sab,
    )


def test_wrong_actions_get_a_sentence() -> None:
    env = GymnasiumBlackjackEnv()
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(Invalid, match="2 is not an action: it takes 0 or 1"):
        env.step(2)
    env.step(0)
    with pytest.raises(Illegal, match="reset begins the next one"):
        env.step(0)
