"""What the foundry makes of functions: memory, errors and mathematics; and what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no library is built elsewhere")

PROGRAM = '''
import math
from pathlib import Path

import numpy as np

from cutcard.compilation import compiled, compiled_making_arrays, compiled_within
from cutcard.machine.library import Library
from cutcard.machine.parts import level_here, levels_of
from cutcard.machine.sources import texts
from foundry.__main__ import part_made
from foundry.running import let_numba_only_lower
from foundry.workload import Work


@compiled_within
def half(number):
    return number / 2


@compiled
def logarithms(numbers):
    total = 0.0
    for number in numbers:
        total += math.log(number) + math.exp(-half(number))
    return total


@compiled_making_arrays
def sorted_twice(numbers, times):
    """Memory is asked for and given back, again and again."""
    found = 0
    for time in range(times):
        room = np.empty(len(numbers) + time % 7)
        for at in range(len(numbers)):
            room[at] = numbers[at] + time
        found += int(room[: len(numbers)].sum())
    return found, np.uint8(times), times > 3


@compiled
def checked(number):
    if number < 0:
        raise ValueError("below zero", 7)
    return number


@compiled
def told(numbers):
    print(numbers[0])


def work():
    logarithms(np.arange(1.0, 9.0))
    logarithms(np.arange(1.0, 17.0)[::2])
    sorted_twice(np.arange(5.0), 4)
    checked(3)


def made(*pieces):
    let_numba_only_lower()
    return part_made("test", Work(0, pieces), levels_of("lanes", every=True), lambda: None, texts())


def called(library, function, *arguments):
    from cutcard.machine.arguments import crossing
    key, slots = crossing(arguments)
    return library.find(function.place, key)(slots)
'''


def python(program: str, folder: Path, **environment: str) -> str:
    """What a program that uses the foundry prints."""
    path = folder / "program.py"
    path.write_text(PROGRAM + program)
    ran = subprocess.run(
        [sys.executable, path],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / ".compiler"))),
            "NUMBA_CPU_NAME": "x86-64" if os.uname().machine == "x86_64" else "generic",
            "NUMBA_CPU_FEATURES": "",
            "XDG_CACHE_HOME": os.devnull,
            "CUTCARD_COMPILE": "1",
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


RUN = """
contents = made(work)
for level in (known for known in levels_of("lanes", every=True) if known <= level_here()):
    library = Library(contents, level)
    for many in (np.arange(1.0, 9.0), np.arange(1.0, 17.0)[::2]):
        expected = 0.0
        for number in many:
            expected += math.log(number) + math.exp(-number / 2)
        assert called(library, logarithms, many) == expected
    mine = called(library, sorted_twice, np.arange(5.0), 100_000)
    found = sum(int((np.arange(5.0) + time).sum()) for time in range(100_000))
    assert mine == (found, 100_000 % 256, True), mine
    assert [type(part) for part in mine] == [int, int, bool]
    assert called(library, checked, 5) == 5
    try:
        called(library, checked, -5)
    except ValueError as error:
        print(repr(error))
"""


def test_memory_errors_and_mathematics_cross(tmp_path: Path) -> None:
    assert set(python(RUN, tmp_path).splitlines()) == {"ValueError('below zero', 7)"}


def test_what_needs_python_is_refused(tmp_path: Path) -> None:
    said = python(
        """
from foundry.casting import NotCast
try:
    made(lambda: told(np.arange(3)))
except NotCast as error:
    print(error)
""",
        tmp_path,
    )
    assert "which no machine has without numba" in said.splitlines()[-1]


def test_without_a_linker_the_remedy_is_named(tmp_path: Path) -> None:
    said = python(
        """
from foundry.casting import NotCast
try:
    made(work)
except NotCast as error:
    print(error)
""",
        tmp_path,
        PATH="/nowhere",
    )
    assert said == "there is no linker: install ld, gcc or clang, or 'pip install ziglang'\n"
