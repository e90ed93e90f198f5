"""What a duel found, for a person, for a program and for a notebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from cutcard.lab.estimate import Mean, bootstrap_interval, paired_wilson_interval
from cutcard.lab.pairs import LEAST_PAIRS, Score
from cutcard.report.ink import PLAIN, Ink, by_itself
from cutcard.report.notebook import answer_html
from cutcard.streams import stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENOUGH_PAIRS: Final = 10
"""Pairs from which on a bootstrap interval is as long as it should be."""

LUCK_TOLD: Final = "luck is told from skill there"
"""Why a duel was played on the engine whose players are compiled."""

SPRT_GAIN: Final = 10.0
"""The gain, in chips a game, that the sequential test is to detect."""


@dataclass(frozen=True, repr=False)
class Duel:
    """What a duel found, and how to repeat it."""

    first: str
    second: str
    score: Score
    seed: int
    seconds: float
    command: str
    kernel: str
    """What played: KERNEL, or ENGINE."""
    reason: str
    """Why it was the engine, if it was."""
    verdict: str = ""
    stopped: bool = False
    """Whether Ctrl-C or a failing player ended it before all pairs were played."""
    controls: tuple[tuple[str, Mean], ...] = ()
    """Duels whose outcome is known: a player against itself, and against chance."""

    @property
    def telling(self) -> bool:
        """Whether enough pairs were played to know how far they spread."""
        return self.score.played >= LEAST_PAIRS

    @property
    def mean(self) -> Mean:
        """The net gain per game of the player named first."""
        return Mean.of(self.score.pairs)

    @property
    def without_luck(self) -> Mean | None:
        """The same without the luck of cards and of bets made by chance, if that was asked for."""
        return Mean.of(self.score.without_luck) if self.score.luck else None

    @property
    def saving(self) -> float | None:
        """How many times as many games would make the plain mean as certain as that without luck.

        None if that was not asked for, or if nothing was left to chance.
        """
        fair = self.without_luck
        return (self.stderr / fair.stderr) ** 2 if fair and fair.stderr and self.stderr else None

    @property
    def luck(self) -> Mean | None:
        """The luck per game of the player named first, which is nothing on average."""
        return Mean.of([luck / 2 for luck in self.score.luck]) if self.score.luck else None

    @property
    def gain(self) -> float:
        """What the player named first gains, in chips a game."""
        return self.mean.value

    @property
    def stderr(self) -> float:
        """The standard error of the gain."""
        return self.mean.stderr

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the gain, low and high."""
        return self.mean.interval

    @property
    def pairs(self) -> NDArray[Any]:
        """What the player named first gained in each pair, in chips a game."""
        import numpy as np

        return np.array(self.score.pairs)

    @property
    def games_won(self) -> tuple[float, int]:
        """Games won by the player named first, draws as halves, and games played."""
        games = self.score.games
        won = sum(gain > 0 for gain in games) + sum(gain == 0 for gain in games) / 2
        return won, len(games)

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain values, as the command's --json prints it."""
        return as_dict(self)

    def __repr__(self) -> str:
        low, high = self.interval
        return (
            f"<{self.first} against {self.second}: {self.gain:+.2f} ± {(high - low) / 2:.2f}"
            f" chips a game in {self.score.played:,} pairs>"
        )

    def __str__(self) -> str:
        return by_itself(as_text(self, PLAIN))

    def _repr_html_(self) -> str:
        return as_html(self)


def as_text(finding: Duel, ink: Ink) -> str:
    """The duel for a person."""
    score, mean = finding.score, finding.mean
    games = score.games
    low, high = mean.interval
    boot_low, boot_high = bootstrap_interval(score.pairs, stream(finding.seed, "bootstrap"))
    few = (
        f" (too short: fewer than {ENOUGH_PAIRS} pairs)" if len(score.pairs) < ENOUGH_PAIRS else ""
    )
    won, _ = finding.games_won
    won_low, won_high = paired_wilson_interval(score.pairs_won)
    deals = len(games) and score.deals / len(games)
    seat = Mean.of([a - b for a, b in zip(score.as_first, score.as_second, strict=True)])
    lines = [
        f"{ink('bold', finding.first)} against {ink('bold', finding.second)}:"
        f" {score.played:,} pairs of games, the same cards with seats swapped",
        "",
        f"  chips a game      {ink('bold', f'{mean.value:+.2f}')}"
        f"  (95% t interval {low:+.2f} to {high:+.2f}, standard error {mean.stderr:.2f})",
        f"                    bootstrap interval {boot_low:+.2f} to {boot_high:+.2f}{few}",
        *_fair_lines(finding, ink),
        f"  chips a deal      {mean.value / deals:+.3f}",
        f"  games won         {100 * won / len(games):.1f}%"
        f"  (95% Wilson interval by pairs {100 * won_low:.1f}% to {100 * won_high:.1f}%;"
        " a draw is half)",
        f"  first seat        {seat.value:+.2f} chips a game against the second"
        f" (± {seat.interval[1] - seat.value:.2f})",
        f"  when opening      {2 * score.opened / score.deals:+.3f} chips a deal,"
        f" when answering {2 * score.answered / score.deals:+.3f}",
        f"  left at the end   {score.left / score.deals:+.3f} chips a deal, halves of pots tied for"
        " in last deals",
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
            f" (zero against {SPRT_GAIN:+.0f} chips a game, 5% error each way)"
        )
    for name, control in finding.controls:
        half = control.interval[1] - control.value
        lines.append(f"  control: {name} {control.value:+.2f} ± {half:.2f} ({control.n} pairs)")
    rate = len(games) / finding.seconds
    by = f"{finding.kernel}: {finding.reason}" if finding.reason else finding.kernel
    lines.append(f"  {finding.seconds:.1f} s, {rate:,.0f} games a second ({by})")
    if finding.command:
        lines.append(ink("dim", f"  again: {finding.command}"))
    return "\n".join(lines) + "\n"


