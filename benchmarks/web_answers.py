"""How soon the browser's lab answers, over HTTP from a server with warm workers.

Rules are changed one after the other as a person changes them, each set for the first time, so that
nothing is remembered. Each answer is waited for; median and slowest are shown.
"""

import contextlib
import http.client
import itertools
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ONE_OPEN = [
    {"decks": decks, "hit_soft_17": hits, "double_after_split": after}
    for decks, hits, after in itertools.product((6, 8, 4, 2), (False, True), (True, False))
]
BOTH_OPEN = [
    {"decks": decks, "hit_soft_17": hits}
    for decks, hits in itertools.product((6, 8, 4, 2), (False, True))
]
GOALS = {"one open card": 300, "both open": 700}
"""Milliseconds, median."""

RAMPS = [f"1:{low},2:4,3:{high}" for low in (1, 2, 3) for high in (6, 8, 10, 12)]


class Line:
    """A kept connection to the server, as a browser has one."""

    def __init__(self, port: int) -> None:
        self._host = f"127.0.0.1:{port}"
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=300)

    def ask(self, path: str, body: object = None) -> Any:
        headers = {"Origin": f"http://{self._host}", "Content-Type": "application/json"}
        self._line.request(
            "GET" if body is None else "POST",
            path,
            None if body is None else json.dumps(body),
            headers,
        )
        answer = self._line.getresponse()
        told = json.loads(answer.read())
        assert answer.status in (200, 202), told
        return told

    def timed(self, path: str, body: object) -> float:
        began = time.perf_counter()
        self.ask(path, body)
        return 1000 * (time.perf_counter() - began)


@contextlib.contextmanager
def opened() -> Iterator[Line]:
    """A server of its own, with a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        command = [sys.executable, "-m", "cutcard", "web", "--port", "0", "--store", store]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)/", server.stdout.readline())
            assert found is not None
            yield Line(int(found[1]))
        finally:
            server.terminate()
            server.wait()


def show(name: str, times: list[float], goal: int | None = None) -> None:
    """A line of the table."""
    wanted = "" if goal is None else f"   goal {goal}"
    print(
        f"  {name:34} {statistics.median(times):7.0f} median {max(times):7.0f} slowest"
        f" of {len(times)}{wanted}"
    )


def edges(line: Line, game: str, changes: list[dict[str, object]]) -> list[float]:
    """Milliseconds of each edge after a changed rule."""
    for one in changes[:2]:  # whatever is loaded at first is loaded now
        line.ask("/api/edge", {"game": game, "changes": {**one, "max_hands": 3}})
    return [line.timed("/api/edge", {"game": game, "changes": one}) for one in changes]


def main() -> None:
    """Print how soon the lab answers."""
    print("web answers: milliseconds over HTTP, warm workers")
    with opened() as line:
        show("edge, one open card", edges(line, "vegas-strip", ONE_OPEN), GOALS["one open card"])
        show("edge, both open", edges(line, "double-exposure", BOTH_OPEN), GOALS["both open"])
        asked = [{"game": "vegas-strip", "changes": one} for one in ONE_OPEN]
        show("edge asked before", [line.timed("/api/edge", one) for one in asked])
        cells = [{"game": "vegas-strip", "cells": {f"{total} 10": "S"}} for total in range(8, 16)]
        line.ask("/api/cost", {"game": "vegas-strip", "cells": {"16 9": "S"}})
        show("an edited cell's cost", [line.timed("/api/cost", one) for one in cells])
        counter = {"game": "vegas-strip", "count": "hi-lo", "rounds": 8_000_000, "seed": 1}
        job = line.ask("/api/simulate", counter)
        while job["state"] in ("waiting", "running"):
            time.sleep(0.2)
            job = line.ask(f"/api/jobs/{job['job']}")
        path = f"/api/jobs/{job['job']}/bets"
        for _ in range(2):  # each worker samples paths once
            line.ask(path, {"ramp": RAMPS[0]})
        show("a slider's bets and bands", [line.timed(path, {"ramp": ramp}) for ramp in RAMPS])


if __name__ == "__main__":
    main()
