"""`cutcard chart`: a strategy chart in colours, as a file, or compared with another."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.chart import (
    HARD_ROWS,
    PAIR_ROWS,
    ROWS,
    SOFT_ROWS,
    Chart,
    Difference,
    differences,
)
from cutcard.blackjack.presets import chart_names, load_chart, load_preset, preset_names
from cutcard.cli.arguments import Parser
from cutcard.cli.chart_svg import svg_chart
from cutcard.cli.terminal import Ink
from cutcard.errors import CutcardError

EXAMPLES = """\
  cutcard chart easy                             the chart of a game, in colours
  cutcard chart european --format txt > my.txt   a copy to change
  cutcard chart my.txt                           is it well-formed?
  cutcard chart --diff vegas-strip my.txt        where two charts differ"""


def run(words: list[str]) -> int:
    """Show a chart, or where two differ."""
    parser = Parser("chart", "Show a strategy chart, or where two charts differ.", EXAMPLES)
    parser.add_argument(
        "chart",
        nargs="?",
        metavar="CHART",
        help=f"a game, a chart ({', '.join(chart_names())}) or a file",
    )
    parser.add_argument("--diff", nargs=2, metavar=("A", "B"), help="compare two charts")
    parser.add_argument("--format", choices=tuple(_FORMATS), default="terminal")
    arguments = parser.parse_args(words)
    if bool(arguments.chart) == bool(arguments.diff):
        raise CutcardError("give one chart to show, or two after --diff")
    if arguments.diff:
        first, second = arguments.diff
        if arguments.format not in _DIFFERENCE_FORMATS:
            raise CutcardError(f"differences cannot be shown as {arguments.format}")
        found = differences(_find(first), _find(second))
        sys.stdout.write(_DIFFERENCE_FORMATS[arguments.format](first, second, found))
    else:
        sys.stdout.write(_FORMATS[arguments.format](_find(arguments.chart), arguments.chart))
    return 0


def _find(name: str) -> Chart:
    """The chart of a game, a chart by name, or one in a file."""
    is_game = name in preset_names() or name.endswith(".toml")
    return load_chart(load_preset(name).chart if is_game else name)


def coloured_chart(chart: Chart) -> str:
    """The chart for a terminal, its three parts apart, with a legend."""
    ink = Ink(sys.stdout)
    width = 1 + max(len(cell) for cell in chart.cells.values())
    heads = "".join(f" {column:{width - 1}}" for column in chart.columns)
    lines = [ink("bold", f"    {heads}".rstrip())]
    for rows in (HARD_ROWS, SOFT_ROWS, PAIR_ROWS):
        lines.append("")
        for row in rows:
            cells = (
                ink(
                    f"on_{_PLAY[chart.cells[row, column][0]]}",
                    f" {chart.cells[row, column]:{width - 1}}",
                )
                for column in chart.columns
            )
            lines.append(ink("bold", f"{row:>3}") + " " + "".join(cells).rstrip(" "))
    legend = "  ".join(
        ink(f"on_{play}", f" {letter} ") + f" {play}" for letter, play in _PLAY.items()
    )
    return "\n".join([*lines, "", legend, "a small letter: if the first is not allowed", ""])


_PLAY = {action.value: str(action) for action in Action if action.value in "HSDPR"}


def _json_chart(chart: Chart) -> str:
    rows = {row: {column: chart.cells[row, column] for column in chart.columns} for row in ROWS}
    return json.dumps({"columns": chart.columns, "rows": rows}, indent=2) + "\n"


def _said_differences(first: str, second: str, found: list[Difference]) -> str:
    if not found:
        return f"{first} and {second} say the same in every cell.\n"
    cells = "1 cell" if len(found) == 1 else f"{len(found)} cells"
    lines = [f"{first} and {second} differ in {cells}:"]
    lines += [f"  {one.row:>2} against {one.column:2}  {one.first:3} {one.second}" for one in found]
    return "\n".join(lines) + "\n"


def _json_differences(first: str, second: str, found: list[Difference]) -> str:
    cells = [
        {"row": one.row, "column": one.column, "first": one.first, "second": one.second}
        for one in found
    ]
    return json.dumps({"first": first, "second": second, "differences": cells}, indent=2) + "\n"


def _svg_chart(chart: Chart, name: str) -> str:
    title = load_preset(name).title if name in preset_names() else name
    return svg_chart(chart, f"{title}: what to do")


_FORMATS: Final[dict[str, Callable[[Chart, str], str]]] = {
    "terminal": lambda chart, _: coloured_chart(chart),
    "txt": lambda chart, _: str(chart),
    "json": lambda chart, _: _json_chart(chart),
    "svg": _svg_chart,
}
_DIFFERENCE_FORMATS: Final = {
    "terminal": _said_differences,
    "txt": _said_differences,
    "json": _json_differences,
}
