"""Shelves of named games: rules from TOML files, shipped or a user's own."""

from __future__ import annotations

import os.path
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from cutcard.documents import read_toml
from cutcard.errors import CutcardError, Invalid, quoted
from cutcard.rulebook import Rulebook, nearest, read_changes, written

R = TypeVar("R", bound=Rulebook)


class UnknownName(Invalid):
    """A name that is neither shipped nor a file."""


@dataclass(frozen=True, repr=False)
class Preset(Generic[R]):
    """A game by name: what it is, its rules, and the chart it is played by, if it has one."""

    name: str
    title: str
    about: str
    rules: R
    chart: str = ""
    """The name of a shipped chart, or the path of a chart's file."""

    def changed(self, changes: Iterable[str]) -> Preset[R]:
        """This game with rules changed, each written NAME=VALUE; its title says so."""
        return self.with_rules(self.rules.changed(read_changes(changes)))

    def with_rules(self, rules: R) -> Preset[R]:
        """This game with other rules; its title says what has changed."""
        if rules == self.rules:
            return self
        return replace(self, title=self._title_with(rules), about="", rules=rules)

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.title}>"

    def _title_with(self, rules: R) -> str:
        joint = "and" if " with " in self.title else "with"
        return f"{self.title} {joint} {changes_text(self.rules, rules)}"


@dataclass(frozen=True)
class Shelf(Generic[R]):
    """The shipped games of one kind, and how to read more of them."""

    folder: Path
    common: R
    """The rules that a file starts from if it names no base."""
    first: tuple[str, ...] = ()
    """The games that are listed first."""
    chart: str = ""
    """The chart of a game that names none."""

    def names(self) -> list[str]:
        """The shipped games."""
        return list(self._names)

    def load(self, name: str) -> Preset[R]:
        """The shipped game of this name, or the game in this TOML file."""
        if name in self._names:
            if name not in self._shipped:
                self._shipped[name] = self._read(self.folder / f"{name}.toml", name)
            return self._shipped[name]
        if "/" in name or name.endswith(".toml"):
            return self._read(Path(name), Path(name).stem)
        raise unknown("game", name, self.names(), "FILE.toml")

    @cached_property
    def _names(self) -> tuple[str, ...]:
        names = sorted(path.stem for path in self.folder.glob("*.toml"))
        return (*self.first, *(name for name in names if name not in self.first))

    @cached_property
    def _shipped(self) -> dict[str, Preset[R]]:
        """The shipped games that were asked for: their files stay as they are."""
        return {}

    def _read(self, path: Path, name: str) -> Preset[R]:
        found = read_toml(path)
        base = self._base(path, found)
        try:
            rules = base.rules.changed(_table(found, "rules"))
        except CutcardError as error:
            raise Invalid(f"{path}: {error}") from None
        chart = _text(path, found, "chart", base.chart)
        if chart and os.path.isfile(path.parent / chart):
            chart = str(path.parent / chart)
        if "title" not in found:  # then it says what the file changes
            changed = base.with_rules(rules)
            about = _text(path, found, "about", changed.about)
            return Preset(name, changed.title, about, rules, chart)
        title = _text(path, found, "title", base.title)
        about = _text(path, found, "about", base.about)
        if "about" not in found and rules != base.rules:
            told = changes_text(base.rules, rules)
            about = f"Like {base.title}, with {told}." if "base" in found else f"With {told}."
        return Preset(name, title, about, rules, chart)

    def _base(self, path: Path, found: dict[str, Any]) -> Preset[R]:
        """The game that the file starts from: a shipped one, or the common one."""
        known = ("base", "title", "about", "chart", "rules")
        if not found:
            raise Invalid(
                f"{path} describes no game: it takes base = {self.names()[0]!r}, or a table [rules]"
            )
        for key in found:
            if key not in known:
                raise Invalid(f"{path}: {key!r} is unknown: a game has {', '.join(known)}")
        if "base" in found:
            base = _text(path, found, "base", "")
            if base not in self.names():
                error = unknown("game", base, self.names(), "no base")
                raise UnknownName(f"{path}: {error}")
            return self.load(base)
        return Preset(path.stem, path.stem, "", self.common, self.chart)


def changes_text(before: Rulebook, after: Rulebook) -> str:
    """The rules that differ, as in ``decks = 2, hit_soft_17 = true``."""
    was = before.plain()
    return ", ".join(
        f"{name} = {written(value)}" for name, value in after.plain().items() if value != was[name]
    )


def unknown(thing: str, name: str, names: list[str], otherwise: str) -> UnknownName:
    """The error for an unknown name, with the nearest known one."""
    hint = nearest(name, names)
    return UnknownName(f"there is no {thing} {quoted(name)}: {hint} (or give {otherwise})")


def _table(found: dict[str, Any], key: str) -> dict[str, Any]:
    table = found.get(key, {})
    if not isinstance(table, dict):
        raise Invalid(f"{key} is {table!r}: it must be a table, [{key}]")
    return table


def _text(path: Path, found: dict[str, Any], key: str, otherwise: str) -> str:
    text = found.get(key, otherwise)
    if not isinstance(text, str) or not text.isprintable():
        raise Invalid(f"{path}: {key} is {text!r}: it must be a printable text in quotes")
    return text
