"""A picture of a learning curve; it needs the extra `plot`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cutcard.lab.estimate import Z95
from cutcard.report.plot import check_picture, dress, head, legend, save

# Colours that everyone can tell apart (Okabe and Ito); the lines differ in style as well.
_LEARNT: Final = "#0072b2"
_BEST: Final = "#d55e00"
_NOTHING: Final = "#555555"


def draw(
    path: Path, edges: Sequence[tuple[int, float]], best: float, *, title: str, subtitle: str
) -> None:
    """Draw what was learnt after this many rounds, and the best chart as a line."""
    check_picture(path)
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.add_subplot()
    rounds = [at for at, _ in edges]
    axes.plot(
        rounds,
        [100 * edge for _, edge in edges],
        color=_LEARNT,
        marker="o",
        markersize=3,
        label="learnt, exactly computed",
    )
    axes.axhline(
        100 * best, color=_BEST, linestyle="--", label=f"the best chart: {100 * best:+.4f}%"
    )
    axes.set_xscale("log")
    # The first charts are so bad that the others would look alike.
    later = [100 * edge for _, edge in edges[len(edges) // 4 :]]
    low = min([*later, 100 * best])
    room = 0.1 * (100 * best - low) or 0.1
    axes.set_ylim(low - room, 100 * best + room)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+.3f}%"))
    axes.set(xlabel="rounds played", ylabel="edge of the player")
    dress(axes)
    head(axes, title, subtitle)
    legend(axes, "lower right")
    save(figure, path)


def draw_gains(
    path: Path,
    gains: Sequence[tuple[int, float, float]],
    *,
    title: str,
    subtitle: str,
    rival: str,
    best: float | None,
) -> None:
    """Draw what the policies learnt after this many deals have gained, with their 95% intervals.

    What the best response to the rival wins is drawn as a line, if it is known.
    """
    check_picture(path)
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(
        [deals for deals, _, _ in gains],
        [gain for _, gain, _ in gains],
        yerr=[Z95 * error for _, _, error in gains],
        color=_LEARNT,
        marker="o",
        markersize=3,
        capsize=2,
        label="learnt, with its 95% interval",
    )
    axes.axhline(0, color=_NOTHING, linestyle=":", label="no gain")
    if best is not None:
        axes.axhline(best, color=_BEST, linestyle="--", label=f"the best response: {best:+.1f}")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+.0f}"))
    axes.set(xlabel="deals played", ylabel=f"chips a game against {rival}")
    dress(axes)
    head(axes, title, subtitle)
    legend(axes, "lower right")
    save(figure, path)
