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
from cutcard.machine.digests import sources_digest
from cutcard.machine.functions import CompiledFunction
from cutcard.machine.library import Library
from foundry.keeping import keep
from foundry.casting import levels_wanted
from foundry.making import calls_of, library_of, part_of, within


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


@compiled
def never_called(number):
    return number


def work():
    logarithms(np.arange(1.0, 9.0))
    logarithms(np.arange(1.0, 17.0)[::2])
    sorted_twice(np.arange(5.0), 4)
    checked(3)


def made(folder, *pieces):
    calls = calls_of(pieces)
    levels = levels_wanted(every=True)
    parts = [part_of(calls, levels, number) for number in range(2)]
    return keep(library_of(parts, folder, levels)._replace(sources=sources_digest()), folder), calls


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
            "PYTHONPATH": str(ROOT),
            "NUMBA_CPU_NAME": "x86-64" if os.uname().machine == "x86_64" else "generic",
            "NUMBA_CPU_FEATURES": "",
            "NUMBA_CACHE_DIR": os.devnull,
            "FOLDER": str(folder),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


RUN = """
folder = Path(__import__("os").environ["FOLDER"], "library")
folder.mkdir()
manifest, _ = made(folder, work)
print(*{Path(name).suffix for name in manifest.files}, manifest.mathematics)
here = Library(folder).processor
for level in (known for known in manifest.levels if known <= here):
    library = Library(folder, level)
    for many in (np.arange(1.0, 9.0), np.arange(1.0, 17.0)[::2]):
        assert called(library, logarithms, many) == logarithms.dispatcher(many)
    mine = called(library, sorted_twice, np.arange(5.0), 100_000)
    assert mine == sorted_twice.dispatcher(np.arange(5.0), 100_000), mine
    assert [type(part) for part in mine] == [int, int, bool]
    assert called(library, checked, 5) == 5
    try:
        called(library, checked, -5)
    except ValueError as error:
        print(repr(error))
"""

NO_TOOLS = {"PATH": "/nowhere"}


@pytest.mark.parametrize(("environment", "suffix"), [({}, ".so"), (NO_TOOLS, ".o")])
def test_memory_errors_and_mathematics_cross(
    tmp_path: Path, environment: dict[str, str], suffix: str
) -> None:
    """Also where there is no linker: llvmlite links the objects when they are loaded."""
    said = python(RUN, tmp_path, **environment).splitlines()
    assert said[0] == f"{suffix} True"
    assert set(said[1:]) == {"ValueError('below zero', 7)"}


def test_what_needs_python_is_refused(tmp_path: Path) -> None:
    said = python(
        """
from foundry.casting import NotCast
try:
    made(Path(__import__("os").environ["FOLDER"]), lambda: told(np.arange(3)))
except NotCast as error:
    print(error)
""",
        tmp_path,
    )
    assert "which no machine has without numba" in said.splitlines()[-1]


def test_a_function_that_the_workload_does_not_meet_is_named(tmp_path: Path) -> None:
    said = python(
        """
calls = calls_of([work])
every = {one.place: one for one in vars().values() if isinstance(one, CompiledFunction)}
print(sorted(set(every) - {place for place, _ in calls} - set(within(calls, every))))
print(within(calls, every))
""",
        tmp_path,
    )
    assert said.splitlines() == ["['__main__:never_called', '__main__:told']", "('__main__:half',)"]
