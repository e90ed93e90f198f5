"""The dealer under load on loopback, beside a bare asyncio echo server.

Both servers run in a process of their own and are driven by the same clients in this one. A
message is what one side says to the other; the echo server gets one for each that it sends.
Latency is the time from a decision to the first answer. Messages are not paced here.
"""

import asyncio
import contextlib
import functools
import re
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

CUTCARD = str(Path(sys.executable).parent / "cutcard")
CROWDS = ((1000, 30), (5000, 6))
"""Clients at once, and the rounds that each plays."""

SEATED = 50
BAD = 500
DESCRIPTORS = 256

ECHO = """
import asyncio
class Echo(asyncio.Protocol):
    def connection_made(self, transport): self.transport = transport
    def data_received(self, data): self.transport.write(data)
async def main():
    server = await asyncio.get_running_loop().create_server(Echo, '127.0.0.1', 0, backlog=4096)
    print('Echoing on 127.0.0.1 port', server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


@dataclass
class Tally:
    messages: int = 0
    errors: int = 0
    latencies: list[float] = field(default_factory=list)


class Client(asyncio.Protocol):
    """Sends a message when asked to, and counts what comes and goes."""

    def __init__(self, tally: Tally, done: asyncio.Event, left: list[int], rounds: int) -> None:
        self.tally, self.done, self.left, self.rounds = tally, done, left, rounds
        self.asked_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.begin()

    def say(self, data: bytes) -> None:
        self.asked_at = time.perf_counter()
        self.tally.messages += 1
        self.transport.write(data)

    def data_received(self, data: bytes) -> None:
        self.tally.latencies.append(time.perf_counter() - self.asked_at)
        self.tally.messages += data.count(b"\0")
        self.answer(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.finished():
            self.tally.errors += 1
        self.left[0] -= 1
        if not self.left[0]:
            self.done.set()


class Guest(Client):
    """Plays: stands on 17, else hits."""

    results = 0

    def begin(self) -> None:
        self.say(b"JOIN guest\0")

    def answer(self, data: bytes) -> None:
        self.results += data.count(b"RESULT")
        if data.endswith(b"DECISION\0"):
            self.say(b"STAND\0" if self.results % 2 else b"HIT\0")

    def finished(self) -> bool:
        return self.results == self.rounds


class Caller(Client):
    """Says something to the echo server as often as a guest decides, and a little more."""

    sent = 0

    def begin(self) -> None:
        self.say(b"STAND\0")

    def answer(self, data: bytes) -> None:
        self.sent += 1
        if self.finished():
            self.transport.close()
        else:
            self.say(b"STAND\0")

    def finished(self) -> bool:
        return self.sent >= 2 * self.rounds


async def load(kind: type[Client], port: int, clients: int, rounds: int) -> tuple[Tally, float]:
    loop = asyncio.get_running_loop()
    tally, done, left = Tally(), asyncio.Event(), [clients]
    began = time.perf_counter()
    for start in range(0, clients, 100):
        await asyncio.gather(
            *(
                loop.create_connection(lambda: kind(tally, done, left, rounds), "127.0.0.1", port)
                for _ in range(start, min(start + 100, clients))
            )
        )
    await asyncio.wait_for(done.wait(), 300)
    return tally, time.perf_counter() - began


@contextlib.contextmanager
def running(command: list[str], **options: object) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server and its port."""
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )
    try:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found is not None
        yield int(found[1]), server
    finally:
        server.terminate()
        server.communicate()


def p99(latencies: list[float]) -> float:
    """Milliseconds that 99 of 100 answers do not exceed."""
    return 1000 * sorted(latencies)[int(0.99 * len(latencies))]


