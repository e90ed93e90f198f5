"""The processor's cores, and work that they share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def usable_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_all_cores(work: Callable[[S], T], items: Iterable[S]) -> list[T]:
    """The result of ``work`` for each item, in their order, found by a thread on every core.

    It is for work that spends its time in compiled functions, during which other threads run.

    >>> on_all_cores(abs, [3, -4, 5])
    [3, 4, 5]
    """
    asked = list(items)
    threads = min(usable_cores(), len(asked))
    if threads < 2:
        return [work(item) for item in asked]
    from concurrent.futures import ThreadPoolExecutor  # imported here: one core needs none

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, asked))
