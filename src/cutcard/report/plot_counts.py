"""A picture of edge, bet and share of rounds by count; it needs the extra `plot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.lab.estimate import Z95
from cutcard.lab.risk import CountRow, Winnings
from cutcard.report.plot import check_picture, dress, head, legend, save

# Colours that everyone can tell apart (Okabe and Ito); the ramps differ in style as well.
_EDGE: Final = "#0072b2"
_BET: Final = "#444444"
_BEST: Final = "#d55e00"
_SHARE: Final = "#8fc1e0"


def draw(
    path: Path,
    winnings: Winnings,
    *,
    title: str,
    subtitle: str = "",
    best: Ramp | None = None,
    rarest: float = 0.0005,
) -> None:
    """Draw edge, bet and share of rounds above each other, over the counts that are not rarer.

    The edge has its 95% interval; the best ramp is drawn beside the bets that were made.
    """
    check_picture(path)
    from matplotlib.figure import Figure

    rows = [row for row in winnings.rows if winnings.share(row) >= rarest]
    figure = Figure(figsize=(9, 8), layout="constrained")
    edge, bet, share = figure.subplots(3, 1, sharex=True, height_ratios=(3, 2, 2))
    counts = [row.count for row in rows]
    _draw_edge(edge, rows)
    bet.step(counts, [row.bet for row in rows], where="mid", color=_BET, label="bets made")
    if best is not None:
        chips = [best.staked(count) for count in counts]
        bet.step(counts, chips, where="mid", color=_BEST, linestyle="--", label="best bets")
        legend(bet, "upper left")
    bet.set(ylabel="chips bet", ylim=(0, None))
    share.bar(counts, [100 * winnings.share(row) for row in rows], color=_SHARE)
    share.set(ylabel="percent of rounds", xlabel="count at the bet")
    for axes in (edge, bet, share):
        dress(axes)
    head(edge, title, subtitle)
    save(figure, path)


def _draw_edge(axes: Any, rows: list[CountRow]) -> None:
    halves = [100 * Z95 * (row.stderr or 0.0) for row in rows]
    axes.errorbar(
        [row.count for row in rows],
        [100 * row.edge for row in rows],
        yerr=halves,
        color=_EDGE,
        marker="o",
        markersize=4,
        capsize=2,
    )
    axes.axhline(0, color="black", linewidth=1)
    axes.set(ylabel="edge in percent of the bet")
