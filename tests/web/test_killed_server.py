"""A server that is killed in the middle of play: the same browser goes on where it was."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from warm_starts import CUTCARD, PATIENCE, web_warm_starts
from web.fair_browser import FairBrowser, read_together
from web.tableside import Attending, Browser

from cutcard.net.verification import verify


@contextmanager
def _cutcard_web(
    store: Path, port: int, program: Path | None = None
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own, at a port or at any free one."""
    words = ["web", "--port", str(port), "--store", f"sqlite:///{store}"]
    process = subprocess.Popen(
        [program or web_warm_starts().stand_in, *words], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        yield told.split("http://")[1].split("/")[0], process
    finally:
        _killed(process)
        assert process.stdout is not None
        process.stdout.close()


def _killed(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.read()  # until nobody can write there any more


def _in_the_middle(line: Attending) -> None:
    """Play until a decision is due after another one of the same round."""
    while True:
        view = line.say("bet", chips=2)
        acted = False
        while view["legal"]:
            if acted:
                return
            acted = "hit" in view["legal"]
            view = line.say("act", action="hit" if acted else "decline")


def _same_round(before: dict[str, object], after: dict[str, object]) -> None:
    for name in ("phase", "dealer", "legal", "turn", "left", "number", "rounds"):
        assert after[name] == before[name]


def test_balance_rounds_and_the_round_in_play_survive_a_kill(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    with _cutcard_web(store, 0) as (host, process):
        ann = Browser(host, "Ann")
        table = ann.open(game="vegas-strip")
        line = ann.attend(table)
        _in_the_middle(line)
        before, rounds = line.view, ann.get("/api/rounds")["rounds"]
        poker = ann.open(kind="blockhead", opponent="beta")
        other = ann.attend(poker)
        other.say("next")
        while not other.view["legal"]:
            other.read("view")
        cards = other.mine["cards"]
        _killed(process)
    with _cutcard_web(store, int(host.split(":")[1])) as (again, _):
        assert again == host
        assert ann.get("/api/seat")["name"] == "Ann"
        line = ann.attend(table)
        _same_round(before, line.view)
        assert line.mine["hands"] == before["seats"][0]["hands"]
        assert line.mine["chips"] == before["seats"][0]["chips"]
        kept = ann.get("/api/rounds")["rounds"]
        assert [one["number"] for one in kept] == [one["number"] for one in rounds]
        chips = float(kept[0]["chips"]) if kept else 100.0
        view = line.say("act", action="stand")
        while view["legal"]:
            view = line.say("act", action="stand")
        assert float(line.mine["chips"]) == chips + float(line.mine["gain"])
        other = ann.attend(poker)
        assert other.mine["cards"] == cards
        assert other.say("act", action=other.view["legal"][0])["type"] == "view"


def test_a_kill_at_any_moment_loses_no_round_that_was_told(tmp_path: Path) -> None:
    """The server is killed while answers are on their way; whatever was told is kept."""
    store = tmp_path / "tables.sqlite"
    told: list[tuple[int, str]] = []
    port, table, ann = 0, "", None
    for kill in range(6):
        with _cutcard_web(store, port) as (host, process):
            port = int(host.split(":")[1])
            if ann is None:
                ann = Browser(host, "Ann")
                table = ann.open(game="easy", chips=1000)
            line = ann.attend(table)
            for _ in range(5 + kill):
                if line.view["betting"]:
                    line.say("bet", chips=1)
                while line.view["legal"]:
                    line.say("act", action="stand")
                told.append((line.view["rounds"], line.mine["chips"]))
            line.send("bet", chips=1)
            _killed(process)
    with _cutcard_web(store, port):
        assert ann is not None
        kept = {
            one["record"]["round"]: one["chips"]
            for one in ann.get(f"/api/rounds?table={table}")["rounds"]
        }
        assert all(kept[number] == chips for number, chips in told)


def test_a_fair_round_survives_a_kill_and_a_shuffle_is_broken_off(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    with _cutcard_web(store, 0) as (host, process):
        ann = Browser(host, "Ann")
        playing, shuffling = (ann.open(game="vegas-strip", fair=True) for _ in range(2))
        browser = FairBrowser(ann.attend(playing))
        while True:
            browser.line.send("bet", chips=1)
            browser.until("nonces")
            if browser.line.read("view")["legal"]:
                break
            browser.until("proof")
        before = browser.line.view
        other = ann.attend(shuffling)
        other.say("bet", chips=1)
        assert other.view["phase"] == "dealing"
        _killed(process)
    with _cutcard_web(store, int(host.split(":")[1])):
        heard, line = browser.heard, ann.attend(playing)
        _same_round(before, line.view)
        again = FairBrowser(line)
        again.take_up(heard)
        rounds = len(again.rounds)
        again.act()
        read_together(lambda: len(again.rounds) > rounds, again)
        proof = tmp_path / "proof.jsonl"
        name = again.until("proof")["proof"]
        proof.write_bytes(ann.http.get(f"/api/proof/{name}").content)
        assert verify(proof, print).counts["played"] == 1
        other = ann.attend(shuffling)
        assert other.view["phase"] == "betting"
        assert other.mine["chips"] == "100"
        assert [one["words"] for one in other.view["happened"]] == [
            "The server was restarted during the shuffle: the round is broken off, and all bets"
            " are given back."
        ]
        restarted = FairBrowser(other)
        restarted.play_round()
        assert restarted.rounds[0]["round"] == 2


def test_the_end_of_a_fair_round_is_told_again_after_a_kill(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    with _cutcard_web(store, 0) as (host, process):
        ann = Browser(host, "Ann")
        table = ann.open(game="vegas-strip", fair=True)
        browser = FairBrowser(ann.attend(table))
        browser.play_round()
        browser.play_round()
        _killed(process)
    with _cutcard_web(store, int(host.split(":")[1])):
        line = ann.attend(table)
        told = [line.read("fair") for _ in range(4)]
        last = browser.rounds[-1]
        assert {name: told[0][name] for name in ("round", "earlier", "commit")} == {
            "round": 2,
            "earlier": last["earlier"],
            "commit": last["commit"],
        }
        assert told[3]["secret"] == last["secret"]


def test_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    with _cutcard_web(tmp_path / "tables.sqlite", 0, CUTCARD) as (host, process):
        ann = Browser(host, "Ann")
        line = ann.attend(ann.open(game="vegas-strip", seed=1))
        line.say("bet", chips=1)
        line.send("advise")
        line.read("advice", seconds=120)
        workers = psutil.Process(process.pid).children(recursive=True)
        assert workers
        _killed(process)
        _, alive = psutil.wait_procs(workers, timeout=PATIENCE)
        assert not alive
