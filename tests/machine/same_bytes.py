"""The library leaves the same bytes as numba's code, whatever it is asked for.

For this numba compiles everything once more, which takes minutes: `make wheel` runs it, `make test`
does not. What was compared is written down and kept with the sources, so that it is compared once
for the same sources, compilers and kind of processor.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from machine.twins import Twins

from cutcard.machine.library import Library
from foundry.casting import level_of_this_processor
from foundry.workload import PARTS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no library is built elsewhere")


COMPARED = Path(__file__).with_name("compared.txt")
"""Of what the last comparison was."""


def test_library_and_numba_leave_the_same_bytes(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = library.manifest
    compared = f"{made.machine} {level_of_this_processor()}\n{made.maker}\n{made.made_of_digest}\n"
    if COMPARED.read_text() == compared:
        pytest.skip("these sources were compared before, on such a processor")
    twins = Twins(library, monkeypatch)
    for part in PARTS:
        for piece in part:
            piece()
    assert twins.compared == {(entry.function, entry.key) for entry in library.manifest.entries}
    COMPARED.write_text(compared)
