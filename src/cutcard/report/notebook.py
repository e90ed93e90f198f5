"""Answers in a notebook: a title, figures, a table or bars, in HTML that needs no style sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

_CELL: Final = "text-align: right; padding: 0 .8em 0 0"
_NAME: Final = "text-align: left; padding: 0 1.2em 0 0; font-weight: normal"
_NUMBERS: Final = "font-variant-numeric: tabular-nums"
_WIDEST: Final = 20
"""The width of the longest bar, in letters."""


def answer_html(title: str, figures: Iterable[tuple[str, str]], shown: str, note: str) -> str:
    """An answer: its title, a line for each figure, what else is shown, and a note."""
    rows = "".join(
        f'<tr><th style="{_NAME}">{escape(name)}</th>'
        f'<td style="text-align: left">{escape(figure)}</td></tr>'
        for name, figure in figures
    )
    figured = f'<table style="{_NUMBERS}">{rows}</table>' if rows else ""
    return (
        f"<div><p><b>{escape(title)}</b></p>{figured}{shown}"
        f"<p><small>{escape(note)}</small></p></div>"
    )


def table_html(heads: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> str:
    """A table of numbers, under a title if it has one."""
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{escape(str(cell))}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return f'<table style="{_NUMBERS}">{caption}<tr>{head}</tr>{body}</table>'


def bars_html(title: str, shares: Sequence[tuple[str, float]]) -> str:
    """A bar for each share, the longest of them as wide as possible."""
    most = max(share for _, share in shares)
    rows = "".join(
        f'<tr><td style="{_CELL}">{escape(name)}</td><td style="{_CELL}">{share:.5%}</td>'
        f'<td style="text-align: left"><div style="height: .8em; background: #218066;'
        f' width: {max(_WIDEST * share / most, 0.1):.2f}em"></div></td></tr>'
        for name, share in shares
    )
    return f'<table style="{_NUMBERS}"><caption>{escape(title)}</caption>{rows}</table>'
