"""The words of a sheet as one artist of matplotlib's."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from matplotlib.artist import Artist
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties

from cutcard.report.chart_sheet import Lettering

_NARROWER: Final = 0.92
"""The size relative to the sheet's: matplotlib's default font runs wide."""


class Words(Artist):
    """All words of a sheet: laying out an artist for each takes longer than drawing them."""

    zorder = 3  # that of matplotlib's texts: in front of what is filled

    def __init__(self, words: list[Lettering]) -> None:
        super().__init__()
        self._words = words

    def draw(self, renderer: Any) -> None:
        """Draw every line of words on its baseline, from the left or about its middle."""
        _, height = renderer.get_canvas_width_height()

        @cache
        def width(text: str, font: FontProperties) -> float:
            found: float = renderer.get_text_width_height_descent(text, font, False)[0]
            return found

        places = self.get_transform().transform([(one.left, one.base) for one in self._words])
        pen = renderer.new_gc()
        for words, (at, base) in zip(self._words, places.tolist(), strict=True):
            font = _font(words.size * _NARROWER, bold=words.bold)
            left = at - width(words.text, font) / 2 if words.anchor == "middle" else at
            pen.set_foreground(to_rgba(words.colour), isRGBA=True)
            top = height - base if renderer.flipy() else base
            renderer.draw_text(pen, left, top, words.text, font, 0)
        pen.restore()


@cache
def _font(size: float, *, bold: bool) -> FontProperties:
    return FontProperties(size=size, weight="bold" if bold else "normal")
