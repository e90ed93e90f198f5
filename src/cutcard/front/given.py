"""What callers pass in: cards, seeds and numbers, read or refused in a sentence."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from math import inf
from os import PathLike
from pathlib import Path
from typing import TypeVar

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card, InvalidCard, read_cards
from cutcard.errors import Invalid
from cutcard.own_numbers import own_number, whole_number

AnyCards = str | Iterable[Card | str] | Hand | Card
"""Cards: written as in ``"8 8"``, in a sequence, each a card or written, as a hand or one card."""

T = TypeVar("T")


def given_cards(given: AnyCards) -> tuple[Card, ...]:
    """The cards given.

    >>> given_cards("8s 6d") == given_cards(["8s", Card("6d")])
    True
    """
    given = own_number(given)
    if isinstance(given, str):
        return read_cards(given)
    if isinstance(given, Hand):
        return given.cards
    if isinstance(given, Card):
        return (given,)
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise InvalidCard(
            f"{given!r} is not a sequence of cards: it takes a text such as '8s 6d', a hand, or a"
            " list of cards"
        )
    return tuple(one if isinstance(one, Card) else Card(one) for one in given)


def new_seed(given: int | None) -> int:
    """The seed given, or a new one."""
    return secrets.randbits(32) if given is None else whole_number(given, "a seed", 0)


def of_kind(given: object, kinds: type[T] | tuple[type[T], ...], what: str, takes: str) -> T:
    """What was given, if it is of one of these classes."""
    if not isinstance(given, kinds):
        raise Invalid(f"{given!r} is not {what}: it takes {takes}")
    return given


def given_path(given: str | PathLike[str]) -> Path:
    """The path of a file given by its name."""
    if not isinstance(given, str | PathLike) or not str(given):
        raise Invalid(f"{given!r} is not a file's name: it takes a text or a path")
    return Path(given)


def number_between(given: float, what: str, low: float, high: float = inf) -> float:
    """A number that is more than ``low``, and ``high`` at most."""
    number = own_number(given)
    if isinstance(number, bool) or not isinstance(number, int | float) or not low < number <= high:
        bound = "" if high == inf else f", and {high:g} at most"
        raise Invalid(f"{given!r} is not {what}: it takes a number, more than {low:g}{bound}")
    return number
