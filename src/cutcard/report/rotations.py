"""What rotations of games at a larger table found, for a person and for a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutcard.lab.estimate import Mean
from cutcard.lab.rotations import LEAST_ROTATIONS, Rotations
from cutcard.report.ink import Ink


@dataclass(frozen=True)
class Rotated:
    """What rotations of games found, and how to repeat them."""

    score: Rotations
    seed: int
    seconds: float
    command: str
    stopped: bool = False
    """Whether Ctrl-C or a failing player ended it before all rotations were played."""
    control: tuple[str, Mean] | None = None
    """A table whose outcome is known: one player in all seats."""

    @property
    def telling(self) -> bool:
        """Whether enough rotations were played to know how far they spread."""
        return self.score.played >= LEAST_ROTATIONS

    @property
    def shared(self) -> list[str]:
        """The names that several players have."""
        names = self.score.names
        return [name for name in dict.fromkeys(names) if names.count(name) > 1]


def as_text(finding: Rotated, ink: Ink) -> str:
    """The rotations for a person."""
    score = finding.score
    seats = len(score.names)
    wide = max(16, *(len(name) + 6 for name in score.names))
    lines = [
        f"{ink('bold', ', '.join(score.names))}: {score.played:,} rotations of {seats} games, the"
        " same cards with everybody in every seat",
        "",
    ]
    for player, name in enumerate(score.names):
        who = f"{player + 1} {name}"
        lines.append(f"  {who:{wide}}  {_gain(score.mean(player), ink)}")
    for name in finding.shared:
        who = f"{score.names.count(name)} × {name}"
        lines.append(f"  {who:{wide}}  {_gain(score.mean_of_all(name), ink)} each")
    lines.append("")
    if finding.stopped:
        lines.append(ink("yellow", "  stopped before all rotations were played"))
    if finding.control:
        who, mean = finding.control
        half = mean.interval[1] - mean.value
        lines.append(f"  control: {who} {mean.value:+.2f} ± {half:.2f} ({mean.n} rotations)")
    rate = score.games / finding.seconds
    lines.append(f"  {finding.seconds:.1f} s, {rate:,.0f} games a second (engine: seats = {seats})")
    lines.append(ink("dim", f"  again: {finding.command}"))
    return "\n".join(lines) + "\n"


def _gain(mean: Mean, ink: Ink) -> str:
    low, high = mean.interval
    return (
        f"{ink('bold', f'{mean.value:+9.2f}')} chips a game"
        f"  (95% t interval {low:+.2f} to {high:+.2f})"
    )


def as_dict(finding: Rotated) -> dict[str, Any]:
    """The rotations for a program."""
    score = finding.score
    return {
        "players": [
            {"name": name, **_figures(score.mean(player))}
            for player, name in enumerate(score.names)
        ],
        "each_of": {name: _figures(score.mean_of_all(name)) for name in finding.shared},
        "unit": "chips per game",
        "seats": len(score.names),
        "rotations": score.played,
        "games": score.games,
        "seed": finding.seed,
        "seconds": finding.seconds,
        "stopped": finding.stopped,
        "failure": str(score.failure) if score.failure else None,
        "command": finding.command,
    }


def _figures(mean: Mean) -> dict[str, Any]:
    return {"mean": mean.value, "stderr": mean.stderr, "interval": mean.interval}
