"""The library holds every compiled function, and suits the processor."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cutcard.blockhead.rules import Rules
from cutcard.lab.pairs import play_on_engine
from cutcard.machine.functions import CompiledFunction, asked_of_numba
from cutcard.machine.library import Library
from foundry.making import all_functions

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no library is built elsewhere")


def test_every_compiled_function_is_in_the_list(library: Library) -> None:
    assert library.manifest.functions == set(all_functions())


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("player", ["beta", "nash", "against:beta"])
def test_who_sits_at_a_table_asks_nothing_of_numba(player: str) -> None:
    """A function that others have within them may be called by itself as well."""
    asked: list[str] = []

    def note(function: CompiledFunction, _: tuple[object, ...]) -> None:
        asked.append(function.place)

    asked_of_numba.append(note)
    try:
        play_on_engine(player, "raiser", Rules(deals=2), 1, range(1))
    finally:
        asked_of_numba.remove(note)
    assert not asked


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="the system tells no flags")
def test_the_level_is_the_one_that_the_processors_flags_make(library: Library) -> None:
    found = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    if found is None:
        pytest.skip("not a processor with levels")
    flags = set(found[1].split())
    second = {"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"}
    third = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"}
    fourth = {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"}
    level = 1 + (second <= flags)
    level += level == 2 and third <= flags
    level += level == 3 and fourth <= flags
    assert library.level == max(known for known in library.manifest.levels if known <= level)
    assert library.processor == level
