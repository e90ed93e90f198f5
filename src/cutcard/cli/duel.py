"""`cutcard duel`: which of two Blockhead players is better, and how sure is that?"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import fmean

from cutcard.blockhead.players import AGAINST, EXPLOITER, PLAYERS
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.cli.arguments import VerbParser, workers_of
from cutcard.cli.contestants import check_contestants
from cutcard.cli.duel_in_a_row import check_in_a_row, play_in_a_row
from cutcard.cli.duel_seats import check_seats, sit_together
from cutcard.cli.terminal import say
from cutcard.commandline import seed_of
from cutcard.errors import CutcardError
from cutcard.folding import in_blocks, room, unbroken
from cutcard.lab.estimate import Mean, Sprt
from cutcard.lab.pairs import (
    BLOCK_PAIRS,
    ENGINE,
    KERNEL,
    Score,
    check_duel,
    duel_kernel,
    play_controls,
    play_duel,
    prepare_kernel,
    prepare_luck,
    verdict_of,
    why_engine,
)
from cutcard.lab.strangers import PlayerFailed, seconds_of
from cutcard.lab.stretches import Workers
from cutcard.progress import Progress
from cutcard.report.duels import LUCK_TOLD, SPRT_GAIN, Duel, agreement_text, as_dict, as_text
from cutcard.report.ink import Ink
from cutcard.rulebook import change_options

EXAMPLES = """\
  cutcard duel beta alpha                        200 pairs of games
  cutcard duel beta alpha --pairs 10k --json     many, for a program
  cutcard duel beta alpha --sprt                 stop as soon as it is clear
  cutcard duel --round-robin alpha beta random   everybody against everybody
  cutcard duel nash beta --aivat                 luck told from skill: sure with fewer games
  cutcard duel beta alpha --plot chips.png       a picture of the games
  cutcard duel --seats 3 beta alpha alpha        a larger table, everybody in every seat
  cutcard duel --in-a-row 100 regular alpha      does it take more the longer it plays?
  cutcard duel mine.py:Gamma alpha               a player of your own
  cutcard duel learnt.npz beta                   a policy that 'cutcard train' has learnt"""


def run(words: list[str]) -> int:
    """Play a duel or a round robin; Ctrl-C ends it with the results so far."""
    arguments = _parser().parse_args(words)
    arguments.seed = seed_of(arguments)
    preset = SHELF.load(arguments.game).changed(arguments.rule)
    if arguments.seats is not None:
        preset = preset.changed([f"seats={arguments.seats}"])
    rules = preset.rules
    try:
        if arguments.in_a_row is not None:
            check_in_a_row(arguments, rules)
        elif arguments.seats is not None:
            check_seats(arguments, rules)
        else:
            _check(arguments, rules)
    except PlayerFailed as failure:
        return _complain(failure, arguments)
    with _workers(arguments) as workers:
        options = [*_game(arguments), *_patience(arguments)]
        if arguments.in_a_row is not None:
            return play_in_a_row(arguments, rules, workers, options)
        if arguments.seats is not None:
            return sit_together(arguments, rules, workers, options)
        if arguments.round_robin:
            return _round_robin(arguments, rules, workers)
        first, second = arguments.players
        finding, status = _duel(first, second, arguments, rules, workers)
    if not finding.telling:
        return status
    if arguments.json:
        sys.stdout.write(json.dumps(as_dict(finding), indent=2) + "\n")
    else:
        if not status:
            finding, status = _with_controls(finding, arguments, rules)
        say(as_text(finding, Ink(sys.stdout)))
    if arguments.plot:
        _plot(finding, Path(arguments.plot))
    return status


def _parser() -> VerbParser:
    about = "Compare Blockhead players by pairs of games: the same cards, seats swapped."
    parser = VerbParser("duel", about, EXAMPLES)
    names = f"{', '.join(PLAYERS)}, {EXPLOITER} (the best response to alpha), {AGAINST}PLAYER (who"
    names += " knows how that one bets, and looks ahead), a policy's FILE.npz, or FILE.py:CLASS,"
    names += " made with a random stream, with act(view) and see(event)"
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=names)
    parser.add_argument("--round-robin", action="store_true", help="everybody against everybody")
    parser.add_count(
        "pairs",
        200,
        "pairs of games (default: 200); the most, with --sprt; with --seats, rotations of N games",
    )
    parser.add_argument(
        "--seats",
        metavar="N",
        help="a table of 2 to 6: games with the same cards, in which everybody takes every seat",
    )
    parser.add_count(
        "in-a-row",
        None,
        "N games in a row, in which players remember: what the first takes from each of the others,"
        " game by game",
    )
    parser.add_argument(
        "--sprt", action="store_true", help="stop early by a sequential test, 5%% error each way"
    )
    parser.add_argument(
        "--aivat",
        action="store_true",
        help="also the mean without the luck of cards and of bets by chance, by the worths of nash",
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        default="blockhead",
        help=f"{', '.join(SHELF.names())}, or a FILE.toml (default: blockhead)",
    )
    parser.add_rule()
    parser.add_seed()
    parser.add_workers()
    parser.add_cluster()
    parser.add_json()
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the mean and its interval (.png, .svg or .pdf)"
    )
    parser.add_own_players()
    return parser


def _complain(failure: PlayerFailed, arguments: argparse.Namespace) -> int:
    sys.stderr.write(failure.told("cutcard", traceback=arguments.traceback))
    return 1


def _check(arguments: argparse.Namespace, rules: Rules) -> None:
    """Complain, before any work, about what cannot be played."""
    wanted = "two players" if not arguments.round_robin else "two players or more"
    count = len(arguments.players)
    if count < 2 or (count > 2 and not arguments.round_robin):
        named = " ".join(arguments.players)
        raise CutcardError(f"the players named are {named}: a duel takes {wanted}")
    if arguments.aivat and arguments.sprt:
        raise CutcardError("--aivat does not go with --sprt, which tests the plain mean")
    check_duel(rules, arguments.pairs, luck=arguments.aivat)
    check_contestants(arguments, rules)
    if arguments.round_robin and (arguments.plot or arguments.sprt):
        raise CutcardError("--plot and --sprt are for a duel of two, not for --round-robin")
    if arguments.plot:
        from cutcard.report.plot import check_picture

        check_picture(Path(arguments.plot))


@contextmanager
def _workers(arguments: argparse.Namespace) -> Iterator[int | Workers]:
    """Where the games are played: a number of workers here, or a cluster."""
    if arguments.cluster is None:
        yield workers_of(arguments)
        return
    from cutcard.lab.cluster import open_cluster

    with open_cluster(arguments.cluster) as cluster:
        yield cluster


def _duel(
    first: str, second: str, arguments: argparse.Namespace, rules: Rules, workers: int | Workers
) -> tuple[Duel, int]:
    began = time.monotonic()
    score = Score()
    progress = Progress(arguments.pairs)
    test = Sprt(SPRT_GAIN) if arguments.sprt else None
    verdict = ""
    status = 0
    kernel = ENGINE if arguments.aivat else duel_kernel(first, second, rules, arguments.pairs)
    reason = LUCK_TOLD if arguments.aivat else why_engine(first, second, rules, arguments.pairs)
    gained = seen = 0
    try:
        if arguments.aivat and arguments.cluster is None:
            prepare_luck(rules)
            began = time.monotonic()
        elif kernel == KERNEL and arguments.cluster is None:
            prepare_kernel()
            began = time.monotonic()  # loading happens once, and is not part of the games' speed
        for score in play_duel(
            first,
            second,
            rules,
            pairs=arguments.pairs,
            seed=arguments.seed,
            workers=workers,
            # When the test may stop the duel is part of the result: the same on engine and kernel.
            block=BLOCK_PAIRS[ENGINE] if test else None,
            seconds=seconds_of(arguments),
            test=test,
            luck=arguments.aivat,
        ):
            gained += sum(score.as_first[seen:]) + sum(score.as_second[seen:])
            seen = score.played
            if not seen:
                break
            note = f"{first} {gained / (2 * seen):+.1f} chips a game, {score.deals:,} deals"
            progress.show(seen, note)
        if test:
            verdict = verdict_of(test, score.moments()) or "undecided"
    except KeyboardInterrupt:
        status = 130
    progress.clear()
    if score.failure:
        status = _complain(score.failure, arguments)
    words = ["cutcard", "duel", first, second, *_game(arguments)]
    words += ["--pairs", str(score.played), "--seed", str(arguments.seed)]
    words += ["--aivat"] * arguments.aivat
    words += _patience(arguments)
    seconds = time.monotonic() - began
    command = shlex.join(words)
    finding = Duel(
        first=first,
        second=second,
        score=score,
        seed=arguments.seed,
        seconds=seconds,
        command=command,
        kernel=kernel,
        reason=reason,
        verdict=verdict,
        stopped=bool(status),
    )
    return finding, status


def _game(arguments: argparse.Namespace) -> list[str]:
    """The options that name the game and its changed rules."""
    named = [] if arguments.game == "blockhead" else ["--game", arguments.game]
    return named + change_options(arguments.rule)


def _patience(arguments: argparse.Namespace) -> list[str]:
    """The options that allow the user's own players the same time."""
    given: float | None = arguments.player_seconds
    return [] if given is None else ["--player-seconds", f"{given:g}"]