def idle_memory() -> float:
    """Kilobytes that the dealer holds for a client who has joined and is being waited for."""
    command = [CUTCARD, "serve", "--port", "0", "--seats", "7", "--decision-seconds", "60"]
    with running(command) as (port, server):

        def resident() -> int:
            status = Path(f"/proc/{server.pid}/status").read_text()
            return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

        before = resident()

        async def connected() -> int:
            """What the dealer holds while all clients are there."""
            writers = []
            for _ in range(1000):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"JOIN guest\0")
                writers.append(writer)
            await asyncio.sleep(1)  # until all have been heard
            return resident()

        return (asyncio.run(connected()) - before) / 1000


async def seated(port: int, disturb: Callable[[], Awaitable[object]]) -> tuple[float, float, int]:
    """p99 latency of seated players before and while they are disturbed, and their errors."""
    loop = asyncio.get_running_loop()
    tally, done, left = Tally(), asyncio.Event(), [SEATED]
    for _ in range(SEATED):
        await loop.create_connection(lambda: Guest(tally, done, left, 10**9), "127.0.0.1", port)
    await asyncio.sleep(2)
    before, tally.latencies = p99(tally.latencies), []
    await disturb()
    return before, p99(tally.latencies), tally.errors


async def bad_crowd(port: int) -> None:
    """Clients that say nothing, rubbish, too much, or words out of turn, and come again."""
    said = [b"", b"x" * 100_000, b"HIT\0", b"JOIN bad\0HIT\0HIT\0", b"JOIN bad FAIR 2\0HIT\0"]

    async def misbehave(number: int) -> None:
        until = time.monotonic() + 3
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(said[number % len(said)])
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(), 0.5)
                writer.close()

    await asyncio.gather(*(misbehave(number) for number in range(BAD)))


async def silent_crowd(port: int) -> None:
    """More connections than the dealer has descriptors."""
    pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2 * DESCRIPTORS)]
    await asyncio.sleep(3)
    for _, writer in pairs:
        writer.close()


def few_descriptors() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))


def disturbances() -> None:
    """What bad clients cost those who are seated."""
    for name, crowd, words, options in (
        (f"{BAD} bad clients that come again and again", bad_crowd, (), {}),
        (
            f"{2 * DESCRIPTORS} connections for {DESCRIPTORS} descriptors",
            silent_crowd,
            ("--connections", "1M", "--unjoined", "1M"),
            {"preexec_fn": few_descriptors},
        ),
    ):
        with running([*SERVE, *words], **options) as (port, server):
            before, during, errors = asyncio.run(seated(port, functools.partial(crowd, port)))
            server.terminate()
            said = len(server.stderr.read()) if server.stderr else 0
        print(
            f"  {name}: p99 latency of {SEATED} seated players {before:.1f} ms before,"
            f" {during:.1f} ms during; {errors} of them lost, {said} bytes on stderr"
        )


SERVE = [CUTCARD, "serve", "--port", "0", "--pace", "0"]


def main() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for clients, rounds in CROWDS:
        print(f"network: {clients:,} clients at once on loopback, {rounds} rounds each, best of 2")
        best: dict[str, tuple[float, float, int]] = {}
        for _ in range(2):
            for name, command, kind in (
                ("echo", [sys.executable, "-c", ECHO], Caller),
                ("dealer", [*SERVE, "--rounds", str(rounds)], Guest),
            ):
                with running(command) as (port, _):
                    tally, seconds = asyncio.run(load(kind, port, clients, rounds))
                rate = tally.messages / seconds
                if rate > best.get(name, (0.0, 0.0, 0))[0]:
                    best[name] = (rate, p99(tally.latencies), tally.errors)
        for name, (rate, late, errors) in best.items():
            print(
                f"  {name:7} {rate:10,.0f} messages a second, p99 latency {late:6.1f} ms,"
                f" {errors} errors"
            )
        ratio = best["dealer"][0] / best["echo"][0]
        print(f"  the dealer makes {ratio:.2f} of the echo's messages")
    disturbances()
    print(f"  an idle client takes {idle_memory():.1f} kB")
