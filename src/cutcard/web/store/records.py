"""What goes into the store and comes out of it, as plain values.

Money is whole units, and the rules say how many make a chip; costs are in initial bets.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from typing import Any, Final

from cutcard.errors import Invalid, quoted

LONGEST_NAME: Final = 40
"""Characters of a person's name."""

LONGEST_TABLE: Final = 100
"""Characters of a table's name."""

LONGEST_TITLE: Final = 300
"""Characters of a game's title, with the rules that were changed."""

LARGEST: Final = 1_000_000
"""Characters of a document: a round, or the state of a table."""

LARGEST_PROOF: Final = 4_000_000
"""Characters of a proof."""

MOST_UNITS: Final = 10**12
"""Units of a bet, a gain or a balance: sums of millions of them fit a database's numbers."""

MOST_TO_A_CHIP: Final = 1000
"""Units to a chip; the rules' own are 200 at most."""


MOST: Final = 200
"""Rounds, sittings, mistakes or proofs that are read at once."""

LAST: Final = 2**53
"""The highest number of a round, and the last moment: whole in every language."""

_KEY: Final = re.compile("[0-9a-f]{16}")
_DIGEST: Final = re.compile("[0-9a-f]{64}")


class InvalidEntry(Invalid):
    """Something that the store does not keep; the message says what it takes."""


@dataclass(frozen=True)
class TakenSeat:
    """A person without an account."""

    number: int
    name: str
    taken: int
    """When, in seconds since 1970."""
    last_seen: int


@dataclass(frozen=True)
class Balance:
    """What a seat has at a table."""

    units: int
    unit: int
    """Units to a chip."""

    @property
    def chips(self) -> Fraction:
        """The same in chips.

        >>> str(Balance(199, unit=2).chips)
        '199/2'
        """
        return Fraction(self.units, self.unit)


@dataclass(frozen=True)
class JudgedAction:
    """What a person did, and what it cost compared with the best action."""

    spot: str
    """The hand and what it stood against, in words."""
    action: str
    best: str | None = None
    cost: float | None = None
    """In initial bets; none where it is not known."""

    @property
    def is_mistake(self) -> bool:
        """Whether it is known to have cost something."""
        return self.cost is not None and self.cost > 0


@dataclass(frozen=True)
class FinishedRound:
    """A round, or a deal of Blockhead, as one seat played it to its end."""

    seat: int
    table: str
    game: str
    """The game's title."""
    rules: Mapping[str, bool | int | str]
    """Every rule as a plain value."""
    unit: int
    """Units to a chip."""
    bet: int
    """The initial bet, in units."""
    gain: int
    """In units."""
    record: Any
    """Cards and actions, as JSON writes them."""
    actions: tuple[JudgedAction, ...] = ()
    seed: str | None = None
    """The seed of the shoe, if that repeats the round."""
    proof: str | None = None
    """The digest of a proof that was kept."""
    key: str = field(default_factory=lambda: secrets.token_hex(8))
    """Letters that no other round has: the same round, kept twice, counts once."""


@dataclass(frozen=True)
class JudgedRound:
    """What the actions of a finished round turned out to cost."""

    seat: int
    key: str
    actions: tuple[JudgedAction, ...]


@dataclass(frozen=True)
class KeptRound:
    """A finished round as the store has it."""

    number: int
    """A later round has a higher one."""
    finished: int
    """When it was kept, in seconds since 1970."""
    balance: Balance
    """After the round."""
    played: FinishedRound


@dataclass(frozen=True)
class Mistake:
    """An action that cost something, and the round in which it happened."""

    round: int
    key: str
    table: str
    game: str
    finished: int
    judged: JudgedAction


@dataclass(frozen=True)
class Sums:
    """Totals over rounds."""

    rounds: int = 0
    gain: Fraction = Fraction(0)
    """In chips."""
    mistakes: int = 0
    cost: float = 0.0
    """Of all mistakes, in initial bets."""


@dataclass(frozen=True)
class TableSitting:
    """Rounds in a row at one table, without a long pause between them."""

    table: str
    began: int
    """When its first round was kept, in seconds since 1970."""
    ended: int
    """When its last one was."""
    sums: Sums


@dataclass(frozen=True)
class OpenTable:
    """A table in progress, as the application reads it again."""

    seat: int
    """Whose table it is."""
    table: str
    version: int
    """The form of the state."""
    state: Any
    """As JSON writes it."""


