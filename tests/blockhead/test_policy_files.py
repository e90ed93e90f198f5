"""Policies in files: written, read, named like players, and refused where they do not fit."""

from __future__ import annotations

from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from blockhead.made_up_policies import any_odds
from warm_starts import CUTCARD, warm_starts

import cutcard as cc
import cutcard.envs
from cutcard.blockhead.policy_files import SpotPolicy, load_policy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, CERTAIN, spots_of
from cutcard.errors import CutcardError
from cutcard.sealed_arrays import InvalidArrays, read_arrays, write_arrays

SMALL = SHELF.load("small").rules


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What a file of a policy for the small game holds."""
    path = tmp_path_factory.mktemp("policies") / "mine.npz"
    odds = any_odds(spots_of(SMALL), 1)
    SpotPolicy("small", SMALL, odds, {"method": "mc", "seed": 7, "deals": 0}).save(path)
    return path.read_bytes()


@pytest.fixture
def policy(written: bytes, tmp_path: Path) -> Path:
    """A policy for the small game."""
    path = tmp_path / "mine.npz"
    path.write_bytes(written)
    return path


def test_a_policy_says_what_it_is(policy):
    header, arrays = read_arrays(policy, "the policy")
    assert header["format"] == "cutcard policy"
    assert header["kind"] == "spots"
    assert header["game"] == "small"
    assert header["rules"] == SMALL.plain()
    assert (header["method"], header["seed"], header["deals"]) == ("mc", 7, 0)
    assert set(arrays) == {"odds"}


def test_a_policy_is_read_as_it_was_written_and_again_once_it_has_changed(policy):
    known = load_policy(str(policy))
    assert known.rules == SMALL
    assert known.made == {"method": "mc", "seed": 7, "deals": 0}
    assert load_policy(str(policy)) is known
    odds = np.zeros((spots_of(SMALL).number, ACTIONS), np.uint8)
    odds[:, 1] = CERTAIN
    SpotPolicy("small", SMALL, odds).save(policy)
    assert (load_policy(str(policy)).odds == odds).all()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda header, arrays: (header | {"kind": "dreams"}, arrays), "kind 'dreams'.*spots"),
        (lambda header, arrays: (header | {"format": "x"}, arrays), "holds no policy"),
        (lambda header, arrays: ({"kind": "cutcard course"}, arrays), "holds no policy"),
        (lambda header, arrays: (header | {"rules": {"deck": 7}}, arrays), "makes no sense"),
        (lambda header, arrays: (header | {"kind": ["spots"]}, arrays), "this version knows spots"),
        (lambda header, arrays: (header | {"rules": None}, arrays), "makes no sense"),
        (lambda header, arrays: (header | {"rules": ["deck"]}, arrays), "makes no sense"),
        (lambda header, arrays: (header, {}), "makes no sense"),
        (lambda header, arrays: (header, {"odds": arrays["odds"][1:]}), "makes no sense"),
        (lambda header, arrays: (header, {"odds": arrays["odds"] * 1.0}), "makes no sense"),
        (lambda header, arrays: (header, {"odds": arrays["odds"] // 2}), "makes no sense"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused_though_sealed(policy, change, sentence):
    header, arrays = change(*read_arrays(policy, "the policy"))
    write_arrays(policy, header, arrays, "the policy")
    with pytest.raises(InvalidArrays, match=sentence):
        load_policy(str(policy))


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-9], lambda data: b"junk"])
def test_a_damaged_policy_is_refused(policy, damage):
    policy.write_bytes(damage(policy.read_bytes()))
    with pytest.raises(InvalidArrays, match=r"the policy .* is damaged"):
        load_policy(str(policy))


def test_a_policy_for_other_rules_is_refused(policy):
    with pytest.raises(CutcardError, match=r"mine.npz plays small with least_raise = 10: least_ra"):
        cc.duel(str(policy), "alpha", pairs=2)
    with pytest.raises(CutcardError, match="raises = 2 does not go with it"):
        cc.duel(str(policy), "alpha", pairs=2, game="small", raises=2)


def test_a_policy_plays_games_of_any_length(policy):
    short = cc.duel(str(policy), "alpha", pairs=2, seed=1, game="small", deals=3)
    assert short.score.deals == 12


def test_a_policy_is_named_like_a_player(policy):
    found = cc.duel(str(policy), "beta", pairs=2, seed=1, game="small")
    assert found.kernel == "kernel"
    assert found.command.endswith("beta --game small --pairs 2 --seed 1")
    env = gym.make("cutcard/Blockhead-v0", game="small", opponent=str(policy), render_mode="ansi")
    env.reset(seed=1)
    assert "chips: you 1000, mine 1000" in env.render()
    over = False
    while not over:
        _, _, over, _, _ = env.step(1)
    with pytest.raises(CutcardError, match="plays small with"):
        gym.make("cutcard/Blockhead-v0", opponent=str(policy))


def run(folder: Path, *words: str, typed: str = "") -> str:
    done = warm_starts().run_as_text([str(CUTCARD), *words], folder=folder, typed=typed)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_command_takes_a_policy(policy):
    folder = policy.parent
    asked = ("--game", "small", "--pairs", "20", "--seed", "1")
    told = run(folder, "duel", "mine.npz", "alpha", *asked)
    assert "mine.npz against alpha: 20 pairs" in told
    assert "games a second (kernel)" in told
    assert "again: cutcard duel mine.npz alpha --game small --pairs 20 --seed 1" in told
    usual = Rules().plain()
    rules = [
        word
        for name, value in SMALL.plain().items()
        if usual[name] != value
        for word in ("--rule", f"{name}={value}")
    ]
    told = run(folder, "blockhead", "mine.npz", "alpha", "--quiet", "--seed", "1", *rules)
    assert "chips" in told
    told = run(folder, "blockhead", "monte-carlo", "2", "mine.npz", "alpha", *rules)
    assert "mine" in told
    told = run(folder, "play", "small", "--opponent", "mine.npz", "--seed", "1", typed="q\n")
    assert "against mine.npz" in told
