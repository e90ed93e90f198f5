"""The dealer: any number of tables and players at once.

Nothing waits here: a table moves on when a message comes in, and what it has to say is written
in one piece. A client that breaks the rules of the protocol is dismissed, and nobody else
notices.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cutcard.net.client import Client
from cutcard.net.entries import DealersEntry
from cutcard.net.house import House
from cutcard.net.record import Record
from cutcard.net.rounds import WireRound
from cutcard.net.table import Table

SWEEP: Final = 0.1
"""Seconds between two checks for clients that take too long."""

Watch = Callable[[Table, WireRound], None]
"""Called with every round that is over."""


class Dealer:
    """Seats clients at tables and keeps the record."""

    def __init__(
        self, house: House, record: Record | None = None, watch: Watch | None = None
    ) -> None:
        self.house = house
        self.watch = watch
        self.clients: set[Client] = set()
        """All clients that are here."""
        self.connections = 0
        """Open connections, those of dismissed clients included."""
        self.unjoined = 0
        """Clients that have not joined yet."""
        self.tables: set[Table] = set()
        self.closing = False
        """No new round begins."""
        self.ending = False
        """Whatever is in play is broken off."""
        self.failure: OSError | None = None
        """Why the record could not be written, if it could not."""
        self.played = self.void = self.broken = 0
        self.done = asyncio.Event()
        """Set when the last table is over and the dealer is closing."""
        self._record = record
        self._forming: Table | None = None
        self._opened = 0
        self._ended = 0
        self._unsynced: list[Callable[[], None]] = []
        self._in_sync: list[Callable[[], None]] = []
        self._syncing: asyncio.Task[None] | None = None

    def client(self, left: Callable[[], None] | None = None) -> Client:
        """Make a client for a new connection; ``left`` is called when the connection is closed."""
        return Client(self, left)

    def arrived(self, client: Client) -> None:
        """A client is here, and has not joined yet."""
        self.clients.add(client)
        self.connections += 1
        self.unjoined += 1

    def lost(self, client: Client) -> None:
        """A client is no longer here."""
        self.clients.discard(client)
        self.unjoined -= client.table is None

    def departed(self, client: Client) -> None:
        """A client's connection is closed."""
        self.connections -= 1

    def seat(self, client: Client) -> None:
        """Seat a client that has joined, and begin when its table is full."""
        self.unjoined -= 1
        if self._forming is None:
            self._forming = Table(self, self._opened)
            self._opened += 1
        table = client.table = self._forming
        table.clients.append(client)
        if len(table.clients) == self.house.seats:
            self._forming = None
            self.tables.add(table)
            table.begin()

    def ended(self, table: Table) -> None:
        """The table is over; the dealer may go home."""
        self.tables.discard(table)
        self._count(table)
        self._ended += 1
        self.maybe_go_home()
        self._maybe_done()

    def maybe_go_home(self) -> None:
        """Close if there were enough tables, and nobody plays or waits for a table to fill."""
        waiting = self._forming is not None and self._forming.clients
        enough = self.house.tables is not None and self._ended >= self.house.tables
        if enough and not (self.tables or waiting):
            self.close()

    def _count(self, table: Table) -> None:
        played, void, broken = table.counts
        self.played += played
        self.void += void
        self.broken += broken

    # The record.

    def write(self, entry: Callable[[], DealersEntry], then: Callable[[], None]) -> None:
        """Record an entry, if there is a record; call ``then`` afterwards, and not before."""
        if self._record is not None:
            try:
                self._record.write(entry())
            except OSError as error:
                self._fail(error)
                return
            if self.house.fsync:
                self._unsynced.append(then)
                if self._syncing is None:
                    self._syncing = asyncio.get_running_loop().create_task(self._sync())
                return
        then()

    async def _sync(self) -> None:
        """Wait for the disk, once for everybody who has asked in the meantime."""
        assert self._record is not None
        while self._unsynced:
            self._in_sync, self._unsynced = self._unsynced, []
            try:
                await asyncio.get_running_loop().run_in_executor(None, self._record.sync)
            except OSError as error:
                self._fail(error)
                return
            synced, self._in_sync = self._in_sync, []
            for go_on in synced:
                go_on()
        self._syncing = None

    def _fail(self, error: OSError) -> None:
        """Stop at once: a result that cannot be recorded is told to nobody."""
        self.failure = error
        self.closing = self.ending = True
        for client in list(self.clients):
            client.dismiss()
        self.tables.clear()
        self.done.set()

    # Endings.

    def close(self) -> None:
        """Begin no new round; those in play are finished, and everybody gets QUIT."""
        self.closing = True
        for client in list(self.clients):
            if client.table is None or client.table not in self.tables:
                client.dismiss()
        self._maybe_done()

    def end_now(self) -> None:
        """Break off all rounds; everybody gets QUIT, and those who want proof the secret."""
        if self.ending:
            return
        self.closing = True
        try:
            self._tell_synced()
            self.ending = True
            for table in self.tables:
                for entry in table.end_now():
                    if self._record is not None:
                        self._record.write(entry)
                self._count(table)
            if self._record is not None and self.house.fsync:
                self._record.sync()
        except OSError as error:
            self._fail(error)
            return
        for client in list(self.clients):
            client.dismiss()
        self.tables.clear()
        self.done.set()

    def _tell_synced(self) -> None:
        """Tell what is already written before the end, and what is written because of that."""
        while waiting := self._in_sync + self._unsynced:
            self._in_sync, self._unsynced = [], []
            if self._record is not None:
                self._record.sync()
            for go_on in waiting:
                go_on()

    def _maybe_done(self) -> None:
        if self.closing and not self.tables:
            self.done.set()

    async def sweep(self) -> None:
        """Dismiss clients that take too long, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP)
            now = loop.time()
            for client in [client for client in self.clients if client.deadline < now]:
                client.dismiss()