def _fair_lines(finding: Duel, ink: Ink) -> list[str]:
    """What is left without luck, if that was asked for."""
    fair, saving = finding.without_luck, finding.saving
    if fair is None:
        return []
    low, high = fair.interval
    said = (
        f"as certain as {saving:.1f} times as many games"
        if saving
        else "the plain mean leaves nothing to chance"
    )
    return [
        f"  without luck      {ink('bold', f'{fair.value:+.2f}')}"
        f"  (95% t interval {low:+.2f} to {high:+.2f}, standard error {fair.stderr:.2f})",
        f"                    {said}",
    ]


def agreement_text(duels: Sequence[Duel]) -> str:
    """What it saves to leave luck out, and how far that moves the means of some duels."""
    savings = [duel.saving for duel in duels if duel.saving is not None]
    off = [
        (abs(duel.luck.value) / duel.luck.stderr, duel)
        for duel in duels
        if duel.luck and duel.luck.stderr
    ]
    lines = ["without luck"]
    if savings:
        low, high = min(savings), max(savings)
        lines[0] += f": as certain as {low:.1f} to {high:.1f} times as many games"
    if off:
        most, duel = max(off, key=lambda one: one[0])
        lines.append(
            f"the plain means differ by at most {most:.1f} standard errors of the difference"
            f" ({duel.first} against {duel.second})"
        )
    return "\n".join(lines) + "\n"


def _fair_dict(fair: Mean, saving: float | None) -> dict[str, Any]:
    return {
        "mean": fair.value,
        "stderr": fair.stderr,
        "interval": fair.interval,
        "saving": saving,
    }


def as_dict(finding: Duel) -> dict[str, Any]:
    """The duel for a program."""
    score, mean = finding.score, finding.mean
    games = score.games
    won, _ = finding.games_won
    fair = finding.without_luck
    return {
        "first": finding.first,
        "second": finding.second,
        "mean": mean.value,
        "stderr": mean.stderr,
        "interval": mean.interval,
        "without_luck": _fair_dict(fair, finding.saving) if fair else None,
        "bootstrap_interval": bootstrap_interval(score.pairs, stream(finding.seed, "bootstrap")),
        "unit": "chips per game",
        "pairs": score.played,
        "games_won": won / len(games),
        "games_won_interval": paired_wilson_interval(score.pairs_won),
        "chips_per_deal": sum(games) / score.deals,
        "first_seat": fmean(score.as_first) - fmean(score.as_second),
        "opening_per_deal": 2 * score.opened / score.deals,
        "answering_per_deal": 2 * score.answered / score.deals,
        "left_per_deal": score.left / score.deals,
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


def live_dict(finding: Duel) -> dict[str, Any]:
    """What is worth following while a duel goes on, for a program: the quick figures only."""
    mean = finding.mean
    return {
        "first": finding.first,
        "second": finding.second,
        "mean": mean.value,
        "stderr": mean.stderr,
        "interval": mean.interval,
        "pairs": finding.score.played,
        "histogram": pairs_histogram(finding.score.pairs),
        "seed": finding.seed,
        "seconds": finding.seconds,
        "command": finding.command,
    }


def pairs_histogram(gains: Sequence[float], bars: int = 40) -> list[tuple[float, float, int]]:
    """How many pairs gained from one bound to below the next, in steps of a round number.

    >>> pairs_histogram([-20.0, 3.0, 4.5, 19.0], bars=4)
    [(-20, -10, 1), (-10, 0, 0), (0, 10, 2), (10, 20, 1)]
    """
    low, high = min(gains), max(gains)
    step = next(
        unit * 10**power
        for power in range(9)
        for unit in (1, 2, 5)
        if high // (unit * 10**power) - low // (unit * 10**power) < bars
    )
    times = Counter(int(gain // step) for gain in gains)
    whole = range(int(low // step), int(high // step) + 1)
    return [(step * bar, step * (bar + 1), times[bar]) for bar in whole]


def as_html(finding: Duel) -> str:
    """The duel for a notebook."""
    low, high = finding.interval
    won, games = finding.games_won
    won_low, won_high = paired_wilson_interval(finding.score.pairs_won)
    figures = [
        ("chips a game", f"{finding.gain:+.2f} (95% t interval {low:+.2f} to {high:+.2f})"),
        ("games won", f"{won / games:.1%} (95% Wilson interval {won_low:.1%} to {won_high:.1%})"),
    ]
    if fair := finding.without_luck:
        low, high = fair.interval
        told = f"{fair.value:+.2f} (95% t interval {low:+.2f} to {high:+.2f})"
        figures.insert(1, ("without luck", told))
    for name, control in finding.controls:
        half = control.interval[1] - control.value
        figures.append((f"control: {name}", f"{control.value:+.2f} ± {half:.2f}"))
    title = f"{finding.first} against {finding.second}: {finding.score.played:,} pairs of games"
    return answer_html(title, figures, "", finding.command)
