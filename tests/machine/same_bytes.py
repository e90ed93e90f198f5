"""Compiled code leaves the same bytes as numba's own, whatever it is asked for.

For this numba compiles everything once more, which takes minutes: `make compare` runs it, the tests
do not. What was compared is written down and kept with the sources, so that it is compared once for
the same sources, compilers and kind of processor.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from machine.twins import Twins

from cutcard.machine.library import Library
from cutcard.machine.parts import level_here, part_of, this_machine
from foundry.workload import PARTS

COMPARED = Path(__file__).with_name("compared.txt")
"""Of what the last comparison was."""


def test_compiled_code_and_numba_leave_the_same_bytes(
    parts: dict[str, Library], monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [f"{part} {library.manifest.sources}\n" for part, library in parts.items()]
    compared = f"{this_machine()} {level_here()}\n{''.join(sources)}"
    if COMPARED.read_text() == compared:
        pytest.skip("these sources were compared before, on such a processor")
    twins = Twins(parts, monkeypatch)
    for work in PARTS.values():
        for piece in work.pieces:
            piece()
    entries = {
        (entry.function, entry.key)
        for library in parts.values()
        for entry in library.manifest.entries
    }
    assert {found for found in twins.compared if part_of(found[0])} == entries
    COMPARED.write_text(compared)
