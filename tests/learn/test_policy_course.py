"""Courses in which policies are learnt: kept, broken off, resumed, refused; and as a command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from learn.course_commands import assert_complains, command, stopped_by_ctrl_c

import cutcard as cc
from cutcard.blockhead.policy_files import SpotPolicy, load_policy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, CERTAIN, spots_of
from cutcard.errors import CutcardError
from cutcard.learn import poker_tuition, policy_course
from cutcard.learn.poker_tuition import PokerMethod
from cutcard.learn.policy_course import PolicyCourse
from cutcard.sealed_arrays import InvalidArrays, read_arrays, write_arrays

SMALL = SHELF.load("small").rules
OPPONENTS = ["alpha", "self"]


@pytest.fixture
def small_blocks(monkeypatch) -> int:
    """Blocks of few deals, and short duels after batches."""
    for module in (policy_course, poker_tuition):
        monkeypatch.setattr(module, "BLOCK", 2_000)
    monkeypatch.setattr(poker_tuition, "CURVE_PAIRS", 5)
    return 2_000


def course_in(
    path: Path,
    *,
    game: str = "small",
    rules: Rules = SMALL,
    opponent: str = "alpha",
    method: PokerMethod | None = None,
    seed: int = 1,
) -> PolicyCourse:
    usual = PokerMethod.REGRET_MATCHING if opponent == "self" else PokerMethod.MONTE_CARLO
    return PolicyCourse(game, rules, opponent, method or usual, seed, path)


def trained(path: Path, deals: int, workers: int = 1, opponent: str = "alpha") -> bytes:
    """The bytes of a course's file after so many deals."""
    course = course_in(path, opponent=opponent)
    for _ in course.run(deals, workers):
        pass
    course.save()
    return path.read_bytes()


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_a_course_broken_off_comes_to_the_same_bytes(tmp_path, small_blocks, opponent):
    whole = trained(tmp_path / "whole.npz", 19 * small_blocks, workers=3, opponent=opponent)
    for blocks in (1, 4, 16, 19):
        again = trained(tmp_path / "broken.npz", blocks * small_blocks, opponent=opponent)
    assert again == whole
    assert trained(tmp_path / "whole.npz", small_blocks, opponent=opponent) == whole


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_same_course_ends_in_the_same_policy(tmp_path, small_blocks, opponent):
    files = [tmp_path / "one.npz", tmp_path / "two.npz"]
    for workers, path in enumerate(files, start=1):
        course = course_in(tmp_path / f"{workers}.npz", opponent=opponent)
        for _ in course.run(17 * small_blocks, workers):
            pass
        course.policy().save(path)
    assert files[0].read_bytes() == files[1].read_bytes()
    made = load_policy(str(files[0])).made
    assert made["deals"] == 17 * small_blocks
    assert (made["opponent"], made["seed"]) == (opponent, 1)
    assert made["version"] == cc.__version__


def test_the_file_says_what_it_is(tmp_path, small_blocks):
    trained(tmp_path / "c.npz", small_blocks)
    header, arrays = read_arrays(tmp_path / "c.npz", "the course")
    assert header["kind"] == "cutcard course"
    assert (header["game"], header["opponent"], header["method"]) == ("small", "alpha", "mc")
    assert header["rules"] == SMALL.plain()
    assert header["rounds"] == small_blocks
    assert header["version"] == cc.__version__
    assert arrays["older_times"].sum() > 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seed": 2}, r"another seed \(1\)"),
        ({"method": PokerMethod.Q_LEARNING}, r"another method \(mc\)"),
        ({"opponent": "caller"}, r"another opponent \(alpha\)"),
        ({"game": "blockhead"}, r"another game \(small\)"),
        ({"rules": Rules()}, "another rules"),
    ],
)
def test_a_course_of_something_else_is_refused(tmp_path, small_blocks, changes, sentence):
    before = trained(tmp_path / "c.npz", small_blocks)
    with pytest.raises(CutcardError, match=sentence):
        course_in(tmp_path / "c.npz", **changes)
    assert (tmp_path / "c.npz").read_bytes() == before


