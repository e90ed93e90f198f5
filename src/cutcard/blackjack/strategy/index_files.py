"""Index files: index plays in TOML, with the count and the convention that they are for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cutcard.blackjack.strategy.count import Count, InvalidCount
from cutcard.blackjack.strategy.count_files import check_keys, read_index_set
from cutcard.blackjack.strategy.indices import IndexSet
from cutcard.documents import read_toml
from cutcard.errors import Invalid
from cutcard.rulebook import written

_FOR: Final = ("count", "tags", "scale", "start", "start_per_deck", "convention", "divisor")
"""What a file says of its count."""

_ABOUT: Final = ("title", "source", "made_for")
_PLAYS: Final = ("insurance", "plays")


def is_index_file(name: str) -> bool:
    """Whether index plays of this name are in a file."""
    return "/" in name or name.endswith(".toml")


def with_index_file(count: Count, name: str) -> Count:
    """The count with the index plays of a file, which must be for this count."""
    try:
        return replace(count, indices=(*count.indices, _read(count, name, read_toml(Path(name)))))
    except Invalid as error:
        text = str(error)
        raise Invalid(text if name in text else f"{name}: {text}") from None


def _read(count: Count, name: str, found: dict[str, Any]) -> IndexSet:
    check_keys("an index file", found, (*_ABOUT, *_FOR, *_PLAYS))
    for key in _FOR:
        if key not in found:
            raise Invalid(f"there is no {key}: an index file says which count it is for")
    _check_for(found, count)
    kept = {key: found[key] for key in (*_ABOUT, *_PLAYS) if key in found}
    return read_index_set(name, kept)


def check_for(made_for: Count, count: Count) -> None:
    """Refuse index plays for one count if another is counted by; names do not matter."""
    _check_for(_known(made_for), count)


def _check_for(known: dict[str, Any], count: Count) -> None:
    for key, wanted in _known(count).items():
        if key != "count" and known[key] != wanted:
            raise InvalidCount(
                f"these index plays are for {known['count']} with {key} = {_toml(known[key])},"
                f" but {count.name} has {_toml(wanted)}"
            )


def _known(count: Count) -> dict[str, Any]:
    """What an index file says of a count."""
    return {
        "count": count.name,
        "tags": list(count.tags),
        "scale": count.scale,
        "start": count.start,
        "start_per_deck": count.start_per_deck,
        "convention": str(count.whole),
        "divisor": str(count.divisor),
    }


def index_file(count: Count, plays: IndexSet) -> str:
    """The text of an index file."""
    lines = [f"title = {_toml(plays.title)}", f"source = {_toml(plays.source)}", ""]
    lines += ["# The count and the convention that these are for; another is refused."]
    lines += [f"{key} = {_toml(value)}" for key, value in _known(count).items()]
    if plays.made_for:
        told = (f"{name} = {_toml(list(values))}" for name, values in plays.made_for)
        lines += ["", "# The rules that they were found for; a game with others is told so."]
        lines += [f"made_for = {{ {', '.join(told)} }}"]
    lines += ["", "# A play is made at or above its count, and not below it; or below it alone."]
    if plays.insurance is not None:
        lines.append(f"insurance = {plays.insurance}")
    lines.append("plays = [")
    lines += [
        f'    {{ hand = "{play.row}", dealer = "{play.column}", play = "{play.action}",'
        f" {'below' if play.below else 'at'} = {play.at_least} }},"
        for play in plays.plays
    ]
    return "\n".join([*lines, "]", ""])


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return written(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
