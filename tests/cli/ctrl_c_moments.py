"""Ctrl-C at many moments of every verb: no traceback, a known exit status, nothing half-written.

Run it by `make interrupt`; the number on the command line says how many moments.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from warm_starts import PATIENCE

import cutcard
from cutcard.blackjack.presets import load_chart
from cutcard.cli import EDITIONS, VERBS

CUTCARD = Path(sys.executable).parent / "cutcard"
LONGEST = 2.5
"""Seconds after which nothing new is to be expected."""

INTERRUPTED = 130

COMMANDS = {
    "play": ["vegas-strip", "--seed", "1"],
    "drill": ["running", "vegas-strip", "--seed", "1", "--progress", "drills.json"],
    "advise": ["vegas-strip", "8 8", "T"],
    "simulate": ["easy", "--rounds", "1e12", "--seed", "1", "--out", "kept.json"],
    "solve": ["downtown", "--out", "best.txt", "--decks"],
    "compare": ["vegas-strip", "--rules"],
    "duel": ["beta", "alpha", "--pairs", "1M", "--seed", "1"],
    "value": ["alpha", "random"],
    "exploit": ["alpha", "--recompute", "--out", "best.npz"],
    "equilibrium": ["--out", "nash.npz"],
    "serve": ["--port", "0"],
    "join": ["{address}", "--name", "ann"],
    "verify": ["/dev/stdin"],
    "train": ["cs50", "--rounds", "1G", "--q", "table"],
    "rules": ["easy"],
    "chart": ["vegas-strip", "--chart", "best", "--values", "--out", "chart.html"],
    "counts": ["vegas-strip"],
    "index": ["vegas-strip", "--progress", "kept.npz", "--out", "indices.toml"],
    "web": ["--port", "0", "--store", "sqlite:///kept.db"],
    "tour": [],
    "easy": ["-i", "1", "-s", "-a", "{chart}", "100000000000"],
    "ve280": ["10000", "1", "10000", "counting"],
    "blockhead": ["alpha", "beta", "--games", "1M", "--seed", "1"],
    "coms1018": ["5"],
    "cs50": ["dealer", "1", "1", "0"],
}
"""A command of every verb and edition that has something to do for a while."""

ENDS_ORDERLY = frozenset({"serve", "web", "cs50"})
"""Dealers, for whom Ctrl-C is how to close the table."""


class Fault(Exception):
    """Ctrl-C did not end a command as it should."""


@cache
def python_starts() -> float:
    """Seconds that Python takes to start itself; what it says to Ctrl-C meanwhile is not ours."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import re"], check=True)
    return time.monotonic() - began


def moments(count: int) -> list[float]:
    """Seconds after which to interrupt; the first tenth of a second is the hardest."""
    return [python_starts() + LONGEST * (at / count) ** 2 for at in range(count)]


@contextmanager
def silent_keyboard() -> Iterator[int]:
    """Input that neither says anything nor ends, as that of somebody who presses Ctrl-C."""
    reads, writes = os.pipe()
    try:
        yield reads
    finally:
        os.close(reads)
        os.close(writes)


def interrupt(verb: str, after: float, program: Path = CUTCARD) -> str:
    """Interrupt a command after so many seconds; return how it ended. Fault tells what is wrong."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell has Ctrl-C ignored for jobs behind, and for all that they start.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0)) as dealer,
        silent_keyboard() as keyboard,
    ):
        chart = Path(folder) / "given.chart"
        chart.write_text(f"{load_chart('wizard')}")
        known = {"{address}": f"127.0.0.1:{dealer.getsockname()[1]}", "{chart}": str(chart)}
        process = subprocess.Popen(
            [program, verb, *(known.get(word, word) for word in COMMANDS[verb])],
            stdin=keyboard,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            start_new_session=True,
        )
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            # As a terminal does it: to the whole group.
            os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if after < 3 * python_starts():
                return "before the start"  # Python may swallow it, too
            raise Fault(f"{verb} after {after:.3f} s: it did not end") from None
        return _judge(verb, after, process.returncode, out.decode(), err.decode(), Path(folder))


def _judge(verb: str, after: float, status: int, out: str, err: str, folder: Path) -> str:
    where = f"{verb} after {after:.3f} s"
    if _before_entry(err) or status == -signal.SIGINT:
        return "before the start"
    if "Traceback" in err or "KeyboardInterrupt" in err:
        raise Fault(f"{where}: a traceback\n{err}")
    if status not in (INTERRUPTED, 0):
        raise Fault(f"{where}: it ended with status {status}\n{err}")
    left = [path.name for path in folder.iterdir() if path.suffix in (".part", ".lock")]
    # Before a command is ready, it has begun nothing; a lock's file may lie there and holds nobody.
    if any(name.endswith(".part") for name in left):
        raise Fault(f"{where}: it left {', '.join(left)}")
    _check_kept(verb, where, out, folder)
    return {0: "done" if verb not in ENDS_ORDERLY else "closed"}.get(status, "interrupted")


def _before_entry(err: str) -> bool:
    """Python was interrupted while it started itself, before it came to the command."""
    package = Path(cutcard.__file__).parent
    own = [line for line in err.splitlines() if line.strip().startswith(f'File "{package}')]
    return "KeyboardInterrupt" in err and all("/entry.py" in line for line in own)


def _check_kept(verb: str, where: str, out: str, folder: Path) -> None:
    """What is done is kept: every file is whole, and the same command goes on from it."""
    if verb == "simulate" and (folder / "kept.json").exists():
        if "95% interval" in out:
            from cutcard.lab.checkpoint import seed_in

            if seed_in(folder / "kept.json") != 1:
                raise Fault(f"{where}: the checkpoint cannot be read")
        elif out:
            raise Fault(f"{where}: it says {out!r}")
    if verb == "train" and (folder / "table").exists():
        from cutcard.learn.qtable import read_table

        read_table(folder / "table")
    for name in ("best.txt", "chart.html"):
        if (folder / name).exists() and not (folder / name).read_text():
            raise Fault(f"{where}: {name} is empty")


def main(count: int) -> int:
    """Interrupt every verb at so many moments."""
    faults = 0
    for verb in (*VERBS, *EDITIONS):
        began = time.monotonic()
        endings: dict[str, int] = {}
        for after in moments(count):
            try:
                ending = interrupt(verb, after)
            except Fault as fault:
                faults += 1
                ending = "faulty"
                sys.stderr.write(f"{fault}\n")
            endings[ending] = endings.get(ending, 0) + 1
        told = ", ".join(f"{times} {ending}" for ending, times in endings.items())
        sys.stdout.write(f"{verb:10} {told} ({time.monotonic() - began:.0f} s)\n")
        sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
