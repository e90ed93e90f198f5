"""Rules as data: fields that explain themselves, read themselves and refuse nonsense.

A game's rules are a frozen dataclass on top of `Rulebook`; each field is made with `rule`,
which sets its default, its kind (the values it takes) and a sentence that explains it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Protocol, Self

from cutcard.errors import Invalid
from cutcard.own_numbers import own_number


class InvalidRules(Invalid):
    """Rules that cannot be read, or that contradict each other."""


class FieldKind(Protocol):
    """The values that a field takes."""

    @property
    def accepts(self) -> str:
        """What is accepted, in words."""

    def read(self, value: object) -> Any:
        """The field's value for a word or a value; ValueError if it is not of this kind."""


class Word(StrEnum):
    """One of a few words; its repr is the code that names it, its str the word itself."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


@dataclass(frozen=True)
class OneOf:
    """One of the words of an enumeration, or of some of them."""

    enumeration: type[Word]
    only: tuple[Word, ...] = ()

    @property
    def accepts(self) -> str:
        return ", ".join(self.only or self.enumeration)

    def read(self, value: object) -> Word:
        word = self.enumeration(str(value))
        if self.only and word not in self.only:
            raise ValueError(value)
        return word


@dataclass(frozen=True)
class YesNo:
    """True or false."""

    @property
    def accepts(self) -> str:
        return "true, false"

    def read(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        return {"true": True, "yes": True, "false": False, "no": False}[str(value)]


@dataclass(frozen=True)
class WholeNumber:
    """A whole number from least to most, or a word in its place."""

    least: int
    most: int
    word: str | None = None

    @property
    def accepts(self) -> str:
        numbers = f"a whole number from {self.least} to {self.most}"
        return f"{numbers}, or {self.word}" if self.word else numbers

    def read(self, value: object) -> int | str:
        if value == self.word and isinstance(value, str):
            return value
        return whole(value, self.least, self.most)


@dataclass(frozen=True)
class Odds:
    """What a bet wins, as a casino writes it: 3:2 is three for every two.

    >>> Odds(3, 2).of(10), str(Odds(6, 5))
    (15, '6:5')
    """

    wins: int
    per: int

    def __str__(self) -> str:
        return f"{self.wins}:{self.per}"

    def of(self, stake: int) -> int:
        """What a stake wins, rounded down to whole units."""
        return stake * self.wins // self.per

    def __float__(self) -> float:
        return self.wins / self.per


@dataclass(frozen=True)
class Ratio:
    """Odds such as 3:2."""

    @property
    def accepts(self) -> str:
        return "two whole numbers from 1 to 100 such as 3:2, 6:5 or 1:1"

    def read(self, value: object) -> Odds:
        wins, per = str(value).split(":")
        return Odds(whole(wins, 1, 100), whole(per, 1, 100))


def whole(value: object, least: int, most: int) -> int:
    """A whole number within bounds, from a number or its digits; ValueError otherwise."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(value)
    return value


def rule(default: Any, kind: FieldKind, says: str) -> Any:
    """A field of the rules: its default, the values it takes and a sentence that explains it."""
    return dataclasses.field(default=default, metadata={"kind": kind, "says": says})


@dataclass(frozen=True)
class Rulebook:
    """What every game's rules can do."""

    def __post_init__(self) -> None:
        for field in self.fields():
            value = getattr(self, field.name)
            kind: FieldKind = field.metadata["kind"]
            try:
                object.__setattr__(self, field.name, kind.read(own_number(value)))
            except (ValueError, KeyError, TypeError):
                raise InvalidRules(
                    f"{field.name} cannot be {value!r}: it takes {kind.accepts}"
                ) from None
        for complaint in self.contradictions():
            raise InvalidRules(complaint)

    def contradictions(self) -> Iterable[str]:
        """A sentence for each pair of fields that cannot be combined."""
        return ()

    @classmethod
    @cache
    def fields(cls) -> tuple[dataclasses.Field[Any], ...]:
        """The fields, in the order in which they are explained."""
        return dataclasses.fields(cls)

    def changed(self, changes: Mapping[str, object]) -> Self:
        """These rules with some fields changed; values may be given as words."""
        names = [field.name for field in self.fields()]
        for name in changes:
            if name not in names:
                raise InvalidRules(f"there is no rule {name!r}: {nearest(name, names)}")
        return dataclasses.replace(self, **changes)

    def plain(self) -> dict[str, bool | int | str]:
        """Every field as a plain value, as a TOML or JSON file writes it."""
        return {field.name: _plain(getattr(self, field.name)) for field in self.fields()}

    def __repr__(self) -> str:
        differing = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in self.fields()
            if getattr(self, field.name) != field.default
        )
        return f"{type(self).__name__}({', '.join(differing)})"


def read_changes(texts: Iterable[str]) -> dict[str, str]:
    """Read changes written NAME=VALUE.

    >>> read_changes(["decks=2", "surrender=late"])
    {'decks': '2', 'surrender': 'late'}
    """
    changes = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidRules(f"{text!r} changes no rule: write NAME=VALUE, as in decks=2")
        changes[name.strip()] = value.strip()
    return changes


def change_options(changes: Iterable[str]) -> list[str]:
    """The options that ask a command for these changes, each written NAME=VALUE.

    >>> change_options(["decks=2", "surrender=late"])
    ['--rule', 'decks=2', '--rule', 'surrender=late']
    """
    return [word for change in changes for word in ("--rule", change)]


def written(value: bool | int | str) -> str:
    """A plain value of a field as people write it in NAME=VALUE.

    >>> written(True), written(6), written("3:2")
    ('true', '6', '3:2')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: Any) -> bool | int | str:
    return value if isinstance(value, bool | int) else str(value)


def nearest(name: str, names: list[str]) -> str:
    """A hint about an unknown name: the nearest known one, or all of them.

    >>> nearest("vegas", ["easy", "vegas-strip"]), nearest("esay", ["easy", "vegas-strip"])
    ('did you mean vegas-strip?', 'did you mean easy?')
    """
    import difflib  # imported here: only the error path needs it

    begun = [known for known in names if len(name) > 2 and known.startswith(name)]
    close = begun if len(begun) == 1 else difflib.get_close_matches(name, names, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
