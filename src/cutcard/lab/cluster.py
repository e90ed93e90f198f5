"""Where blocks of work are done: on a Dask cluster, which may span other machines.

Dask hands out stretches of blocks and repeats those of a lost worker. This module settles the order
of results, how much is requested ahead, and the sentence that says what went wrong.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, suppress
from functools import lru_cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from pkgutil import resolve_name
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import cutcard
from cutcard.errors import installing
from cutcard.lab.schedulers import (
    ClusterError,
    connect,
    dask_module,
    leave,
    read_address,
    sigterm_unwinds,
    silence,
    start_here,
    stop_here,
)
from cutcard.lab.stretches import GivenUp, Pace, Stretch, Work

T = TypeVar("T")
M = TypeVar("M")

PATIENCE: Final = 10.0
"""Seconds that a scheduler has to answer, and a first worker to appear."""
GLANCE: Final = 1.0
"""Seconds between two checks of which workers there are."""
AHEAD: Final = 16
"""The most stretches per worker thread that may be out, while others wait for a slow worker's."""


def _fingerprint() -> str:
    """What identifies this cutcard: its version, and a digest of the sources that do the work."""
    root = Path(cutcard.__file__).parent
    digest = hashlib.sha256()
    for pattern in ("*.py", "blackjack/**/*.py", "blockhead/**/*.py", "lab/**/*.py"):
        for path in sorted(root.glob(pattern)):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{cutcard.__version__} (sources {digest.hexdigest()[:8]})"


FINGERPRINT: Final = _fingerprint()
"""Computed when a process starts, so that later changes to the sources do not affect it."""


def open_cluster(address: str, *, patience: float = PATIENCE) -> Cluster:
    """Open the cluster at an address: a scheduler's, or `local:N` for N processes here.

    Its scheduler and workers are checked to run this very cutcard.
    """
    processes, contact = read_address(address)
    dask = dask_module()
    with ExitStack() as ending:
        ending.enter_context(silence())
        if processes:
            ending.enter_context(sigterm_unwinds())
            local = start_here(dask, processes)
            ending.callback(stop_here, local, patience)
            contact = local.scheduler_address
        client = connect(dask, contact, address, patience)
        ending.callback(leave, client, patience)
        cluster = Cluster(client, address, patience)
        cluster.wait_for_workers(processes or 1)
        cluster.check_cutcard()
        cluster.ending = ending.pop_all()
    return cluster


