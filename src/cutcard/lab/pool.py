"""Where blocks of work are done: here, or in threads or processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Thread
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from cutcard.errors import CutcardError
from cutcard.lab.interrupts import interrupts_held

T = TypeVar("T")


class Workers(Protocol):
    """Whoever does blocks of work."""

    def run(self, work: Callable[..., T], blocks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """The results of all blocks in their order."""


class Pool:
    """Workers that share blocks of work; one worker is this process itself.

    Work that is compiled lets go of Python's lock and takes threads, which share what is loaded;
    other work takes processes.
    """

    def __init__(self, workers: int, *, threads: bool = False) -> None:
        self._workers = workers
        self._others: Executor | None = None
        self._line: Connection | None = None
        if workers > 1 and threads:
            self._others = ThreadPoolExecutor(workers)
        elif workers > 1:
            theirs, self._line = Pipe(duplex=False)
            self._others = ProcessPoolExecutor(
                workers, initializer=_depend_on_parent, initargs=(theirs, self._line)
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error and self._line:
            self._line.close()  # nobody waits for what is under way
        if self._others:
            self._others.shutdown(cancel_futures=True)

    def run(self, work: Callable[..., T], blocks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """The results of all blocks in their order, whoever did them.

        Few are asked for ahead, so that an endless row of blocks can be broken off.
        """
        rest = iter(blocks)
        if not self._others:
            for block in rest:
                yield work(*block)
            return
        pending: deque[Future[T]] = deque()
        try:
            for block in islice(rest, 2 * self._workers):
                pending.append(self._submit(work, block))
            while pending:
                yield pending.popleft().result()
                for block in islice(rest, 1):
                    pending.append(self._submit(work, block))
        except BrokenExecutor:
            raise CutcardError(
                "a process that shared the work has died, killed or for want of memory: try again"
                " with fewer --workers"
            ) from None

    def _submit(self, work: Callable[..., T], block: tuple[Any, ...]) -> Future[T]:
        """Hand a block on; a process that is made for it never hears Ctrl-C, nor in between."""
        assert self._others is not None
        with interrupts_held():
            try:
                return self._others.submit(work, *block)
            except BrokenExecutor:
                raise
            except (OSError, RuntimeError) as error:  # no more processes, threads or memory
                raise CutcardError(
                    f"{self._workers} workers cannot be had here ({error}): try fewer --workers"
                ) from None


def run_blocks(
    work: Callable[..., T],
    blocks: Iterable[tuple[Any, ...]],
    workers: int,
    *,
    threads: bool = False,
) -> Iterator[T]:
    """The results of all blocks in their order, with workers of their own."""
    with Pool(workers, threads=threads) as pool:
        yield from pool.run(work, blocks)


def default_workers() -> int:
    """As many as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _depend_on_parent(line: Connection, other_end: Connection) -> None:
    """Leave Ctrl-C, which reaches every process, to the parent; end when the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    Thread(target=_end_with_parent, args=(line,), daemon=True).start()


def _end_with_parent(line: Connection) -> None:
    line.poll(None)  # nothing is ever sent
    os._exit(1)
