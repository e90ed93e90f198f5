"""`cutcard compare`: what games are worth, side by side, and what each rule of a game is."""

from __future__ import annotations

import json
import shlex
import sys
import time
from typing import Any, Final

from cutcard.blackjack.presets import SHELF, load_chart, preset_names
from cutcard.cli.arguments import VerbParser, blackjack_game, check_printing
from cutcard.cli.terminal import say
from cutcard.errors import Invalid
from cutcard.progress import Progress
from cutcard.report.ink import Ink

EXAMPLES: Final = """\
  cutcard compare                                 the casinos' games
  cutcard compare vegas-strip downtown european   these three
  cutcard compare vegas-strip mine.toml           a game of your own beside another
  cutcard compare --rule decks=2                  all of them from two decks
  cutcard compare vegas-strip --rules             what each single rule is worth
  cutcard compare downtown --rules --json         the same of another game, for a program
  cutcard compare --csv > games.csv               for a spreadsheet"""

_BASE: Final = "vegas-strip"
"""The game whose rules are valued if none is named."""


def run(words: list[str]) -> int:
    """Compare games, or the rules of one."""
    arguments = _parser().parse_args(words)
    check_printing(arguments)
    # Imported here: whoever asks for help need not wait for the solver.
    from cutcard.report.games_compared import (
        game_dict,
        games_csv,
        games_text,
        rules_csv,
        rules_dict,
        rules_text,
    )
    from cutcard.study.comparison import compare_games, compare_rules

    if arguments.rules and len(arguments.games) > 1:
        raise Invalid(
            f"--rules changes the rules of one game: {' '.join(arguments.games)} are"
            f" {len(arguments.games)}"
        )
    names = arguments.games or ([_BASE] if arguments.rules else _casinos())
    games = [(name, blackjack_game(name, arguments.rule)) for name in names]
    for _, preset in games:
        load_chart(preset.chart).check_fits(preset.rules)
    ink = Ink(sys.stdout)
    said: dict[str, Any]
    began = time.monotonic()
    progress = Progress(1)
    try:
        if arguments.rules:
            changes = compare_rules(games[0][1], progress.show)
            text = rules_csv(changes) if arguments.csv else rules_text(changes, ink)
            said = {"game": names[0], **rules_dict(changes)}
        else:
            rows = compare_games(games, progress.show)
            text = games_csv(rows) if arguments.csv else games_text(rows, ink)
            said = {"games": [game_dict(row) for row in rows]}
    finally:
        progress.clear()
    if arguments.csv:
        sys.stdout.write(text)
        return 0
    if not arguments.json:
        say(text)
        return 0
    said |= {"seconds": time.monotonic() - began}
    said |= {"command": shlex.join(["cutcard", "compare", *words])}
    sys.stdout.write(json.dumps(said, indent=2) + "\n")
    return 0


def _parser() -> VerbParser:
    parser = VerbParser("compare", "Compare what games are worth, exactly.", EXAMPLES)
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"{', '.join(preset_names())}, or a FILE.toml (default: the casinos' games)",
    )
    parser.add_rule()
    parser.add_argument(
        "--rules",
        action="store_true",
        help=f"what each single change of a rule is worth in one game (default: {_BASE})",
    )
    parser.add_json()
    parser.add_csv()
    return parser


def _casinos() -> list[str]:
    return [name for name in preset_names() if name not in SHELF.first]
