"""Checks for the lines of a record: values of the wrong kind, which JSON lets through."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

from cutcard.net.fair import SIZE


def check(holds: bool, value: object) -> None:
    """Complain about a value unless this holds."""
    if not holds:
        raise ValueError(value)


def text(value: object) -> str:
    """A text."""
    check(isinstance(value, str), value)
    return str(value)


def texts(values: object) -> None:
    """A list of texts."""
    for value in listed(values):
        text(value)


def listed(values: object) -> list[Any]:
    """A list."""
    if not isinstance(values, list):
        raise ValueError(values)
    return values


def number(value: object) -> None:
    """A whole number, not negative."""
    if type(value) is not int:  # True is an int, too
        raise ValueError(value)
    check(0 <= value < 2**63, value)


def hexadecimal(value: object, size: int) -> None:
    """`size` bytes in hexadecimal."""
    check(_digits(size).fullmatch(text(value)) is not None, value)


@cache
def _digits(size: int) -> re.Pattern[str]:
    return re.compile(f"[0-9a-f]{{{2 * size}}}", re.ASCII)


def hits_and_stands(value: object) -> None:
    """Moves of a hand that is hit and stood."""
    check(re.fullmatch("[HS]{0,12}", text(value)) is not None, value)


def one_of(value: object, kind: Any) -> None:
    """One of the words of a literal type."""
    check(value in get_args(kind), value)


def share(secret: str, digests: list[str], nonces: list[str]) -> None:
    """Check what the order of the cards follows from, as far as it is known."""
    for value in [*listed(digests), *listed(nonces), *([secret] if text(secret) else [])]:
        hexadecimal(value, SIZE)
    check(len(digests) <= 7 and len(nonces) <= 7, digests)
