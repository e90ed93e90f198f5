"""Happenings: what everybody at a table saw happen, in words for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from cutcard.cards import Card


class Happening(NamedTuple):
    """Something that everybody saw, told to the one it happened to and to the others."""

    what: str
    words: str
    """For the others, and for all where nobody is meant."""
    place: int | None = None
    """Whom it happened to."""
    to_you: str = ""
    """The words for them."""
    more: Mapping[str, Any] = MappingProxyType({})
    for_you: Mapping[str, Any] = MappingProxyType({})
    """What only they may see."""

    def told(self, you: int | None) -> dict[str, Any]:
        """The happening for the one at this place, or for a spectator."""
        what, words, place, to_you, more, for_you = self
        to = None if place is None else str(place)
        if you is None or place != you:
            return {"what": what, "words": words, "to": to, **more}
        return {"what": what, "words": to_you, "to": to, **more, **for_you}


@cache
def in_words(card: Card) -> str:
    """A card as it is spoken of.

    >>> in_words(Card("8s"))
    'the eight of spades'
    """
    return f"the {card.name.lower()}"


@lru_cache(maxsize=4096)
def amount(units: int, unit: int, *, sign: bool = False) -> str:
    """An amount in chips: an exact decimal wherever there is one.

    >>> amount(3, 2), amount(-7, 10), amount(4, 2, sign=True), amount(1, 8)
    ('1.5', '-0.7', '+2', '0.125')
    """
    value = Fraction(units, unit)
    places = 0
    while (value * 10**places).denominator != 1 and places < 9:
        places += 1
    text = f"{round(value * 10**places):0{places + 1 + (value < 0)}d}"
    if places:
        text = f"{text[:-places]}.{text[-places:]}"
    return f"+{text}" if sign and units > 0 else text


def chips_in_words(units: int, unit: int) -> str:
    """An amount, with its noun.

    >>> chips_in_words(2, 2), chips_in_words(3, 2)
    ('1 chip', '1.5 chips')
    """
    return f"{amount(abs(units), unit)} chip{'' if abs(units) == unit else 's'}"
