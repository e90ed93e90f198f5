"""What is compiled again after an edit, in a copy of the checkout: its parts, and no others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.machine.building import COMPILER
from cutcard.machine.library import own_cache
from cutcard.machine.sources import ROOT

SOLVED = """
from cutcard.blackjack.exact.solution import solve
from cutcard.blackjack.rules import Rules
print(solve(Rules(decks="infinite")).edge)
"""


class Copy:
    """A copy of the checkout, with a cache of its own that holds the parts."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "copy"
        for name in ("src", "foundry", "locks"):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, self.root / name, ignore=ignored)
        (self.root / ".compiler").symlink_to(COMPILER)
        kept = own_cache()
        assert kept is not None
        (folder / "cache").mkdir(mode=0o700)
        ignored = shutil.ignore_patterns("numba-*")
        shutil.copytree(kept.path, folder / "cache" / "cutcard", ignore=ignored)
        self._environment = {
            **os.environ,
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PYTHONPATH": os.pathsep.join([str(self.root / "src"), str(COMPILER)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, *words: str) -> list[str]:
        """The lines that a Python of the copy prints."""
        ran = subprocess.run(
            [sys.executable, *words],
            cwd=self.root,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.stderr == ""
        return ran.stdout.splitlines()

    def missing(self) -> list[str]:
        """The parts that are to be compiled."""
        return " ".join(self.run("-m", "cutcard.machine", "--check")).split()

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text in a source of the copy."""
        file = self.root / "src" / "cutcard" / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))


@pytest.mark.usefixtures("parts")
def test_an_edit_compiles_its_part_again_and_no_other(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    assert copy.missing() == []
    edge = float(copy.run("-c", SOLVED)[0])

    copy.edit("report/felt.py", '"""', '"""\nAnother. ')
    copy.edit("blackjack/exact/valuation.py", '    """The', '    """Here is the')
    assert copy.missing() == []
    assert float(copy.run("-c", SOLVED)[0]) == edge

    # Standing is worth one bet more.
    copy.edit("blackjack/exact/valuation.py", "        value = 0.0\n", "        value = 1.0\n")
    assert copy.missing() == ["exact"]
    assert copy.run("-m", "cutcard.machine") == ["Compiling exact ..."]
    assert copy.missing() == []
    assert float(copy.run("-c", SOLVED)[0]) > edge + 0.5


def test_a_short_duel_waits_for_nothing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "cutcard",
            "duel",
            "alpha",
            "caller",
            "--pairs",
            "20",
            "--seed",
            "1",
        ],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "(engine: so few pairs take less time than compiling)" in ran.stdout
    assert list(tmp_path.rglob("*.part")) == []
