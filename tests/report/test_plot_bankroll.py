"""Pictures of bankrolls: of every kind, whole or not at all, or a sentence."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

import cutcard as cc
from cutcard.errors import CutcardError, installing
from cutcard.lab.paths import Paths, sample_paths
from cutcard.report.simulation_pictures import bankroll_paths, draw_paths


@pytest.fixture
def paths() -> Paths:
    return sample_paths(
        {0: {-2: 50, 2: 48, 3: 4}}, 2, rounds=500, seed=1, bankroll=20, paths=40, points=25
    )


@pytest.mark.parametrize(
    ("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_a_picture_is_drawn_and_nothing_is_left_beside_it(
    tmp_path: Path, paths: Paths, ending: str, magic: bytes
) -> None:
    pytest.importorskip("matplotlib")
    from cutcard.report.plot_bankroll import draw

    picture = tmp_path / f"bankroll.{ending}"
    draw(picture, paths, title="A bankroll", subtitle="of 20 chips", win_rate=0.03)
    assert picture.read_bytes().startswith(magic)
    assert list(tmp_path.iterdir()) == [picture]


def test_a_picture_tells_what_it_shows(tmp_path: Path, paths: Paths) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from cutcard.report.plot_bankroll import draw

    picture = tmp_path / "bankroll.svg"
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        draw(picture, paths, title="A bankroll", subtitle="of 20 chips", win_rate=0.03)
    text = picture.read_text(encoding="utf-8")
    for words in (
        "A bankroll",
        "of 20 chips",
        "rounds",
        "bankroll in chips",
        "90% of all (5 to 95%)",
        "50% of all (25 to 75%)",
        "median",
        "expected",
        "some paths",
        "ruin",
    ):
        assert f">{words}</text>" in text, words


def test_nothing_is_said_of_what_is_not_drawn(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from cutcard.report.plot_bankroll import draw

    won = sample_paths({0: {1: 1}}, 1, rounds=50, seed=1, bankroll=0, paths=3, points=5)
    picture = tmp_path / "bankroll.svg"
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        draw(picture, won, title="A bankroll", shown=0)
    text = picture.read_text(encoding="utf-8")
    for words in ("expected", "ruin", "some paths"):
        assert f">{words}</text>" not in text, words


@pytest.mark.parametrize("name", ["bankroll.gif", "bankroll", "bankroll.PNG"])
def test_an_unknown_kind_of_picture_gets_a_sentence(
    tmp_path: Path, paths: Paths, name: str
) -> None:
    pytest.importorskip("matplotlib")
    from cutcard.report.plot_bankroll import draw

    wanted = r"is not a picture: its name must end in \.png, \.svg or \.pdf$"
    with pytest.raises(CutcardError, match=wanted):
        draw(tmp_path / name, paths, title="A bankroll")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_there_is_not_gets_a_sentence(tmp_path: Path, paths: Paths) -> None:
    pytest.importorskip("matplotlib")
    from cutcard.report.plot_bankroll import draw

    with pytest.raises(CutcardError, match=r"cannot be written: there is no folder"):
        draw(tmp_path / "nowhere" / "bankroll.png", paths, title="A bankroll")


def test_without_matplotlib_a_sentence_says_what_to_install(
    tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cutcard.report.plot_bankroll import draw

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(CutcardError) as caught:
        draw(tmp_path / "bankroll.png", paths, title="A bankroll")
    assert str(caught.value) == f"a picture needs matplotlib: {installing('plot')}"


def test_the_bankroll_drawn_is_that_of_the_best_ramp() -> None:
    played = cc.simulate("vegas-strip", count="hi-lo", rounds="4M", seed=5, workers=1)
    best = played.best_ramp(12)
    asked = replace(played, best=best.question)
    for finding, winnings in ((played, played.winnings), (asked, best.winnings)):
        paths = bankroll_paths(finding)
        chips = paths.chips[:, 1]
        # Four standard errors of the standard deviation of nearly normal sums.
        expected = winnings.sd * float(paths.rounds[1]) ** 0.5
        assert abs(chips.std() - expected) < 4 * expected / (2 * len(chips)) ** 0.5


def test_a_picture_of_the_best_ramp_names_it(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    played = cc.simulate("vegas-strip", count="hi-lo", rounds="4M", seed=5, workers=1)
    best = played.best_ramp(12)
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        draw_paths(replace(played, best=best.question), tmp_path / "best.svg")
    assert f"bets {best.ramp}" in (tmp_path / "best.svg").read_text()
