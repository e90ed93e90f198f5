"""A store that fails in the middle of play: a sentence, and nothing that was told is lost."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from warm_starts import PATIENCE
from web.conftest import FAST
from web.store.small_disk import fill, small_disk
from web.tableside import Attending, Browser, serving

from cutcard.web.application import make_application
from cutcard.web.store.keeper import Store


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Another program writes to the store, and does not stop."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server whose store does not wait long for others."""
    path = tmp_path / "tables.sqlite"
    store = Store.open(f"sqlite:///{path}", patience=0.2)
    with serving(make_application(store, limits=FAST)) as host:
        yield host, path


def _decision(line: Attending) -> None:
    while not line.view["legal"]:
        line.say("bet", chips=1)


def test_a_move_that_cannot_be_recorded_has_not_happened(impatient: tuple[str, Path]) -> None:
    host, path = impatient
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(game="vegas-strip"))
    _decision(line)
    before = line.view
    with _locked(path):
        refused = line.say("act", action="stand")
        assert refused["sentence"].startswith("that could not be recorded: the store")
        assert "is locked by another program" in refused["sentence"]
        again = ann.attend(before["table"])
        for name in ("phase", "dealer", "seats", "legal", "number"):
            assert again.view[name] == before[name]
    view = line.say("act", action="stand")
    assert view["type"] == "view"
    while line.view["legal"]:
        line.say("act", action="stand")
    kept = ann.get("/api/rounds")["rounds"][0]
    assert kept["chips"] == line.mine["chips"]


def test_a_cost_that_cannot_be_recorded_is_recorded_later(impatient: tuple[str, Path]) -> None:
    host, path = impatient
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(game="vegas-strip"))
    _decision(line)
    while line.view["legal"]:
        line.say("act", action="stand")
    with _locked(path):
        while line.view["cost"] is None:  # found while the store cannot keep it
            line.read("view", seconds=120)
    line.say("bet", chips=1)
    ends = time.monotonic() + PATIENCE
    while any(one["cost"] is None for one in _decisions(ann)):
        assert time.monotonic() < ends
        time.sleep(0.05)


def _decisions(browser: Browser) -> list[dict[str, Any]]:
    """What was decided in the first round in which something was."""
    rounds = browser.get("/api/rounds")["rounds"]
    decided: list[dict[str, Any]] = [one["decisions"] for one in rounds if one["decisions"]][-1]
    return decided


def test_a_bet_a_seat_and_a_table_that_cannot_be_kept_are_refused(
    impatient: tuple[str, Path],
) -> None:
    host, path = impatient
    ann = Browser(host, "Ann")
    table = ann.open(game="vegas-strip", seats=2, open=True)
    line = ann.attend(table)
    bob = Browser(host, "Bob").attend(table)
    with _locked(path):
        assert "is locked" in line.say("bet", chips=1)["sentence"]
        assert "is locked" in bob.say("sit", seat=1)["sentence"]
        assert bob.view["you"] is None
        refused = ann.http.post("/api/tables", json={"game": "easy"})
        assert refused.status_code == 400
        assert "is locked" in refused.json()["error"]
    assert bob.say("sit", seat=1)["type"] == "view"
    assert bob.mine["chips"] == "100"
    while line.view["number"] < bob.view["number"]:
        line.read("view")
    assert line.say("bet", chips=1)["type"] == "view"
    assert len(line.view["seats"]) == 2


def test_on_a_full_disk_nothing_told_is_lost_and_play_goes_on_when_there_is_room() -> None:
    with small_disk("4m") as folder:
        path, filler = folder / "tables.sqlite", folder / "filler"
        app = make_application(Store.open(f"sqlite:///{path}"), limits=FAST)
        with serving(app) as host:
            people = [Browser(host, name) for name in ("Ann", "Bob")]
            lines = [one.attend(one.open(game="vegas-strip", chips=1000)) for one in people]
            told = [_play_until_refused(line, 5) for line in lines]
            fill(filler)
            refused = [_play_until_refused(line, 2000) for line in lines]
            for browser, line, first, (more, sentence) in zip(
                people, lines, told, refused, strict=True
            ):
                assert sentence.startswith(f"that could not be recorded: the store {path} has no")
                assert "has no room left on its disk: nothing was written" in sentence
                kept = _kept(browser)
                assert first[0] | more == kept
                before = line.view
                kind, said = _answer(before)
                assert "no room left" in line.say(kind, **said)["sentence"]
                again = browser.attend(before["table"])
                assert again.mine["chips"] == line.mine["chips"]
                for name in ("number", "rounds", "legal", "betting"):
                    assert again.view[name] == before[name]
            answer = people[0].http.post("/api/tables", json={"game": "easy"})
            assert answer.status_code == 400
            assert "has no room left on its disk" in answer.json()["error"]
            filler.unlink()
            for browser, line, first, (more, _) in zip(people, lines, told, refused, strict=True):
                later, sentence = _play_until_refused(line, 5)
                assert sentence == ""
                assert _kept(browser) == first[0] | more | later


def _answer(view: dict[str, Any]) -> tuple[str, dict[str, object]]:
    if view["betting"]:
        return "bet", {"chips": 1}
    return "act", {"action": "decline" if "decline" in view["legal"] else "stand"}


def _play_until_refused(line: Attending, rounds: int) -> tuple[dict[int, str], str]:
    """Play rounds, and return the chips told after each, with the sentence that ended it."""
    told: dict[int, str] = {}
    while len(told) < rounds:
        kind, more = _answer(line.view)
        if (said := line.say(kind, **more))["type"] == "refused":
            return told, said["sentence"]
        if line.view["phase"] == "over":
            told[line.view["rounds"]] = line.mine["chips"]
    return told, ""


def _kept(browser: Browser) -> dict[int, str]:
    """The chips after each round that is kept."""
    found: dict[int, str] = {}
    page: dict[str, Any] = {"more": True, "rounds": []}
    before = ""
    while page["more"]:
        page = browser.get(f"/api/rounds{before}")
        found |= {one["record"]["round"]: one["chips"] for one in page["rounds"]}
        before = f"?before={page['rounds'][-1]['number']}" if page["rounds"] else ""
    return found


def test_nobody_is_shown_a_move_before_it_is_recorded(tmp_path: Path) -> None:
    """A spectator goes while a move waits for the store, which changes everybody's view."""
    path = tmp_path / "tables.sqlite"
    store = Store.open(f"sqlite:///{path}", patience=20)
    with serving(make_application(store, limits=FAST)) as host:
        ann = Browser(host, "Ann")
        line = ann.attend(ann.open(game="vegas-strip"))
        _decision(line)
        before = line.view
        spectator = Browser(host).attend(before["table"])
        while line.view["watching"] == 0:
            line.read("view")
        with _locked(path):
            line.send("act", action="stand")
            time.sleep(0.3)
            spectator.leave()
            with pytest.raises(TimeoutError):
                line.read("view", seconds=0.7)
        while line.view["watching"] or line.view["number"] == before["number"]:
            line.read("view")
        shown: dict[int, object] = {}
        for view in map(json.loads, line.frames):
            hands = view["dealer"], [seat["hands"] for seat in view["seats"]]
            assert shown.setdefault(view["number"], hands) == hands
