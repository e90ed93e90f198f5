"""`cutcard tour`: what cutcard can do, each step with the command that a user would type."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which
from typing import Final

from cutcard.cli.arguments import VerbParser
from cutcard.cli.terminal import say
from cutcard.folding import unbroken
from cutcard.report.ink import Ink

STEPS: Final = (
    (
        "Games are rules, written as data. These are the ones that come with it.",
        "cutcard rules",
    ),
    (
        "A game is played by a chart. This one is for Easy Blackjack, whose dealer hides nothing.",
        "cutcard chart easy",
    ),
    (
        "What is that chart worth? Play it ten million times, and say how certain that is.",
        "cutcard simulate easy --rounds 10M --seed 326",
    ),
    (
        "And exactly? Here is a hand of it: the value of every action.",
        "cutcard advise easy '8 8' 'T 7'",
    ),
    (
        "Where should one play? The best play in five casinos' games, exactly.",
        "cutcard compare",
    ),
    (
        "A card counter in a six-deck game: what it earns, count by count.",
        "cutcard simulate vegas-strip --count hi-lo --ramp 1:2,2:4,3:8 --rounds 10M --seed 1",
    ),
    (
        "The original program is here too, byte for byte. It plays the same chart from a file.",
        "cutcard chart easy --format txt > chart.txt && cutcard easy -i 5 -a chart.txt 2",
    ),
    (
        "So are the others: here a card counter plays three hands from one deck.",
        "cutcard ve280 100 5 3 counting | tail -14",
    ),
    (
        "The second game is poker. Is Beta better than Alpha? The same cards, seats swapped.",
        "cutcard duel beta alpha --pairs 40 --seed 1",
    ),
    (
        "Tables can be on the network, too, and a fair one proves its cards.",
        "cutcard serve --port 18521 --rounds 2 --tables 1 & sleep 1;"
        " cutcard join 127.0.0.1:18521 --name ann --fair",
    ),
    (
        "A player can learn that game from nothing. How good is what it has learnt, exactly?",
        "cutcard train cs50 --rounds 40k --q table.txt",
    ),
)


def run(words: list[str]) -> int:
    """Take the tour; every step is run by a shell, exactly as printed."""
    about = "See what cutcard can do, in ten seconds."
    VerbParser("tour", about, "  cutcard tour").parse_args(words)
    ink = Ink(sys.stdout)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path}
    with tempfile.TemporaryDirectory() as folder:
        for number, (says, command) in enumerate(STEPS, start=1):
            say(f"{ink('dim', f'{number}/{len(STEPS)}')} {ink('bold', says)}\n")
            say(f"{ink('cyan', unbroken(f'$ {command}'))}\n\n")
            sys.stdout.flush()
            status = subprocess.run(
                command, shell=True, cwd=folder, env=environment, check=False
            ).returncode
            if status:
                return status
            say("\n")
    command = "cutcard" if which("cutcard") else sys.argv[0]
    say(
        f"Now sit down yourself: {command} play vegas-strip; or practise first: {command} drill\n"
        f"All of it in the browser: {command} web --open\n"
    )
    return 0
