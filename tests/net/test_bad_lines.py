"""Honest players and honest dealers never accuse each other, however bad the line is."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from net.crooked import Meeting, hits_once, hits_to_17, meet, thinking
from net.proxy import WAYS, BadLine, account
from net.wire import PATIENCE, Caller, Serve, Server, at_once, cutcard

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.net.fair import nonce_digest


def compared(folder: Path, *records: str) -> str:
    """What verify says of records that must not differ."""
    ended = subprocess.run(
        [cutcard(), "verify", *records], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_bytes_that_come_one_by_one_and_late_change_nothing(serve: Serve, tmp_path: Path):
    server = serve("--rounds", "3", "--record", "dealer.jsonl")
    for seed, (longest, delay) in enumerate([(1, 0.0), (7, 0.005), (60, 0.1), (4096, 0.3)]):
        with BadLine(server.port, seed=seed, longest=longest, delay=delay) as line:
            meeting = meet(line.port, hits_to_17, record=tmp_path / "mine.jsonl")
            assert (meeting.how, meeting.sentence, meeting.proven) == ("ended", "", 3)
    server.stop()
    assert "12 rounds of 4 tables in mine.jsonl" in compared(tmp_path, "dealer.jsonl", "mine.jsonl")


def test_a_join_that_stalls_in_its_middle_is_still_one_for_proof(serve: Serve, tmp_path: Path):
    """Silence ends the JOIN of a player who ends no message; a fair one ends all of its own."""
    server = serve("--rounds", "1", "--record", "dealer.jsonl")

    class Stalling(BadLine):
        def _send(self, way: str, target: socket.socket, piece: bytes) -> None:
            if way == WAYS[1] and len(self.passed[way]) in (6, 9):
                time.sleep(0.7)
            super()._send(way, target, piece)

    with Stalling(server.port, longest=1) as line:
        meeting = meet(line.port, record=tmp_path / "mine.jsonl")
    assert (meeting.how, meeting.sentence, meeting.proven) == ("ended", "", 1)


def places(said: bytes) -> list[int]:
    """After every message, before its end, and in its middle."""
    found, at = {0}, 0
    for text in said.split(b"\0")[:-1]:
        end = at + len(text) + 1
        found |= {at + 1, (at + end) // 2, end - 1, end}
        at = end
    return sorted(found - {0})


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
def test_a_line_cut_anywhere_is_accounted_for_and_accuses_nobody(
    serve: Serve, tmp_path: Path, reset: bool
):
    server = serve("--rounds", "2", "--record", "dealer.jsonl")
    with BadLine(server.port) as whole:
        meet(whole.port, hits_once)
    cuts = [(way, place) for way in WAYS for place in places(whole.passed[way])]
    assert len(cuts) > 100
    ways = (hits_once, hits_to_17, lambda hand, up_card: random.random() < 0.7)
    for number, cut in enumerate(cuts):
        with BadLine(server.port, cut=cut, reset=reset) as line:
            meeting = meet(
                line.port, ways[number % 3], record=tmp_path / "mine.jsonl", patience=PATIENCE
            )
        assert meeting.how in ("ended", "left"), (cut, meeting)
        if meeting.proof.terms is not None:
            assert dict(meeting.proof.counts) == account(line), (cut, meeting)
    _, _, complaints = server.stop()
    assert "Traceback" not in complaints
    compared(tmp_path, "dealer.jsonl", "mine.jsonl")


def test_a_line_that_stalls_for_ever_is_accounted_for(serve: Serve, tmp_path: Path):
    """The player gives up, and the dealer goes on."""
    server = serve("--rounds", "2", "--record", "dealer.jsonl")
    with BadLine(server.port) as whole:
        meet(whole.port, hits_once)

    def stall(number: int, place: int) -> None:
        class Stalls(BadLine):
            def _hang_up(self) -> None:
                if threading.current_thread() is not threading.main_thread():
                    self.stalled.wait(PATIENCE)
                super()._hang_up()

        Stalls.stalled = threading.Event()
        with Stalls(server.port, cut=(WAYS[0], place)) as line:
            meeting = meet(
                line.port, hits_once, record=tmp_path / f"mine{number}.jsonl", patience=0.3
            )
            line.stalled.set()
        heard = line.passed[WAYS[0]]
        # The cards may have made it a shorter game, of just this length even.
        if len(heard) == place and not heard.endswith(b"QUIT\0"):
            assert meeting.sentence == "the dealer has said nothing for 0.3 s"
        assert dict(meeting.proof.counts) == account(line)

    # From the terms on: before, a player waits as long as it takes.
    terms = whole.passed[WAYS[0]].index(b"\0") + 1
    stops = [place for place in places(whole.passed[WAYS[0]])[:-1] if place >= terms][::7]
    for number, place in enumerate(stops):
        stall(number, place)
    server.stop()
    compared(tmp_path, "dealer.jsonl", *(f"mine{number}.jsonl" for number in range(len(stops))))


@pytest.mark.parametrize("moves", [thinking(7.6), None], ids=["stands", "hits"])
def test_a_late_player_and_its_dealer_do_not_differ(serve: Serve, tmp_path: Path, moves):
    """What a player decides after its seat was taken back has not reached the dealer."""

    def hits(hand: Hand, up_card: Card) -> bool:
        time.sleep(7.6)
        return True

    server = serve("--decision-seconds", "5", "--record", "dealer.jsonl")
    meeting = meet(server.port, moves or hits, record=tmp_path / "mine.jsonl")
    assert [how for how, _ in meeting.endings] == ["late"]
    server.stop()
    assert "1 late" in compared(tmp_path, "dealer.jsonl", "mine.jsonl")


def test_a_name_longer_than_the_dealer_keeps_is_no_difference(serve: Serve, tmp_path: Path):
    server = serve("--rounds", "1", "--record", "dealer.jsonl")
    words = ["--name", "a" * 30, "--fair", "--record", "mine.jsonl"]
    subprocess.run(
        [cutcard(), "join", f"127.0.0.1:{server.port}", *words], cwd=tmp_path, check=True
    )
    server.stop()
    compared(tmp_path, "dealer.jsonl", "mine.jsonl")


class Vanishing:
    """A fair player written from the document, who vanishes at a stage of round 2."""

    STAGES = ("COMMIT", "own DIGEST", "DIGEST", "own NONCE", "NONCE", "BEGIN", "DECISION", "STAND")

    def __init__(self, port: int, stage: str, *, seats: int = 3, reset: bool = False) -> None:
        self._caller = Caller(port)
        self._seats = seats
        self._stage = stage
        self._reset = reset

    def __call__(self) -> None:
        caller = self._caller
        caller.say("JOIN vanisher FAIR 2")
        number = 0
        while (text := caller.hear()) is not None:
            word, *rest = text.split()
            if word == "COMMIT":
                number, seat, commit = int(rest[0]), int(rest[1]), bytes.fromhex(rest[2])
                digests = 0
                answer = f"DIGEST {nonce_digest(commit, seat, bytes(32)).hex()}"
            elif word == "DIGEST":
                digests += 1
                answer = f"NONCE {bytes(32).hex()}" if digests == self._seats else ""
            else:
                answer = "STAND" if word == "DECISION" else ""
            if number == 2 and self._stage == word and (answer or word in ("NONCE", "BEGIN")):
                break
            if answer:
                caller.say(answer)
                if number == 2 and self._stage in (f"own {answer.split()[0]}", answer):
                    break
        if self._reset:
            caller.reset()
        else:
            caller.vanish()


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
@pytest.mark.parametrize("stage", Vanishing.STAGES)
def test_another_seat_vanishes_and_the_game_goes_on(
    serve: Serve, tmp_path: Path, stage: str, words: tuple[str, ...], reset: bool
):
    server = serve("--seats", "3", "--rounds", "5", "--record", "dealer.jsonl", *words)
    meetings: list[Meeting] = []

    def player(number: int) -> Callable[[], None]:
        def play() -> None:
            record = tmp_path / f"mine{number}.jsonl"
            meetings.append(meet(server.port, hits_to_17, record=record, name=f"p{number}"))

        return play

    at_once(player(0), player(1), Vanishing(server.port, stage, reset=reset))
    for meeting in meetings:
        assert (meeting.how, meeting.sentence) == ("ended", ""), meeting
        broken = meeting.proof.counts["broken off"]
        assert meeting.proven + broken == 5
        # A nonce that is missing breaks off one round; a seat that is gone breaks off no more.
        assert broken in {"DIGEST": (1,), "own DIGEST": (0, 1)}.get(stage, (0,))
    server.stop()
    compared(tmp_path, "dealer.jsonl", "mine0.jsonl", "mine1.jsonl")


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("words", [(), ("--fsync",)], ids=["", "fsync"])
@pytest.mark.parametrize(
    "signals",
    [(signal.SIGTERM,), (signal.SIGKILL,), (signal.SIGINT,), (signal.SIGINT, signal.SIGINT)],
    ids=["term", "kill", "int", "int-int"],
)
def test_a_dealer_stopped_at_any_moment_is_never_accused(
    serve: Serve, tmp_path: Path, signals: tuple[int, ...], words: tuple[str, ...], seats: int
):
    chance = random.Random(str((signals, words, seats)))
    for attempt in range(3):
        server: Server = serve("--seats", str(seats), "--record", "dealer.jsonl", *words)
        meetings: list[Meeting] = []

        def player(
            number: int, server: Server = server, meetings: list[Meeting] = meetings
        ) -> Callable[[], None]:
            def play() -> None:
                record = tmp_path / f"mine{number}.jsonl"
                meetings.append(meet(server.port, hits_to_17, record=record, name=f"p{number}"))

            return play

        def stop(server: Server = server, after: float = chance.uniform(0.02, 0.2)) -> None:
            time.sleep(after)
            for number in signals:
                server.send(number)
                time.sleep(0.002)
            _, _, complaints = server.ended()
            assert "Traceback" not in complaints

        at_once(*[player(number) for number in range(seats)], stop)
        for meeting in meetings:
            assert meeting.how in ("ended", "left"), (attempt, meeting)
            if signals == (signal.SIGINT,):
                # One Ctrl-C lets the round in play finish.
                assert not meeting.endings, (attempt, meeting)
    mine = [f"mine{number}.jsonl" for number in range(seats)]
    compared(tmp_path, "dealer.jsonl", *[name for name in mine if (tmp_path / name).exists()])
