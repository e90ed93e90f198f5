"""The library leaves the same bytes as numba's code, whatever it is asked for.

For this numba compiles everything once more, which takes more than a minute: `make wheel` runs it,
`make test` does not.
"""

from __future__ import annotations

import sys

import pytest
from machine.twins import Twins

from cutcard.machine.library import Library
from foundry.workload import WORKLOAD

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no library is built elsewhere")


def test_library_and_numba_leave_the_same_bytes(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = Twins(library, monkeypatch)
    for piece in WORKLOAD:
        piece()
    assert twins.compared == {(entry.function, entry.key) for entry in library.manifest.entries}
