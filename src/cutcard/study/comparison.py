"""Games compared: what each is worth, and what each single rule of one is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.exact.solution import Solution, solve, value_of
from cutcard.blackjack.presets import UNSEEN, Preset, load_chart
from cutcard.blackjack.rules import Rules
from cutcard.rulebook import FieldKind, InvalidRules, OneOf, YesNo

Show = Callable[[float, str], None]
"""Called with the share of the work that is done, and with what comes next."""

_ALTERNATIVES: Final[dict[str, tuple[object, ...]]] = {
    "decks": (1, 2, 4, 6, 8, "infinite"),
    "blackjack_pays": ("2:1", "3:2", "6:5", "1:1"),
    "max_hands": (1, 2, 3, 4),
    "charlie": ("none", 5, 6, 7),
}
"""What casinos offer of rules that are numbers; all values of other rules are compared."""


@dataclass(frozen=True)
class Compared:
    """A game, and what it is worth."""

    name: str
    preset: Preset
    best: Solution
    charted: Solution

    @property
    def cost(self) -> float:
        """What the game's chart costs compared with the best play."""
        return max(0.0, self.best.edge - self.charted.edge)


@dataclass(frozen=True)
class Change:
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


@dataclass(frozen=True)
class Changes:
    """A game, and what each change of a single rule does to it."""

    preset: Preset
    solution: Solution
    """What the game is worth as it is."""
    changes: tuple[Change, ...]
    """The best for the player first."""
    impossible: tuple[tuple[str, str], ...]
    """Changes that contradict the other rules, each with the sentence that says why."""


def compare_games(games: Sequence[tuple[str, Preset]], show: Show) -> list[Compared]:
    """What games are worth by the best play and by their charts, the best game first."""
    found = []
    for done, (name, preset) in enumerate(games):
        show(done / len(games), name)
        charted = value_of(preset.rules, load_chart(preset.chart))
        found.append(Compared(name, preset, solve(preset.rules), charted))
    return sorted(found, key=lambda one: -one.best.edge)


def compare_rules(preset: Preset, show: Show) -> Changes:
    """What each single change of a rule is worth, each with its own best play."""
    base = solve(preset.rules)
    tried = list(_single_changes(preset.rules))
    found = []
    for done, (rule, rules) in enumerate(tried):
        value = rules.plain()[rule]
        show(done / len(tried), f"{rule} = {value}")
        solution = solve(rules)
        found.append(Change(rule, value, solution, solution.edge - base.edge))
    found.sort(key=lambda one: -one.change)
    return Changes(preset, base, tuple(found), tuple(_contradicting(preset.rules)))


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
        if field.name in UNSEEN:
            continue
        for value in _values(field.name, field.metadata["kind"]):
            yield field.name, value


def _values(name: str, kind: FieldKind) -> tuple[object, ...]:
    match kind:
        case YesNo():
            return True, False
        case OneOf(enumeration=enumeration, only=only):
            return only or tuple(enumeration)
    return _ALTERNATIVES[name]


def _contradicting(base: Rules) -> list[tuple[str, str]]:
    """The changes that contradict the other rules, and why."""
    found = []
    for name, value in alternatives():
        try:
            base.changed({name: value})
        except InvalidRules as error:
            found.append((f"{name}={value}".lower(), str(error)))
    return found
