"""The hall: all tables, who may open how many, and who is connected."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cutcard.errors import Illegal
from cutcard.web.jobs import TooMuch
from cutcard.web.limits import Buckets, Limits
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import TakenSeat
from cutcard.web.tables.clerk import Clerk
from cutcard.web.tables.judge import Judge
from cutcard.web.tables.places import Refused
from cutcard.web.tables.table import Back, Table
from cutcard.web.tables.terms import Terms

NEWCOMER = "Guest"
"""The name of a seat until its holder chooses one."""


MOST_IN_MEMORY = 1000
"""Tables, before those that nobody uses are left to the store."""


@dataclass(frozen=True)
class Summary:
    """What the hall knows of a table that is only in the store."""

    owner: int
    holders: tuple[int, ...]
    terms: Mapping[str, Any]
    rounds: int

    @staticmethod
    def of(owner: int, kept: Mapping[str, Any]) -> Summary:
        """A table in short."""
        return Summary(owner, tuple(kept["holders"]), kept["terms"], kept["play"]["rounds"])

    def told(self, name: str) -> dict[str, Any]:
        """The table for a list of one's own."""
        return in_short(name, Terms.from_plain(self.terms), self.rounds)


def in_short(name: str, terms: Terms, rounds: int) -> dict[str, Any]:
    """A table for a list."""
    told = {
        name: getattr(terms, name) for name in ("title", "game", "kind", "seats", "open", "fair")
    }
    return {"table": name, "path": f"/table/{name}", **told, "rounds": rounds}


def _check(buckets: Buckets, address: str, most: float) -> None:
    if not buckets.take(address):
        raise TooMuch(f"too many requests from your address: {most:g} a minute are answered")


