"""Files of courses in which charts are learnt."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import numpy as np

from cutcard.blackjack.presets import load_preset
from cutcard.errors import CutcardError
from cutcard.learn.chart_course import ChartCourse
from cutcard.learn.tuition import Method
from cutcard.sealed_arrays import read_arrays, write_arrays
from fuzz.drawer import damaged_arrays, kept

RULES = load_preset("cs50").rules

SEEDS = [
    b"PK\x03\x04",
    b'{"kind": "cutcard course", "rounds": 25000}',
    b"\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }",
    b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
]


@cache
def _whole() -> bytes:
    """The file of a course that has not begun."""
    path = kept(b"")
    path.unlink()
    ChartCourse("cs50", RULES, Method.MONTE_CARLO, 0, path).save()
    return path.read_bytes()


def _opened(data: bytes) -> None:
    with suppress(CutcardError):
        ChartCourse("cs50", RULES, Method.MONTE_CARLO, 0, kept(data))


def throw(data: bytes) -> None:
    """The bytes are a file, a part of one, its header, and an array sealed as if it were right."""
    whole = _whole()
    for damaged in damaged_arrays(data, whole):
        _opened(damaged)
    path = kept(whole)
    header, arrays = read_arrays(path, "the course")
    name = list(arrays)[len(data) % len(arrays)]
    write_arrays(path, header, {**arrays, name: np.frombuffer(data, np.uint8)}, "the course")
    _opened(path.read_bytes())
