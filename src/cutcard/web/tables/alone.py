"""Alone: one changes a table while nobody else does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alone:
    """Entered by whoever changes a table; the others wait for their turn, in order."""

    def __init__(self, freed: Callable[[], None]) -> None:
        self._lock = asyncio.Lock()
        self._freed = freed
        """What is done whenever somebody has finished."""

    @property
    def taken(self) -> bool:
        """Whether somebody changes the table now."""
        return self._lock.locked()

    async def __aenter__(self) -> None:
        await self._lock.acquire()

    async def __aexit__(self, *exception: object) -> None:
        self._lock.release()
        self._freed()
