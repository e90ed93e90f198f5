"""Examples in the documents: commands after a dollar sign, and what they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from warm_starts import warm_starts

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Example:
    """A command and what the page shows of it."""

    command: str
    shown: str


def examples(page: Path) -> list[Example]:
    """The commands of a page with their outputs, in order."""
    return [
        Example(command, shown)
        for _, block in re.findall(r"^( *)```\n( *\$ .*?)^\1```$", page.read_text(), re.M | re.S)
        for command, shown in re.findall(
            r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", dedent(block), re.MULTILINE
        )
    ]


def printed(command: str, folder: Path) -> str:
    """What a command prints, as a person sees it: errors among the rest, in the order they come."""
    path = f"{warm_starts().stand_in.parent}:{BIN}:{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return run.stdout


def comparable(text: str) -> list[str]:
    """The lines of an output without those that differ from run to run."""
    passing = re.compile(r" a second|^  [\d.]+ s$|compiling what this needs")
    return [line.rstrip() for line in text.splitlines() if not passing.search(line)]
