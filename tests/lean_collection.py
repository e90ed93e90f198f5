"""Collecting thousands of tests in each worker, without what none of them needs."""

from __future__ import annotations

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

PROMPT = b">>>"
"""What every doctest has."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only where one may be: the rest need not even be imported."""
    found = yield
    if (
        any(isinstance(one, DoctestModule) for one in found)
        and PROMPT not in file_path.read_bytes()
    ):
        return [one for one in found if not isinstance(one, DoctestModule)]
    return found


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what is collected out of the garbage collector's way: it lives as long as the worker.

    Later on garbage is looked for seldom: that took a fifteenth of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(50_000, 20, 10)
