"""`cutcard rules`: the games there are, and a game's rules field by field."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import Any

from cutcard.blackjack.presets import load_chart
from cutcard.cli.arguments import VerbParser
from cutcard.cli.terminal import say
from cutcard.errors import CutcardError
from cutcard.folding import room
from cutcard.games import game_names, load_game
from cutcard.report.ink import Ink
from cutcard.shelf import Preset

EXAMPLES = """\
  cutcard rules                                  the games there are
  cutcard rules european                         one of them, field by field
  cutcard rules vegas-strip --rule decks=2       with a rule changed
  cutcard rules mine.toml --json                 a game of your own, for a program"""


def run(words: list[str]) -> int:
    """List the games, or explain one."""
    arguments = _parser().parse_args(words)
    if arguments.game is None:
        if arguments.rule:
            raise CutcardError("--rule changes the rules of a game: name one")
        presets = [load_game(name) for name in game_names()]
        _show(presets, _listing(presets), as_json=arguments.json)
    else:
        preset = load_game(arguments.game).changed(arguments.rule)
        if preset.chart:
            load_chart(preset.chart)  # a game is not complete if its chart cannot be read
        _show(preset, _explanation(preset), as_json=arguments.json)
    return 0


def _parser() -> VerbParser:
    parser = VerbParser("rules", "List the games, or explain one field by field.", EXAMPLES)
    parser.add_game(game_names(), default=None)
    parser.add_json()
    return parser


def _show(games: Preset[Any] | list[Preset[Any]], text: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(_as_json(games))
    else:
        say(text)


def _listing(presets: list[Preset[Any]]) -> str:
    ink = Ink(sys.stdout)
    lines = [
        ink("bold", preset.name) + " " * (17 - len(preset.name)) + preset.about
        for preset in presets
    ]
    return "\n".join(lines) + "\n\n'cutcard rules GAME' explains a game field by field.\n"


def _explanation(preset: Preset[Any]) -> str:
    ink = Ink(sys.stdout)
    lines = [ink("bold", preset.title), *([preset.about] if preset.about else [])]
    lines += [f"Played by the chart {preset.chart}.", ""] if preset.chart else [""]
    words = preset.rules.plain()
    common = type(preset.rules)().plain()
    width = min(88, room(sys.stdout) or 88)
    for field in preset.rules.fields():
        name, value = field.name, words[field.name]
        shown = f"{name} = {json.dumps(value)}"
        differs = value != common[name]
        lines.append(f"{'*' if differs else ' '} " + ink("bold" if differs else "cyan", shown))
        lines += textwrap.wrap(
            field.metadata["says"], width, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
        lines.append(ink("dim", f"      takes {field.metadata['kind'].accepts}"))
    lines += ["", "* differs from the common game. Change a rule with --rule NAME=VALUE."]
    return "\n".join(lines) + "\n"


def _as_json(games: Preset[Any] | list[Preset[Any]]) -> str:
    def plain(preset: Preset[Any]) -> dict[str, object]:
        return {
            "name": preset.name,
            "title": preset.title,
            "about": preset.about,
            "chart": preset.chart,
            "rules": preset.rules.plain(),
        }

    found = [plain(game) for game in games] if isinstance(games, list) else plain(games)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
