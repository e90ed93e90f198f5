"""The judge: what actions are worth and what decisions cost, found in worker processes.

Play never waits for it, and it knows only what the player could know.
"""

from __future__ import annotations

import asyncio
import io
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

from cutcard.blackjack.round import View
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.study.coach import Move, Values

T = TypeVar("T")

MOST_WAITING: Final = 200
"""Questions that wait for a worker; further decisions stay without a cost."""


class Judge:
    """Asks worker processes, which begin with the first question."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    @property
    def busy(self) -> bool:
        """Whether so many questions wait that no more are taken."""
        return self._waiting >= MOST_WAITING

    async def worths(self, move: Move) -> dict[str, Any]:
        """What every legal action is worth at the moment of this move."""
        return await self._ask(find_worths, move)

    async def cost(self, move: Move) -> tuple[str, float] | None:
        """The best action and what the move cost against it; None if that cannot be known."""
        return await self._ask(find_cost, move)

    async def values(self, view: View, seen: tuple[Card, ...]) -> Values:
        """What every legal action is worth with these cards seen."""
        return await self._ask(find_values, view, seen)

    async def _ask(self, question: Callable[..., T], *given: Any) -> T:
        self._waiting += 1
        try:
            try:
                return await self._run(question, *given)
            except BrokenProcessPool:  # a worker was killed: others take its place, once
                self._pool = None
                return await self._run(question, *given)
        finally:
            self._waiting -= 1

    async def _run(self, question: Callable[..., T], *given: Any) -> T:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, end_with_server)
        return await asyncio.get_running_loop().run_in_executor(self._pool, question, *given)

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def end_with_server() -> None:
    """Leave Ctrl-C to the server, show no progress, and end when it has ended, however it did."""
    sys.stderr = io.StringIO()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        wait([server.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def find_worths(move: Move) -> dict[str, Any]:
    """Ask the coach, in a worker process."""
    from cutcard.report.decisions import basis
    from cutcard.study.coach import values_of

    values = values_of(move.view, move.seen)
    return {
        "worths": [[str(one.action), f"{one.value:.4f}"] for one in values.advice],
        "knowing": basis(values, move.seen),
    }


def find_values(view: View, seen: tuple[Card, ...]) -> Values:
    """Ask the coach, in a worker process."""
    from cutcard.study.coach import values_of

    return values_of(view, seen)


def find_cost(move: Move) -> tuple[str, float] | None:
    """Let the coach judge, in a worker process."""
    from cutcard.study.coach import judge

    try:
        return next((str(one.best), one.cost) for one in judge([move]))
    except (CutcardError, StopIteration):
        return None
