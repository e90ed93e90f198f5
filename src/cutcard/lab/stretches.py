"""Stretches: consecutive blocks of work, done by one worker and summed where they were done.

Block k of an experiment follows from its seed and k alone, and sums are exact. So it does not
matter how blocks are put together, and a worker far away sends one sum instead of many results.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeVar

T = TypeVar("T")
M = TypeVar("M")

STRETCH_SECONDS: Final = 6.0
"""How long a stretch should take: far longer than to hand it out and to fetch its sum."""
GROWTH: Final = 128
"""A stretch is at most this many times as long as the one that it is estimated from."""
SHORTEST: Final = 32
"""The last stretches are not shorter than this part of a usual one."""
SHORTEST_PAUSE: Final = 0.01
"""Seconds that it takes at least until something can be done."""


class GivenUp(Exception):
    """Nobody wants the rest of a stretch any more."""


@dataclass(frozen=True)
class Work(Generic[T, M]):
    """What is done with a block, and how the results of several become one."""

    do: Callable[[int], T]
    """Finds the result of a block by its number."""
    add: Callable[[T, T], None]
    """Adds the result of later blocks to that of earlier ones."""
    mark: Callable[[T], M] | None = None
    """Tells of a block's result what is needed to know whether to stop after it."""

    def stretch(self, blocks: range, wanted: Callable[[], bool] | None = None) -> Stretch[T, M]:
        """Do some blocks, at least one; GivenUp as soon as they are no longer wanted."""
        began = monotonic()
        total = self.do(blocks[0])
        marks = [self.mark(total)] if self.mark else []
        for block in blocks[1:]:
            if wanted and not wanted():
                raise GivenUp
            result = self.do(block)
            if self.mark:
                marks.append(self.mark(result))
            self.add(total, result)
        return Stretch(blocks, total, marks, monotonic() - began)


@dataclass(frozen=True)
class Stretch(Generic[T, M]):
    """What consecutive blocks of work have brought."""

    blocks: range
    total: T
    marks: list[M]
    """What was to be known of each block; nothing, where no mark was asked for."""
    seconds: float
    """How long the blocks took."""


class Workers(Protocol):
    """Whoever does blocks of work."""

    def sums(self, work: Work[T, M], blocks: range) -> Generator[Stretch[T, M], None, None]:
        """The stretches in which all these blocks were done, in their order."""


def sums_until(
    workers: Workers, work: Work[T, M], blocks: range, enough: Callable[[M], bool]
) -> Iterator[T]:
    """The sums of consecutive blocks, up to the first after whose mark it is enough.

    ``enough`` is asked once about every block, in their order.
    """
    with closing(workers.sums(work, blocks)) as stretches:
        for stretch in stretches:
            marked = zip(stretch.blocks, stretch.marks, strict=True)
            last = next((block for block, mark in marked if enough(mark)), None)
            if last is not None and last != stretch.blocks[-1]:
                break
            yield stretch.total
            if last is not None:
                return
        else:
            return
    # Some blocks are done again, once: cheaper than to fetch the result of every block each time.
    for again in workers.sums(work, range(stretch.blocks.start, last + 1)):
        yield again.total


class Pace:
    """How many blocks make the next stretch; found while they are done.

    The first stretches are single blocks. Towards the end stretches get shorter, so that all
    workers end at about the same time.
    """

    def __init__(self) -> None:
        self._usual = 1
        self._block_seconds = 0.0
        self.pause = SHORTEST_PAUSE
        """Seconds after which it is worth looking again whether stretches are done."""

    def learn(self, done: Stretch[Any, Any]) -> None:
        """Learn from a stretch how long a block takes."""
        blocks = len(done.blocks)
        # A clock may be too coarse to see a block pass.
        self._block_seconds = max(done.seconds, 1e-9) / blocks
        self._usual = int(max(1, min(STRETCH_SECONDS / self._block_seconds, GROWTH * blocks)))

    def next(self, left: int, threads: int) -> int:
        """The blocks of the next stretch, of those left for some worker threads."""
        # Two are out per thread, and the second of a slower one is not to be waited for.
        share = left // (2 * threads)
        blocks = min(left, self._usual, max(1, self._usual // SHORTEST, share))
        # The last one asked for is the shortest. A worker's first block tells little: it loads.
        if self._usual > GROWTH:
            self.pause = max(SHORTEST_PAUSE, blocks * self._block_seconds / 8)
        return blocks
