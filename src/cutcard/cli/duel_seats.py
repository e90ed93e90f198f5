"""`cutcard duel --seats`: more than two Blockhead players, everybody in every seat."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from dataclasses import replace

from cutcard.blockhead.rules import Rules
from cutcard.cli.contestants import check_contestants
from cutcard.cli.terminal import say
from cutcard.errors import CutcardError
from cutcard.lab.rotations import (
    Rotations,
    check_rotations,
    play_control,
    play_rotations,
)
from cutcard.lab.strangers import is_file_name, seconds_of
from cutcard.lab.stretches import Workers
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.rotations import Rotated, as_dict, as_text


def check_seats(arguments: argparse.Namespace, rules: Rules) -> None:
    """Complain, before any work, about what cannot be played."""
    for option in ("round_robin", "sprt", "aivat", "plot"):
        if getattr(arguments, option):
            named = option.replace("_", "-")
            raise CutcardError(f"--{named} is for a duel of two, not for --seats {rules.seats}")
    names = tuple(arguments.players)
    check_rotations(names, rules, arguments.pairs)
    check_contestants(arguments, rules)


def sit_together(
    arguments: argparse.Namespace, rules: Rules, workers: int | Workers, options: list[str]
) -> int:
    """Play rotations and say what everybody gained; Ctrl-C ends them with the results so far."""
    names = tuple(arguments.players)
    score = Rotations(names)
    progress = Progress(arguments.pairs)
    status = 0
    began = time.monotonic()
    try:
        for score in play_rotations(
            names,
            rules,
            rotations=arguments.pairs,
            seed=arguments.seed,
            workers=workers,
            seconds=seconds_of(arguments),
        ):
            if score.played:
                gain = sum(score.gains[0]) / score.games
                progress.show(score.played, f"{names[0]} {gain:+.1f} chips a game")
    except KeyboardInterrupt:
        status = 130
    progress.clear()
    if score.failure:
        sys.stderr.write(score.failure.told("cutcard", traceback=arguments.traceback))
        status = 1
    words = ["cutcard", "duel", "--seats", str(rules.seats), *names, *options]
    words += ["--pairs", str(score.played), "--seed", str(arguments.seed)]
    finding = Rotated(
        score=score,
        seed=arguments.seed,
        seconds=time.monotonic() - began,
        command=shlex.join(words),
        stopped=bool(status),
    )
    if not finding.telling:
        return status
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(finding), indent=2) + "\n")
    else:
        say(as_text(finding if status else _with_control(finding, rules), Ink(sys.stdout)))
    return status


def _with_control(finding: Rotated, rules: Rules) -> Rotated:
    """The same with a control, unless Ctrl-C ends it: the player named last in all seats."""
    name = finding.score.names[-1]
    if is_file_name(name):
        return finding
    try:
        score = play_control(name, rules, rotations=finding.score.played, seed=finding.seed)
    except KeyboardInterrupt:
        return finding  # the rotations themselves are done, and are reported
    return replace(finding, control=(f"{name} in all seats", score.mean(0)))
