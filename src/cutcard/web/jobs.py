"""Jobs: long work in worker processes, which never block play, have limits and can be stopped.

Quick questions (an edge, a chart), long experiments (a simulation, a duel) and decisions at tables
have workers of their own, so that nobody waits for an edge because somebody simulates or plays.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Literal, Self

from cutcard.errors import CutcardError, Illegal
from cutcard.web.crew import Crew, Unfinished

QUICK_SECONDS: Final = 20.0
"""What a quick question may take."""
LONG_SECONDS: Final = 300.0
"""What an experiment may take; it is then stopped with what it has found."""
QUICK_EACH: Final = 8
LONG_EACH: Final = 2
"""Unfinished quick questions and experiments of one client, at most."""
ALONE: Final = 10.0
"""Seconds in which an experiment goes on without followers: a page may be loaded anew."""
KEPT: Final = 64
"""Finished experiments that can still be asked for."""

_QUIET: Final = 15.0
"""Seconds without news after which a follower gets a sign of life."""


class TooMuch(Illegal):
    """A client has too much under way."""


State = Literal["waiting", "running", "done", "stopped", "failed"]


@dataclass(eq=False)
class Job:
    """An experiment: what was asked, how far it is, and what it has found."""

    name: str
    work: str
    given: dict[str, Any]
    client: str
    state: State = "waiting"
    found: dict[str, Any] | None = None
    table: dict[str, Any] | None = None
    """The results by count of a simulation, on which other bets can be laid."""
    sentence: str = ""
    """What went wrong, if something did."""
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _followers: int = 0
    _left: asyncio.TimerHandle | None = None
    """Stops it, since its last follower has gone."""

    @property
    def finished(self) -> bool:
        return self.state not in ("waiting", "running")

    def as_dict(self) -> dict[str, Any]:
        """The job in plain values."""
        return {
            "job": self.name,
            "work": self.work,
            "asked": self.given,
            "state": self.state,
            "found": self.found,
            "error": self.sentence or None,
        }

    def show(self, found: dict[str, Any]) -> None:
        """Tell those who follow it what it has found so far."""
        self.take(found)
        self._tell("running")

    def take(self, found: dict[str, Any]) -> None:
        """Keep what was found."""
        self.found, self.table = found["finding"], found["table"]

    def end(self, state: State, sentence: str = "") -> None:
        self.sentence = sentence
        self._tell(state)

    def _tell(self, state: State) -> None:
        self.state = state
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def follow(self) -> AsyncIterator[dict[str, Any] | None]:
        """The job as it is now, and again whenever something is new, until it is finished.

        None comes where nothing is new for a while, so that a line is not taken for dead. A job
        whose last follower has gone for good is stopped.
        """
        self._followers += 1
        if self._left is not None:
            self._left.cancel()
        try:
            while True:
                news = self._news
                yield self.as_dict()
                if self.finished:
                    return
                while not news.is_set():
                    try:
                        await asyncio.wait_for(news.wait(), _QUIET)
                    except TimeoutError:
                        yield None
        finally:
            self._followers -= 1
            if not (self._followers or self.finished):
                self._left = asyncio.get_running_loop().call_later(ALONE, self.stop.set)


class Jobs:
    """All workers, and the experiments of all clients."""

    def __init__(self) -> None:
        self._quick = Crew(2, QUICK_SECONDS)
        self._long = Crew(max(1, (os.cpu_count() or 1) - 1), LONG_SECONDS)
        self._decisions = Crew(1, QUICK_SECONDS)
        self._asking: Counter[str] = Counter()
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        for crew in (self._quick, self._long, self._decisions):
            await crew.close()

    def expect_questions(self) -> None:
        """Have a worker get ready: somebody looks at a page, which will ask."""
        self._quick.have_one()

    async def ask(self, work: str, given: dict[str, Any], client: str) -> Any:
        """The answer to a quick question; it is stopped if whoever awaits it no longer does."""
        if self._asking[client] >= QUICK_EACH:
            raise TooMuch(f"{QUICK_EACH} questions at once are the most: wait for an answer")
        self._asking[client] += 1
        try:
            return await self._answer(self._quick, work, given, client)
        finally:
            self._asking[client] -= 1
            if not self._asking[client]:
                del self._asking[client]

    async def weigh(self, work: str, given: dict[str, Any]) -> Any:
        """The answer to a question about decisions at tables; the tables keep it within bounds."""
        return await self._answer(self._decisions, work, given, "")

    async def _answer(self, crew: Crew, work: str, given: dict[str, Any], asker: str) -> Any:
        stop = asyncio.Event()
        try:
            task = self._keep(crew.run(work, given, lambda found: None, stop, asker))
            return await asyncio.shield(task)
        finally:
            stop.set()

    def start(self, work: str, given: dict[str, Any], client: str) -> Job:
        """Start an experiment, or let it wait for its turn."""
        mine = [job for job in self._jobs.values() if job.client == client and not job.finished]
        if len(mine) >= LONG_EACH:
            raise TooMuch(f"{LONG_EACH} experiments at once are the most: stop one, or wait")
        job = Job(secrets.token_urlsafe(12), work, given, client)
        for old in [one.name for one in self._jobs.values() if one.finished][: 1 - KEPT]:
            del self._jobs[old]
        self._jobs[job.name] = job
        self._keep(self._experiment(job))
        return job

    def job(self, name: str) -> Job | None:
        """The experiment of this name, unless it is unknown or forgotten."""
        return self._jobs.get(name)

    async def _experiment(self, job: Job) -> None:
        try:
            found = await self._long.run(job.work, job.given, job.show, job.stop, job.client)
        except CutcardError as error:
            job.end(
                "stopped" if isinstance(error, Unfinished) and job.found else "failed", f"{error}"
            )
            return
        if found is not None:
            job.take(found)
        whole = found is not None and not found["stopped"]
        job.end("done" if whole else "stopped")

    def _keep(self, work: Any) -> asyncio.Task[Any]:
        """A task that is not lost while it runs."""
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
