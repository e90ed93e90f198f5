"""kill -9 in the middle of play: no result that anybody has seen is missing from the record."""

from __future__ import annotations

import asyncio
import contextlib
import signal

import pytest
from net.wire import Serve, counted, read_lines

CLIENTS = 10
SECONDS = 0.05
"""Of play before the dealer is killed, once everybody is in the middle of it: some rounds each."""
REPETITIONS = 20

Seen = dict[str, list[str]]


async def play(port: int, name: str, seen: Seen) -> None:
    """Play until the dealer dies; write down every result that came whole."""
    seen[name] = []
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"JOIN {name}\0".encode())
        while True:
            text = (await reader.readuntil(b"\0"))[:-1].decode()
            if text == "DECISION":
                writer.write(b"HIT\0" if len(seen[name]) % 2 else b"STAND\0")
            elif text.startswith("RESULT"):
                seen[name].append(text.removeprefix("RESULT "))
        writer.close()


@pytest.mark.parametrize(
    ("seats", "words"), [(1, ()), (5, ()), (1, ("--fsync",)), (2, ("--fsync",))], ids=str
)
def test_every_result_seen_is_in_the_record(serve: Serve, seats: int, words: tuple[str, ...]):
    """A quarter of the repetitions each, all on the same record."""
    seen: Seen = {}

    async def crowd(server, repetition: int) -> None:
        names = [f"r{repetition}c{number}" for number in range(CLIENTS)]
        clients = [asyncio.create_task(play(server.port, name, seen)) for name in names]
        async with asyncio.timeout(20):
            # However slow the machine is, everybody is to be in the middle of play.
            while not all(seen.get(name) for name in names):
                await asyncio.sleep(0.01)
        await asyncio.sleep(SECONDS)
        server.send(signal.SIGKILL)
        await asyncio.wait_for(asyncio.gather(*clients), 20)

    for repetition in range(REPETITIONS // 4):
        # What a killed dealer has left, the next one takes up.
        server = serve("--seats", str(seats), "--record", "record", *words)
        asyncio.run(crowd(server, repetition))
        server.ended()
    path = server.folder / "record"
    recorded: Seen = {}
    tables: dict[str, list[str]] = {}
    for line in read_lines(path):
        if line["kind"] == "opened":
            tables[line["table"]] = line["names"]
            recorded |= {name: [] for name in line["names"]}
        elif line["kind"] == "played":
            for seat, result in zip(line["seats"], line["results"], strict=True):
                recorded[tables[line["table"]][seat]].append(result)
    assert sum(map(len, seen.values())) > REPETITIONS
    for name, results in seen.items():
        assert recorded[name][: len(results)] == results
        # The record may be a round ahead of what has gone over the wire, no more.
        assert len(recorded[name]) - len(results) <= 1
    assert counted(path)[0] == REPETITIONS // 4 * CLIENTS // seats
