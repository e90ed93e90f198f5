"""A chart as a picture: SVG for a page, a poster or a browser."""

from __future__ import annotations

from html import escape
from typing import Final

from cutcard.blackjack.chart import HARD_ROWS, PAIR_ROWS, SOFT_ROWS, Chart

CELL_WIDTH: Final = 30
CELL_HEIGHT: Final = 20
MARGIN: Final = 16
GAP: Final = 12

# Hues that colour-blind eyes tell apart (after Okabe and Ito), and apart in grey as well.
COLOURS: Final = {
    "H": ("#56b4e9", "hit"),
    "S": ("#f5f5f5", "stand"),
    "D": ("#e69f00", "double"),
    "P": ("#009e73", "split"),
    "R": ("#cc79a7", "surrender"),
}


def svg_chart(chart: Chart, title: str) -> str:
    """The chart in colours, its three parts apart, with a title and a legend."""
    width = 2 * MARGIN + CELL_WIDTH * (len(chart.columns) + 1)
    parts: list[str] = []
    top = MARGIN + 18
    parts.append(_text(MARGIN, top, title, size=16, weight="bold"))
    top += 14
    parts.append(_columns(chart, top))
    top += CELL_HEIGHT
    for rows in (HARD_ROWS, SOFT_ROWS, PAIR_ROWS):
        for row in rows:
            parts.append(_row(chart, row, top))
            top += CELL_HEIGHT
        top += GAP
    parts.append(_legend(top))
    height = top + 2 * CELL_HEIGHT + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif"'
        ' role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="white"/>\n' + "".join(parts) + "</svg>\n"
    )


def _columns(chart: Chart, top: int) -> str:
    return "".join(
        _centred(_left(number), top, column, weight="bold")
        for number, column in enumerate(chart.columns)
    )


def _row(chart: Chart, row: str, top: int) -> str:
    parts = [_centred(MARGIN, top, row, weight="bold")]
    for number, column in enumerate(chart.columns):
        cell = chart.cells[row, column]
        parts.append(_box(_left(number), top, COLOURS[cell[0]][0]))
        parts.append(_centred(_left(number), top, cell))
    return "".join(parts)


def _legend(top: int) -> str:
    parts = []
    left = MARGIN
    for letter, (colour, word) in COLOURS.items():
        parts.append(_box(left, top, colour))
        parts.append(_centred(left, top, letter))
        parts.append(_text(left + CELL_WIDTH + 6, top + 14, word))
        left += CELL_WIDTH + 16 + 7 * len(word)
    parts.append(
        _text(MARGIN, top + 2 * CELL_HEIGHT, "a small letter: if the first is not allowed")
    )
    return "".join(parts)


def _left(number: int) -> int:
    return MARGIN + CELL_WIDTH * (number + 1)


def _box(left: int, top: int, colour: str) -> str:
    return (
        f'<rect x="{left}" y="{top}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}"'
        f' fill="{colour}" stroke="white"/>\n'
    )


def _centred(left: int, top: int, text: str, *, weight: str = "normal") -> str:
    return (
        f'<text x="{left + CELL_WIDTH // 2}" y="{top + 14}" font-size="12" font-weight="{weight}"'
        f' text-anchor="middle">{escape(text)}</text>\n'
    )


def _text(left: int, top: int, text: str, *, size: int = 12, weight: str = "normal") -> str:
    return (
        f'<text x="{left}" y="{top}" font-size="{size}" font-weight="{weight}">'
        f"{escape(text)}</text>\n"
    )
