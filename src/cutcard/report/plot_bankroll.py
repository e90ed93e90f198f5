"""A picture of what a bankroll may become; it needs the extra `plot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cutcard.lab.paths import Paths
from cutcard.report.plot import check_picture, dress, group_digits, head, legend, save

# Colours that everyone can tell apart (Okabe and Ito): the bands differ in lightness as well.
_OUTER: Final = "#cfe3f1"
_INNER: Final = "#8fc1e0"
_MIDDLE: Final = "#0072b2"
_EXPECTED: Final = "#d55e00"
_PATH: Final = "#444444"


def draw(
    path: Path,
    paths: Paths,
    *,
    title: str,
    subtitle: str = "",
    win_rate: float | None = None,
    shown: int = 12,
) -> None:
    """Draw sampled bankrolls over the rounds: bands of 50% and 90%, the median, some paths.

    With a win rate, in chips per round, the expected bankroll is drawn too.
    """
    check_picture(path)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5.4), layout="constrained")
    axes = figure.add_subplot()
    rounds = paths.rounds
    low, lower, middle, upper, high = paths.quantiles(0.05, 0.25, 0.5, 0.75, 0.95)
    axes.fill_between(rounds, low, high, color=_OUTER, linewidth=0, label="90% of all (5 to 95%)")
    axes.fill_between(
        rounds, lower, upper, color=_INNER, linewidth=0, label="50% of all (25 to 75%)"
    )
    for number, line in enumerate(paths.chips[:shown]):
        label = "some paths" if number == 0 else None
        axes.plot(rounds, line, color=_PATH, alpha=0.35, linewidth=0.6, label=label)
    axes.plot(rounds, middle, color=_MIDDLE, linewidth=2, label="median")
    if win_rate is not None:
        expected = paths.chips[0, 0] + win_rate * rounds
        axes.plot(rounds, expected, color=_EXPECTED, linestyle="--", label="expected")
    _mark_ruin(axes, paths)
    group_digits(axes.xaxis)
    group_digits(axes.yaxis)
    axes.set(xlabel="rounds", ylabel="bankroll in chips", xlim=(0, rounds[-1]))
    dress(axes)
    legend(axes, "upper left")
    head(axes, title, subtitle)
    save(figure, path)


def _mark_ruin(axes: Any, paths: Paths) -> None:
    """Draw the line where the bankroll is gone or, without one, where nothing is gained."""
    begun_with = paths.chips[0, 0]
    axes.axhline(0, color="black", linewidth=1)
    if begun_with > 0 and paths.chips.min() < 0:
        axes.annotate(
            "ruin",
            (paths.rounds[-1], 0),
            xytext=(-4, 3),
            textcoords="offset points",
            ha="right",
            fontsize=9,
        )
