"""What tests of every kind may ask for."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import lean_collection
import lean_reports
import pytest
import tiers
import warm_starts as starts

if TYPE_CHECKING:
    from cutcard.machine.library import Library

MEMORY = Path("/dev/shm")
ROOM = 2**30
"""Bytes that are to be free there: the tests leave some tens of millions."""


def keep_files_in_memory() -> None:
    """Have temporary files made in memory, unless somebody says where: disks take long for each."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    found = os.statvfs(MEMORY)
    # Programs and libraries are among the files.
    if found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


keep_files_in_memory()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell has Ctrl-C ignored for jobs behind, and for all that they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if os.environ.get("NUMBA_BOUNDSCHECK"):
    from negative_indices import refuse_negative_indices  # imported here: it loads numba

    refuse_negative_indices()


pytest_addoption = tiers.pytest_addoption


def pytest_configure(config: pytest.Config) -> None:
    """Have doctests in src collected as those here are, and all workers share warm starts."""
    config.pluginmanager.register(lean_collection)
    config.pluginmanager.register(tiers.Tier(config))
    if lean_reports.wanted(config):
        config.pluginmanager.register(lean_reports)
    starts.house()


WAITING = ("tests/net/", "tests/lab/test_cluster.py", "tests/editions/cs50/", "tests/web/")
"""Tests that wait for clocks and lines most of the time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with tests that wait, beside others that do not: at the end all cores are to work."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))


@pytest.hookimpl(optionalhook=True)  # also without xdist, as `mutation` runs them
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three workers to two cores where tests wait for sockets and processes: quick ones do not."""
    cores = os.cpu_count() or 1
    return cores if config.getoption("tier") == "quick" else cores + (cores + 1) // 2


@pytest.fixture(scope="session")
def warm_starts() -> starts.WarmStarts:
    """Commands that start at once."""
    return starts.warm_starts()


@pytest.fixture(scope="session")
def small_warm_starts() -> starts.WarmStarts:
    """Programs that need little and start sooner still."""
    return starts.small_warm_starts()


@pytest.fixture(scope="session")
def parts() -> dict[str, Library]:
    """The compiled code of every part, compiled now if nobody has."""
    from cutcard.machine.library import library_of
    from cutcard.machine.parts import PARTS

    found = {part: library_of(part) for part in PARTS}
    return {part: library for part, library in found.items() if library is not None}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests in the browser were skipped: a quiet run would not."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {one.longrepr[2] for one in skipped if "tests/browser/" in one.nodeid}
    for reason in sorted(reasons):
        terminalreporter.write_line(reason.removeprefix("Skipped: "))
