"""The judge: what actions are worth and what decisions cost, found by a worker of its own.

Play never waits for it, and it knows only what the player could know. While it weighs decisions,
those of other tables gather, and go to the worker together.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from cutcard.blackjack.round import View
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.study.coach import Move
from cutcard.study.written_spots import write_spot
from cutcard.web.jobs import Jobs

MOST_WAITING: Final = 200
"""Decisions that wait for the worker; further ones stay without a cost."""

AT_ONCE: Final = 8
"""Decisions that the worker is given at once."""

Cost = tuple[str, float] | None
"""The best action, and what another cost against it; None if that cannot be known."""


class Judge:
    """Has decisions weighed, for all tables."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._waiting: list[tuple[Move, asyncio.Future[Cost]]] = []
        self._weighing: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether so many decisions wait that no more are taken."""
        return len(self._waiting) >= MOST_WAITING

    async def worths(self, move: Move) -> dict[str, Any]:
        """What every legal action is worth at the moment of this move, for a person."""
        found: dict[str, Any] = await self._jobs.weigh("worths", write_spot(move.view, move.seen))
        return found

    async def values(self, view: View, seen: tuple[Card, ...]) -> dict[str, Any]:
        """What every legal action is worth with these cards seen, as it was written."""
        found: dict[str, Any] = await self._jobs.weigh("values", write_spot(view, seen))
        return found

    async def cost(self, move: Move) -> Cost:
        """The best action and what the move cost against it; None if that cannot be known."""
        known: asyncio.Future[Cost] = asyncio.get_running_loop().create_future()
        self._waiting.append((move, known))
        if self._weighing is None:
            self._weighing = asyncio.create_task(self._weigh_all())
        return await known

    async def _weigh_all(self) -> None:
        while self._waiting:
            moves = self._waiting[:AT_ONCE]
            del self._waiting[:AT_ONCE]
            spots = [
                {**write_spot(move.view, move.seen), "action": move.action.value}
                for move, _ in moves
            ]
            try:
                found = await self._jobs.weigh("costs", {"spots": spots})
            except CutcardError:  # its worker has died: the next decisions get another
                found = [None] * len(moves)
            for (_, known), one in zip(moves, found, strict=True):
                if not known.done():
                    known.set_result(None if one is None else (one[0], one[1]))
        self._weighing = None
