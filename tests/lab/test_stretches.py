"""Stretches of blocks: the same sums in all groupings, and a pace that suits the blocks."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.lab.pool import Pool
from cutcard.lab.stretches import (
    GROWTH,
    SHORTEST,
    STRETCH_SECONDS,
    GivenUp,
    Pace,
    Stretch,
    Work,
    sums_until,
)


def doubled(block: int) -> list[int]:
    return [2 * block]


LISTING: Work[list[int], int] = Work(doubled, list.extend, sum)


@dataclass
class Grouped:
    """Workers that do stretches of given lengths."""

    lengths: list[int]
    asked: list[range] = field(default_factory=list)

    def sums(
        self, work: Work[list[int], int], blocks: range
    ) -> Generator[Stretch[list[int], int], None, None]:
        self.asked.append(blocks)
        at = 0
        while at < len(blocks):
            length = self.lengths[at % len(self.lengths)]
            yield work.stretch(blocks[at : at + length])
            at += length


def done(blocks: range, seconds: float) -> Stretch[None, None]:
    return Stretch(blocks, None, [], seconds)


def test_a_stretch_is_the_sum_of_its_blocks() -> None:
    stretch = LISTING.stretch(range(3, 7))
    assert (stretch.blocks, stretch.total) == (range(3, 7), [6, 8, 10, 12])
    assert stretch.marks == [6, 8, 10, 12]
    assert Work(doubled, list.extend).stretch(range(3)).marks == []


def test_a_stretch_ends_when_nobody_wants_it() -> None:
    answers = [True, True, False]
    with pytest.raises(GivenUp):
        LISTING.stretch(range(9), lambda: answers.pop(0))
    assert answers == []


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(1, 30), st.integers(0, 900))
def test_it_stops_after_the_same_block_in_all_groupings(
    lengths: list[int], number: int, limit: int
) -> None:
    blocks = range(5, 5 + number)
    reached = [sum_so_far >= limit for sum_so_far in accumulate(2 * block for block in blocks)]
    wanted = [2 * block for block in blocks]
    if True in reached:
        wanted = wanted[: reached.index(True) + 1]
    asked: list[int] = []

    def enough(mark: int) -> bool:
        asked.append(mark)
        return sum(asked) >= limit

    workers = Grouped(lengths)
    parts = list(sums_until(workers, LISTING, blocks, enough))
    assert [result for part in parts for result in part] == wanted
    # Each block is judged once, also if some are done again.
    assert asked == wanted
    assert len(workers.asked) <= 2


@pytest.mark.parametrize("workers", [1, 2])
def test_a_pool_does_single_blocks(workers: int) -> None:
    with Pool(workers) as pool:
        stretches = list(pool.sums(LISTING, range(4, 9)))
    assert [stretch.blocks for stretch in stretches] == [range(k, k + 1) for k in range(4, 9)]
    assert [stretch.total for stretch in stretches] == [[2 * k] for k in range(4, 9)]


def test_the_first_stretches_are_single_blocks() -> None:
    assert [Pace().next(left, 2) for left in (1, 10, 10**9)] == [1, 1, 1]


def test_the_pace_is_found_in_a_few_steps() -> None:
    pace = Pace()
    lengths = []
    for _ in range(5):
        length = pace.next(10**9, 2)
        lengths.append(length)
        pace.learn(done(range(length), length * 0.023))
    fitting = int(STRETCH_SECONDS / 0.023)
    assert lengths == [1, GROWTH, fitting, fitting, fitting]
    assert 0.01 < pace.pause < STRETCH_SECONDS / 4
    # A machine that became slower.
    pace.learn(done(range(fitting), 10 * STRETCH_SECONDS))
    assert pace.next(10**9, 2) == fitting // 10


@pytest.mark.parametrize("seconds", [0.0, 1e-12, 3600.0])
def test_any_clock_leads_to_a_pace(seconds: float) -> None:
    pace = Pace()
    pace.learn(done(range(3), seconds))
    assert 1 <= pace.next(10**9, 1) <= 3 * GROWTH


def test_stretches_get_shorter_towards_the_end() -> None:
    pace = Pace()
    pace.learn(done(range(100), STRETCH_SECONDS))
    left, lengths = 2000, []
    while left:
        lengths.append(pace.next(left, 4))
        left -= lengths[-1]
    assert lengths[0] == 100
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-2] == 100 // SHORTEST
