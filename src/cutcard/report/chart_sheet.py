"""A chart laid out on a sheet: tiles and words with their positions, for any kind of picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal

from cutcard.blackjack.strategy.chart import BOTH_CARDS, Chart
from cutcard.report.chart_page import PARTS, PLAYS, SMALL_LETTERS, Page, label
from cutcard.report.chart_text import second_in_short, short, value_notes

COLOURS: Final = {
    "H": ("#b5dbf5", "#0b2239"),
    "S": ("#f4f2ec", "#3d3d3a"),
    "D": ("#eb9c22", "#2b1a00"),
    "P": ("#218066", "#ffffff"),
    "R": ("#5e2b78", "#ffffff"),
}
"""Paper and ink of each action. Blue, amber, green and purple are hues that colour-blind readers
can tell apart; each is also darker than the one before, so that a black-and-white print works."""

INK: Final = "#1c1c1a"
QUIET: Final = "#5f5f5a"
EDGE: Final = "#cfccc3"

_MARGIN: Final = 28
_LABELS: Final = 52
_ROW: Final = 22
_VALUE_ROW: Final = 39
"""The height of a row that shows values."""
_GAP: Final = 14
_LETTER: Final = 0.5
"""The width of a letter relative to its size: enough for most letters."""
_BOLD_LETTER: Final = 0.6


@dataclass(frozen=True)
class Tile:
    """A rectangle of one colour."""

    left: float
    top: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True)
class Lettering:
    """A line of words on its baseline."""

    left: float
    base: float
    text: str
    size: float = 12
    bold: bool = False
    colour: str = INK
    anchor: Literal["start", "middle"] = "start"


@dataclass
class Sheet:
    """A picture to be drawn; positions are measured from the top left corner."""

    title: str
    width: float
    height: float = 0
    tiles: list[Tile] = field(default_factory=list)
    words: list[Lettering] = field(default_factory=list)

    def centre(self, tile: Tile, text: str, *, bold: bool = False, colour: str = INK) -> None:
        """Write in the middle of a tile."""
        left, base = (
            tile.left + tile.width / 2,
            tile.top + tile.height / 2 + 4.3,
        )
        self.words.append(Lettering(left, base, text, 12, bold, colour, "middle"))

    def stack(self, tile: Tile, letters: str, values: Iterable[str], colour: str) -> None:
        """Write a cell's letters and its values below each other."""
        left, base = tile.left + tile.width / 2, tile.top + 13
        self.words.append(Lettering(left, base, letters, 12, True, colour, "middle"))
        for line, value in enumerate(values, start=1):
            self.words.append(
                Lettering(left, base + 10.5 * line, value, 9, False, colour, "middle")
            )

    def paragraph(
        self, top: float, text: str, size: float, colour: str = QUIET, *, bold: bool = False
    ) -> float:
        """Write lines as wide as the sheet, and return where they end."""
        letter = size * (_BOLD_LETTER if bold else _LETTER)
        letters = int((self.width - 2 * _MARGIN) / letter)
        for line in textwrap.wrap(text, letters, break_on_hyphens=False):
            top += size * 1.4
            shown = line.removesuffix("\u00a0·")
            self.words.append(Lettering(_MARGIN, top, shown, size, bold, colour))
        return top


def lay_out(page: Page) -> Sheet:
    """Lay a chart out: title and rules, the three parts, and a legend."""
    chart = page.chart
    cell = 50 if len(chart.columns) <= 10 else 33 if page.worths is None else 40
    width = 2 * _MARGIN + _LABELS + cell * len(chart.columns) + _soft_gap(chart)
    sheet = Sheet(page.title, width)
    size = 22 if len(page.title) < 34 else 16
    # No-break spaces keep each rule on one line.
    title = page.title.replace(" = ", "\u00a0=\u00a0")
    top = sheet.paragraph(_MARGIN - 0.4 * size, title, size, INK, bold=True)
    terms = "\u00a0· ".join(term.replace(" ", "\u00a0") for term in page.terms)
    top = sheet.paragraph(top + 4, terms, 11) + 10
    heading = page.dealer_heading[0].upper() + page.dealer_heading[1:]
    middle = _MARGIN + _LABELS + (width - 2 * _MARGIN - _LABELS) / 2
    sheet.words.append(Lettering(middle, top + 12, heading, 11, False, QUIET, "middle"))
    top += 18
    for name, rows in PARTS:
        top = _part(sheet, page, name, rows, top, cell) + _GAP
    sheet.height = _legend(sheet, page, top) + _MARGIN
    return sheet


def _part(
    sheet: Sheet, page: Page, name: str, rows: Iterable[str], top: float, cell: float
) -> float:
    chart = page.chart
    height = _ROW if page.worths is None else _VALUE_ROW
    sheet.words.append(Lettering(_MARGIN, top + _ROW / 2 + 4.3, name, 13, True))
    for column in chart.columns:
        sheet.centre(_place(chart, column, top, cell), label(column), bold=True)
    top += _ROW
    for row in rows:
        head = Tile(_MARGIN, top, _LABELS - 8, height, "none")
        sheet.centre(head, label(row), bold=True)
        for column in chart.columns:
            letters = chart.cells[row, column]
            paper, ink = COLOURS[letters[0]]
            left = _place(chart, column, top, cell).left
            inner = Tile(left + 0.75, top + 0.75, cell - 1.5, height - 1.5, paper)
            sheet.tiles += [Tile(left, top, cell, height, EDGE), inner]
            worth = (page.worths or {}).get((row, column))
            if worth is None:
                sheet.centre(inner, letters, colour=ink)
            else:
                mark = "!" if worth.improvable else ""
                sheet.stack(
                    inner, letters + mark, (short(worth.value), second_in_short(worth)), ink
                )
        top += height
    return top


def _place(chart: Chart, column: str, top: float, cell: float) -> Tile:
    number = chart.columns.index(column)
    left = _MARGIN + _LABELS + number * cell
    if column.startswith("A"):
        left += _soft_gap(chart)
    return Tile(left, top, cell, _ROW, "none")


def _soft_gap(chart: Chart) -> float:
    """Room between the dealer's hard totals and the soft ones."""
    return 8 if chart.columns == BOTH_CARDS else 0


def _legend(sheet: Sheet, page: Page, top: float) -> float:
    left: float = _MARGIN
    for letter in page.letters:
        paper, ink = COLOURS[letter]
        tile = Tile(left + 0.75, top + 0.75, 26.5, _ROW - 1.5, paper)
        sheet.tiles += [Tile(left, top, 28, _ROW, EDGE), tile]
        sheet.centre(tile, letter, bold=True, colour=ink)
        sheet.words.append(Lettering(left + 35, top + _ROW / 2 + 4.3, PLAYS[letter], 13))
        left += 35 + 8 * len(PLAYS[letter]) + 22
    top += _ROW + 2
    if page.has_small_letters:
        note = f"{SMALL_LETTERS.capitalize()} (Dh: double if you may, else hit)."
        top = sheet.paragraph(top, note, 11)
    for note in value_notes(page) or [f"Chart: {page.name}."]:
        top = sheet.paragraph(top, note[0].upper() + note[1:], 11)
    return top
