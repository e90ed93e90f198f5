"""A chart as text: for a terminal, with values if wanted, as CSV and as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

from cutcard.blackjack.strategy.chart import ROWS
from cutcard.folding import fold, in_blocks, unbroken
from cutcard.report.chart_page import PARTS, PLAYS, SMALL_LETTERS, Page
from cutcard.report.ink import Ink
from cutcard.study.chart_worths import Worth

_HEAD: Final = 4
"""The width of a row's name."""
_VALUE_WIDTH: Final = 7
_TITLE: Final = 78
_PROSE: Final = 88
"""The width of sentences, however wide the chart is."""
_MOST_LISTED: Final = 12
_FIELDS: Final = (
    *("hand", "dealer", "cell", "played", "costs"),
    *("best", "value", "second", "second_value", "second_costs"),
)


def terminal_chart(page: Page, ink: Ink, width: int | None = None) -> str:
    """The chart for a terminal, its three parts apart, with a title and a legend.

    Where it is wider than the terminal, its columns come in blocks.
    """
    columns = page.chart.columns
    each = 1 + max(2, *map(len, page.chart.cells.values())) if page.worths is None else _VALUE_WIDTH
    lines = [
        line
        for block in in_blocks(len(columns), each, _HEAD, width)
        for line in _block(page, columns[block.start : block.stop], each, ink)
    ]
    # A key's colour and its word stay together.
    legend = "  ".join(
        unbroken(ink(f"on_{PLAYS[letter]}", f" {letter} ") + f" {PLAYS[letter]}")
        for letter in page.letters
    )
    notes = [SMALL_LETTERS] if page.has_small_letters else []
    notes += value_notes(page)
    above = "\n".join(_title(page, ink, width))
    below = "\n".join([legend, *notes, ""])
    text = "\n".join([*([fold(above, min(width or _TITLE, _TITLE))] if above else []), *lines])
    return f"{text}\n{fold(below, min(width or _PROSE, _PROSE))}"


def value_notes(page: Page) -> list[str]:
    """What the values are, and where the chart's own play is not the best."""
    if page.worths is None or page.edge is None:
        return []
    notes = [
        "below: what the best action with two cards is worth, in initial bets; then the"
        " second-best, and what that costs. All else is played by the chart.",
        f"The chart {page.name} is worth {page.edge:+.4%} of the initial bet ({page.shoe}).",
    ]
    improvable = sorted(page.improvable(), key=lambda one: -one[2].cost(one[2].played))
    if improvable:
        cells = "1 cell" if len(improvable) == 1 else f"{len(improvable)} cells"
        notes.append(f"In {cells} (!) another play is better with two cards:")
        notes += [
            f"  {row:>2} against {column:2}  {worth.best}, not {worth.played}:"
            f" {worth.cost(worth.played):.4f} bets"
            for row, column, worth in improvable[:_MOST_LISTED]
        ]
        if len(improvable) > _MOST_LISTED:
            notes.append(f"  and {len(improvable) - _MOST_LISTED} more")
    return notes


def short(value: float) -> str:
    """A value in six characters.

    >>> short(-0.54043), short(1.8623), short(0.0)
    ('-.5404', '+1.862', '+.0000')
    """
    return f"{value:+.3f}" if abs(value) >= 0.99995 else f"{value:+.4f}".replace("0.", ".", 1)


def second_in_short(worth: Worth) -> str:
    """The second-best action's letter and what it costs, as in ``h.0006``."""
    if worth.second is None:
        return ""
    return worth.second.value.lower() + short(worth.second_costs)[1:]


def _title(page: Page, ink: Ink, width: int | None) -> list[str]:
    if not page.rules:
        return []
    # Keep each rule on one line, unless lines are too short for that.
    keep = unbroken if width is None or width >= 60 else str
    terms = "; ".join(keep(term) for term in page.terms)
    return [ink("bold", f"{page.title}, chart {page.name}"), ink("dim", terms)]


def _block(page: Page, columns: Sequence[str], width: int, ink: Ink) -> list[str]:
    """Some columns of all three parts."""
    heads = "".join(f" {column:{width - 1}}" for column in columns)
    lines = ["", ink("bold", f"    {heads}".rstrip())]
    for _, rows in PARTS:
        lines.append("")
        for row in rows:
            cells = (_cell(page, row, column, width, ink) for column in columns)
            lines.append(ink("bold", f"{row:>3}") + " " + "".join(cells).rstrip(" "))
            if page.worths is not None:
                lines += _value_lines(page, row, columns)
    return [*lines, ""]


def _cell(page: Page, row: str, column: str, width: int, ink: Ink) -> str:
    cell = page.chart.cells[row, column]
    worth = (page.worths or {}).get((row, column))
    mark = "!" if worth and worth.improvable else ""
    return ink(f"on_{PLAYS[cell[0]]}", f" {cell + mark:{width - 1}}")


def _value_lines(page: Page, row: str, columns: Sequence[str]) -> list[str]:
    worths = page.worths or {}
    first = second = " " * 4
    for column in columns:
        worth = worths.get((row, column))
        first += f" {short(worth.value) if worth else '':{_VALUE_WIDTH - 1}}"
        second += f" {second_in_short(worth) if worth else '':{_VALUE_WIDTH - 1}}"
    return [line.rstrip() for line in (first, second) if line.strip()]


def csv_chart(page: Page) -> str:
    """A CSV row for each row of the chart; with values, one for each cell."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    if page.worths is None:
        writer.writerow(["hand", *page.chart.columns])
        for row in ROWS:
            writer.writerow(
                [row, *(page.chart.cells[row, column] for column in page.chart.columns)]
            )
        return file.getvalue()
    writer.writerow(_FIELDS)
    for row in ROWS:
        for column in page.chart.columns:
            worth = page.worths.get((row, column))
            told = [row, column, page.chart.cells[row, column]]
            if worth:
                told += [str(worth.played), f"{worth.cost(worth.played):.10f}"]
                for action, value in worth.ranked[:2]:
                    told += [str(action), f"{value:.10f}"]
                told += [f"{worth.second_costs:.10f}"] if worth.second else []
            writer.writerow([*told, *[""] * (len(_FIELDS) - len(told))])
    return file.getvalue()


def json_chart(page: Page) -> str:
    """The chart and everything known about it, for a program."""
    columns = page.chart.columns
    told: dict[str, Any] = {"chart": page.name, "title": page.title}
    if page.rules:
        told["rules"] = page.rules.plain()
    told["columns"] = columns
    told["rows"] = {
        row: {column: page.chart.cells[row, column] for column in columns} for row in ROWS
    }
    if page.worths is not None:
        told |= {"edge": page.edge, "shoe": page.shoe, "split_model": page.split_model}
        told["values"] = {
            row: {
                column: _told(page.worths[row, column])
                for column in columns
                if (row, column) in page.worths
            }
            for row in ROWS
        }
    return json.dumps(told, indent=2) + "\n"


def _told(worth: Worth) -> dict[str, Any]:
    return {
        "played": str(worth.played),
        "costs": worth.cost(worth.played),
        "best": str(worth.best),
        "second": None if worth.second is None else str(worth.second),
        "second_costs": None if worth.second is None else worth.second_costs,
        "actions": {str(action): value for action, value in worth.ranked},
    }
