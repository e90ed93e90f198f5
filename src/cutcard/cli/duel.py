"""`cutcard duel`: which of two Blockhead players is better, and how sure is that?"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from statistics import fmean

from cutcard.blockhead.players import PLAYERS
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.tables import what_is_unknown
from cutcard.cli.arguments import Parser, workers_of
from cutcard.cli.terminal import Ink, tell
from cutcard.commandline import seed_of
from cutcard.errors import CutcardError
from cutcard.lab.contestants import check_contestant
from cutcard.lab.duel import (
    BLOCK,
    ENGINE,
    KERNEL,
    Score,
    duel,
    kernel_for,
    play_block,
    play_compiled,
    prepare_kernel,
)
from cutcard.lab.estimate import Mean, Sprt, bootstrap_interval, wilson_interval
from cutcard.lab.strangers import PlayerFailed, seconds_of
from cutcard.progress import Progress
from cutcard.streams import stream

EXAMPLES = """\
  cutcard duel beta alpha                        200 pairs of games
  cutcard duel beta alpha --pairs 10k --json     many, for a program
  cutcard duel beta alpha --sprt                 stop as soon as it is clear
  cutcard duel --round-robin alpha beta random   everybody against everybody
  cutcard duel beta alpha --plot chips.png       a picture of the games
  cutcard duel mine.py:Gamma alpha               a player of your own"""

SPRT_GAIN = 10.0
CONTROL_PAIRS = 20
LEAST_PAIRS = 2


@dataclass(frozen=True)
class Finding:
    """What a duel found, and how to find it again."""

    first: str
    second: str
    score: Score
    seed: int
    seconds: float
    command: str
    kernel: str
    """What played: KERNEL, or ENGINE."""
    reason: str
    """Why it was the engine, where it was."""
    verdict: str = ""
    stopped: bool = False
    """Ctrl-C, or a player that failed, came before all pairs were played."""

    @property
    def telling(self) -> bool:
        """Enough was played to know how far it spreads."""
        return len(self.score.pairs) >= LEAST_PAIRS

    @property
    def mean(self) -> Mean:
        """The net gain per game of the player named first."""
        return Mean.of(self.score.pairs)


def run(words: list[str]) -> int:
    """Play a duel, or everybody against everybody; Ctrl-C ends it with what is done so far."""
    about = "Compare Blockhead players by pairs of games: the same cards, seats swapped."
    parser = Parser("duel", about, EXAMPLES)
    names = f"{', '.join(PLAYERS)}, or FILE.py:CLASS, made with a random stream,"
    names += " with act(view) and see(event)"
    parser.add_argument("players", nargs="+", metavar="PLAYER", help=names)
    parser.add_argument("--round-robin", action="store_true", help="everybody against everybody")
    parser.add_count("pairs", 200, "pairs of games (default: 200); the most, with --sprt")
    parser.add_argument(
        "--sprt", action="store_true", help="stop early by a sequential test, 5%% error each way"
    )
    parser.add_rule()
    parser.add_seed()
    parser.add_workers()
    parser.add_json()
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the mean and its interval (.png, .svg or .pdf)"
    )
    parser.add_own_players()
    arguments = parser.parse_args(words)
    arguments.seed = seed_of(arguments)
    rules = SHELF.load("blockhead").changed(arguments.rule).rules
    try:
        _check(arguments, rules)
    except PlayerFailed as failure:
        return _complain(failure, arguments)
    if arguments.round_robin:
        return _round_robin(arguments, rules)
    first, second = arguments.players
    finding, status = _duel(first, second, arguments, rules)
    if not finding.telling:
        return status
    if arguments.json:
        sys.stdout.write(json.dumps(_plain(finding), indent=2) + "\n")
    else:
        controls: list[tuple[str, Mean]] = []
        if not status:
            status = _play_controls(controls, finding, arguments, rules)
        sys.stdout.write(report(finding, controls))
    if arguments.plot:
        _plot(finding, Path(arguments.plot))
    return status


def _complain(failure: PlayerFailed, arguments: argparse.Namespace) -> int:
    sys.stderr.write(failure.told("cutcard", traceback=arguments.traceback))
    return 1


def _check(arguments: argparse.Namespace, rules: Rules) -> None:
    """Complain before any work about what cannot be played."""
    wanted = "two players" if not arguments.round_robin else "two players or more"
    count = len(arguments.players)
    if count < 2 or (count > 2 and not arguments.round_robin):
        named = " ".join(arguments.players)
        raise CutcardError(f"the players named are {named}: a duel takes {wanted}")
    if rules.seats != 2:
        raise CutcardError(f"a duel is for two: seats = {rules.seats} does not go with it")
    for name in arguments.players:
        check_contestant(name, stream(0), rules, seconds_of(arguments))
    if arguments.pairs < LEAST_PAIRS:
        raise CutcardError("1 pair tells nothing of the spread: a duel takes 2 pairs or more")
    if arguments.round_robin and (arguments.plot or arguments.sprt):
        raise CutcardError("--plot and --sprt are for a duel of two, not for --round-robin")
    if arguments.plot:
        from cutcard.cli.plot import check_picture

        check_picture(Path(arguments.plot))


def _duel(
    first: str, second: str, arguments: argparse.Namespace, rules: Rules
) -> tuple[Finding, int]:
    began = time.monotonic()
    score = Score()
    progress = Progress(arguments.pairs)
    test = Sprt(SPRT_GAIN)
    verdict = ""
    status = 0
    kernel = kernel_for(first, second, rules)
    gained = 0.0
    seen = 0
    try:
        if kernel == KERNEL:
            prepare_kernel(tell)
            began = time.monotonic()  # what is loaded once says nothing of games a second
        for score in _played(first, second, arguments, rules):
            # Halves of chips add up exactly, so that nothing is summed twice.
            gained += sum(score.pairs[seen:])
            seen = len(score.pairs)
            if not seen:
                break
            note = f"{first} {gained / seen:+.1f} chips a game, {score.deals:,} deals"
            progress.show(seen, note)
            if arguments.sprt and (verdict := test.verdict(Mean.of(score.pairs))):
                break
        if arguments.sprt and not verdict:
            verdict = "undecided"
    except KeyboardInterrupt:
        status = 130
    progress.clear()
    if score.failure:
        status = _complain(score.failure, arguments)
    words = ["cutcard", "duel", first, second]
    words += [word for change in arguments.rule for word in ("--rule", change)]
    words += ["--pairs", str(len(score.pairs)), "--seed", str(arguments.seed)]
    words += _patience(arguments)
    seconds = time.monotonic() - began
    command = shlex.join(words)
    finding = Finding(
        first=first,
        second=second,
        score=score,
        seed=arguments.seed,
        seconds=seconds,
        command=command,
        kernel=kernel,
        reason=what_is_unknown(first, second, rules),
        verdict=verdict,
        stopped=bool(status),
    )
    return finding, status


def _patience(arguments: argparse.Namespace) -> list[str]:
    """The words that ask for the same patience with players of one's own."""
    given: float | None = arguments.player_seconds
    return [] if given is None else ["--player-seconds", f"{given:g}"]


