"""Where blocks of work are done: here, or in threads or processes of this machine."""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from itertools import islice
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from cutcard.errors import CutcardError
from cutcard.lab.interrupts import interrupts_held
from cutcard.lab.stretches import Stretch, Work

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
M = TypeVar("M")


class Pool:
    """Workers that share blocks of work; one worker is this process itself.

    Compiled work releases Python's lock and uses threads, which share what is loaded; other work
    uses processes.
    """

    def __init__(self, workers: int, *, threads: bool = False) -> None:
        self._workers = workers
        self._others: Executor | None = None
        self._line: Connection | None = None
        if workers > 1 and threads:
            self._others = ThreadPoolExecutor(workers)
        elif workers > 1:
            # Imported here: threads need none of it, and it takes longer to load than they work.
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import Pipe

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
            self._line.close()  # do not wait for blocks in progress
        if self._others:
            self._others.shutdown(cancel_futures=True)

    def run(self, work: Callable[..., T], blocks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """The results of all blocks in their order, whichever worker did them.

        Few are requested ahead, so that an endless series of blocks can be stopped.
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
                "a worker process has died, killed or out of memory: try again with fewer --workers"
            ) from None

    def sums(self, work: Work[T, M], blocks: range) -> Generator[Stretch[T, M], None, None]:
        """The stretches in which all these blocks were done: here each is a single block."""
        yield from self.run(work.stretch, ((range(block, block + 1),) for block in blocks))

    def _submit(self, work: Callable[..., T], block: tuple[Any, ...]) -> Future[T]:
        """Submit a block; a process started for it never receives Ctrl-C, not even at its start."""
        assert self._others is not None
        with interrupts_held():
            try:
                if self._line is not None:
                    return self._others.submit(_sent_back, work, block)
                return self._others.submit(work, *block)
            except BrokenExecutor:
                raise
            except (OSError, RuntimeError) as error:  # no more processes, threads or memory
                raise CutcardError(
                    f"{self._workers} workers cannot be started here ({error}): try fewer --workers"
                ) from None


def _sent_back(work: Callable[..., T], block: tuple[Any, ...]) -> T:
    """The result of a block; of an error that cannot be sent from a process, what it says."""
    try:
        return work(*block)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise CutcardError(f"{type(error).__name__}: {error}") from error
        raise


def _depend_on_parent(line: Connection, other_end: Connection) -> None:
    """Leave Ctrl-C, which reaches every process, to the parent; end when the parent goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    Thread(target=_end_with_parent, args=(line,), daemon=True).start()


def _end_with_parent(line: Connection) -> None:
    line.poll(None)  # nothing is ever sent
    os._exit(1)
