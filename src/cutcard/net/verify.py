"""Checking a record: every round is dealt and played again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cutcard.blackjack.actions import Action, IllegalAction
from cutcard.net.fair import FairDeck, digest
from cutcard.net.record import InvalidRecord, RoundPlayed, TableOpened, read_record
from cutcard.net.rounds import Dialect, WireRound


def verify(path: Path, tell: Callable[[str], None]) -> tuple[int, int]:
    """The numbers of tables and rounds that were verified; InvalidRecord names a bad line."""
    tables: dict[str, TableOpened] = {}
    last: dict[str, int] = {}
    opened = rounds = 0
    for number, entry in read_record(path, tell):
        place = f"line {number} of {path}"
        if isinstance(entry, TableOpened):
            if digest(bytes.fromhex(entry.secret)).hex() != entry.commit:
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


def _replay(place: str, table: TableOpened, played: RoundPlayed) -> None:
    """Deal the round again from secret and nonces, and let the seats move as they did."""
    nonces = [bytes.fromhex(nonce) for nonce in table.nonces]
    deck = FairDeck(bytes.fromhex(table.secret), nonces, played.round)
    try:
        again = WireRound(deck, len(played.seats), Dialect(table.dialect))
        again.deal()
        for letter in played.moves:
            again.decide(Action(letter))
    except (IllegalAction, ValueError) as error:
        raise InvalidRecord(f"{place}: the round cannot be played so: {error}") from None
    if again.turn is not None:
        raise InvalidRecord(f"{place}: the round was not played to its end")
    if again.results() != played.results:
        raise InvalidRecord(
            f"{place}: the results are {played.results}, but the cards give {again.results()}"
        )
