"""The lines of a record as values: what a dealer and what a player write down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from cutcard.cards import Card
from cutcard.net.fair import SIZE, TABLE_SIZE, Terms
from cutcard.net.messages import RESULTS

Keeper = Literal["dealer", "player"]

ProofKind = Literal["fair", "seeded", "none"]
"""What the cards of a table follow from: values that everybody is bound to, the dealer's seed, or
random numbers of the dealer alone."""

Ending = Literal["played", "void", "broken off", "late", "failed"]
"""How a round ended for a player: played and proven; ended before the player had shown its nonce;
ended after that without a result or without the secret; lost by the player's own delay; a
check has failed."""


@dataclass(frozen=True)
class Begun:
    """The first line: whose record this is."""

    keeper: Keeper
    version: int = 2

    def __post_init__(self) -> None:
        _one_of(self.keeper, Keeper)
        _number(self.version)
        _check(self.version == 2, self.version)


@dataclass(frozen=True)
class Opened:
    """A table has all its players."""

    table: str
    proof: ProofKind
    names: list[str]
    dialect: str
    seconds: int
    decks: int
    rules: str
    seed: str = ""
    number: int = 0
    """With a seed: how many tables the dealer had opened before."""

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _one_of(self.proof, ProofKind)
        _texts(self.names)
        _check(1 <= len(self.names) <= 7, self.names)
        _text(self.dialect)
        _number(self.seconds)
        _number(self.decks)
        _hex(self.rules, SIZE)
        if self.proof == "seeded":
            _check(re.fullmatch("0|[1-9][0-9]{0,999}", _text(self.seed)) is not None, self.seed)
        else:
            _check(self.seed == "", self.seed)
        _number(self.number)

    @property
    def terms(self) -> Terms:
        """What the table plays."""
        return Terms(
            table=bytes.fromhex(self.table),
            seats=len(self.names),
            dialect=self.dialect,
            seconds=self.seconds,
            decks=self.decks,
            rules=bytes.fromhex(self.rules),
        )


@dataclass(frozen=True)
class Committed:
    """The dealer is bound to a secret for a round, and has told nobody yet."""

    table: str
    round: int
    commit: str

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _number(self.round)
        _hex(self.commit, SIZE)


@dataclass(frozen=True)
class Played:
    """A finished round, as the dealer reports it."""

    table: str
    round: int
    seats: list[int]
    """The seats that took part in the round."""
    secret: str
    """Empty if the cards follow from a seed."""
    digests: list[str]
    nonces: list[str]
    cards: list[str]
    """The cards that each seat was sent."""
    dealer: str
    """The dealer's cards, the hidden one first."""
    moves: list[str]
    """The decisions of each seat: H or S."""
    results: list[str]

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _number(self.round)
        for seat in _list(self.seats):
            _number(seat)
        _check(self.seats == sorted(set(self.seats)) != [], self.seats)
        _share(self.secret, self.digests, self.nonces)
        for each in (self.cards, self.moves, self.results):
            _check(len(_list(each)) == len(self.seats), each)
        for cards in (*self.cards, self.dealer):
            read_cards(cards)
        for moves in self.moves:
            _moves(moves)
        for result in self.results:
            _check(result in RESULTS, result)


@dataclass(frozen=True)
class Broken:
    """A round that was not played to its end, as the dealer reports it."""

    table: str
    round: int
    by: int | None
    """The seat that did not show its nonce; None if the dealer had to stop."""
    opened: list[int]
    """The seats that had shown their nonce; for all others the round is void."""

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _number(self.round)
        for seat in [*_list(self.opened), *([] if self.by is None else [self.by])]:
            _number(seat)
        _check(self.opened == sorted(set(self.opened)), self.opened)
        _check(self.by not in self.opened, self.by)


@dataclass(frozen=True)
class Closed:
    """A table's end, and how many rounds of each kind it had."""

    table: str
    played: int
    void: int
    broken: int

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        for count in (self.played, self.void, self.broken):
            _number(count)


@dataclass(frozen=True)
class Joined:
    """A player has joined a fair table, on the terms it was told."""

    table: str
    name: str
    parties: int
    decks: int
    rules: str
    dialect: str
    seconds: int

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _text(self.name)
        for count in (self.parties, self.decks, self.seconds):
            _number(count)
        _hex(self.rules, SIZE)
        _text(self.dialect)

    @property
    def terms(self) -> Terms:
        """What the table plays."""
        return Terms(
            table=bytes.fromhex(self.table),
            seats=self.parties - 1,
            dialect=self.dialect,
            seconds=self.seconds,
            decks=self.decks,
            rules=bytes.fromhex(self.rules),
        )


