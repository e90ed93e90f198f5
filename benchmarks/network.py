"""The dealer under load: 1,000 clients at once on loopback, beside a bare asyncio echo server.

Both servers run in a process of their own and are driven by the same clients in this one. A
message is what one side says to the other; the echo server gets one for each that it sends.
Latency is the time from a decision to the first answer.
"""

import asyncio
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

CUTCARD = str(Path(sys.executable).parent / "cutcard")
CLIENTS = 1000
ROUNDS = 100

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

    def __init__(self, tally: Tally, done: asyncio.Event, left: list[int]) -> None:
        self.tally, self.done, self.left = tally, done, left
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
        return self.results == ROUNDS


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
        return self.sent >= 2 * ROUNDS


async def load(kind: type[Client], port: int) -> tuple[Tally, float]:
    loop = asyncio.get_running_loop()
    tally, done, left = Tally(), asyncio.Event(), [CLIENTS]
    began = time.perf_counter()
    for start in range(0, CLIENTS, 100):
        await asyncio.gather(
            *(
                loop.create_connection(lambda: kind(tally, done, left), "127.0.0.1", port)
                for _ in range(start, start + 100)
            )
        )
    await asyncio.wait_for(done.wait(), 300)
    return tally, time.perf_counter() - began


def measured(command: list[str], kind: type[Client]) -> tuple[Tally, float]:
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found is not None
        return asyncio.run(load(kind, int(found[1])))
    finally:
        server.terminate()
        server.wait()


def idle_memory() -> float:
    """Kilobytes that the dealer holds for a client who has joined and is being waited for."""
    command = [CUTCARD, "serve", "--port", "0", "--seats", "7", "--decision-seconds", "60"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found is not None

        def resident() -> int:
            status = Path(f"/proc/{server.pid}/status").read_text()
            return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

        before = resident()

        async def connected() -> int:
            """What the dealer holds while all clients are there."""
            writers = []
            for _ in range(CLIENTS):
                reader, writer = await asyncio.open_connection("127.0.0.1", int(found[1]))
                writer.write(b"JOIN guest FAIR\0")
                await reader.readuntil(b"\0")  # the dealer's COMMIT: now a NONCE is awaited
                writers.append(writer)
            return resident()

        return (asyncio.run(connected()) - before) / CLIENTS
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    print(f"network: {CLIENTS:,} clients at once on loopback, {ROUNDS} rounds each, best of 2")
    best: dict[str, tuple[float, float, int]] = {}
    serve = [CUTCARD, "serve", "--port", "0", "--rounds", str(ROUNDS), "--decision-seconds", "60"]
    for _ in range(2):
        for name, command, kind in (
            ("echo", [sys.executable, "-c", ECHO], Caller),
            ("dealer", serve, Guest),
        ):
            tally, seconds = measured(command, kind)
            rate = tally.messages / seconds
            late = sorted(tally.latencies)[int(0.99 * len(tally.latencies))]
            if rate > best.get(name, (0.0, 0.0, 0))[0]:
                best[name] = (rate, late, tally.errors)
    for name, (rate, late, errors) in best.items():
        print(
            f"  {name:7} {rate:10,.0f} messages a second, p99 latency {1000 * late:6.1f} ms,"
            f" {errors} errors"
        )
    print(f"  the dealer makes {best['dealer'][0] / best['echo'][0]:.2f} of the echo's messages")
    print(f"  an idle client takes {idle_memory():.1f} kB")
