"""`cutcard compare`: what games are worth, side by side, and what each rule of a game is."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cutcard.blackjack.exact.solve import NO_SPLITS, Solution, solve, value_of
from cutcard.blackjack.presets import SHELF, Preset, load_chart, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.cli.arguments import Parser
from cutcard.cli.solve import blackjack_game
from cutcard.cli.terminal import say, tell
from cutcard.errors import Invalid
from cutcard.progress import Progress
from cutcard.report.ink import Ink
from cutcard.report.solutions import percent, shoe_text
from cutcard.rulebook import InvalidRules, YesNo

EXAMPLES: Final = """\
  cutcard compare                                 the casinos' games
  cutcard compare vegas-strip downtown european   these three
  cutcard compare vegas-strip mine.toml           a game of your own beside another
  cutcard compare --rule decks=2                  all of them from two decks
  cutcard compare vegas-strip --rules             what each single rule is worth
  cutcard compare downtown --rules --json         the same of another game, for a program"""

_BASE: Final = "vegas-strip"
"""The game whose rules are valued if none is named."""

_ALTERNATIVES: Final[dict[str, tuple[object, ...]]] = {
    "decks": (1, 2, 4, 6, 8, "infinite"),
    "hole_card": ("peek", "hidden", "none", "open"),
    "naturals": ("both", "player", "none"),
    "blackjack_pays": ("2:1", "3:2", "6:5", "1:1"),
    "rounding": ("exact", "down"),
    "blackjack_tie": ("push", "win", "lose"),
    "ties": ("push", "lose"),
    "dealer_blackjack_takes": ("all", "original"),
    "double_on": ("any", "9-11", "10-11", "none"),
    "max_hands": (1, 2, 3, 4),
    "surrender": ("none", "late", "early"),
    "charlie": ("none", 5, 6, 7),
}
"""What casinos do; a rule that is true or false has two alternatives anyway."""

_UNSEEN: Final = frozenset({"reshuffle", "shuffle", "deal", "split_order"})
"""Rules that do not change what a round from a fresh shoe is worth."""


@dataclass(frozen=True)
class _Row:
    """A game, and what it is worth."""

    name: str
    preset: Preset
    best: Solution
    charted: Solution

    @property
    def cost(self) -> float:
        """What the game's own chart costs, beside the best play."""
        return max(0.0, self.best.edge - self.charted.edge)


@dataclass(frozen=True)
class _Change:
    """A rule changed, and what the game is then worth."""

    rule: str
    value: bool | int | str
    solution: Solution
    change: float
    """What the player gains by it."""

    @property
    def text(self) -> str:
        """The change as --rule takes it."""
        value = str(self.value).lower() if isinstance(self.value, bool) else self.value
        return f"{self.rule}={value}"


def run(words: list[str]) -> int:
    """Compare games, or the rules of one."""
    parser = Parser("compare", "Compare what games are worth, exactly.", EXAMPLES)
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
    arguments = parser.parse_args(words)
    if arguments.rules and len(arguments.games) > 1:
        raise Invalid(
            f"--rules changes the rules of one game: {' '.join(arguments.games)} are"
            f" {len(arguments.games)}"
        )
    names = arguments.games or ([_BASE] if arguments.rules else _casinos())
    presets = [blackjack_game(name, arguments.rule) for name in names]
    for preset in presets:
        load_chart(preset.chart).check_fits(preset.rules)
    command = shlex.join(["cutcard", "compare", *words])
    from cutcard.compiled import heralded

    with heralded(tell):
        if arguments.rules:
            _say_rules(names[0], presets[0], command, as_json=arguments.json)
        else:
            _say_games(names, presets, command, as_json=arguments.json)
    return 0


def _casinos() -> list[str]:
    return [name for name in preset_names() if name not in SHELF.first]


def _say_games(names: list[str], presets: list[Preset], command: str, *, as_json: bool) -> None:
    began = time.monotonic()
    progress = Progress(len(presets))
    rows = []
    try:
        for at, (name, preset) in enumerate(zip(names, presets, strict=True)):
            progress.show(at, name)
            best = solve(preset.rules)
            rows.append(_Row(name, preset, best, value_of(preset.rules, load_chart(preset.chart))))
    finally:
        progress.clear()
    rows.sort(key=lambda row: -row.best.edge)
    seconds = time.monotonic() - began
    if as_json:
        said = {"games": [_game_json(row) for row in rows], "seconds": seconds, "command": command}
        sys.stdout.write(json.dumps(said, indent=2) + "\n")
    else:
        say(_games_text(rows))