@dataclass(frozen=True)
class Bound:
    """A player has heard a commitment and is bound to a nonce, and has told nobody yet."""

    table: str
    round: int
    seat: int
    commit: str
    digest: str

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _number(self.round)
        _number(self.seat)
        _hex(self.commit, SIZE)
        _hex(self.digest, SIZE)


@dataclass(frozen=True)
class Witnessed:
    """A round's end as one player saw it, with all that it was told."""

    table: str
    round: int
    seat: int
    how: Ending
    why: str
    """A sentence, unless the round was played."""
    commit: str
    nonce: str
    """The player's own, if it was shown."""
    digests: list[str]
    nonces: list[str]
    secret: str
    cards: str
    open: str
    """The dealer's open card."""
    moves: str
    result: str

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _number(self.round)
        _number(self.seat)
        _one_of(self.how, Ending)
        _check((self.how == "played") == (_text(self.why) == ""), self.why)
        _hex(self.commit, SIZE)
        _share(self.secret, self.digests, self.nonces)
        _share(self.nonce, [], [])
        read_cards(self.cards)
        read_cards(self.open)
        _moves(self.moves)
        _check(self.result in ("", *RESULTS), self.result)


@dataclass(frozen=True)
class Accused:
    """A check has failed: what was said since the last commitment, as it went over the wire."""

    table: str
    round: int
    why: str
    messages: list[str]

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        _number(self.round)
        _text(self.why)
        _texts(self.messages)


@dataclass(frozen=True)
class Left:
    """A player's end of a table, and how many rounds of each kind it saw."""

    table: str
    played: int
    void: int
    broken: int
    late: int
    failed: int

    def __post_init__(self) -> None:
        _hex(self.table, TABLE_SIZE)
        for count in (self.played, self.void, self.broken, self.late, self.failed):
            _number(count)


DealersEntry = Opened | Committed | Played | Broken | Closed
PlayersEntry = Joined | Bound | Witnessed | Accused | Left
Entry = Begun | DealersEntry | PlayersEntry

_KINDS: Final[dict[str, type]] = {kind.__name__.lower(): kind for kind in get_args(Entry)}


def as_object(entry: Entry) -> dict[str, Any]:
    """An entry as a JSON object."""
    return {"kind": type(entry).__name__.lower(), **asdict(entry)}


def as_entry(found: dict[str, Any]) -> Entry:
    """The entry in a JSON object; ValueError, TypeError or KeyError if there is none."""
    kind = _KINDS[found.pop("kind")]
    entry: Entry = kind(**found)
    return entry


def write_cards(cards: Sequence[Card]) -> str:
    """Write cards in a line: ``As Td``."""
    return " ".join(card.text for card in cards)


def read_cards(text: str) -> list[Card]:
    """Read the cards of a line."""
    return [Card(word) for word in _text(text).split(" ")] if _text(text) else []


# Checks for values of the wrong kind, which JSON lets through.


def _check(holds: bool, value: object) -> None:
    if not holds:
        raise ValueError(value)


def _text(value: object) -> str:
    _check(isinstance(value, str), value)
    return str(value)


def _texts(values: object) -> None:
    for value in _list(values):
        _text(value)


def _list(values: object) -> list[Any]:
    if not isinstance(values, list):
        raise ValueError(values)
    return values


def _number(value: object) -> None:
    if type(value) is not int:  # True is an int, too
        raise ValueError(value)
    _check(0 <= value < 2**63, value)


def _hex(value: object, size: int) -> None:
    _check(re.fullmatch(f"[0-9a-f]{{{2 * size}}}", _text(value), re.ASCII) is not None, value)


def _moves(value: object) -> None:
    _check(re.fullmatch("[HS]{0,12}", _text(value)) is not None, value)


def _one_of(value: object, kind: Any) -> None:
    _check(value in get_args(kind), value)


def _share(secret: str, digests: list[str], nonces: list[str]) -> None:
    """Check what the order of the cards follows from, as far as it is known."""
    for value in [*_list(digests), *_list(nonces), *([secret] if secret else [])]:
        _hex(value, SIZE)
    _check(len(digests) <= 7 and len(nonces) <= 7, digests)
