"""Places: where people sit at a table, what they have and what they bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.errors import Illegal, Invalid, quoted
from cutcard.rulebook import whole

LONGEST_NAME = 24


class Refused(Illegal):
    """Something that a person may not do now, in a sentence for them."""


@dataclass
class Place:
    """A person at a table."""

    holder: int
    """The number of the person's seat in the store."""
    name: str
    chips: int
    """In units; what is bet in a round is taken off when it is settled."""
    last: int = 1
    """The last bet, in chips."""
    bet: int | None = None
    """For the round to come, or of the round in progress."""
    leaving: bool = False
    """Gone, while their hand is still played out."""

    def plain(self) -> dict[str, Any]:
        """The place for the store."""
        return dict(vars(self))


def place_of(places: Mapping[int, Place], holder: int | None) -> int | None:
    """Where somebody sits; None for a spectator."""
    for number, place in places.items():
        if place.holder == holder and not place.leaving:
            return number
    return None


def read_name(name: object) -> str:
    """A person's name: 1 to 24 printable characters."""
    if not isinstance(name, str) or not name.isprintable():
        raise Invalid(f"{name!r} is not a name: it takes printable characters")
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Invalid(f"{quoted(name)} is not a name: it takes 1 to {LONGEST_NAME} characters")
    return name


def whole_of(message: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """A whole number of a message."""
    value = message.get(name)
    try:
        return whole(value, least, most)
    except ValueError:
        raise Refused(f"{name} is {value!r}: it takes a whole number, {least} to {most}") from None
