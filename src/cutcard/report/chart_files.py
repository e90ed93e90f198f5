"""A chart as a file, in any format: text to play by, CSV, JSON, a drawing, a page or a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from cutcard.errors import CutcardError
from cutcard.files import write_whole
from cutcard.report.chart_html import html_chart
from cutcard.report.chart_page import Page
from cutcard.report.chart_svg import svg_chart
from cutcard.report.chart_text import csv_chart, json_chart

PNG: Final = "png"

FORMATS: Final[dict[str, Callable[[Page], str]]] = {
    "txt": lambda page: str(page.chart),
    "csv": csv_chart,
    "json": json_chart,
    "svg": svg_chart,
    "html": html_chart,
}
"""How a chart is written as text for a file."""


def form_of(path: Path) -> str:
    """The format that a file's name asks for."""
    form = path.suffix[1:].lower()
    if form not in (*FORMATS, PNG):
        raise CutcardError(
            f"{path} names no format: let it end in .{', .'.join(FORMATS)} or .{PNG}"
        )
    return form


def save_chart(page: Page, path: Path) -> None:
    """Write a chart to a file, whole or not at all, in the format that its name asks for."""
    form = form_of(path)
    if form == PNG:
        draw_png(path, lambda: page)
    else:
        write_whole(path, FORMATS[form](page), "the chart")


def draw_png(path: Path, make: Callable[[], Page]) -> None:
    """Draw a picture into a file; the page is made only if it can be drawn."""
    from cutcard.report.chart_png import chart_figure
    from cutcard.report.plot import check_picture, save

    if path.suffix != f".{PNG}":
        raise CutcardError(f"the picture {path} cannot be written: its name must end in .png")
    check_picture(path)
    save(chart_figure(make()), path)
