"""No byte that a client gets tells of a card that it must not know yet."""

from __future__ import annotations

import re
import socket
import subprocess
import threading
from contextlib import suppress

import pytest
from net.naive_fair_play import NEW_DECK, RANKS, SUITS
from net.wire import Serve, at_once, cutcard, hit_once, read_lines

LETTERS = dict(zip("A23456789TJQK", RANKS, strict=True)) | {suit[0].lower(): suit for suit in SUITS}


def in_words(cards: str) -> list[str]:
    return [f"{LETTERS[card[0]]} of {LETTERS[card[1]]}" for card in cards.split()]


def rounds_of(data: bytes) -> list[bytes]:
    """The bytes of each round up to its result."""
    return [part.split(b"RESULT")[0] for part in data.split(b"BEGIN\0")[1:]]


@pytest.mark.parametrize("seats", [1, 2, 7])
def test_hidden_and_undealt_cards_never_leave_the_server(serve: Serve, seats: int):
    server = serve("--seats", str(seats), "--rounds", "12", "--record", "record")
    callers = [server.call(f"JOIN p{number}") for number in range(seats)]
    at_once(*[lambda caller=caller: caller.play(hit_once) for caller in callers])
    _, table, *played, _ = read_lines(server.folder / "record")
    assert len(played) == 12
    for number, caller in enumerate(callers):
        caller.vanish()
        seat = table["names"].index(f"p{number}")
        for entry, data in zip(played, rounds_of(caller.bytes), strict=True):
            hand = in_words(entry["cards"][seat])
            hole, up_card, *drawn = in_words(entry["dealer"])
            told = re.findall(rf"({'|'.join(NEW_DECK)})", data.decode())
            # Every card that is named at all: the player's own and the open one.
            assert told == [*hand[:2], up_card, *hand[2:]]
            assert hole not in data.decode()
            assert not set(drawn) & set(told)
        assert not any(entry["secret"].encode() in caller.bytes.lower() for entry in played)


class Tap:
    """Everything that goes over one line, kept while it is passed on."""

    def __init__(self, port: int) -> None:
        self.bytes = b""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]

        def run() -> None:
            inside, _ = self._listening.accept()
            outside = socket.create_connection(("127.0.0.1", port))

            def up() -> None:
                with inside, suppress(OSError):  # the dealer may have hung up
                    while data := inside.recv(4096):
                        outside.sendall(data)

            threading.Thread(target=up, daemon=True).start()
            while data := outside.recv(4096):
                self.bytes += data
                inside.sendall(data)
            with suppress(OSError):  # the player may have hung up
                inside.shutdown(socket.SHUT_RDWR)

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()


def test_the_secret_of_a_fair_round_is_told_after_its_result_only(serve: Serve):
    server = serve("--seats", "2", "--rounds", "8", "--record", "record")
    taps = [Tap(server.port), Tap(server.port)]
    players = [
        subprocess.Popen(
            [cutcard(), "join", f"127.0.0.1:{tap.port}", "--name", f"p{number}", "--fair"],
            stdout=subprocess.DEVNULL,
        )
        for number, tap in enumerate(taps)
    ]
    assert [player.wait(20) for player in players] == [0, 0]
    played = [line for line in read_lines(server.folder / "record") if line["kind"] == "played"]
    assert len(played) == 8
    for tap in taps:
        tap.thread.join(5)
        for entry, data in zip(played, re.split(rb"(?=COMMIT )", tap.bytes)[1:], strict=True):
            early, result, late = data.partition(b"RESULT")
            assert result
            assert entry["secret"].encode() in late
            assert entry["secret"].encode() not in early
            # No nonce before all digests, no card before all nonces.
            kinds = [text.split()[0] for text in early.decode().split("\0") if text]
            assert kinds[:6] == ["COMMIT", "DIGEST", "DIGEST", "NONCE", "NONCE", "BEGIN"]


def test_a_player_dismissed_in_play_is_not_told_the_secret_of_those_who_play_on(serve: Serve):
    server = serve("--seats", "2", "--rounds", "2", "--record", "record")
    with server.call("JOIN ann") as ann, server.call("JOIN bob") as bob:
        ann.hear_until("DECISION")
        ann.say("FOLD")
        assert ann.rest() == ["QUIT"]
        assert len(bob.play()) == 2
    for line in read_lines(server.folder / "record"):
        assert line.get("secret", "x" * 64).encode() not in ann.bytes
