"""Commands start at once: in a new home, in none, in one that is read-only, and two at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from warm_starts import CUTCARD, compiler_warm_starts

from cutcard.machine.library import WITHOUT

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="no library is built elsewhere"),
    pytest.mark.usefixtures("library"),
]

COMMANDS = {
    "simulate": ["simulate", "easy", "--rounds", "1k", "--seed", "1"],
    "solve": ["solve", "vegas-strip", "--rule", "decks=infinite"],
    "duel": ["duel", "alpha", "caller", "--pairs", "2", "--seed", "1"],
}


def started(words: list[str], cwd: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [CUTCARD, *words],
        cwd=cwd,
        env={"PATH": os.environ["PATH"], **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_first_start_compiles_and_keeps_nothing(words: list[str], tmp_path: Path) -> None:
    homes: list[dict[str, str]] = [
        {"HOME": str(tmp_path)},
        {"HOME": str(tmp_path)},  # two at once in one home
        {"HOME": "/proc/none"},
        {},
    ]
    for process in [started(words, tmp_path, **home) for home in homes]:
        _, complaints = process.communicate()
        assert (process.returncode, complaints) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_numba_is_asked_for_if_the_user_wants_it_and_announced_once(tmp_path: Path) -> None:
    words = COMMANDS["simulate"]
    shipped = started(words, tmp_path, HOME=str(tmp_path))

    def compiled() -> subprocess.CompletedProcess[str]:
        return compiler_warm_starts().run_as_text(
            [str(CUTCARD), *words],
            folder=tmp_path,
            environment={"PATH": os.environ["PATH"], "HOME": str(tmp_path), WITHOUT: "yes"},
        )

    first = compiled()
    assert first.stderr.startswith("cutcard: compiling what this needs, once on this machine")
    assert first.stderr.count("\n") == 1
    # All but the time that it took.
    assert first.stdout.splitlines()[:5] == shipped.communicate()[0].splitlines()[:5]
    assert list(tmp_path.iterdir()) != []
    again = compiled()
    assert (again.stdout.splitlines()[:5], again.stderr) == (first.stdout.splitlines()[:5], "")
