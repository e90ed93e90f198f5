"""Courses in which charts are learnt: kept, broken off, resumed, refused; and as a command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from learn.course_commands import assert_complains, command, stopped_by_ctrl_c

import cutcard as cc
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.errors import CutcardError
from cutcard.learn.chart_course import ChartCourse
from cutcard.learn.tuition import BLOCK, Method
from cutcard.sealed_arrays import InvalidArrays, read_arrays, write_arrays

STRIP = load_preset("vegas-strip").rules


def course_in(
    path: Path,
    *,
    game: str = "vegas-strip",
    rules: Rules = STRIP,
    method: Method = Method.MONTE_CARLO,
    seed: int = 1,
) -> ChartCourse:
    return ChartCourse(game, rules, method, seed, path)


def trained(path: Path, blocks: int, workers: int = 1) -> bytes:
    """The bytes of a course's file after so many blocks."""
    course = course_in(path)
    for _ in course.run(blocks * BLOCK, workers):
        pass
    course.save()
    return path.read_bytes()


def test_a_course_broken_off_comes_to_the_same_bytes(tmp_path):
    whole = trained(tmp_path / "whole.npz", 13, workers=2)
    for blocks in (1, 4, 11, 13):
        again = trained(tmp_path / "broken.npz", blocks)
    assert again == whole
    assert trained(tmp_path / "whole.npz", 5) == whole  # which is done


def test_a_course_is_saved_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setattr("cutcard.learn.course_file.SECONDS", 0.0)
    path = tmp_path / "c.npz"
    running = course_in(path).run(5 * BLOCK, 1)
    next(running)
    next(running)
    assert course_in(path).done == 2 * BLOCK
    running.close()


def test_the_file_says_what_it_is(tmp_path):
    trained(tmp_path / "c.npz", 1)
    header, arrays = read_arrays(tmp_path / "c.npz", "the course")
    assert header["game"] == "vegas-strip"
    assert header["rules"] == STRIP.plain()
    assert header["seed"] == 1
    assert header["rounds"] == BLOCK
    assert header["version"] == cc.__version__
    assert arrays["older_times"].sum() > 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seed": 2}, r"another seed \(1\)"),
        ({"method": Method.Q_LEARNING}, r"another method \(mc\)"),
        ({"game": "downtown"}, r"another game \(vegas-strip\)"),
        ({"rules": load_preset("downtown").rules}, "another rules"),
    ],
)
def test_a_course_of_something_else_is_refused(tmp_path, changes, sentence):
    before = trained(tmp_path / "c.npz", 1)
    with pytest.raises(CutcardError, match=sentence):
        course_in(tmp_path / "c.npz", **changes)
    assert (tmp_path / "c.npz").read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"junk",
        lambda data: data[:-10],
        lambda data: data[: len(data) // 2],
        lambda data: data[:300] + bytes([data[300] ^ 1]) + data[301:],
    ],
)
def test_a_damaged_course_is_refused(tmp_path, damage):
    path = tmp_path / "c.npz"
    path.write_bytes(damage(trained(path, 1)))
    with pytest.raises(InvalidArrays, match="damaged"):
        course_in(path)


def without(arrays: dict[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    return {key: value for key, value in arrays.items() if key != name}


@pytest.mark.parametrize(
    "change",
    [
        lambda header, arrays: (header, without(arrays, "older_met")),
        lambda header, arrays: (header, arrays | {"older_met": arrays["older_met"][:-1]}),
        lambda header, arrays: (header, arrays | {"older_met": arrays["older_met"] * 1.0}),
        lambda header, arrays: (header, arrays | {"curve_rounds": np.zeros(7, np.int64)}),
        lambda header, arrays: (header, arrays | {"curve_cells": arrays["curve_cells"][:, 1:]}),
        lambda header, arrays: (header | {"rounds": -BLOCK}, arrays),
        lambda header, arrays: (header | {"rounds": 7}, arrays),
        lambda header, arrays: (header | {"rounds": "many"}, arrays),
    ],
)
def test_a_course_that_makes_no_sense_is_refused_though_sealed(tmp_path, change):
    path = tmp_path / "c.npz"
    trained(path, 1)
    header, arrays = change(*read_arrays(path, "the course"))
    write_arrays(path, header, arrays, "the course")
    with pytest.raises(InvalidArrays, match="is damaged: delete it"):
        course_in(path)


def test_arrays_of_another_kind_are_refused(tmp_path):
    write_arrays(tmp_path / "c.npz", {"kind": "other"}, {}, "the course")
    with pytest.raises(InvalidArrays, match="holds no course"):
        course_in(tmp_path / "c.npz")


def test_what_would_be_executed_is_never_read(tmp_path):
    np.savez(tmp_path / "c.npz", header=np.array([object()], dtype=object))
    with pytest.raises(InvalidArrays, match="damaged"):
        course_in(tmp_path / "c.npz")


# As a command.


def test_the_chart_that_is_written_is_worth_what_is_printed(tmp_path):
    words = ["--rounds", "100k", "--seed", "3", "--json"]
    ran = command(tmp_path, "cs50", *words, "--chart-out", "learnt.txt", "--plot", "curve.png")
    ran.check_returncode()
    told = json.loads(ran.stdout)
    assert told["rounds"] == told["played"] == 100_000
    assert told["short"] == told["best"] - told["edge"] > 0
    assert cc.value("cs50", load_chart(str(tmp_path / "learnt.txt"))) == told["edge"]
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_course_goes_on_by_the_same_command(tmp_path):
    words = ["cs50", "--method", "q", "--course", "c.npz"]
    first = command(tmp_path, *words, "--rounds", "30k")
    assert "50,000 rounds are played, not 30,000: they come in whole blocks" in first.stderr
    assert "cs50" not in first.stdout
    assert "Q-learning, seed 0: 50,000 rounds" in first.stdout
    second = command(tmp_path, *words, "--rounds", "100k", "--json")
    assert json.loads(second.stdout)["played"] == 50_000
    nothing_more = command(tmp_path, *words, "--rounds", "100k")
    assert "100,000 rounds\n0 of them" in nothing_more.stdout


def test_ctrl_c_keeps_what_is_learnt(tmp_path):
    path = tmp_path / "c.npz"
    out = stopped_by_ctrl_c(tmp_path, path.name, "cs50", "--chart-out", "learnt.txt")
    assert "stopped before all rounds were played; the same command continues" in out
    kept = ChartCourse("cs50", load_preset("cs50").rules, Method.MONTE_CARLO, 0, path)
    assert f"{kept.done:,} rounds" in out
    assert load_chart(str(tmp_path / "learnt.txt")) == kept.tuition.chart()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["vegas-strip", "--q", "q"], "one full deck"),
        (["cs50", "--q", "q", "--chart-out", "x"], "--chart-out does not go with --q"),
        (["cs50", "--q", "q", "--method", "mc"], "--method does not go with --q"),
        (["cs50", "--method", "sarsa"], "sarsa"),
        (["cs50", "--chart-out", "no/x.txt"], "there is no folder no"),
        (["cs50", "--course", "no/x.npz"], "there is no folder no"),
        (["cs50", "--plot", "x.bmp"], "x.bmp is not a picture"),
        (["no-such-game"], "there is no game"),
    ],
)
def test_the_command_complains_in_a_sentence(tmp_path, words, sentence):
    assert_complains(tmp_path, words, sentence)
