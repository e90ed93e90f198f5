"""A chart as a bitmap, for an e-mail or a print; it needs the extra `plot`."""

from __future__ import annotations

from typing import Any

from cutcard.errors import CutcardError
from cutcard.report.chart_page import Page
from cutcard.report.chart_sheet import Tile, lay_out
from cutcard.report.plot import NO_MATPLOTLIB


def chart_figure(page: Page) -> Any:
    """The chart in colours, as the drawing shows it; a unit of the sheet is a point."""
    try:
        from matplotlib.collections import PolyCollection
        from matplotlib.figure import Figure

        from cutcard.report.chart_words import Words
    except ImportError:
        raise CutcardError(NO_MATPLOTLIB) from None
    sheet = lay_out(page)
    figure = Figure(figsize=(sheet.width / 72, sheet.height / 72), facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, sheet.width), ylim=(sheet.height, 0))
    axes.axis("off")
    # All tiles are one artist: a thousand take longer to make than to draw.
    tiles = PolyCollection(
        [_corners(tile) for tile in sheet.tiles],
        facecolors=[tile.fill for tile in sheet.tiles],
        linewidths=0,
    )
    axes.add_collection(tiles, autolim=False)
    axes.add_artist(Words(sheet.words))
    return figure


def _corners(tile: Tile) -> list[tuple[float, float]]:
    right, bottom = tile.left + tile.width, tile.top + tile.height
    return [(tile.left, tile.top), (right, tile.top), (right, bottom), (tile.left, bottom)]
