"""`cutcard duel --in-a-row`: what a player takes from others, the longer it plays."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time

from cutcard.blockhead.rules import Rules
from cutcard.cli.contestants import check_contestants
from cutcard.cli.terminal import say, tell
from cutcard.errors import CutcardError
from cutcard.lab.games_in_a_row import Rows, check_rows, play_rows
from cutcard.lab.strangers import seconds_of
from cutcard.lab.stretches import Workers
from cutcard.progress import Progress
from cutcard.report.games_in_a_row import InARow, as_dict, as_text
from cutcard.report.ink import Ink


def check_in_a_row(arguments: argparse.Namespace, rules: Rules) -> None:
    """Complain, before any work, about what cannot be played."""
    for option in ("round_robin", "sprt", "aivat", "plot", "seats"):
        if getattr(arguments, option):
            named = option.replace("_", "-")
            raise CutcardError(f"--{named} does not go with --in-a-row")
    names = arguments.players
    if len(names) < 2 or len(set(names[1:])) < len(names) - 1:
        raise CutcardError(
            f"the players named are {' '.join(names)}: --in-a-row takes a player and one or more"
            " opponents, each once"
        )
    check_rows(rules, arguments.in_a_row, arguments.pairs)
    check_contestants(arguments, rules)


def play_in_a_row(
    arguments: argparse.Namespace, rules: Rules, workers: int | Workers, options: list[str]
) -> int:
    """Play rows against each opponent and report the results; Ctrl-C ends with those so far."""
    player, *others = arguments.players
    games, pairs = arguments.in_a_row, arguments.pairs
    found: dict[str, Rows] = {}
    progress = Progress(pairs * len(others))
    status = 0
    began = time.monotonic()
    try:
        for number, other in enumerate(others):
            for rows in play_rows(
                player,
                other,
                rules,
                games=games,
                pairs=pairs,
                seed=arguments.seed,
                workers=workers,
                seconds=seconds_of(arguments),
            ):
                found[other] = rows
                if rows.failure:
                    break
                progress.show(number * pairs + rows.played, f"against {other}")
            if found[other].failure:
                break
    except KeyboardInterrupt:
        status = 130
    progress.clear()
    for rows in found.values():
        if rows.failure:
            sys.stderr.write(rows.failure.told("cutcard", traceback=arguments.traceback))
            status = 1
    words = ["cutcard", "duel", "--in-a-row", str(games), player, *others, *options]
    words += ["--pairs", str(pairs), "--seed", str(arguments.seed)]
    finding = InARow(
        player=player,
        games=games,
        rows=found,
        seed=arguments.seed,
        seconds=time.monotonic() - began,
        command=shlex.join(words),
        stopped=bool(status),
    )
    if not finding.telling:
        if status == 130:
            tell("stopped before enough pairs of rows were played: there is no result yet")
        return status
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(finding), indent=2) + "\n")
    else:
        say(as_text(finding, Ink(sys.stdout)))
    return status
