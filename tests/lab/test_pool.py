"""Work in processes: the same results in the same order, and nothing left running."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import active_children
from pathlib import Path

import pytest

from cutcard.errors import CutcardError, Illegal
from cutcard.lab.pool import Pool


def squared(number: int) -> int:
    return number**2


def fragile(number: int) -> int:
    if number == 3:
        raise Illegal("three is not allowed")
    return number


class OfTwo(Exception):
    """An error that pickle cannot make again."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def raises_of_two(number: int) -> int:
    raise OfTwo(number, 2)


def interrupts_are_ignored(_: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def worker(_: int) -> int:
    return os.getpid()


def run_blocks(
    work: Callable[[int], int], blocks: Iterator[tuple[int]], workers: int
) -> Iterator[int]:
    """The results of all blocks, from workers started for them."""
    with Pool(workers) as pool:
        yield from pool.run(work, blocks)


def blocks(many: int) -> Iterator[tuple[int]]:
    return ((number,) for number in range(many))


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("many", [0, 1, 2, 25])
def test_results_come_in_the_order_of_the_blocks(workers: int, many: int):
    assert list(run_blocks(squared, blocks(many), workers)) == [n**2 for n in range(many)]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_endless_row_of_blocks_can_be_broken_off(workers: int):
    asked = []

    def endless() -> Iterator[tuple[int]]:
        for number in count():
            asked.append(number)
            yield (number,)

    results = run_blocks(squared, endless(), workers)
    assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
    results.close()
    assert len(asked) <= 5 + 2 * workers
    assert active_children() == []


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_in_a_block_is_told_here(workers: int):
    results = run_blocks(fragile, blocks(9), workers)
    with pytest.raises(Illegal, match="three is not allowed"):
        list(results)
    assert active_children() == []


def test_one_worker_works_here_and_several_elsewhere():
    assert set(run_blocks(worker, blocks(4), 1)) == {os.getpid()}
    assert os.getpid() not in set(run_blocks(worker, blocks(4), 2))


def test_workers_leave_interrupts_to_the_parent():
    assert all(run_blocks(interrupts_are_ignored, blocks(4), 2))


def test_a_worker_that_dies_is_told_in_a_sentence() -> None:
    with (
        Pool(2) as pool,
        pytest.raises(CutcardError, match="a worker process has died"),
    ):
        list(pool.run(os._exit, [(1,), (1,)]))


def test_workers_that_cannot_be_had_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    with (
        Pool(2, threads=True) as pool,
        pytest.raises(CutcardError, match="2 workers cannot be started here"),
    ):
        list(pool.run(abs, [(1,), (1,)]))


PROGRAM = """
import os, sys, time
from cutcard.lab.pool import Pool

def work():
    os.write(1, f"{os.getpid()}\\n".encode())  # in one piece, whoever else writes
    time.sleep(600)

with Pool(2) as pool:
    list(pool.run(work, [(), ()]))
"""


def test_workers_end_with_a_parent_that_was_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    workers = [int(parent.stdout.readline()) for _ in range(2)]
    parent.kill()
    parent.wait()
    # The pipe ends when the last of those ends who could write to it.
    ready, _, _ = select.select([parent.stdout], [], [], 20)
    still = [worker for worker in workers if Path(f"/proc/{worker}").exists()]
    if not ready:
        for worker in still:
            os.kill(worker, signal.SIGKILL)
    assert ready
    assert parent.stdout.read() == b""
    parent.stdout.close()


def test_an_error_that_cannot_be_sent_is_told_by_what_it_says() -> None:
    with Pool(2) as pool, pytest.raises(CutcardError, match=r"^OfTwo: 7 and 2$"):
        list(pool.run(raises_of_two, [(7,)]))
