"""The key of arguments tells apart what numba compiles separately for, and nothing else."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest

from cutcard.machine.arguments import crossing, packing
from cutcard.machine.functions import Foreign


class One(NamedTuple):
    it: Any


class Other(NamedTuple):
    it: Any


GRID = np.arange(12).reshape(3, 4)
FIXED = GRID.copy()
FIXED.flags.writeable = False

VALUES: list[Any] = [
    *(0, -5, 2**62, True, np.True_, 0.5, None),
    *(np.uint64(5), np.int64(5), np.uint8(5), np.int16(-5), np.float64(0.5), np.float32(0.5)),
    *(GRID, GRID.T, GRID[:, 1:], GRID[1], GRID[:, 1], GRID.astype(np.uint8), FIXED, GRID[:0]),
    *(np.zeros(3), np.zeros(3, np.float32), np.zeros(()), np.zeros(3, np.bool_)),
    *((), (1,), (1, 2), (1, 2.0), ((1, 2), 3), (1, (2, 3)), (GRID, 1), (None,)),
    *(One(1), One(2), One(1.0), Other(1), One((1,)), One(GRID)),
]


def test_keys_are_equal_where_numbas_types_are() -> None:
    from numba import typeof  # imported here: every worker collects this file, and one runs it

    for one, other in combinations(VALUES, 2):
        equal_keys = crossing([one])[0] == crossing([other])[0]
        assert equal_keys == (typeof(one) == typeof(other)), f"{one!r} and {other!r}"


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_slots_are_packed_as_the_key_says(value: Any) -> None:
    key, slots = crossing([value])
    assert len(packing(key).pack(*slots)) == 8 * len(slots)
    assert packing(key).unpack(packing(key).pack(*slots)) == tuple(slots)


def test_an_array_crosses_as_its_address_its_shape_and_its_strides() -> None:
    start = GRID.ctypes.data
    assert crossing([GRID])[1] == [0, 0, 12, 8, start, 3, 4, 32, 8]
    assert crossing([GRID.T])[1] == [0, 0, 12, 8, start, 4, 3, 8, 32]
    assert crossing([GRID[:, 1:]])[1] == [0, 0, 9, 8, start + 8, 3, 3, 32, 8]


def test_a_tuple_that_is_handed_over_again_crosses_as_before() -> None:
    table = (GRID, 1, 2.0, np.uint64(3), FIXED)
    first = crossing([table])
    assert crossing([table]) == first
    assert crossing([(GRID, 1, 2.0, np.uint64(3), FIXED)]) == first
    for _ in range(200):  # more than are remembered
        assert crossing([(GRID, 1, 2.0, np.uint64(3), FIXED)]) == first


UNALIGNED = np.zeros(17, np.uint8)[1:].view(np.int64)


@pytest.mark.parametrize("value", ["text", [1], {}, 1j, np.zeros(2, complex), UNALIGNED, object()])
def test_what_cannot_cross_is_said(value: Any) -> None:
    with pytest.raises(Foreign, match="does not cross"):
        crossing([(1, value)])
