"""A picture of a duel; it needs the extra `plot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from cutcard.lab.estimate import Mean, t_quantile
from cutcard.report.plot import check_picture, dress, group_digits, head, legend, save

# Colours that everyone can tell apart (Okabe and Ito).
_BAND: Final = "#cfe3f1"
_MEAN: Final = "#0072b2"
_PAIRS: Final = "#56b4e9"
_END: Final = "#d55e00"

_POINTS: Final = 1000
"""The most points of the line, however many pairs there are."""


def draw(path: Path, pairs: list[float], *, title: str, subtitle: str) -> None:
    """Draw the mean of the pairs so far with its interval, and how the pairs spread."""
    check_picture(path)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.8), layout="constrained")
    over, spread = figure.subplots(1, 2, width_ratios=(2, 1))
    mean = Mean.of(pairs)
    _draw_mean(over, pairs, mean)
    head(over, title, subtitle)
    _draw_spread(spread, pairs, mean)
    save(figure, path)


def _draw_mean(axes: Any, pairs: list[float], mean: Mean) -> None:
    counts, means, halves = running_means(pairs)
    axes.fill_between(
        counts, means - halves, means + halves, color=_BAND, linewidth=0, label="95% interval"
    )
    axes.plot(counts, means, color=_MEAN, linewidth=2, label="mean so far")
    axes.axhline(0, color="black", linewidth=1)
    # The first intervals are enormous: scale the picture for the later ones.
    shown = counts >= min(max(10, counts[-1] / 50), counts[-1])
    low, high = (means - halves)[shown].min(), (means + halves)[shown].max()
    if max(low, -high) < 3 * (high - low):  # zero is near
        low, high = min(low, 0.0), max(high, 0.0)
    margin = 0.08 * (high - low) or 1.0
    axes.set(xlabel="pairs of games", ylabel="chips a game", xlim=(0, counts[-1]))
    axes.set_ylim(low - margin, high + margin)
    axes.xaxis.get_major_locator().set_params(integer=True)
    group_digits(axes.xaxis)
    group_digits(axes.yaxis, signed=True)
    dress(axes)
    middling = abs(mean.value - (low + high) / 2) < (high - low) / 4
    legend(axes, "upper right" if middling else "center right")


def _draw_spread(axes: Any, pairs: list[float], mean: Mean) -> None:
    bins = min(40, 1 + len(pairs) // 2)
    axes.hist(pairs, bins=bins, color=_PAIRS, edgecolor="white", linewidth=0.5)
    axes.axvline(0, color="black", linewidth=1)
    axes.axvline(mean.value, color=_END, linestyle="--", label=f"mean {mean.value:+,.1f}")
    axes.set(xlabel="chips a game, of each pair", ylabel="pairs")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_ylim(top=1.2 * axes.get_ylim()[1])
    group_digits(axes.xaxis, signed=True)
    group_digits(axes.yaxis)
    dress(axes)
    legend(axes, "upper left")


def running_means(pairs: list[float]) -> tuple[Any, Any, Any]:
    """Some numbers of pairs, the mean after each, and half of its 95% interval."""
    import numpy as np

    results = np.asarray(pairs)
    counts = np.unique(np.linspace(2, len(results), _POINTS).astype(int))
    sums = np.cumsum(results)[counts - 1]
    squares = np.cumsum(results**2)[counts - 1]
    means = sums / counts
    variances = np.maximum(squares - counts * means**2, 0.0) / (counts - 1)
    quantiles = np.array([t_quantile(int(count) - 1) for count in counts])
    return counts, means, quantiles * np.sqrt(variances / counts)