class Cluster:
    """Workers of a Dask cluster that share blocks of work, like those of a `Pool`."""

    def __init__(self, client: Any, address: str, patience: float) -> None:
        self.ending = ExitStack()
        """What is undone at the end."""
        self._client = client
        self._address = address
        self._patience = patience
        self._threads = 0
        self._looked = self._seen = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.ending.close()

    def sums(self, work: Work[T, M], blocks: range) -> Generator[Stretch[T, M], None, None]:
        """The stretches in which all these blocks were done, in their order, by any workers.

        Each worker thread has two stretches before it: one is done while the next is on its way.
        Workers need not wait for one that is slower, within limits.
        """
        packed = import_module("cloudpickle").dumps(work)
        pace = Pace()
        pending: deque[Any] = deque()
        rest = blocks
        try:
            while True:
                if monotonic() - self._looked > GLANCE:
                    self._look()
                asked = self._next(pending, pace, rest)
                if asked:
                    pending.extend(self._submit(packed, asked))
                    rest = range(asked[-1].stop, rest.stop)
                if not pending:
                    return
                for stretch in self._results(pending, pace.pause):
                    pending.popleft()
                    pace.learn(stretch)
                    yield stretch
        finally:
            if pending:
                # There may be nobody left to tell.
                with suppress(Exception):
                    self._client.cancel(list(pending))

    def wait_for_workers(self, many: int) -> None:
        """Allow workers some time to appear."""
        try:
            self._client.wait_for_workers(many, timeout=self._patience)
        except TimeoutError:
            raise ClusterError(
                f"the cluster at {self._address} has no workers: start one with "
                f"'dask worker {self._address}' on each machine that is to work"
            ) from None
        except Exception as error:
            raise self._lost() from error
        self._look()

    def check_cutcard(self) -> None:
        """Complain if a worker or the scheduler runs a different cutcard from this process."""
        # By name only: a process without cutcard cannot unpickle one of its functions.
        question = (resolve_name, f"{__name__}:FINGERPRINT")
        try:
            answers = {
                f"worker {worker}": answer
                for worker, answer in self._client.run(*question, on_error="return").items()
            }
            # It unpickles what it passes on, so it needs the same classes.
            try:
                answers["scheduler"] = self._client.run_on_scheduler(*question)
            except (ImportError, AttributeError) as error:
                answers["scheduler"] = error
        except Exception as error:
            raise self._lost() from error
        for who, answer in answers.items():
            if isinstance(answer, ImportError | AttributeError):
                raise ClusterError(_without_cutcard(who))
            if isinstance(answer, str) and answer != FINGERPRINT:
                raise ClusterError(_with_another_cutcard(who, answer, FINGERPRINT))

    def _next(self, pending: Sequence[Any], pace: Pace, rest: range) -> list[range]:
        """The stretches to request now, of the blocks that were not requested yet."""
        threads = max(1, self._threads)
        undone = sum(not future.done() for future in pending)
        asked: list[range] = []
        for _ in range(min(2 * threads - undone, AHEAD * threads - len(pending))):
            if rest:
                length = pace.next(len(rest), threads)
                asked.append(rest[:length])
                rest = rest[length:]
        return asked

    def _submit(self, packed: bytes, asked: list[range]) -> list[Any]:
        try:
            # Not pure: no two tasks are the same. No FIFO timeout: what is requested first is done
            # first.
            futures: list[Any] = self._client.map(
                _do,
                asked,
                fingerprint=FINGERPRINT,
                packed=packed,
                pure=False,
                fifo_timeout="0 ms",
            )
        except Exception as error:
            raise self._lost() from error
        return futures

    def _results(self, pending: Sequence[Any], pause: float) -> list[Stretch[Any, Any]]:
        """The first of those pending that are done; none yet if the very first one takes long.

        Looked for with pauses: to fetch many at once costs little more than to fetch one.
        """
        dask = dask_module()
        head = pending[0]
        until = monotonic() + GLANCE
        while not head.done() and monotonic() < until:
            sleep(pause)
        ended = head.done()
        try:
            done = list(takewhile(lambda future: future.status == "finished", pending))
            if not done:
                head.result(timeout=self._patience if ended else pause)
            packed = self._client.sync(self._fetch, done, callback_timeout=self._patience)
            return [pickle.loads(result) for result in packed]
        except dask.KilledWorker as error:
            # By default a scheduler tries a stretch four times.
            raise ClusterError(
                f"some blocks of work were given up, because every worker at {self._address} that "
                "tried them died: look at the workers' logs for the reason"
            ) from error
        except Exception as error:
            # One that fails during a short wait may be over before it is told why: ask again.
            if head.status == "error" and (ended or not isinstance(error, TimeoutError)):
                if isinstance(error, ModuleNotFoundError) and _is_ours(error.name):
                    raise ClusterError(_without_cutcard("worker that came later")) from error
                raise
            if not isinstance(error, TimeoutError):
                raise self._lost() from error
            self._look()
            return []

    async def _fetch(self, futures: list[Any]) -> list[bytes]:
        results: list[bytes] = await self._client.gather(futures, asynchronous=True)
        return results

    def _look(self) -> None:
        """See which workers there are; complain if there have been none for too long."""
        try:
            threads = self._client.sync(
                self._client.scheduler.ncores, callback_timeout=self._patience
            )
        except Exception as error:
            raise self._lost() from error
        self._threads = sum(threads.values())
        self._looked = monotonic()
        if self._threads:
            self._seen = self._looked
        elif self._looked - self._seen > self._patience:
            raise ClusterError(
                f"all workers of the cluster at {self._address} are gone: start others with "
                f"'dask worker {self._address}' and run this again"
            )

    def _lost(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self._address} was lost: start it and its workers and run "
            "this again"
        )


def _do(blocks: range, fingerprint: str, packed: bytes) -> bytes:
    """Do a stretch of blocks, if this worker has the same cutcard as the process that asks."""
    if fingerprint != FINGERPRINT:
        raise ClusterError(
            _with_another_cutcard("worker that came later", FINGERPRINT, fingerprint)
        )
    dask = dask_module()
    try:
        stretch = _unpacked(packed).stretch(blocks, _wanted(dask.get_worker()))
    except GivenUp:
        # If it is wanted again meanwhile, it is done again.
        raise dask.Reschedule from None
    result: bytes = import_module("cloudpickle").dumps(stretch)
    return result


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Work[Any, Any]:
    """The work of several stretches: packed, the scheduler need not look into it."""
    work: Work[Any, Any] = pickle.loads(packed)
    return work


def _wanted(worker: Any) -> Callable[[], bool]:
    """Whether anybody still waits for what this thread of a worker does, when asked."""
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return (
            task is not None
            and task.state != "cancelled"
            and worker.status.name not in ("closing", "closed")
        )

    return wanted


def _without_cutcard(who: str) -> str:
    return (
        f"the {who} has no cutcard, and this machine has {FINGERPRINT}: "
        f"install the same on all machines ({installing('cluster', here=False)}) "
        "and start it again"
    )


def _with_another_cutcard(who: str, there: str, here: str) -> str:
    return (
        f"the {who} has cutcard {there}, and this machine has {here}: "
        "install the same on all machines and start it again"
    )


def _is_ours(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] == cutcard.__name__
