"""What games in a row found, for a person and for a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutcard.lab.estimate import Mean
from cutcard.lab.games_in_a_row import LEAST_PAIRS, Rows, parts_of
from cutcard.report.ink import Ink

_WIDE = 18


@dataclass(frozen=True)
class InARow:
    """What games in a row against each of some opponents found, and how to repeat them."""

    player: str
    games: int
    rows: dict[str, Rows]
    """By opponent."""
    seed: int
    seconds: float
    command: str
    stopped: bool = False
    """Whether Ctrl-C or a failing player ended it before all rows were played."""

    @property
    def telling(self) -> dict[str, Rows]:
        """The opponents against whom enough rows were played to know how far they spread."""
        return {name: rows for name, rows in self.rows.items() if rows.played >= LEAST_PAIRS}


def as_text(finding: InARow, ink: Ink) -> str:
    """The games for a person: a column for each part of a row."""
    parts = parts_of(finding.games)
    left = max(16, *(len(name) + 2 for name in finding.rows))
    head = "".join(f"{_named(part):>{_WIDE}}" for part in parts)
    pairs = max(rows.played for rows in finding.rows.values())
    lines = [
        f"{ink('bold', finding.player)}, {finding.games:,} games in a row: {pairs:,} pairs of rows,"
        " the same cards with seats swapped",
        "",
        ink("bold", f"{'':{left}}{head}"),
    ]
    for name, rows in finding.telling.items():
        gained = "".join(f"{_with_half(rows.gained(part), '+'):>{_WIDE}}" for part in parts)
        lines.append(ink("bold", f"{name:{left}}") + gained)
        if rows.best:
            best = [rows.gained_by_best(part) for part in parts]
            short = [rows.short(part) for part in parts]
            lines.append(f"{'  best response':{left}}" + _cells(best, "+"))
            lines.append(f"{'  short of it by':{left}}" + _cells(short, ""))
    lines += ["", *_legend(finding), ""]
    if finding.stopped:
        last, rows = list(finding.rows.items())[-1]
        stopped = f"  stopped before all rows were played; against {last}: {rows.played:,} pairs"
        lines.append(ink("yellow", stopped))
    lines.append(f"  {finding.seconds:.1f} s")
    lines.append(ink("dim", f"  again: {finding.command}"))
    return "\n".join(lines) + "\n"


def _legend(finding: InARow) -> list[str]:
    """What the figures are; a best response is explained where one was played."""
    if not any(rows.best for rows in finding.telling.values()):
        return ["  chips a game, 95% intervals"]
    return [
        "  chips a game, 95% intervals; the best response plays the same cards and knows from the",
        "  first deal whom it plays against",
    ]


def _named(part: range) -> str:
    if len(part) == 1:
        return f"game {part.stop}"
    return f"games {part.start + 1}-{part.stop}"


def _cells(means: list[Mean | None], sign: str) -> str:
    return "".join(f"{_with_half(mean, sign) if mean else '-':>{_WIDE}}" for mean in means)


def _with_half(mean: Mean, sign: str) -> str:
    half = mean.interval[1] - mean.value
    return f"{mean.value:{sign}.1f} ± {half:.1f}"


def as_dict(finding: InARow) -> dict[str, Any]:
    """The games for a program."""
    return {
        "player": finding.player,
        "opponents": {
            name: {
                "pairs": rows.played,
                "parts": [_part(rows, part) for part in parts_of(rows.games)],
            }
            for name, rows in finding.telling.items()
        },
        "unit": "chips per game",
        "games": finding.games,
        "seed": finding.seed,
        "seconds": finding.seconds,
        "stopped": finding.stopped,
        "command": finding.command,
    }


def _part(rows: Rows, part: range) -> dict[str, Any]:
    best, short = rows.gained_by_best(part), rows.short(part)
    return {
        "games": [part.start + 1, part.stop],
        **_figures(rows.gained(part)),
        "best_response": _figures(best) if best else None,
        "short": _figures(short) if short else None,
    }


def _figures(mean: Mean) -> dict[str, Any]:
    return {"mean": mean.value, "stderr": mean.stderr, "interval": mean.interval}
