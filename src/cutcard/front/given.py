"""What callers pass in: cards, seeds and numbers, read or refused in a sentence."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from math import inf
from typing import TypeVar

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card, InvalidCard, read_cards
from cutcard.errors import Invalid

AnyCards = str | Iterable[Card | str] | Hand
"""Cards: written as in ``"8 8"``, in a sequence, each a card or written, or as a hand."""

T = TypeVar("T")


def given_cards(given: AnyCards) -> tuple[Card, ...]:
    """The cards given.

    >>> given_cards("8s 6d") == given_cards(["8s", Card("6d")])
    True
    """
    if isinstance(given, str):
        return read_cards(given)
    if isinstance(given, Hand):
        return given.cards
    if not isinstance(given, Iterable):
        raise InvalidCard(
            f"{given!r} is not a sequence of cards: it takes a text such as '8s 6d', a hand, or a"
            " list of cards"
        )
    return tuple(one if isinstance(one, Card) else Card(one) for one in given)


def new_seed(given: int | None) -> int:
    """The seed given, or a new one."""
    if given is None:
        return secrets.randbits(32)
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise Invalid(f"{given!r} is not a seed: it takes a whole number, 0 or more")
    return given


def of_kind(given: object, kinds: type[T] | tuple[type[T], ...], what: str, takes: str) -> T:
    """What was given, if it is of one of these classes."""
    if not isinstance(given, kinds):
        raise Invalid(f"{given!r} is not {what}: it takes {takes}")
    return given


def whole_number(given: int, what: str, least: int) -> int:
    """A whole number, ``least`` or more."""
    if isinstance(given, bool) or not isinstance(given, int) or given < least:
        raise Invalid(f"{given!r} is not {what}: it takes a whole number, {least} or more")
    return given


def number_between(given: float, what: str, low: float, high: float = inf) -> float:
    """A number that is more than ``low``, and ``high`` at most."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not low < given <= high:
        bound = "" if high == inf else f", and {high:g} at most"
        raise Invalid(f"{given!r} is not {what}: it takes a number, more than {low:g}{bound}")
    return given
