"""Named games: rules and a chart from a TOML file, shipped or a user's own."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from cutcard.blackjack.chart import Chart, InvalidChart, read_chart
from cutcard.blackjack.rules import Rules
from cutcard.errors import CutcardError, Invalid
from cutcard.rulebook import read_changes

_HERE: Final = Path(__file__).parent
_PRESETS: Final = _HERE / "presets"
_CHARTS: Final = _HERE / "charts"


class UnknownName(Invalid):
    """Neither a shipped thing's name nor a file."""


@dataclass(frozen=True)
class Preset:
    """A game by name: what it is, its rules, and the chart it is played by."""

    name: str
    title: str
    about: str
    rules: Rules
    chart: str
    """The name of a shipped chart, or the path of a chart's file."""

    def changed(self, changes: Iterable[str]) -> Preset:
        """This game with rules changed, each written NAME=VALUE."""
        return replace(self, rules=self.rules.changed(read_changes(changes)))


def preset_names() -> list[str]:
    """The shipped games: the seeds' four first, then the casinos'."""
    names = sorted(path.stem for path in _PRESETS.glob("*.toml"))
    seeds = ["easy", "ve280", "coms1018", "cs50"]
    return seeds + [name for name in names if name not in seeds]


def chart_names() -> list[str]:
    """The shipped charts."""
    return sorted(path.stem for path in _CHARTS.glob("*.txt"))


def load_preset(name: str) -> Preset:
    """The shipped game of this name, or the game in this TOML file."""
    if name in preset_names():
        return _read_preset(_PRESETS / f"{name}.toml", name)
    if "/" in name or name.endswith(".toml"):
        return _read_preset(Path(name), Path(name).stem)
    raise _unknown("game", name, preset_names(), "FILE.toml")


def load_chart(name: str) -> Chart:
    """The shipped chart of this name, or the chart in this file."""
    if name in chart_names():
        return read_chart((_CHARTS / f"{name}.txt").read_text(encoding="ascii"))
    if not ("/" in name or "." in name or Path(name).exists()):
        raise _unknown("chart", name, chart_names(), "a file's path")
    try:
        return read_chart(_read_text(Path(name)))
    except InvalidChart as error:
        raise InvalidChart(f"{name}: {error}") from None


def _read_preset(path: Path, name: str) -> Preset:
    try:
        found = tomllib.loads(_read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise Invalid(f"{path} is no TOML file: {error}") from None
    base = _base(path, found)
    try:
        rules = base.rules.changed(_table(found, "rules"))
    except CutcardError as error:
        raise Invalid(f"{path}: {error}") from None
    chart = _text(path, found, "chart", base.chart)
    if (path.parent / chart).is_file():
        chart = str(path.parent / chart)
    return Preset(
        name=name,
        title=_text(path, found, "title", base.title),
        about=_text(path, found, "about", base.about),
        rules=rules,
        chart=chart,
    )


def _base(path: Path, found: dict[str, Any]) -> Preset:
    """The game that the file starts from: a shipped one, or the common casino game."""
    for key in found:
        if key not in ("base", "title", "about", "chart", "rules"):
            raise Invalid(
                f"{path}: {key!r} is unknown: a game has base, title, about, chart, rules"
            )
    if "base" in found:
        return load_preset(_text(path, found, "base", ""))
    return Preset(path.stem, path.stem, "", Rules(), "vegas-strip")


def _table(found: dict[str, Any], key: str) -> dict[str, Any]:
    table = found.get(key, {})
    if not isinstance(table, dict):
        raise Invalid(f"{key} is {table!r}: it must be a table, [{key}]")
    return table


def _text(path: Path, found: dict[str, Any], key: str, otherwise: str) -> str:
    text = found.get(key, otherwise)
    if not isinstance(text, str):
        raise Invalid(f"{path}: {key} is {text!r}: it must be a text in quotes")
    return text


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Invalid(f"{path} is no text file") from None
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}") from None


def _unknown(thing: str, name: str, names: list[str], otherwise: str) -> UnknownName:
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    return UnknownName(f"there is no {thing} {name!r}: {hint} (or give {otherwise})")
