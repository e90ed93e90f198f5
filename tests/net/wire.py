"""Dealers as real processes, and clients that talk to them as anybody would."""

from __future__ import annotations

import contextlib
import json
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from warm_starts import CUTCARD, KILL, PATIENCE, small_warm_starts

from cutcard.net.verification import verify

PROMPTLY = 5.0
"""Seconds in which a busy machine has done what is done at once."""


def cutcard() -> Path:
    """The program, as quick to start as can be."""
    return small_warm_starts().stand_in


Decide = Callable[[list[str]], str]


def always_stand(heard: list[str]) -> str:
    return "STAND"


def hit_once(heard: list[str]) -> str:
    """Hit in the first decision of a round, stand in the second."""
    begun = len(heard) - heard[::-1].index("BEGIN")
    return "HIT" if heard[begun:].count("DECISION") == 1 else "STAND"


class Caller:
    """A client on a plain socket, which keeps every byte that it gets."""

    def __init__(self, port: int, end: bytes = b"\0", *, receive_buffer: int | None = None) -> None:
        self.end = end
        self.bytes = b""
        self.heard: list[str] = []
        self._taken = 0
        self._socket = socket.socket()
        if receive_buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self.vanish()

    def send(self, data: bytes) -> None:
        """Send bytes; that the dealer has hung up is heard soon enough."""
        with contextlib.suppress(ConnectionError):
            self._socket.sendall(data)

    def say(self, *texts: str) -> None:
        self.send(b"".join(text.encode() + self.end for text in texts))

    def hear(self) -> str | None:
        """The next message; none once the dealer has hung up."""
        while (at := self.bytes.find(self.end, self._taken)) < 0:
            try:
                data = self._socket.recv(65536)
            except ConnectionError:
                data = b""
            if not data:
                return None
            self.bytes += data
        text = self.bytes[self._taken : at].decode()
        self._taken = at + 1
        self.heard.append(text)
        return text

    def hear_until(self, wanted: str) -> list[str]:
        """The messages up to the first that begins with this word, which must come."""
        found: list[str] = []
        while not found or found[-1].split()[0] != wanted:
            text = self.hear()
            assert text is not None, f"{wanted} did not come after {self.heard}"
            found.append(text)
        return found

    def rest(self) -> list[str]:
        """All messages until the dealer hangs up; nothing may be left half said."""
        found = []
        while (text := self.hear()) is not None:
            found.append(text)
        assert self._taken == len(self.bytes)
        return found

    def silent(self, seconds: float) -> bool:
        """Whether nothing comes for so long."""
        if self.bytes.find(self.end, self._taken) >= 0:
            return False
        return not select.select([self._socket], [], [], seconds)[0]

    def play(self, decide: Decide = always_stand) -> list[str]:
        """Answer every question until the dealer hangs up; the results."""
        while (text := self.hear()) is not None:
            if text == "DECISION":
                self.say(decide(self.heard))
        return [text for text in self.heard if text.startswith("RESULT")]

    def hang_up_writing(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)

    def vanish(self) -> None:
        self._socket.close()

    def reset(self) -> None:
        """Break the connection without a goodbye."""
        linger = (1).to_bytes(4, sys.byteorder) + bytes(4)
        with contextlib.suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._socket.close()


def complaints(told: str) -> str:
    """What a dealer said beside the play, without what every dealer says."""
    usual = re.compile(
        r"a player has [0-9.]+ s to decide|the last seal of \S+ is [0-9a-f]{64}$"
        r"|Ctrl-C once more ends them at once$"
    )
    return "".join(line for line in told.splitlines(keepends=True) if not usual.search(line))


class Server:
    """`cutcard serve` as a process of its own, which is started if that has options."""

    def __init__(self, folder: Path, *words: str, **options: Any) -> None:
        self.folder = folder
        self._forked = not options
        self.beside = ""
        """All that the dealer said on stderr, once it has ended."""
        self.process = subprocess.Popen(
            # The callers here read as programs do: nothing need be paced for them.
            [
                *(cutcard() if self._forked else CUTCARD, "serve"),
                *("--port", "0", "--pace", "0", *words),
            ],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        if not first.startswith("Dealing on "):
            self.kill()
            raise AssertionError(f"the dealer began with {first!r}")
        self.port = int(first.split("port ")[1].split(";")[0])

    def call(self, *said: str, end: bytes = b"\0") -> Caller:
        caller = Caller(self.port, end)
        if said:
            caller.say(*said)
        return caller

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Send a signal and wait for the end: exit status, output, complaints."""
        self.send(number)
        return self.ended()

    def send(self, number: int) -> None:
        """Send a signal to the dealer."""
        forked = self._forked and number == signal.SIGKILL
        self.process.send_signal(KILL if forked else number)

    def ended(self) -> tuple[int, str, str]:
        out, self.beside = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, complaints(self.beside)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


Serve = Callable[..., Server]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a dealer with these words; those still running in the end are stopped."""
    servers: list[Server] = []

    def start(*words: str, **options: Any) -> Server:
        servers.append(Server(tmp_path, *words, **options))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def at_once(*works: Callable[[], object]) -> None:
    """Do all of it at the same time; fail if any of it fails."""
    failures: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "somebody is still waiting"
    if failures:
        raise failures[0]


def eventually(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, f"{what} never came about"
        time.sleep(0.005)


def read_until(stream: IO[str] | None, words: str) -> str:
    """What a process has said once these words have come."""
    assert stream is not None
    said = ""
    while words not in said:
        more = stream.read(1)
        assert more, f"{words!r} did not come after {said!r}"
        said += more
    return said


def kinds(messages: Iterable[str]) -> list[str]:
    return [message.split()[0] for message in messages]


def free_port() -> int:
    """A port nobody listens on, of those that the system never gives to whoever asks for any."""
    while True:
        port = random.randrange(8081, 32768)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


class FakeDealer:
    """Says what it is told to say to the first client, whatever that answers, and hangs up.

    A client's answers are waited for where the script says None; a number is a silence, an event
    one until the test goes on.
    """

    def __init__(self, script: Iterable[bytes | float | threading.Event | None]) -> None:
        self.answers: list[bytes] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(PATIENCE)
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._run, args=(list(script),), daemon=True)
        self._thread.start()

    def _run(self, script: list[bytes | float | threading.Event | None]) -> None:
        connection, _ = self._socket.accept()
        with connection:
            connection.settimeout(PATIENCE)
            try:
                for step in [None, *script]:
                    if step is None:
                        self.answers.append(connection.recv(4096))
                    elif isinstance(step, float):
                        time.sleep(step)
                    elif isinstance(step, threading.Event):
                        step.wait(PATIENCE)
                    else:
                        connection.sendall(step)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(4096):
                    pass
            except OSError:
                pass

    def close(self) -> None:
        self._thread.join(PATIENCE)
        self._socket.close()
        assert not self._thread.is_alive()


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a record."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def counted(path: Path) -> tuple[int, int]:
    """The tables and rounds of a record that adds up."""
    found = verify(path, lambda note: None)
    return found.opened, found.counts["played"]