def test_a_course_against_a_policy_knows_when_that_has_changed(tmp_path, small_blocks):
    odds = np.zeros((spots_of(SMALL).number, ACTIONS), np.uint8)
    odds[:, 1] = CERTAIN
    other = tmp_path / "other.npz"
    SpotPolicy("small", SMALL, odds).save(other)
    trained(tmp_path / "c.npz", small_blocks, opponent=str(other))
    assert course_in(tmp_path / "c.npz", opponent=str(other)).done == small_blocks
    odds[7] = (0, 0, CERTAIN, 0, 0)
    SpotPolicy("small", SMALL, odds, {"more": 1}).save(other)
    with pytest.raises(CutcardError, match=r"another opponent \(.*other.npz"):
        course_in(tmp_path / "c.npz", opponent=str(other))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("older_met", lambda array: array[:-1]),
        ("older_met", lambda array: array[::-1]),
        ("older_met", lambda array: array + 10**9),
        ("older_times", lambda array: -array),
        ("older_times", lambda array: array * 1.0),
        ("present_totals", lambda array: array[:, 1:]),
        ("curve", lambda array: array[:, 1:]),
        ("curve", lambda array: array * np.nan),
    ],
)
def test_a_course_that_makes_no_sense_is_refused_though_sealed(
    tmp_path, small_blocks, name, change
):
    path = tmp_path / "c.npz"
    trained(path, 9 * small_blocks)
    header, arrays = read_arrays(path, "the course")
    write_arrays(path, header, {**arrays, name: change(arrays[name])}, "the course")
    with pytest.raises(InvalidArrays, match="is damaged: delete it"):
        course_in(path)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("met", lambda array: array[:-1]),
        ("regrets", lambda array: array - 1e9),
        ("played", lambda array: array + np.inf),
        ("batches", lambda array: array - 9),
    ],
)
def test_a_course_against_itself_that_makes_no_sense_is_refused(
    tmp_path, small_blocks, name, change
):
    path = tmp_path / "c.npz"
    trained(path, 9 * small_blocks, opponent="self")
    header, arrays = read_arrays(path, "the course")
    write_arrays(path, header, {**arrays, name: change(arrays[name])}, "the course")
    with pytest.raises(InvalidArrays, match="is damaged: delete it"):
        course_in(path, opponent="self")


# As a command.


def test_the_policy_that_is_written_gains_what_is_printed(tmp_path):
    words = ["--rounds", "250k", "--seed", "3", "--pairs", "500", "--json"]
    files = ["--policy-out", "learnt.npz", "--plot", "curve.png", "--course", "c.npz"]
    ran = command(tmp_path, "small", *words, *files)
    ran.check_returncode()
    told = json.loads(ran.stdout)
    assert told["deals"] == told["played"] == 250_000
    assert told["opponent"] == told["rival"] == "alpha"
    found = cc.duel(
        str(tmp_path / "learnt.npz"), "alpha", pairs=500, seed=3, game="small", controls=False
    )
    assert (found.gain, found.stderr) == (told["gain"], told["stderr"])
    assert list(found.interval) == told["interval"]
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    again = command(tmp_path, "small", *words, "--course", "c.npz")
    assert json.loads(again.stdout)["played"] == 0
    assert json.loads(again.stdout)["gain"] == told["gain"]


def test_what_is_learnt_against_itself_is_measured_against_alpha(tmp_path):
    ran = command(tmp_path, "small", "--opponent", "self", "--rounds", "1k", "--pairs", "100")
    ran.check_returncode()
    assert "250,000 deals are played, not 1,000" in ran.stderr
    assert "regret matching against self, seed 0: 250,000 deals" in ran.stdout
    assert "chips a game against alpha" in ran.stdout


def test_ctrl_c_keeps_what_is_learnt(tmp_path):
    path = tmp_path / "c.npz"
    out = stopped_by_ctrl_c(tmp_path, path.name, "small", "--policy-out", "p.npz", "--pairs", "100")
    assert "stopped before all deals were played; the same command continues" in out
    kept = PolicyCourse("small", SMALL, "alpha", PokerMethod.MONTE_CARLO, 0, path)
    assert f"{kept.done:,} deals" in out
    assert (load_policy(str(tmp_path / "p.npz")).odds == kept.tuition.policy()).all()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["blockead"], "there is no game 'blockead': did you mean blockhead?"),
        (["blockhead", "--chart-out", "x"], "--chart-out does not go with blockhead"),
        (["blockhead", "--q", "x"], "--q does not go with blockhead"),
        (["cs50", "--opponent", "alpha"], "--opponent does not go with cs50"),
        (["cs50", "--policy-out", "x.npz"], "--policy-out does not go with cs50"),
        (["small", "--policy-out", "x"], "takes a name that ends in .npz"),
        (["small", "--policy-out", "no/x.npz"], "there is no folder no"),
        (["small", "--opponent", "beta"], "beta cannot be learnt from"),
        (["small", "--opponent", "self", "--method", "q"], "--method q does not go with"),
        (["small", "--pairs", "1"], "a duel takes 2 pairs or more"),
        (["six-handed"], "seats = 6 does not go with it"),
        (["real-poker"], "alpha does not play valuation = poker"),
        (["real-poker", "--opponent", "caller"], "valuation = poker cannot be played by a table"),
    ],
)
def test_the_command_complains_in_a_sentence(tmp_path, words, sentence):
    assert_complains(tmp_path, words, sentence)
