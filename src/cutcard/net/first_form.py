"""Records in their first form, as older dealers wrote them: they can still be verified.

A table had one secret and a nonce of each seat for all its rounds; the deck of a round followed
from HMAC-SHA256(secret, message), where the message is "cutcard deck", the round's number in 8
bytes, and for each seat the length of its nonce in 2 bytes and the nonce, all numbers big-endian.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutcard.blackjack.actions import Action
from cutcard.cards import Card
from cutcard.net.fair import drawn
from cutcard.net.record import InvalidRecord
from cutcard.net.rounds import Dialect, InTurn, WireRound


@dataclass(frozen=True)
class _TableOpened:
    table: str
    commit: str
    secret: str
    names: list[str]
    nonces: list[str]
    dialect: str

    def __post_init__(self) -> None:
        for value in (self.secret, self.commit, *self.nonces):
            bytes.fromhex(value)
        if not all(isinstance(name, str) for name in [*self.names, self.table, self.dialect]):
            raise ValueError(self)


@dataclass(frozen=True)
class _RoundPlayed:
    table: str
    round: int
    seats: list[int]
    moves: str
    results: list[str]

    def __post_init__(self) -> None:
        if set(self.moves) - {"H", "S"} or not isinstance(self.table, str):
            raise ValueError(self)
        if not all(isinstance(number, int) and number >= 0 for number in [self.round, *self.seats]):
            raise ValueError(self)
        if not all(isinstance(result, str) for result in self.results):
            raise ValueError(self)


def verify_first_form(path: Path, lines: Iterable[tuple[int, bytes]]) -> tuple[int, int]:
    """Return how many tables and rounds were verified; InvalidRecord names a bad line."""
    tables: dict[str, _TableOpened] = {}
    last: dict[str, int] = {}
    opened = rounds = 0
    for number, line in lines:
        place = f"line {number} of {path}"
        entry = _read(place, line)
        if isinstance(entry, _TableOpened):
            if hashlib.sha256(bytes.fromhex(entry.secret)).hexdigest() != entry.commit:
                raise InvalidRecord(f"{place}: the secret is not the one committed to")
            opened += 1
            tables[entry.table] = entry
            last[entry.table] = 0
            continue
        if entry.table not in tables:
            raise InvalidRecord(f"{place}: the table {entry.table} was never opened")
        if entry.round != last[entry.table] + 1:
            raise InvalidRecord(
                f"{place}: round {entry.round} of the table follows round {last[entry.table]}"
            )
        seats = range(len(tables[entry.table].names))
        if not entry.seats or entry.seats != sorted(set(entry.seats) & set(seats)):
            raise InvalidRecord(f"{place}: the table has no seats {entry.seats}")
        last[entry.table] = entry.round
        _replay(place, tables[entry.table], entry)
        rounds += 1
    return opened, rounds


def _read(place: str, line: bytes) -> _TableOpened | _RoundPlayed:
    try:
        found: dict[str, Any] = json.loads(line)
        return _TableOpened(**found) if "secret" in found else _RoundPlayed(**found)
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise InvalidRecord(f"{place} is not a line of a record") from None


def _replay(place: str, table: _TableOpened, played: _RoundPlayed) -> None:
    """Deal the round again from secret and nonces, and let the seats move as they did."""
    nonces = [bytes.fromhex(nonce) for nonce in table.nonces]
    cards = InTurn(deck(bytes.fromhex(table.secret), nonces, played.round))
    try:
        again = WireRound(cards, len(played.seats), Dialect(table.dialect))
        again.deal()
        for letter in played.moves:
            again.decide(Action(letter))
    except ValueError as error:
        raise InvalidRecord(f"{place}: the round cannot be played like this: {error}") from None
    if again.turn is not None:
        raise InvalidRecord(f"{place}: the round was not played to its end")
    if again.results() != played.results:
        raise InvalidRecord(
            f"{place}: the results are {played.results}, but the cards give {again.results()}"
        )


def deck(secret: bytes, nonces: Sequence[bytes], number: int) -> tuple[Card, ...]:
    """The 52 cards of a round, in order."""
    message = b"cutcard deck" + number.to_bytes(8, "big")
    for nonce in nonces:
        message += len(nonce).to_bytes(2, "big") + nonce
    return tuple(drawn(_numbers_from(hmac.digest(secret, message, "sha256"))))


def _numbers_from(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1
