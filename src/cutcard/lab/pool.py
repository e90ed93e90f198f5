"""Where blocks of work are done: here, or in threads or processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

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
        if workers > 1 and threads:
            self._others = ThreadPoolExecutor(workers)
        elif workers > 1:
            self._others = ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
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
        for block in islice(rest, 2 * self._workers):
            pending.append(self._others.submit(work, *block))
        while pending:
            yield pending.popleft().result()
            for block in islice(rest, 1):
                pending.append(self._others.submit(work, *block))


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


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process; the parent decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
