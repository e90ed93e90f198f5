"""The keeper of the store: everything the application writes down and reads again.

What a method has returned is kept, even if the process is killed a moment later: nobody is
told of a round before it is here. What fails changes nothing, and says so in a sentence; the
store goes on when the cause is gone.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Self

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from cutcard.errors import CutcardError
from cutcard.study.drills.logbook import Logbook, Page
from cutcard.web.store import drawer, round_book, seating
from cutcard.web.store.entries import Entry, Told, seats_of, write
from cutcard.web.store.failures import told
from cutcard.web.store.opening import (
    Hold,
    bring_up_to_date,
    connected,
    read_address,
    shown,
    usual_address,
)
from cutcard.web.store.records import (
    LAST,
    Balance,
    FinishedRound,
    JudgedAction,
    JudgedRound,
    KeptProof,
    KeptRound,
    Mistake,
    OpenTable,
    Sums,
    TableSitting,
    TakenSeat,
    checked_digest,
    checked_key,
    checked_name,
    checked_page,
    checked_table,
)

UNUSED: Final = 3600
UNSEEN: Final = 90 * 24 * 3600
"""Seconds after which a seat is abandoned: one that was never used, and any."""
SEEN: Final = 24 * 3600
"""Seconds after which it is written down again that somebody was here."""

KEPT_ROUNDS: Final = 10_000
KEPT_PROOFS: Final = 500
"""Of a seat, when it is pruned."""

PATIENCE: Final = 5.0
"""Seconds that another program may lock the store."""


class Store:
    """Seats, chips, finished rounds, tables in progress, drills and proofs, in one database.

    Any thread may call it; with SQLite one at a time is served.
    """

    def __init__(self, engine: Engine, place: str, clock: Callable[[], float]) -> None:
        self.place = place
        """Where it is, without a password."""
        self._engine = engine
        self._clock = clock
        self._hold: Hold | None = None

    @classmethod
    def open(
        cls,
        address: str | None = None,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.time,
        alone: bool = False,
    ) -> Self:
        """The store at an address, by default in the user's data folder, brought up to date.

        A server, which keeps tables in memory, has it alone; BeingWritten tells of another one.
        """
        url = usual_address() if address is None else read_address(address)
        place = shown(url)
        engine = connected(url, patience)
        store = cls(engine, place, clock)
        try:
            with told(place):
                store._hold = Hold(engine, place) if alone else None
                bring_up_to_date(engine, place)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """End all connections."""
        if self._hold is not None:
            self._hold.end()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def _reading(self, *, writes: bool = False) -> Iterator[Connection]:
        """A transaction: all of it, or nothing and a sentence."""
        with told(self.place), self._engine.connect() as connection:
            if writes and self._hold is not None:
                self._hold.check()
            connection.execution_options(writes=writes)
            try:
                with connection.begin():
                    yield connection
            except DBAPIError:
                # Whatever state the failure left it in, the next one begins anew.
                connection.invalidate()
                raise

    @contextmanager
    def _writing(self, *taking_part: int) -> Iterator[Connection]:
        """A transaction that alone writes for these seats; UnknownSeat if one is not there."""
        with self._reading(writes=True) as connection:
            for seat in set(taking_part) - seating.hold(connection, taking_part):
                raise seating.unknown(seat)
            yield connection

    @property
    def _now(self) -> int:
        return int(self._clock())

    # Seats.

    def take_seat(self, name: str, most: int = LAST) -> tuple[TakenSeat, str]:
        """A new seat, and the token that proves whose it is: 128 bits, nowhere else to be found.

        If there are as many seats as there may be, those that were abandoned are removed.
        """
        token = secrets.token_hex(16)
        with self._writing() as connection:
            seating.free(connection, most, self._now - UNUSED, self._now - UNSEEN)
            return seating.take(connection, name, token, self._now), token

    def seat_of(self, token: str) -> TakenSeat | None:
        """The seat of whoever has this token."""
        with self._reading() as connection:
            return seating.found(connection, token)

    def is_seen(self, seat: TakenSeat) -> bool:
        """Whether it is written down that the person was here, not long ago."""
        return self._now - seat.last_seen < SEEN

    def mark_seen(self, seat: int) -> None:
        """Note that the person was here just now."""
        with self._writing(seat) as connection:
            seating.change(connection, seat, last_seen=self._now)

    def rename(self, seat: int, name: str) -> None:
        """Give the person another name."""
        with self._writing(seat) as connection:
            seating.change(connection, seat, name=checked_name(name))

    def forget(self, seat: int) -> None:
        """Remove a seat with everything that belongs to it."""
        with self._writing(seat) as connection:
            seating.forget(connection, seat)

    # Chips.

    def buy_in(self, seat: int, table: str, units: int, *, unit: int) -> Balance:
        """Give a seat units for a table, its first ones or more; ``unit`` of them are a chip."""
        with self._writing(seat) as connection:
            return seating.buy(connection, seat, table, units, unit)

    def balance(self, seat: int, table: str) -> Balance | None:
        """What a seat has at a table; none if it never bought in there."""
        checked_table(table)
        with self._reading() as connection:
            return seating.balance(connection, seat, table)

    def balances(self, seat: int) -> dict[str, Balance]:
        """What a seat has at every table at which it bought in."""
        with self._reading() as connection:
            return seating.all_balances(connection, seat)

    # Rounds.

    def keep_round(
        self, *shares: FinishedRound, progress: OpenTable | None = None
    ) -> tuple[Balance, ...]:
        """Keep a round as each seat at the table had it, the new balances and how the table stands.

        All of it is kept, or nothing. A round that is in the book already counts once: whoever was
        told of a failure may keep the same again. Returned are the balances, in the same order.
        """
        return self._keep((shares, progress))

    def keep_all(self, entries: Sequence[Entry]) -> list[Told]:
        """Keep what many tables have to record, and wait for the disk once.

        Returned are, for each entry, the balances, or why it was refused; the others are kept
        nevertheless. If the store itself fails, nothing is kept.
        """
        with self._reading(writes=True) as connection:
            there = seating.hold(connection, seats_of(entries))
            return write(connection, there, entries, self._now)

    def _keep(self, entry: Entry) -> tuple[Balance, ...]:
        (told,) = self.keep_all([entry])
        if isinstance(told, CutcardError):
            raise told
        return told

    def judge(self, seat: int, key: str, actions: Sequence[JudgedAction]) -> None:
        """Replace what is known of the cost of a round's actions, once it has been computed."""
        self._keep(JudgedRound(seat, key, tuple(actions)))

    def round_of(self, seat: int, key: str) -> KeptRound | None:
        """A round by its key, if it is this seat's."""
        checked_key(key)
        with self._reading() as connection:
            return round_book.one(connection, seat, key)

    def rounds(
        self, seat: int, *, table: str | None = None, before: int | None = None, most: int = 20
    ) -> list[KeptRound]:
        """Rounds of a seat, the newest first; the next page is before the last one's number."""
        checked_page(most, before=before)
        if table is not None:
            checked_table(table)
        with self._reading() as connection:
            return round_book.newest(connection, seat, table, before, most)

    def sums(self, seat: int, *, table: str | None = None, since: int = 0) -> Sums:
        """Totals over the rounds of a seat: how many, what they brought, and what mistakes cost."""
        checked_page(1, since=since)
        if table is not None:
            checked_table(table)
        with self._reading() as connection:
            return round_book.sums(connection, seat, table, since)

    def sittings(
        self, seat: int, *, table: str | None = None, most: int = 20
    ) -> list[TableSitting]:
        """Sittings of a seat, the newest first: rounds at one table without a long pause."""
        checked_page(most)
        if table is not None:
            checked_table(table)
        with self._reading() as connection:
            return round_book.sittings(connection, seat, table, most)

    def costliest(
        self, seat: int, *, table: str | None = None, since: int = 0, most: int = 10
    ) -> list[Mistake]:
        """Mistakes of a seat, the costliest first."""
        checked_page(most, since=since)
        if table is not None:
            checked_table(table)
        with self._reading() as connection:
            return round_book.costliest(connection, seat, table, since, most)

    # Tables in progress.

    def progress(self, seat: int, table: str) -> OpenTable | None:
        """How a table of a seat stands."""
        checked_table(table)
        with self._reading() as connection:
            return drawer.table_of(connection, seat, table)

    def open_tables(self, seat: int | None = None) -> list[OpenTable]:
        """Tables in progress, of one seat or of all, those that changed last first."""
        with self._reading() as connection:
            return drawer.tables(connection, seat)

    def keep_progress(self, table: OpenTable) -> None:
        """Keep how a table stands between rounds; with a round, `keep_round` does both at once."""
        self._keep(((), table))

    def clear_table(self, seat: int, table: str) -> None:
        """Forget how a table stands; its chips and rounds stay."""
        checked_table(table)
        with self._writing(seat) as connection:
            drawer.clear_table(connection, seat, table)

    # Drills.

    def logbook(self, seat: int) -> Logbook:
        """What a seat was asked and missed in drills."""
        with self._reading() as connection:
            return drawer.logbook(connection, seat)

    def keep_pages(self, seat: int, pages: Iterable[Page]) -> Logbook:
        """Keep pages in the logbook of a seat, each in the place of what it was before."""
        with self._writing(seat) as connection:
            return drawer.keep_pages(connection, seat, pages)

    # Proofs.

    def keep_proof(self, seat: int, table: str, text: str) -> str:
        """Keep the proof of a fair round, lines of JSON, and return the digest that names it."""
        with self._writing(seat) as connection:
            return drawer.put_proof(connection, seat, table, text, self._now)

    def proof(self, seat: int, digest: str) -> str | None:
        """The text of a proof, if it is this seat's."""
        checked_digest(digest)
        with self._reading() as connection:
            return drawer.proof(connection, seat, digest)

    def prune(self, seat: int) -> None:
        """Keep no more of a seat than its newest rounds and proofs."""
        with self._writing(seat) as connection:
            round_book.prune(connection, seat, KEPT_ROUNDS)
            drawer.prune_proofs(connection, seat, KEPT_PROOFS)

    def proofs(self, seat: int, *, most: int = 20) -> list[KeptProof]:
        """Proofs of a seat, the newest first."""
        checked_page(most)
        with self._reading() as connection:
            return drawer.newest_proofs(connection, seat, most)
