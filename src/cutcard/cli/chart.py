"""`cutcard chart`: a strategy chart in colours, as a file, or compared with another."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from pathlib import Path
from typing import Final

from cutcard.blackjack.presets import BEST, Preset, chart_names, load_chart
from cutcard.blackjack.rules import HoleCard
from cutcard.blackjack.strategy.chart import UP_CARD, Chart
from cutcard.cli.arguments import VerbParser, blackjack_of, chart_for
from cutcard.cli.terminal import tell
from cutcard.errors import CutcardError
from cutcard.files import write_whole
from cutcard.folding import fold, room
from cutcard.games import game_names
from cutcard.report.chart_differences import as_csv, as_json, as_text
from cutcard.report.chart_files import FORMATS, PNG, draw_png, form_of
from cutcard.report.chart_page import Page, valued_page
from cutcard.report.chart_text import terminal_chart
from cutcard.report.ink import Ink
from cutcard.study.chart_gains import compare_charts

EXAMPLES = """\
  cutcard chart easy                                the chart of a game, in colours
  cutcard chart vegas-strip --chart best            the best chart for these rules
  cutcard chart downtown --rule decks=1 --chart best --values
                                                    and what each cell is worth
  cutcard chart easy --out easy.png                 a picture; .html is a page to print
  cutcard chart european --format txt > my.txt      a copy to change
  cutcard chart my.txt                              is it well-formed?
  cutcard chart vegas-strip --diff vegas-strip my.txt
                                                    where two charts differ, and the cost
  cutcard chart --diff vegas-strip downtown         two games, each with its chart
  cutcard chart --diff vegas-strip downtown --chart best
                                                    two games, each with its best chart"""

_DIFFERENCES: Final = {"terminal": as_text, "txt": as_text, "csv": as_csv, "json": as_json}


def run(words: list[str]) -> int:
    """Show a chart, or where two differ."""
    arguments = _parser().parse_args(words)
    if not (arguments.game or arguments.diff):
        raise CutcardError("give one chart to show, or two after --diff")
    out = None if arguments.out is None else Path(arguments.out)
    form = arguments.format or ("terminal" if out is None else _form_of(out))
    if arguments.diff:
        text = _difference(arguments, form)
        _write(out, fold(text, room(sys.stdout)) if out is None and form == "terminal" else text)
        return 0
    if arguments.values and form == "txt":
        others = [other for other in ("terminal", *FORMATS) if other != form]
        raise CutcardError(
            "--values does not go with txt, which is a chart to play by: it takes"
            f" {', '.join(others)} or {PNG}"
        )
    if form == PNG:
        _draw(out, arguments)
    elif form == "terminal":
        stream = StringIO() if out else sys.stdout
        _write(out, terminal_chart(_page(arguments), Ink(stream), room(stream)))
    else:
        _write(out, FORMATS[form](_page(arguments)))
    return 0


def _parser() -> VerbParser:
    parser = VerbParser("chart", "Show a strategy chart, or where two charts differ.", EXAMPLES)
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME|CHART",
        help=f"a game, a chart ({', '.join(chart_names())}) or a file",
    )
    parser.add_chart()
    parser.add_rule()
    parser.add_argument(
        "--values",
        action="store_true",
        help="with what the best and the second-best action of each cell are worth, exactly",
    )
    parser.add_argument(
        "--diff", nargs=2, metavar=("A", "B"), help="compare two charts, or those of two games"
    )
    parser.add_argument(
        "--format",
        choices=("terminal", *FORMATS, PNG),
        help="(default: terminal, or as the name of --out ends)",
    )
    parser.add_argument("--out", metavar="FILE", help="write to this file")
    return parser


def _form_of(out: Path) -> str:
    """The format that a file's name asks for."""
    try:
        return form_of(out)
    except CutcardError as error:
        raise CutcardError(f"{error}, or give --format") from None


def _is_game(name: str) -> bool:
    return name in game_names() or name.endswith(".toml")