def _played(
    first: str, second: str, arguments: argparse.Namespace, rules: Rules
) -> Iterator[Score]:
    return duel(
        first,
        second,
        rules,
        pairs=arguments.pairs,
        seed=arguments.seed,
        workers=workers_of(arguments),
        # When the test may stop the duel is part of the result: the same whoever plays.
        block=BLOCK[ENGINE] if arguments.sprt else None,
        seconds=seconds_of(arguments),
    )


def _play_controls(
    controls: list[tuple[str, Mean]],
    finding: Finding,
    arguments: argparse.Namespace,
    rules: Rules,
) -> int:
    """Add duels whose outcome is known: a player against itself, and against chance."""
    compiled = finding.kernel == KERNEL
    play = play_compiled if compiled else partial(play_block, seconds=seconds_of(arguments))
    pairs = range(min(CONTROL_PAIRS, arguments.pairs))
    for one, two in dict.fromkeys(((finding.second, finding.second), (finding.first, "random"))):
        try:
            score = play(one, two, rules, arguments.seed, pairs)
        except KeyboardInterrupt:  # the duel itself is done and shall be told
            return 0
        if score.failure:
            return _complain(score.failure, arguments)
        controls.append((f"{one} against {two}", Mean.of(score.pairs)))
    return 0


def report(finding: Finding, controls: list[tuple[str, Mean]]) -> str:
    """The finding for a person."""
    ink = Ink(sys.stdout)
    score, mean = finding.score, finding.mean
    games = score.games
    low, high = mean.interval
    boot_low, boot_high = bootstrap_interval(score.pairs, stream(finding.seed, "bootstrap"))
    won = sum(gain > 0 for gain in games) + sum(gain == 0 for gain in games) / 2
    won_low, won_high = wilson_interval(won, len(games))
    deals = len(games) and score.deals / len(games)
    seat = Mean.of([a - b for a, b in zip(score.as_first, score.as_second, strict=True)])
    lines = [
        f"{ink('bold', finding.first)} against {ink('bold', finding.second)}:"
        f" {len(score.pairs):,} pairs of games, the same cards with seats swapped",
        "",
        f"  chips a game      {ink('bold', f'{mean.value:+.2f}')}"
        f"  (95% t interval {low:+.2f} to {high:+.2f}, standard error {mean.stderr:.2f})",
        f"                    bootstrap interval {boot_low:+.2f} to {boot_high:+.2f}",
        f"  chips a deal      {mean.value / deals:+.3f}",
        f"  games won         {100 * won / len(games):.1f}%"
        f"  (95% Wilson interval {100 * won_low:.1f}% to {100 * won_high:.1f}%; a draw is half)",
        f"  first seat        {seat.value:+.2f} chips a game against the second"
        f" (± {seat.interval[1] - seat.value:.2f})",
        f"  when opening      {2 * score.opened / score.deals:+.3f} chips a deal,"
        f" when answering {2 * score.answered / score.deals:+.3f}",
        f"  mean pot          {score.pots / score.deals:.2f};"
        f" {100 * score.showdowns / score.deals:.2f}% of deals come to a showdown,"
        f" {100 * score.ties / score.deals:.2f}% tie",
        "",
    ]
    if finding.stopped:
        lines.append(ink("yellow", "  stopped before all pairs were played"))
    if finding.verdict:
        lines.append(
            f"  sequential test: {finding.first} against {finding.second}: {finding.verdict}"
            f" (nil against {SPRT_GAIN:+.0f} chips a game, 5% error each way)"
        )
    for name, control in controls:
        half = control.interval[1] - control.value
        lines.append(f"  control: {name} {control.value:+.2f} ± {half:.2f} ({control.n} pairs)")
    rate = len(games) / finding.seconds
    by = f"{finding.kernel}: {finding.reason}" if finding.reason else finding.kernel
    lines.append(f"  {finding.seconds:.1f} s, {rate:,.0f} games a second ({by})")
    lines.append(ink("dim", f"  again: {finding.command}"))
    return "\n".join(lines) + "\n"