class Hall:
    """All tables of the server; those that nobody uses are only in the store."""

    def __init__(self, store: Store, judge: Judge, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.store = store
        self.tables: dict[str, Table] = {}
        self._back = Back(store, Clerk(store), judge, self.limits)
        self._connections: Counter[str] = Counter()
        self._newcomers = Buckets(
            self.limits.seats_of_address / 3600, self.limits.seats_of_address, time.monotonic
        )
        posts = self.limits.posts_a_minute
        self._posts = Buckets(posts / 60, posts, time.monotonic)
        questions = self.limits.questions_a_minute
        self._questions = Buckets(questions / 60, questions, time.monotonic)
        large = self.limits.large_bytes_an_hour
        self._large = Buckets(large / 3600, large, time.monotonic)
        rate = self.limits.seat_messages_a_second
        self._messages = Buckets(rate, 2 * rate, time.monotonic)
        self._finding: dict[str, asyncio.Task[Table | None]] = {}
        """Tables that are being set up again."""
        self._kept: dict[str, Summary] = {}
        """Tables that may be only in the store."""

    async def enter(self) -> None:
        """Find out which tables the store has, and set up those of the lobby."""
        for kept in await asyncio.to_thread(self.store.open_tables):
            self._kept[kept.table] = Summary.of(kept.seat, kept.state)
            if kept.state["terms"]["open"]:
                await self.find(kept.table)

    # Seats

    async def seat_of(self, token: str | None) -> TakenSeat | None:
        """The seat of a browser with this token."""
        if token is None:
            return None
        seat = await asyncio.to_thread(self.store.seat_of, token)
        if seat is not None and not self.store.is_seen(seat):
            await asyncio.to_thread(self.store.mark_seen, seat.number)
        return seat

    async def new_seat(self, address: str) -> tuple[TakenSeat, str]:
        """A new seat, and its token for the browser alone."""
        if not self._newcomers.take(address):
            raise Illegal("too many new seats from your address: come back in an hour")
        return await asyncio.to_thread(self.store.take_seat, NEWCOMER, self.limits.seats)

    def check_post(self, address: str) -> None:
        """Refuse an address that does too much for seats."""
        _check(self._posts, address, self.limits.posts_a_minute)

    def check_large(self, address: str, length: int) -> None:
        """Refuse an address that sends more to be kept than it may."""
        if not self._large.take(address, length):
            most = self.limits.large_bytes_an_hour
            raise TooMuch(f"too much from your address: {most:,.0f} bytes an hour are taken")

    def check_question(self, address: str) -> None:
        """Refuse an address that asks too much, before anything is read."""
        _check(self._questions, address, self.limits.questions_a_minute)

    def check_message(self, holder: int | None) -> None:
        """Refuse a seat that says too much over all its connections."""
        if holder is not None and not self._messages.take(str(holder)):
            rate = self.limits.seat_messages_a_second
            raise Refused(f"too many messages: a seat may send {rate:g} a second")

    # Tables

    async def open(self, owner: TakenSeat, terms: Terms) -> Table:
        """Open a table, at which its owner sits."""
        if terms.chosen and terms.seats > 1:
            raise Illegal(
                f"a seed cannot be combined with several seats, here {terms.seats}: its cards would"
                " be known to the opener, and not to those who join"
            )
        mine = self.mine(owner.number)
        if len(mine) >= self.limits.tables_of_seat:
            raise Illegal(
                f"you have {len(mine)} tables, and {self.limits.tables_of_seat} are the most:"
                " leave one of them first"
            )
        table = await Table.opened(secrets.token_urlsafe(12), owner, terms, self._back)
        self._drop_unused()
        self.tables[table.name] = table
        await asyncio.to_thread(self.store.prune, owner.number)
        return table

    async def find(self, name: str) -> Table | None:
        """The table of this name, from the store if nobody has used it for a while."""
        if name not in self.tables:
            if name not in self._kept:
                return None
            if name not in self._finding:
                self._finding[name] = asyncio.create_task(self._fetch(name))
                self._finding[name].add_done_callback(lambda _: self._finding.pop(name, None))
            await asyncio.shield(self._finding[name])
        table = self.tables.get(name)
        return None if table is None or table.closed else table

    async def _fetch(self, name: str) -> Table | None:
        kept = await asyncio.to_thread(self.store.progress, self._kept[name].owner, name)
        if kept is None:
            self._kept.pop(name, None)  # its owner's seat was abandoned
            return None
        table = await Table.set_up_again(kept, self._back)
        self._drop_unused()
        self.tables[name] = table
        return table

    def _drop_unused(self) -> None:
        """Keep no table in memory that is closed, or private with nobody at it."""
        for name in [name for name, one in self.tables.items() if one.closed]:
            del self.tables[name]
            self._kept.pop(name, None)
        if len(self.tables) >= MOST_IN_MEMORY:
            for name in [name for name, one in self.tables.items() if not one.in_use]:
                table = self.tables.pop(name)
                self._kept[name] = Summary.of(table.owner, table.ledger.kept)

    def lobby(self) -> list[dict[str, Any]]:
        """The open tables, for a list."""
        return [
            {
                **in_short(table.name, table.play.terms, table.play.rounds),
                "taken": [place.name for place in table.play.places.values()],
                "watching": table.watching,
            }
            for table in self.tables.values()
            if table.play.terms.open and not table.closed
        ]

    def mine(self, holder: int) -> list[dict[str, Any]]:
        """The tables that a seat can go on with, the latest first."""
        stored = [
            one.told(name)
            for name, one in self._kept.items()
            if holder in one.holders and name not in self.tables
        ]
        here = [
            in_short(table.name, table.play.terms, table.play.rounds)
            for table in self.tables.values()
            if not table.closed and table.place_of(holder) is not None
        ]
        return [*reversed(here), *stored]

    # Connections

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """Count a connection while it lasts, if one more is accepted."""
        most = self.limits.connections_of_address
        if self._connections[address] >= most:
            raise Refused(f"your address has {most} connections, and more are not accepted")
        if self._connections.total() >= self.limits.connections:
            raise Refused("the house is full: come back later")
        self._connections[address] += 1
        try:
            yield
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]
