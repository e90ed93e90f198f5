"""A crew: warm worker processes for one kind of work, which can be interrupted.

A worker is warm: what it needs is loaded before it is asked. Work that is cancelled is interrupted;
a worker that does not heed that within a moment is killed, and the next work gets a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from cutcard.errors import CutcardError

HEED: Final = 5.0
"""Seconds in which a worker must heed an interruption."""
_TIMES: Final = 10
"""How often it is interrupted meanwhile."""
_LINE: Final = 16 * 1024 * 1024
"""The longest line that a worker may send."""

Show = Callable[[dict[str, Any]], None]


class Unfinished(CutcardError):
    """Work that was given up: it took too long, or its worker died."""


class _Worker:
    """The parent's end of a worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.ready = False

    @staticmethod
    async def start() -> _Worker:
        """A new worker, which gets ready meanwhile."""
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cutcard.web.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the parent
        )
        return _Worker(process)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def get_ready(self) -> None:
        while not self.ready:
            self.ready = (await self._heard()).get("ready", False)

    async def do(self, number: int, work: str, given: dict[str, Any], show: Show) -> Any:
        """The answer to a piece of work; what is found on the way is shown."""
        self._tell({"number": number, "work": work, "given": given})
        while True:
            message = await self._heard()
            if message.get("number") != number:
                continue
            if "found" in message:
                show(message["found"])
            elif "error" in message:
                raise CutcardError(message["error"])
            elif "stopped" in message:
                return None
            else:
                return message["answer"]

    def interrupt(self, number: int) -> None:
        """Ask it to stop this work."""
        self._tell({"cancel": number})

    async def heed(self, number: int) -> None:
        """Wait until it has stopped."""
        while True:
            message = await self._heard()
            if message.get("number") == number and "found" not in message:
                return

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        self.kill()
        await self._process.wait()

    def _tell(self, order: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            await self.end()
            raise Unfinished("the process that worked on it has died: try again")
        message: dict[str, Any] = json.loads(line)
        return message


class _Places:
    """Places for work: the next one is for whoever has the least under way."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._busy: Counter[str] = Counter()
        self._waiting: dict[asyncio.Future[None], str] = {}
        """Who waits for a place, the longest first."""
        self._last: dict[str, int] = {}
        """When somebody who asks for more had a place last, in numbers of all that were given."""
        self._given = count(1)

    async def take(self, asker: str) -> None:
        """Wait for a place."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[turn] = asker
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if self._waiting.pop(turn, None) is None:
                self.leave(asker)
            raise

    def leave(self, asker: str) -> None:
        """Give a place back."""
        self._free += 1
        self._busy[asker] -= 1
        if not self._busy[asker]:
            del self._busy[asker]
        self._hand_out()

    def _rank(self, turn: asyncio.Future[None]) -> tuple[int, int]:
        asker = self._waiting[turn]
        return self._busy[asker], self._last.get(asker, 0)

    def _hand_out(self) -> None:
        while self._free and (waiting := [one for one in self._waiting if not one.done()]):
            turn = min(waiting, key=self._rank)
            asker = self._waiting.pop(turn)
            self._last[asker] = next(self._given)
            self._free -= 1
            self._busy[asker] += 1
            turn.set_result(None)
        for asker in self._last.keys() - self._busy.keys() - {*self._waiting.values()}:
            del self._last[asker]


class Crew:
    """Workers for one kind of work: as many as there are places, started when they are needed."""

    def __init__(self, places: int, seconds: float) -> None:
        self._places = _Places(places)
        self._size = places
        self._seconds = seconds
        self._idle: asyncio.LifoQueue[_Worker | Unfinished] = asyncio.LifoQueue()
        self._all: set[_Worker] = set()
        self._beginning = 0
        """Workers whose process has not begun yet."""
        self._starting: set[asyncio.Task[None]] = set()
        self._numbers = count(1)

    def have_one(self) -> None:
        """Start a worker if there is none: work is to be expected."""
        if not self._all and not self._beginning:
            self._start_one()

    def _start_one(self) -> None:
        """Start a worker, which joins the idle ones when it is ready."""
        self._beginning += 1
        task = asyncio.create_task(self._start())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        try:
            worker = await _Worker.start()
        finally:
            self._beginning -= 1
        self._all.add(worker)
        try:
            await worker.get_ready()
        except Unfinished as died:
            self._all.discard(worker)
            self._idle.put_nowait(died)  # whoever waits is told
        else:
            self._idle.put_nowait(worker)

    async def run(
        self, work: str, given: dict[str, Any], show: Show, stop: asyncio.Event, asker: str
    ) -> Any:
        """The answer to a piece of work; None if it was stopped before anything was found."""
        stopping = asyncio.create_task(stop.wait())
        try:
            placing = asyncio.create_task(self._places.take(asker))
            if not await _first(placing, stopping):
                return None
            try:
                return await self._done(work, given, show, stopping)
            finally:
                self._places.leave(asker)
        finally:
            stopping.cancel()

    async def _done(
        self, work: str, given: dict[str, Any], show: Show, stopping: asyncio.Task[Any]
    ) -> Any:
        getting = asyncio.create_task(self._worker())
        if not await _first(getting, stopping):
            return None
        worker = getting.result()
        number = next(self._numbers)
        doing = asyncio.create_task(worker.do(number, work, given, show))
        ends = {doing, stopping}
        await asyncio.wait(ends, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
        heeded = doing.done() or await self._heeded(worker, number, doing)
        if not heeded:
            doing.cancel()
            await worker.end()
        if worker.alive:
            self._idle.put_nowait(worker)
        else:
            self._all.discard(worker)
        answer = doing.result() if heeded else None
        if answer is None and not stopping.done():
            raise Unfinished(f"it took longer than {self._seconds:g} seconds, and was stopped")
        return answer

    async def _heeded(self, worker: _Worker, number: int, doing: asyncio.Task[Any]) -> bool:
        """Interrupt the work, again and again: an interruption may be lost in compiled code."""
        for _ in range(_TIMES):
            worker.interrupt(number)
            await asyncio.wait({doing}, timeout=HEED / _TIMES)
            if doing.done():
                return True
        return False

    async def _worker(self) -> _Worker:
        """An idle worker; if there is none, one is started, and the first that is free is taken."""
        while True:
            if self._idle.empty() and len(self._all) + self._beginning < self._size:
                self._start_one()
            found = await self._idle.get()
            if isinstance(found, Unfinished):
                raise found
            if found.alive:
                return found
            self._all.discard(found)

    async def close(self) -> None:
        for task in self._starting:
            task.cancel()
        for worker in self._all:
            await worker.end()


async def _first(task: asyncio.Task[Any], other: asyncio.Task[Any]) -> bool:
    """Whether a task was done before another, which ends it."""
    await asyncio.wait({task, other}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        return True
    task.cancel()
    return False
