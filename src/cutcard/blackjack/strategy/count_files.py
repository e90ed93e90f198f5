"""Named counts: counting systems from TOML files, shipped or a user's own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from cutcard import shelf
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.indices import GOVERNED, IndexPlay, IndexSet
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.documents import read_toml
from cutcard.errors import Invalid
from cutcard.rulebook import whole

_COUNTS: Final = Path(__file__).parents[1] / "data" / "counts"

_KEYS: Final = (
    *("title", "source", "tags", "scale", "start", "start_per_deck"),
    *("convention", "divisor", "indices"),
)
_SET_KEYS: Final = ("title", "source", "made_for", "insurance", "plays")
_PLAY_KEYS: Final = ("hand", "dealer", "play", "at")
_BELOW: Final = "below"
"""What a play says instead of ``at`` that is better below its count."""
_PLAYS: Final = {str(action): action for action in GOVERNED}

HIGHEST: Final = 100
"""The largest tag, start and index that a file may name, below zero too."""


def count_names() -> list[str]:
    """The shipped counts, Hi-Lo first."""
    return list(_shipped_counts())


def load_count(name: str) -> Count:
    """The shipped count of this name, or the count in this TOML file."""
    if name in count_names():
        return _shipped_count(name)
    if "/" in name or name.endswith(".toml"):
        return _read(Path(name))
    raise shelf.unknown("count", name, count_names(), "FILE.toml")


@cache
def _shipped_counts() -> tuple[str, ...]:
    names = (path.stem for path in _COUNTS.glob("*.toml"))
    return tuple(sorted(names, key=lambda name: (name != "hi-lo", name)))


@cache
def _shipped_count(name: str) -> Count:
    return _read(_COUNTS / f"{name}.toml")


def _read(path: Path) -> Count:
    found = read_toml(path)
    try:
        return _count(path.stem, found)
    except Invalid as error:
        raise Invalid(f"{path}: {error}") from None


def _count(name: str, found: dict[str, Any]) -> Count:
    check_keys("a count", found, _KEYS)
    if "tags" not in found:
        raise Invalid("there are no tags: a count takes tags = [10 whole numbers, ace to ten]")
    tags = found["tags"]
    if not isinstance(tags, list) or len(tags) != 10:
        raise Invalid(f"tags are {tags!r}: a count takes 10 whole numbers, ace to ten")
    return Count(
        name,
        tuple(_whole("a tag", tag) for tag in tags),
        scale=_whole("scale", found.get("scale", 1), least=1, most=10),
        start=_whole("start", found.get("start", 0)),
        start_per_deck=_whole("start_per_deck", found.get("start_per_deck", 0)),
        whole=_word("convention", found, Convention.FLOOR),
        divisor=_word("divisor", found, Divisor.CARDS),
        indices=tuple(read_index_set(*item) for item in _table("indices", found).items()),
        title=_text("title", found, name),
        source=_text("source", found, ""),
    )


def read_index_set(name: str, found: object) -> IndexSet:
    """The set of index plays in a table."""
    where = f"indices.{name}"
    if not isinstance(found, dict):
        raise Invalid(f"{where} is {found!r}: it must be a table, [{where}]")
    check_keys(where, found, _SET_KEYS)
    plays = found.get("plays", [])
    if not isinstance(plays, list):
        raise Invalid(f"{where}.plays is {plays!r}: it must be a list of tables")
    insurance = found.get("insurance")
    return IndexSet(
        name,
        tuple(_play(where, play) for play in plays),
        insurance=None if insurance is None else _whole(f"{where}.insurance", insurance),
        title=_text("title", found, name),
        source=_text("source", found, ""),
        made_for=_made_for(where, found.get("made_for", {})),
    )


def _made_for(where: str, found: object) -> tuple[tuple[str, tuple[bool | int | str, ...]], ...]:
    """The rules that index plays were found for: a value, or a list of them, for each name."""
    if not isinstance(found, dict):
        raise Invalid(
            f"{where}.made_for is {found!r}: it must be a table, as in {{ decks = [4, 6, 8] }}"
        )
    told = []
    for name, values in found.items():
        allowed = values if isinstance(values, list) else [values]
        if not allowed:
            raise Invalid(f"{where}.made_for.{name} is empty: it takes a value or a list of them")
        plain = (Rules().changed({name: value}).plain()[name] for value in allowed)
        told.append((name, tuple(plain)))
    return tuple(told)


def _play(where: str, found: object) -> IndexPlay:
    below = isinstance(found, dict) and _BELOW in found
    keys = (*_PLAY_KEYS[:-1], _BELOW if below else _PLAY_KEYS[-1])
    if not isinstance(found, dict) or sorted(found) != sorted(keys):
        raise Invalid(
            f"{where}.plays holds {found!r}: a play is a table of {', '.join(_PLAY_KEYS)}, or"
            f" {_BELOW} instead of {_PLAY_KEYS[-1]}"
        )
    action = _PLAYS.get(str(found["play"]))
    if action is None:
        raise Invalid(f"{where}: {found['play']!r} is not a play: it takes {', '.join(_PLAYS)}")
    index = _whole(f"{where}: the index of {found['hand']} v {found['dealer']}", found[keys[-1]])
    return IndexPlay(str(found["hand"]), str(found["dealer"]), action, index, below)


def check_keys(thing: str, found: dict[str, Any], known: tuple[str, ...]) -> None:
    """Complain about keys of a table that nothing has."""
    for key in found:
        if key not in known:
            raise Invalid(f"{key!r} is unknown: {thing} has {', '.join(known)}")


def _whole(name: str, value: object, least: int = -HIGHEST, most: int = HIGHEST) -> int:
    try:
        if isinstance(value, str):
            raise ValueError(value)
        return whole(value, least, most)
    except ValueError:
        raise Invalid(
            f"{name} is {value!r}: it takes a whole number from {least} to {most}"
        ) from None


W = TypeVar("W", Convention, Divisor)


def _word(key: str, found: dict[str, Any], otherwise: W) -> W:
    word = found.get(key, otherwise)
    try:
        return type(otherwise)(word)
    except ValueError:
        raise Invalid(f"{key} is {word!r}: it takes {', '.join(type(otherwise))}") from None


def _text(key: str, found: dict[str, Any], otherwise: str) -> str:
    text = found.get(key, otherwise)
    if not isinstance(text, str) or not text.isprintable():
        raise Invalid(f"{key} is {text!r}: it must be a printable text in quotes")
    return text


def _table(key: str, found: dict[str, Any]) -> dict[str, Any]:
    table = found.get(key, {})
    if not isinstance(table, dict):
        raise Invalid(f"{key} is {table!r}: it must be a table, [{key}.NAME]")
    return table
