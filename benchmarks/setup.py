"""What a stranger waits for: setting up, installing, compiling and testing, from fresh clones.

All is told as multiples of R, the CPU time of making an environment with numpy in it, pip's cache
filled; wall time stands beside it, as a multiple of R's own. Judge wall time on an idle machine.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TURNS = 3

_ADOPT_ORPHANS = 36
"""What Linux calls PR_SET_CHILD_SUBREAPER: processes that outlive their parents become ours."""

POKER = "poker poker-players poker-exact poker-equilibrium poker-learning"
KERNEL = "src/cutcard/blackjack/exact/squares.py"


class Spent(NamedTuple):
    """CPU and wall seconds."""

    cpu: float
    wall: float


class Room:
    """A folder with a fresh clone, and a cache of compiled code that nobody else has."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clone = folder / "clone"
        pip = [sys.executable, "-m", "pip", "cache", "dir"]
        cached = subprocess.run(pip, capture_output=True, text=True, check=True).stdout.strip()
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment = kept | {
            "PIP_CACHE_DIR": cached,
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def cloned(self) -> None:
        """Make the clone fresh."""
        shutil.rmtree(self.clone, ignore_errors=True)
        subprocess.run(["git", "clone", "-q", ROOT, self.clone], check=True)

    def emptied(self) -> None:
        """Empty the cache of compiled code."""
        shutil.rmtree(self.folder / "cache", ignore_errors=True)

    def spent(self, command: str) -> Spent:
        """What a command takes, with what it leaves running until then, which is ended."""
        before, began = _cpu(), time.monotonic()
        ran = subprocess.run(
            command,
            shell=True,
            cwd=self.clone if self.clone.is_dir() else self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        wall = time.monotonic() - began
        _end_orphans()
        if ran.returncode:
            sys.exit(f"{command} ended with {ran.returncode}:\n{ran.stdout[-2000:]}")
        return Spent(_cpu() - before, wall)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _end_orphans() -> None:
    """End the processes that were left, and count what they took."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while left := children.read_text().split():
        for number in map(int, left):
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)


def main() -> None:
    """Measure each row of the table, and print it."""
    ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1)
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder))
        make = "rm -rf x && python3 -m venv x && x/bin/pip install -q numpy"
        turns = [room.spent(make) for _ in range(TURNS + 1)][1:]  # the first fills pip's cache
        unit = Spent(*(statistics.median(column) for column in zip(*turns, strict=True)))
        print(f"R = {unit.cpu:.1f} CPU s, {unit.wall:.1f} s of wall time")

        def row(what: str, command: str) -> None:
            took = room.spent(command)
            cpu, wall = took.cpu / unit.cpu, took.wall / unit.wall
            print(f"  {what:50} {cpu:6.1f} R  wall {wall:6.1f}", flush=True)

        room.cloned()
        room.spent("make setup .compiler/.ready")  # pip's cache gets what they take
        shutil.rmtree(room.clone)
        room.cloned()
        room.emptied()
        row("make run, empty cache, to the end of the tour", "make run")
        row("  what would follow in the background", "make compile")
        for name in (".venv", ".compiler"):
            files = (path.lstat() for path in (room.clone / name).rglob("*"))
            print(f"  {name} {sum(512 * file.st_blocks for file in files) / 1e6:.0f} MB")
        room.cloned()
        row("make run, warm cache", "make run")
        _edits(room, row)
        room.cloned()
        row("make test, warm cache, all set-up included", "make test")
        room.emptied()
        for cache in ("empty", "warm"):
            shutil.rmtree(room.folder / "y", ignore_errors=True)
            room.spent("python3 -m venv ../y")
            row(f"pip install ., {cache} cache", "../y/bin/pip install -q .")


def _edits(room: Room, row: Callable[[str, str], None]) -> None:
    """What is compiled again after edits; and everything, and poker apart."""
    kernel = room.clone / KERNEL
    text = kernel.read_text()
    remarked = re.sub('"""(?=[A-Z])', '"""Now: ', text)
    kernel.write_text(remarked.replace("\n@compiled", "\n# New.\n@compiled"))
    row("rebuild after an edit of docstrings and comments", "make compile")
    edited = text.replace("return float(value / cards)", "return float(value / cards + 0.0)")
    assert edited != text
    kernel.write_text(edited)
    row("rebuild after an edit of one kernel", "make compile")
    kernel.write_text(text)
    row("compiling everything", "make compile COMPILE_ARGS=--again")
    row("  of it poker", f"make compile COMPILE_ARGS='--again {POKER}'")


if __name__ == "__main__":
    main()
