"""`cutcard rules`: the games there are, and a game's rules field by field."""

from __future__ import annotations

import json
import sys
import textwrap

from cutcard.blackjack.presets import Preset, load_preset, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.cli.arguments import Parser
from cutcard.cli.terminal import Ink

EXAMPLES = """\
  cutcard rules                                  the games there are
  cutcard rules european                         one of them, field by field
  cutcard rules vegas-strip --rule decks=2       with a rule changed
  cutcard rules mine.toml --json                 a game of your own, for a program"""


def run(words: list[str]) -> int:
    """List the games, or explain one."""
    parser = Parser("rules", "List the games, or explain one field by field.", EXAMPLES)
    parser.add_game(default="")
    parser.add_json()
    arguments = parser.parse_args(words)
    if not arguments.game:
        presets = [load_preset(name).changed(arguments.rule) for name in preset_names()]
        sys.stdout.write(_as_json(presets) if arguments.json else _listing(presets))
    else:
        preset = load_preset(arguments.game).changed(arguments.rule)
        sys.stdout.write(_as_json(preset) if arguments.json else _explanation(preset))
    return 0


def _listing(presets: list[Preset]) -> str:
    ink = Ink(sys.stdout)
    lines = [f"{ink('bold', f'{preset.name:16}')} {preset.about}" for preset in presets]
    return "\n".join(lines) + "\n\n'cutcard rules GAME' explains a game field by field.\n"


def _explanation(preset: Preset) -> str:
    ink = Ink(sys.stdout)
    lines = [ink("bold", preset.title), preset.about, f"Played by the chart {preset.chart}.", ""]
    words = preset.rules.words()
    common = Rules().words()
    for field in Rules.fields():
        name, value = field.name, words[field.name]
        shown = f"{name} = {json.dumps(value)}"
        differs = value != common[name]
        lines.append(f"{'*' if differs else ' '} " + ink("bold" if differs else "cyan", shown))
        lines += textwrap.wrap(
            field.metadata["says"], 88, initial_indent=" " * 6, subsequent_indent=" " * 6
        )
        lines.append(ink("dim", f"      takes {field.metadata['kind'].accepts}"))
    lines += ["", "* differs from the common six-deck game. Change a rule with --rule NAME=VALUE."]
    return "\n".join(lines) + "\n"


def _as_json(games: Preset | list[Preset]) -> str:
    def plain(preset: Preset) -> dict[str, object]:
        return {
            "name": preset.name,
            "title": preset.title,
            "about": preset.about,
            "chart": preset.chart,
            "rules": preset.rules.words(),
        }

    found = [plain(game) for game in games] if isinstance(games, list) else plain(games)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