def _games_text(rows: list[_Row]) -> str:
    ink = Ink(sys.stdout)
    width = max(4, *(len(row.name) for row in rows))
    lines = [
        ink(
            "bold",
            f"{'game':{width}}     best play     own chart    which costs  shoe; splits",
        )
    ]
    for row in rows:
        edge = ink("bold", f"{percent(row.best.edge):>13}")
        lines.append(
            f"{row.name:{width}} {edge} {percent(row.charted.edge):>13}"
            f" {100 * row.cost:13.9f}%  {_short(row.best)}"
        )
    lines += ["", "The edge is the player's, exactly, in percent of the initial bet.", *_MODEL]
    return "\n".join(lines) + "\n"


_MODEL: Final = (
    "Shoes are freshly shuffled, every order alike. After a split each hand is played by the best",
    "play before the split (CDZ-), or by the chart.",
)


def _short(solution: Solution) -> str:
    """Shoe and splits in a few words."""
    shoe = solution.shoe.partition(",")[0]
    if solution.split_model == NO_SPLITS:
        return f"{shoe}; no splits"
    return f"{shoe}; {solution.split_model.partition(',')[0]}"


def _game_json(row: _Row) -> dict[str, Any]:
    return {
        "game": row.name,
        "title": row.preset.title,
        "shoe": shoe_text(row.preset.rules, row.best),
        "best": {"edge": row.best.edge, "split_model": row.best.split_model},
        "own_chart": {
            "chart": row.preset.chart,
            "edge": row.charted.edge,
            "split_model": row.charted.split_model,
        },
        "cost": row.cost,
        "rules": row.preset.rules.words(),
    }


def _say_rules(name: str, preset: Preset, command: str, *, as_json: bool) -> None:
    began = time.monotonic()
    base = solve(preset.rules)
    changed = list(_single_changes(preset.rules))
    progress = Progress(len(changed))
    changes = []
    try:
        for at, (rule, rules) in enumerate(changed):
            value = rules.words()[rule]
            progress.show(at, f"{rule} = {value}")
            solution = solve(rules)
            changes.append(_Change(rule, value, solution, solution.edge - base.edge))
    finally:
        progress.clear()
    changes.sort(key=lambda change: -change.change)
    seconds = time.monotonic() - began
    if as_json:
        said = {
            "game": name,
            "title": preset.title,
            "edge": base.edge,
            "shoe": shoe_text(preset.rules, base),
            "split_model": base.split_model,
            "changes": [
                {
                    "rule": one.rule,
                    "value": one.value,
                    "change": one.change,
                    "edge": one.solution.edge,
                    "shoe": one.solution.shoe,
                    "split_model": one.solution.split_model,
                }
                for one in changes
            ],
            "rules": preset.rules.words(),
            "seconds": seconds,
            "command": command,
        }
        sys.stdout.write(json.dumps(said, indent=2) + "\n")
    else:
        say(_rules_text(preset, base, changes))


def _single_changes(base: Rules) -> Iterator[tuple[str, Rules]]:
    """The rules with one of them changed, each in turn; what contradicts others is left out."""
    for name, value in alternatives():
        try:
            rules = base.changed({name: value})
        except InvalidRules:
            continue
        if rules != base:
            yield name, rules


def alternatives() -> Iterator[tuple[str, object]]:
    """Every rule that matters to a round from a fresh shoe, with each value worth a look."""
    for field in Rules.fields():
        if field.name in _UNSEEN:
            continue
        kind = field.metadata["kind"]
        values = (True, False) if isinstance(kind, YesNo) else _ALTERNATIVES[field.name]
        for value in values:
            yield field.name, value


def _contradicting(base: Rules) -> list[str]:
    """The changes that contradict the other rules."""
    found = []
    for name, value in alternatives():
        try:
            base.changed({name: value})
        except InvalidRules:
            found.append(f"{name}={value}".lower())
    return found


def _rules_text(preset: Preset, base: Solution, changes: list[_Change]) -> str:
    ink = Ink(sys.stdout)
    lines = [
        f"{ink('bold', preset.title)}, the best play: {percent(base.edge)} of the initial bet",
        f"shoe: {shoe_text(preset.rules, base)}",
        f"splits: {base.split_model}",
        "",
        "One rule changed, and the play with it: what the player gains, and the new edge",
        "",
    ]
    telling = [one for one in changes if abs(one.change) > 1e-12]
    for one in telling:
        gain = f"{percent(one.change):>14}"
        colour = "green" if one.change > 0 else "red"
        lines.append(
            f"  {one.text:32} {ink(colour, gain)} {percent(one.solution.edge):>14}"
            f"  {_short(one.solution)}"
        )
    same = [one.text for one in changes if one not in telling]
    if same:
        lines += ["", f"No difference: {', '.join(same)}."]
    against = _contradicting(preset.rules)
    if against:
        lines += ["", f"Not possible with the other rules: {', '.join(against)}."]
    return "\n".join([*lines, "", *_MODEL]) + "\n"
