"""A chart as a drawing: SVG for a page, a poster or a browser."""

from __future__ import annotations

from html import escape

from cutcard.report.chart_page import Page
from cutcard.report.chart_sheet import Lettering, Tile, lay_out


def svg_chart(page: Page) -> str:
    """The chart in colours, its three parts apart, with a title and a legend."""
    sheet = lay_out(page)
    width, height = f"{sheet.width:g}", f"{sheet.height:g}"
    parts = [*map(_tile, sheet.tiles), *map(_lettering, sheet.words)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif"'
        ' role="img">\n'
        f"<title>{escape(sheet.title)}</title>\n"
        f'<rect width="{width}" height="{height}" fill="white"/>\n' + "".join(parts) + "</svg>\n"
    )


def _tile(tile: Tile) -> str:
    return (
        f'<rect x="{tile.left:g}" y="{tile.top:g}" width="{tile.width:g}" height="{tile.height:g}"'
        f' fill="{tile.fill}"/>\n'
    )


def _lettering(words: Lettering) -> str:
    weight = ' font-weight="bold"' if words.bold else ""
    anchor = ' text-anchor="middle"' if words.anchor == "middle" else ""
    return (
        f'<text x="{words.left:g}" y="{words.base:g}" font-size="{words.size:g}"'
        f' fill="{words.colour}"{weight}{anchor}>{escape(words.text)}</text>\n'
    )
