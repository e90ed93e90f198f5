"""Play does not wait for what strangers send, or for what they have computed."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from web.asking import ask
from web.serving import Served
from web.tableside import Attending, Browser

MOVES = 30

STRANGER = """
import http.client, json, os, sys, threading
os.nice(10)
host, path, threads, body = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.stdin.read()
def ask():
    while True:
        line = http.client.HTTPConnection(host, timeout=60, source_address=("127.0.0.2", 0))
        try:
            line.request("POST", path, body, {"Origin": "http://" + host})
            line.getresponse().read()
        except OSError:  # it need not be read to its end
            pass
        print("asked", flush=True)
        line.close()
for _ in range(threads):
    threading.Thread(target=ask).start()
"""


@contextmanager
def strangers(served: Served, path: str, threads: int, body: str, wait: bool) -> Iterator[None]:
    """Somebody who asks the same again and again, at so many connections."""
    words = [sys.executable, "-c", STRANGER, served.host, path, str(threads)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(body)
        process.stdin.close()
        if wait:
            process.stdout.readline()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def median_move(line: Attending) -> float:
    """The seconds from a move to its view, as half of the moves take."""
    taken = []
    for _ in range(MOVES):
        began = time.monotonic()
        if line.view["betting"]:
            line.say("bet", chips=1)
        else:
            line.say("act", action="stand" if "stand" in line.view["legal"] else "decline")
        taken.append(time.monotonic() - began)
        time.sleep(0.06)  # as many messages a second as a person may send
    return statistics.median(taken)


LARGE = json.dumps({"game": "vegas-strip", "changes": {str(n): "x" * 30 for n in range(40_000)}})
LOGBOOK = json.dumps({str(n): [1] * 20 for n in range(10_000)})
COSTLY = json.dumps(
    {"games": [{"game": "double-exposure", "changes": {"decks": n}} for n in range(1, 7)]}
)


@pytest.mark.parametrize(
    ("path", "threads", "body"),
    [("/api/edge", 16, LARGE), ("/api/progress", 16, LOGBOOK), ("/api/compare", 8, COSTLY)],
    ids=["large bodies", "logbooks", "questions"],
)
def test_a_move_takes_no_five_times_as_long_under_load(
    served: Served, path: str, threads: int, body: str
) -> None:
    ann = Browser(served.host, "Ann")
    line = ann.attend(ann.open(game="vegas-strip", chips=10_000))
    alone = median_move(line)
    with strangers(served, path, threads, body, wait=path != "/api/compare"):
        assert median_move(line) <= 5 * alone


@pytest.mark.parametrize("length", [2_000_000, 131_073])
def test_a_body_larger_than_what_is_asked_for_is_refused(served: Served, length: int) -> None:
    padded = {"game": "vegas-strip", "changes": {"x": "x" * length}}
    status, told = ask(served, "/api/edge", padded)
    assert (status, "the most is 131072" in told["error"]) == (413, True)