@dataclass(frozen=True)
class KeptProof:
    """A proof of a fair round, without its text."""

    digest: str
    table: str
    kept: int
    """When, in seconds since 1970."""


def checked_name(name: str) -> str:
    """A person's name without spaces around it."""
    return _checked_text(name.strip(), "name", LONGEST_NAME)


def checked_table(table: str) -> str:
    """A table's name."""
    return _checked_text(table, "name of a table", LONGEST_TABLE)


def _checked_text(text: str, what: str, longest: int) -> str:
    # What is printable holds neither a zero byte nor half a character: no database refuses it.
    if not text or len(text) > longest or not text.isprintable():
        raise InvalidEntry(
            f"{quoted(text[: longest + 1])} is not a {what}: it takes 1 to {longest} printable"
            " characters"
        )
    return text


def checked_units(units: int, what: str) -> int:
    """An amount of money that the databases can keep and sum."""
    if type(units) is not int or abs(units) > MOST_UNITS:
        raise InvalidEntry(
            f"a {what} of {units!r} units cannot be kept: it takes whole units, at most"
            f" {MOST_UNITS:,}"
        )
    return units


def checked_unit(unit: int) -> int:
    """Units to a chip."""
    if type(unit) is not int or not 1 <= unit <= MOST_TO_A_CHIP:
        raise InvalidEntry(f"{unit!r} units to a chip: it takes 1 to {MOST_TO_A_CHIP}")
    return unit


def checked_round(played: FinishedRound) -> FinishedRound:
    """A round of which every part can be kept; documents are checked as they are written."""
    checked_table(played.table)
    _checked_text(played.game, "title of a game", LONGEST_TITLE)
    checked_unit(played.unit)
    checked_units(played.bet, "bet")
    checked_units(played.gain, "gain")
    if played.seed is not None:
        _checked_text(played.seed, "seed", LONGEST_TABLE)
    checked_key(played.key)
    if played.proof is not None:
        checked_digest(played.proof)
    return played


def checked_key(key: str) -> str:
    """The key of a round."""
    if not _KEY.fullmatch(key):
        raise InvalidEntry(
            f"{quoted(key[:80])} is not a key of a round: it takes 16 digits, 0 to f"
        )
    return key


def checked_digest(text: str) -> str:
    """The digest of a proof."""
    if not _DIGEST.fullmatch(text):
        raise InvalidEntry(
            f"{quoted(text[:80])} is not a digest of a proof: it takes 64 digits, 0 to f"
        )
    return text


def checked_page(most: int, before: int | None = None, since: int = 0) -> None:
    """Complain about a page that no list has."""
    if not 1 <= most <= MOST:
        raise InvalidEntry(f"{most} at once is not possible: it takes 1 to {MOST}")
    for number in (since, before):
        if number is not None and not 0 <= number <= LAST:
            raise InvalidEntry(f"a list cannot begin at {number}: it takes 0 to {LAST}")


def checked_proof(text: str) -> str:
    """The text of a proof."""
    if len(text) > LARGEST_PROOF:
        raise InvalidEntry(
            f"the proof has {len(text):,} characters: it takes at most {LARGEST_PROOF:,} to be kept"
        )
    if "\0" in text or not text.isascii():
        raise InvalidEntry("the proof cannot be kept: it takes lines of JSON in ASCII")
    return text


_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


def written_json(document: Any, what: str) -> str:
    """A document as JSON in ASCII, which every database keeps as it is."""
    try:
        text = _ENCODER.encode(document)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidEntry(f"{what} cannot be written as JSON: {error}") from None
    if len(text) > LARGEST:
        raise InvalidEntry(
            f"{what} has {len(text):,} characters: it takes at most {LARGEST:,} to be kept"
        )
    return text


def written_actions(actions: tuple[JudgedAction, ...]) -> str:
    """Actions as a round keeps them."""
    for one in actions:
        if one.cost is not None and not (isfinite(one.cost) and one.cost >= 0):
            raise InvalidEntry(f"a cost of {one.cost} cannot be kept: it takes 0 or more bets")
    return written_json(
        [[one.spot, one.action, one.best, one.cost] for one in actions], "what a round cost"
    )


def read_actions(text: str) -> tuple[JudgedAction, ...]:
    """Actions that a round has kept."""
    return tuple(JudgedAction(*one) for one in json.loads(text))


def digest(text: str) -> str:
    """What a token, a game or a proof is known by."""
    return sha256(text.encode()).hexdigest()