def _with_controls(finding: Duel, arguments: argparse.Namespace, rules: Rules) -> tuple[Duel, int]:
    """The duel together with its controls, and the exit status."""
    seed, pairs, seconds = arguments.seed, arguments.pairs, seconds_of(arguments)
    controls: list[tuple[str, Mean]] = []
    status = 0
    try:
        for name, score in play_controls(
            finding.first, finding.second, rules, pairs=pairs, seed=seed, seconds=seconds
        ):
            if score.failure:
                status = _complain(score.failure, arguments)
                break
            controls.append((name, Mean.of(score.pairs)))
    except KeyboardInterrupt:
        pass  # the duel itself is done, and is reported
    return replace(finding, controls=tuple(controls)), status


def _round_robin(arguments: argparse.Namespace, rules: Rules, workers: int | Workers) -> int:
    names = arguments.players
    if len(set(names)) < len(names):
        raise CutcardError("a player was named twice: a round robin takes each once")
    findings: dict[tuple[str, str], Mean] = {}
    duels: list[Duel] = []
    status, unfinished = 0, ""
    for first, second in combinations(names, 2):
        finding, status = _duel(first, second, arguments, rules, workers)
        unfinished = f"{first} against {second}: {finding.score.played:,} pairs"
        if not finding.telling:
            break
        mean = finding.without_luck or finding.mean
        findings[first, second] = mean
        findings[second, first] = Mean(
            0.0 - mean.value, mean.stderr, (-mean.interval[1], -mean.interval[0]), mean.n
        )
        duels.append(finding)
        if status:
            break
    if arguments.json:
        sys.stdout.write(json.dumps([as_dict(one) for one in duels], indent=2) + "\n")
    else:
        again = ["cutcard", "duel", "--round-robin", *names, "--pairs", str(arguments.pairs)]
        again += _game(arguments)
        again += ["--seed", str(arguments.seed), *_patience(arguments)]
        again += ["--aivat"] * arguments.aivat
        command = shlex.join(again)
        say(_crosstable(names, findings))
        if arguments.aivat and duels:
            say(agreement_text(duels))
        if status:
            stopped = f"stopped before all pairs were played; {unfinished} of {arguments.pairs:,}"
            say(Ink(sys.stdout)("yellow", stopped) + "\n")
        say(Ink(sys.stdout)("dim", f"again: {unbroken(command)}") + "\n")
    return status