def _page(arguments: argparse.Namespace) -> Page:
    """The chart that is asked for, with everything to be shown with it."""
    name: str = arguments.game
    if not _is_game(name):
        _refuse_without_a_game(arguments)
        return Page(load_chart(name), name, name)
    preset = blackjack_of(arguments)
    chart = chart_for(preset, arguments.chart)
    if arguments.rule and arguments.chart is None:
        tell(f"the chart {preset.chart} is for other rules; --chart best finds the best for these")
    named = preset.chart if arguments.chart is None else arguments.chart
    if not arguments.values:
        return Page(chart, named, preset.title, preset.rules)
    return _valued(preset, chart, named)


def _refuse_without_a_game(arguments: argparse.Namespace) -> None:
    name = arguments.game
    if name == BEST:
        raise CutcardError("the best chart depends on the game: cutcard chart GAME --chart best")
    for option, given in (
        ("--chart", arguments.chart is not None),
        ("--rule", arguments.rule),
        ("--values", arguments.values),
    ):
        if given:
            raise CutcardError(
                f"{name} is not a game, and {option} takes one: cutcard chart GAME --chart {name}"
            )


def _valued(preset: Preset, chart: Chart, name: str) -> Page:
    if chart.columns == UP_CARD and preset.rules.hole_card is HoleCard.OPEN:
        raise CutcardError(
            f"the chart {name} looks at one dealer card and {preset.name} shows both:"
            " its cells have no value of their own (--chart best has columns for both)"
        )
    return valued_page(preset, chart, name)


def _write(out: Path | None, text: str) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        write_whole(out, text, "the chart")
        tell(f"written to {out}")


def _draw(out: Path | None, arguments: argparse.Namespace) -> None:
    """Draw a picture into a file, or into a pipe."""
    if out is None:
        if sys.stdout.isatty():
            raise CutcardError("a PNG cannot be shown in a terminal: give --out FILE.png")
        from cutcard.report.chart_png import chart_figure

        chart_figure(_page(arguments)).savefig(sys.stdout.buffer, format=PNG, dpi=144)
        return
    draw_png(out, lambda: _page(arguments))
    tell(f"drawn to {out}")


def _difference(arguments: argparse.Namespace, form: str) -> str:
    """Where two charts differ, and what that is worth in every game that is named."""
    if form not in _DIFFERENCES:
        raise CutcardError(
            f"differences cannot be shown as {form}: it takes {', '.join(_DIFFERENCES)}"
        )
    if arguments.values:
        raise CutcardError("--values does not go with --diff, which says what differences cost")
    if arguments.chart not in (None, BEST):
        raise CutcardError("only --chart best goes with --diff: it is each game's own")
    games = [name for name in arguments.diff if _is_game(name)]
    if arguments.game:
        presets = [blackjack_of(arguments)]
    elif arguments.rule:
        raise CutcardError("--rule takes a game: cutcard chart GAME --rule NAME=VALUE --diff A B")
    else:
        presets = [_blackjack(name) for name in games]
    charts = [_side(name, presets, best=arguments.chart == BEST) for name in arguments.diff]
    sides = (charts[0], charts[1])
    first, second = arguments.diff
    if not presets:
        tell(f"name a game to see what that costs: cutcard chart GAME --diff {first} {second}")
        return _DIFFERENCES[form](compare_charts(first, second, sides, {}))
    titles = {preset.rules: preset.title for preset in presets}
    found = compare_charts(first, second, sides, titles)
    return _DIFFERENCES[form](found)


def _blackjack(name: str) -> Preset:
    return blackjack_of(argparse.Namespace(game=name, rule=[]))


def _side(name: str, presets: list[Preset], *, best: bool) -> Chart:
    """The chart of a game, a chart by name, one in a file, or the best for the first game."""
    if name == BEST:
        if not presets:
            raise CutcardError(
                f"the best chart depends on the game: cutcard chart GAME --diff {BEST} …"
            )
        return chart_for(presets[0], BEST)
    if _is_game(name):
        return chart_for(_blackjack(name), BEST if best else None)
    return load_chart(name)
