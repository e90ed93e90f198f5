"""Where nothing compiled can run: the engine plays, plain Python solves, and both say so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
sys.modules["numba"] = None
from cutcard.compilation import compiled, announcing_to, nothing_compiled
{program}
"""


def python(program: str, cwd: Path) -> list[str]:
    """What a program prints where there is neither numba nor a library."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM.format(program=program)],
        cwd=cwd,
        env={**os.environ, "CUTCARD_COMPILE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_the_engine_plays_and_says_why(tmp_path: Path) -> None:
    why = "CUTCARD_COMPILE is set, and numba is not installed: run"
    said = python(
        """
from cutcard.cli import main
for words in ("simulate easy --rounds 200 --seed 1", "duel alpha caller --pairs 2 --seed 1"):
    sys.argv = ["cutcard", *words.split()]
    main()
""",
        tmp_path,
    )
    assert len([line for line in said if why in line]) == 2


def test_silent_hands_are_the_same(tmp_path: Path) -> None:
    words = ["easy", "-s", "-i", "7", "-a", "wizard", "20000"]
    program = f"""
from cutcard.cli import main
sys.argv = ["cutcard", *{words}]
main()
"""
    slow = python(program, tmp_path)
    kept = {name: value for name, value in os.environ.items() if name != "CUTCARD_COMPILE"}
    fast = subprocess.run(
        [sys.executable, "-m", "cutcard", *words],
        env=kept,
        capture_output=True,
        text=True,
        check=True,
    )
    assert slow == fast.stdout.splitlines()
    assert slow


def test_plain_python_solves_to_the_last_digit(tmp_path: Path) -> None:
    program = """
from cutcard.blackjack.exact.solution import solve
from cutcard.blackjack.rules import Rules
with announcing_to(print):
    print(repr(solve(Rules(decks="infinite")).edge))
"""
    said, edge = python(program, tmp_path)
    assert "plain Python computes this" in said

    from cutcard.blackjack.exact.solution import solve
    from cutcard.blackjack.rules import Rules

    assert edge == repr(solve(Rules(decks="infinite")).edge)


def test_what_python_cannot_run_says_what_to_install(tmp_path: Path) -> None:
    said = python(
        """
from cutcard.errors import CutcardError
@compiled
def double(number):
    return 2 * number
print(nothing_compiled("exact"))
try:
    double(2)
except CutcardError as error:
    print(error)
""",
        tmp_path,
    )
    missing = f"numba is not installed: run {sys.executable} -m pip install numba"
    reason = "it is called with arguments that it was not compiled for"
    assert said == [
        f"CUTCARD_COMPILE is set, and {missing}",
        f"double cannot run: {reason}, and {missing}",
    ]