def _crosstable(names: list[str], findings: dict[tuple[str, str], Mean]) -> str:
    """Net chips per game of the row's player against the column's."""
    ink = Ink(sys.stdout)
    longest = max(map(len, names))
    left, wide = max(10, longest + 1), max(18, longest + 2)
    rows = {"": [f"{name:>{wide}}" for name in (*names, "average")]}
    for first in names:
        cells = []
        means = []
        for second in names:
            mean = findings.get((first, second))
            if mean is None:
                cells.append(f"{'-':>{wide}}")
            else:
                means.append(mean.value)
                half = abs(mean.interval[1] - mean.value)
                cells.append(f"{f'{mean.value:+.1f} ± {half:.1f}':>{wide}}")
        cells.append(f"{fmean(means):>+{wide}.1f}" if means else "")
        rows[first] = cells
    lines = []
    for block in in_blocks(len(names) + 1, wide, left, room(sys.stdout)):
        for name, cells in rows.items():
            shown = "".join(cells[block.start : block.stop])
            head = f"{name:{left}}"
            lines.append(ink("bold", head) + shown if name else ink("bold", head + shown))
        lines.append("")
    return "\n".join([*lines, "net chips a game of the player on the left, 95% intervals"]) + "\n"


def _plot(finding: Duel, path: Path) -> None:
    from cutcard.report.plot_duel import draw

    low, high = finding.mean.interval
    title = f"{finding.first} against {finding.second}: {finding.mean.value:+.1f} chips a game"
    said = f"95% interval {low:+.1f} to {high:+.1f}; {finding.command}"
    draw(path, finding.score.pairs, title=title, subtitle=said)
    sys.stderr.write(f"drawn to {path}\n")
