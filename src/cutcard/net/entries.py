"""The lines of a record as values: what a dealer and what a player write down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from cutcard.cards import Card
from cutcard.net import entry_checks as checks
from cutcard.net.fair import SIZE, TABLE_SIZE, Terms
from cutcard.net.messages import RESULTS
from cutcard.net.table_entries import TableEntry

Keeper = Literal["dealer", "player"]

ProofKind = Literal["fair", "seeded", "none"]
"""What the cards of a table follow from: values that everybody is bound to, the dealer's seed, or
random numbers of the dealer alone."""

Ending = Literal["played", "void", "broken off", "late", "failed"]
"""How a round ended for a player: played and proven; ended before the player had shown its nonce;
ended after that without a result or without the secret; lost by the player's own delay; a
check has failed."""


NOT_SHOWN: Final = "not shown a nonce, says the dealer"
"""How a player's sentence ends for a round that the dealer ended with BROKEN."""


@dataclass(frozen=True)
class Begun:
    """The first line: whose record this is."""

    keeper: Keeper
    version: int = 2

    def __post_init__(self) -> None:
        checks.one_of(self.keeper, Keeper)
        checks.number(self.version)
        checks.check(self.version == 2, self.version)


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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.one_of(self.proof, ProofKind)
        checks.texts(self.names)
        checks.check(1 <= len(self.names) <= 7, self.names)
        checks.text(self.dialect)
        checks.number(self.seconds)
        checks.number(self.decks)
        checks.hexadecimal(self.rules, SIZE)
        if self.proof == "seeded":
            checks.check(
                re.fullmatch("0|[1-9][0-9]{0,999}", checks.text(self.seed)) is not None, self.seed
            )
        else:
            checks.check(self.seed == "", self.seed)
        checks.number(self.number)

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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.number(self.round)
        checks.hexadecimal(self.commit, SIZE)


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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.number(self.round)
        for seat in checks.listed(self.seats):
            checks.number(seat)
        checks.check(self.seats == sorted(set(self.seats)) != [], self.seats)
        checks.share(self.secret, self.digests, self.nonces)
        for each in (self.cards, self.moves, self.results):
            checks.check(len(checks.listed(each)) == len(self.seats), each)
        for cards in (*self.cards, self.dealer):
            read_cards(cards)
        for moves in self.moves:
            checks.hits_and_stands(moves)
        for result in self.results:
            checks.check(result in RESULTS, result)


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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.number(self.round)
        for seat in [*checks.listed(self.opened), *([] if self.by is None else [self.by])]:
            checks.number(seat)
        checks.check(self.opened == sorted(set(self.opened)), self.opened)
        checks.check(self.by not in self.opened, self.by)


@dataclass(frozen=True)
class Closed:
    """A table's end, and how many rounds of each kind it had."""

    table: str
    played: int
    void: int
    broken: int

    def __post_init__(self) -> None:
        checks.hexadecimal(self.table, TABLE_SIZE)
        for count in (self.played, self.void, self.broken):
            checks.number(count)


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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.text(self.name)
        for count in (self.parties, self.decks, self.seconds):
            checks.number(count)
        checks.hexadecimal(self.rules, SIZE)
        checks.text(self.dialect)

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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.number(self.round)
        checks.number(self.seat)
        checks.hexadecimal(self.commit, SIZE)
        checks.hexadecimal(self.digest, SIZE)


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
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.number(self.round)
        checks.number(self.seat)
        checks.one_of(self.how, Ending)
        checks.check((self.how == "played") == (checks.text(self.why) == ""), self.why)
        checks.hexadecimal(self.commit, SIZE)
        checks.share(self.secret, self.digests, self.nonces)
        checks.share(self.nonce, [], [])
        read_cards(self.cards)
        read_cards(self.open)
        checks.hits_and_stands(self.moves)
        checks.check(self.result in ("", *RESULTS), self.result)


@dataclass(frozen=True)
class Accused:
    """A check has failed: what was said since the last commitment, as it went over the wire."""

    table: str
    round: int
    why: str
    messages: list[str]

    def __post_init__(self) -> None:
        checks.hexadecimal(self.table, TABLE_SIZE)
        checks.number(self.round)
        checks.text(self.why)
        checks.texts(self.messages)


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
        checks.hexadecimal(self.table, TABLE_SIZE)
        for count in (self.played, self.void, self.broken, self.late, self.failed):
            checks.number(count)


DealersEntry = Opened | Committed | Played | Broken | Closed
PlayersEntry = Joined | Bound | Witnessed | Accused | Left
Entry = Begun | DealersEntry | PlayersEntry | TableEntry

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
    return [Card(word) for word in checks.text(text).split(" ")] if checks.text(text) else []
