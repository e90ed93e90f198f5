"""Where blocks of work are done: here, or in processes of this machine."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")


def run_blocks(
    work: Callable[..., T], blocks: Iterable[tuple[Any, ...]], workers: int
) -> Iterator[T]:
    """The results of all blocks in their order, whoever did them.

    What is asked for ahead is bounded, so that an endless row of blocks can be broken off.
    """
    rest = iter(blocks)
    if workers == 1:
        for block in rest:
            yield work(*block)
        return
    with ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_parent) as pool:
        pending: deque[Future[T]] = deque()
        try:
            for block in islice(rest, 2 * workers):
                pending.append(pool.submit(work, *block))
            while pending:
                yield pending.popleft().result()
                for block in islice(rest, 1):
                    pending.append(pool.submit(work, *block))
        finally:
            for future in pending:
                future.cancel()


def default_workers() -> int:
    """As many as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process; the parent decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
