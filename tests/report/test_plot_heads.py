"""Titles and command lines above a plot fold, and leave the plot its width."""

from __future__ import annotations

from pathlib import Path

import pytest

LONG = "cutcard simulate vegas-strip --rule insurance=true --count hi-lo --indices all " + (
    "--ramp 1:2,2:4,3:6,4:9,5:12 " * 6
)


def plot_width(title: str, subtitle: str) -> tuple[float, list[tuple[float, float]]]:
    """The width of the plot, and where its texts begin and end, in parts of the picture."""
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from cutcard.report.plot import head

    figure = Figure(figsize=(8, 4.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.plot([0, 100_000], [0, 100_000])
    head(axes, title, subtitle)
    figure.draw_without_rendering()
    inside = figure.transFigure.inverted()
    texts = [
        inside.transform_bbox(text.get_window_extent())
        for text in (axes.title, axes._left_title, *axes.texts)
        if text.get_text()
    ]
    return axes.get_position().width, [(box.x0, box.x1) for box in texts] + [
        (box.y0, box.y1) for box in texts
    ]


@pytest.mark.parametrize(
    ("title", "subtitle"),
    [
        ("Vegas Strip", LONG),
        ("Vegas Strip: " + "the best play, knowing every card in the hand, " * 4, "exact"),
        ("x" * 400, "y" * 400),
    ],
)
def test_a_long_head_folds_and_leaves_the_plot_its_width(title: str, subtitle: str) -> None:
    usual, _ = plot_width("Vegas Strip", "a command")
    width, texts = plot_width(title, subtitle)
    assert width > 0.98 * usual
    assert all(0 <= start < end <= 1 for start, end in texts)


def test_no_word_of_a_head_is_lost(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    from cutcard.report.plot import head, save

    figure = Figure(figsize=(8, 4.8), layout="constrained")
    head(figure.add_subplot(), "A title", LONG)
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        save(figure, tmp_path / "head.svg")
    drawn = (tmp_path / "head.svg").read_text()
    assert all(f"{word}" in drawn for word in LONG.split())
    assert drawn.count("4:9,5:12") == 6


def test_heads_do_not_overlap() -> None:
    pytest.importorskip("matplotlib")
    _, texts = plot_width("A title", LONG)
    (title_low, _), (_, below_high) = texts[2], texts[3]
    assert below_high <= title_low
