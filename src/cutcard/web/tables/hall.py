"""The hall: all tables, who may open how many, and who is connected."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cutcard.errors import Illegal
from cutcard.web.limits import Buckets, Limits
from cutcard.web.seats import holder, new_token
from cutcard.web.tables.judge import Judge
from cutcard.web.tables.places import Refused
from cutcard.web.tables.store import TableStore
from cutcard.web.tables.table import Back, Table
from cutcard.web.tables.terms import Terms

NEWCOMER = "Guest"
"""The name of a seat until its holder chooses one."""


class Hall:
    """All tables of the server; those that nobody uses are only in the store."""

    def __init__(self, store: TableStore, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.store = store
        self.tables: dict[str, Table] = {}
        self._back = Back(store, Judge(), self.limits)
        self._connections: Counter[str] = Counter()
        self._newcomers = Buckets(
            self.limits.seats_of_address / 3600, self.limits.seats_of_address, time.monotonic
        )
        posts = self.limits.posts_a_minute
        self._posts = Buckets(posts / 60, posts, time.monotonic)
        rate = self.limits.seat_messages_a_second
        self._messages = Buckets(rate, 2 * rate, time.monotonic)
        self._finding = asyncio.Lock()

    def close(self) -> None:
        """End the judge's workers."""
        self._back.judge.close()

    async def enter(self) -> None:
        """Set up the tables of the lobby again, as the store kept them."""
        for name in await asyncio.to_thread(self.store.open_tables):
            await self.find(name)

    # Seats

    async def new_seat(self, address: str) -> tuple[str, str]:
        """A new seat: its token, for the browser alone, and its holder."""
        if not self._newcomers.take(address):
            raise Illegal("too many new seats from your address: come back in an hour")
        if await asyncio.to_thread(self.store.seats) >= self.limits.seats:
            raise Illegal(f"all {self.limits.seats} seats are taken")
        token = new_token()
        await asyncio.to_thread(self.store.keep_seat, holder(token), NEWCOMER)
        return token, holder(token)

    def check_post(self, address: str) -> None:
        """Refuse an address that asks too much."""
        if not self._posts.take(address):
            raise Illegal(
                f"too many requests from your address: {self.limits.posts_a_minute:g} a minute"
                " are answered"
            )

    def check_message(self, holder: str | None) -> None:
        """Refuse a seat that says too much over all its connections."""
        if holder is not None and not self._messages.take(holder):
            rate = self.limits.seat_messages_a_second
            raise Refused(f"too many messages: a seat may send {rate:g} a second")

    # Tables

    async def open(self, owner: str, name: str, terms: Terms) -> Table:
        """Open a table, at which its owner sits."""
        mine = await asyncio.to_thread(self.store.tables_of, owner)
        if len(mine) >= self.limits.tables_of_seat:
            raise Illegal(
                f"you have {len(mine)} tables, and {self.limits.tables_of_seat} are the most:"
                " leave one of them first"
            )
        table = await Table.opened(secrets.token_urlsafe(12), owner, name, terms, self._back)
        self._drop_unused()
        self.tables[table.name] = table
        return table

    async def find(self, name: str) -> Table | None:
        """The table of this name, from the store if nobody has used it for a while."""
        async with self._finding:
            if name not in self.tables:
                kept = await asyncio.to_thread(self.store.table, name)
                if kept is None or kept["closed"]:
                    return None
                self._drop_unused()
                self.tables[name] = await Table.set_up_again(name, kept, self._back)
        table = self.tables[name]
        return None if table.closed else table

    def _drop_unused(self) -> None:
        """Keep no table in memory that is closed, or private with nobody at it."""
        if len(self.tables) < 1000:
            return
        self.tables = {name: one for name, one in self.tables.items() if one.in_use}

    def lobby(self) -> list[dict[str, Any]]:
        """The open tables, for a list."""
        return [
            {
                "table": table.name,
                "title": table.play.terms.title,
                "game": table.play.terms.game,
                "kind": table.play.terms.kind,
                "seats": table.play.terms.seats,
                "taken": [place.name for place in table.play.places.values()],
                "watching": table.watching,
                "fair": table.play.terms.fair,
                "rounds": table.play.rounds,
            }
            for table in self.tables.values()
            if table.play.terms.open and not table.closed
        ]

    async def mine(self, holder: str | None) -> list[dict[str, Any]]:
        """The tables that a seat can go on with."""
        if holder is None:
            return []
        found = await asyncio.to_thread(self.store.tables_of, holder)
        return [_in_short(name, kept, holder) for name, kept in found]

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


def _in_short(name: str, kept: Any, holder: str) -> dict[str, Any]:
    terms = Terms.from_plain(kept["terms"])
    return {
        "table": name,
        "path": f"/table/{name}",
        "title": terms.title,
        "game": terms.game,
        "kind": terms.kind,
        "seats": terms.seats,
        "open": terms.open,
        "fair": terms.fair,
        "rounds": kept["play"]["rounds"],
    }
