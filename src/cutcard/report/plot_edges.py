"""A picture of the edge by the number of decks; it needs the extra `plot`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cutcard.blackjack.exact.solution import Solution
from cutcard.report.plot import check_picture, dress, head, legend, save

# Colours that everyone can tell apart (Okabe and Ito); the lines differ in style as well.
_FINITE: Final = "#0072b2"
_INFINITE: Final = "#d55e00"


def draw(path: Path, edges: Mapping[int | str, Solution], *, title: str) -> None:
    """Draw the edge for each number of decks, and for an infinite shoe as a line."""
    check_picture(path)
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    figure = Figure(figsize=(8, 4.8), layout="constrained")
    axes = figure.add_subplot()
    decks = [number for number in edges if isinstance(number, int)]
    shares = [100 * edges[number].edge for number in decks]
    axes.plot(decks, shares, color=_FINITE, marker="o", label="finite shoes")
    for number, share in zip(decks, shares, strict=True):
        axes.annotate(
            f"{share:+.3f}%",
            (number, share),
            xytext=(5, 5),
            textcoords="offset points",
            fontsize=8,
        )
    axes.axhline(
        100 * edges["infinite"].edge,
        color=_INFINITE,
        linestyle="--",
        label=f"infinite shoe: {100 * edges['infinite'].edge:+.3f}%",
    )
    low, high = axes.get_ylim()
    if low < 0 < high:
        axes.axhline(0, color="black", linewidth=1)
    axes.margins(y=0.15)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+.2f}%"))
    axes.set(xlabel="decks in the shoe", ylabel="edge of the player", xticks=decks)
    dress(axes)
    model = f"every order of the shoe alike; splits: {edges['infinite'].split_model}"
    head(axes, title, model)
    legend(axes, "upper right")
    save(figure, path)
