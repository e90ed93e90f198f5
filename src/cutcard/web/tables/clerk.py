"""The clerk: has the store keep what all tables have to record, and waits for the disk once.

While the store writes, what other tables have to record gathers, and goes with the next write.
"""

from __future__ import annotations

import asyncio
from typing import Final

from cutcard.errors import CutcardError
from cutcard.web.store.entries import Entry
from cutcard.web.store.keeper import Store

MOST_AT_ONCE: Final = 500
"""Entries of one transaction."""


class Clerk:
    """Writes for all tables, one transaction after another."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Entry, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def keep(self, entry: Entry) -> None:
        """Return when the store has kept this; CutcardError if it could not."""
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, kept))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await kept

    async def _write_all(self) -> None:
        while self._waiting:
            entries = self._waiting[:MOST_AT_ONCE]
            del self._waiting[:MOST_AT_ONCE]
            try:
                told = await asyncio.to_thread(
                    self._store.keep_all, [entry for entry, _ in entries]
                )
            except Exception as error:  # whoever waits must hear of it, whatever it is
                for _, kept in entries:
                    _fail(kept, error)
            else:
                for (_, kept), answer in zip(entries, told, strict=True):
                    if isinstance(answer, CutcardError):
                        _fail(kept, answer)
                    elif not kept.done():
                        kept.set_result(None)
        self._writing = None


def _fail(kept: asyncio.Future[None], error: Exception) -> None:
    if not kept.done():
        kept.set_exception(error)
