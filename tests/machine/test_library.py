"""Compiled code suits the processor, and holds all that its callers ask for."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cutcard.blockhead.rules import Rules
from cutcard.lab.pairs import play_on_engine
from cutcard.machine.functions import CompiledFunction, asked_of_numba
from cutcard.machine.library import Library
from cutcard.machine.parts import LEVELS, PARTS, WIDE, level_here, part_of
from foundry.workload import PARTS as WORK


def test_every_part_is_there(parts: dict[str, Library]) -> None:
    assert list(parts) == list(PARTS)
    assert {parts[part].level for part in WIDE} == {level_here()}
    for part, library in parts.items():
        assert {part_of(entry.function) for entry in library.manifest.entries} == {part}


def test_a_function_is_in_the_part_that_names_it_most_closely() -> None:
    assert part_of("cutcard.blackjack.kernel.scalar:play_piles") == "simulation"
    assert part_of("cutcard.blackjack.kernel.scalar:play_shoes") == "lanes"
    assert part_of("cutcard.blackjack.kernel.lanes.play:_play") == "lanes"
    assert part_of("cutcard.blackjack.kernel.lanes_of_ones_own:play") is None
    assert part_of("__main__:play") is None


@contextmanager
def nothing_asked_of_numba() -> Iterator[None]:
    """Check that every call within this context finds compiled code."""
    asked: list[str] = []

    def note(function: CompiledFunction, _: tuple[object, ...]) -> None:
        asked.append(function.place)

    asked_of_numba.append(note)
    try:
        yield
    finally:
        asked_of_numba.remove(note)
    assert not asked


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("player", ["beta", "nash", "against:beta"])
def test_who_sits_at_a_table_asks_nothing_of_numba(player: str) -> None:
    """A function that others have within them may be called by itself as well."""
    with nothing_asked_of_numba():
        play_on_engine(player, "raiser", Rules(deals=2), 1, range(1))


CPUID = """
static unsigned ask(unsigned leaf, unsigned sub, int which) {
    unsigned a, b, c, d;
    __asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(leaf), "c"(sub));
    return which == 0 ? a : which == 1 ? b : c;
}
unsigned leaf_1_c(void) { return ask(1, 0, 2); }
unsigned leaf_7_b(void) { return ask(0, 0, 0) < 7 ? 0 : ask(7, 0, 1); }
unsigned leaf_80000001_c(void) { return ask(0x80000001u, 0, 2); }
unsigned kept(void) {
    unsigned a, d;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}
"""


def _has(found: int, *bits: int) -> bool:
    return all(found >> bit & 1 for bit in bits)


@pytest.mark.skipif(level_here() not in LEVELS, reason="not a processor with levels")
def test_the_level_is_the_one_that_the_processor_tells(tmp_path: Path) -> None:
    """Asked by the instruction for it (Intel's manual, volume 2, CPUID), not as Linux tells it."""
    (tmp_path / "ask.c").write_text(CPUID)
    library = tmp_path / "ask.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "ask.c"], check=True)
    ask = ctypes.CDLL(str(library))
    one, seven, more = (
        getattr(ask, name)() & 0xFFFFFFFF for name in ("leaf_1_c", "leaf_7_b", "leaf_80000001_c")
    )
    level = 1 + (_has(one, 0, 9, 13, 19, 20, 23) and _has(more, 0))
    kept = ask.kept() if _has(one, 27) else 0
    third = _has(one, 12, 22, 27, 28, 29) and _has(seven, 3, 5, 8) and _has(more, 5)
    level += level == 2 and third and _has(kept, 1, 2)
    level += level == 3 and _has(seven, 16, 17, 28, 30, 31) and _has(kept, 5, 6, 7)
    assert level_here() == level


@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize("part", PARTS)
def test_what_one_part_calls_of_others_is_there(part: str) -> None:
    with nothing_asked_of_numba():
        for piece in WORK[part].pieces:
            piece()