def _plain(finding: Finding) -> dict[str, object]:
    score, mean = finding.score, finding.mean
    games = score.games
    won = sum(gain > 0 for gain in games) + sum(gain == 0 for gain in games) / 2
    return {
        "first": finding.first,
        "second": finding.second,
        "mean": mean.value,
        "stderr": mean.stderr,
        "interval": mean.interval,
        "bootstrap_interval": bootstrap_interval(score.pairs, stream(finding.seed, "bootstrap")),
        "unit": "chips per game",
        "pairs": len(score.pairs),
        "games_won": won / len(games),
        "games_won_interval": wilson_interval(won, len(games)),
        "chips_per_deal": sum(games) / score.deals,
        "first_seat": fmean(score.as_first) - fmean(score.as_second),
        "opening_per_deal": 2 * score.opened / score.deals,
        "answering_per_deal": 2 * score.answered / score.deals,
        "seed": finding.seed,
        "mean_pot": score.pots / score.deals,
        "ties_per_deal": score.ties / score.deals,
        "showdowns_per_deal": score.showdowns / score.deals,
        "seconds": finding.seconds,
        "kernel": finding.kernel,
        "verdict": finding.verdict or None,
        "stopped": finding.stopped,
        "failure": str(score.failure) if score.failure else None,
        "command": finding.command,
    }


def _round_robin(arguments: argparse.Namespace, rules: Rules) -> int:
    names = arguments.players
    if len(set(names)) < len(names):
        raise CutcardError("a player was named twice: a round robin takes each once")
    findings: dict[tuple[str, str], Mean] = {}
    plain = []
    status = 0
    for first, second in combinations(names, 2):
        finding, status = _duel(first, second, arguments, rules)
        if not finding.telling:
            break
        mean = finding.mean
        findings[first, second] = mean
        findings[second, first] = Mean(
            0.0 - mean.value, mean.stderr, (-mean.interval[1], -mean.interval[0]), mean.n
        )
        plain.append(_plain(finding))
        if status:
            break
    if arguments.json:
        sys.stdout.write(json.dumps(plain, indent=2) + "\n")
    else:
        again = ["cutcard", "duel", "--round-robin", *names, "--pairs", str(arguments.pairs)]
        again += [word for change in arguments.rule for word in ("--rule", change)]
        again += ["--seed", str(arguments.seed), *_patience(arguments)]
        command = shlex.join(again)
        sys.stdout.write(_crosstable(names, findings))
        sys.stdout.write(Ink(sys.stdout)("dim", f"again: {command}") + "\n")
    return status


def _crosstable(names: list[str], findings: dict[tuple[str, str], Mean]) -> str:
    """Net chips a game of the row's player against the column's."""
    ink = Ink(sys.stdout)
    longest = max(map(len, names))
    left, wide = max(10, longest + 1), max(18, longest + 2)
    lines = [ink("bold", " " * left + "".join(f"{name:>{wide}}" for name in (*names, "average")))]
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
        lines.append(ink("bold", f"{first:{left}}") + "".join(cells))
    return (
        "\n".join([*lines, "", "net chips a game of the player on the left, 95% intervals"]) + "\n"
    )


def _plot(finding: Finding, path: Path) -> None:
    from cutcard.cli.duel_plot import draw

    low, high = finding.mean.interval
    title = f"{finding.first} against {finding.second}: {finding.mean.value:+.1f} chips a game"
    said = f"95% interval {low:+.1f} to {high:+.1f}; {finding.command}"
    draw(path, finding.score.pairs, title=title, subtitle=said)
    sys.stderr.write(f"drawn to {path}\n")
