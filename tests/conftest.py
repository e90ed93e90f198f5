"""What tests of every kind may ask for."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import lean_collection
import lean_reports
import pytest
import warm_starts as starts

from cutcard.machine.library import Library

ROOT = Path(__file__).parent.parent

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


def pytest_configure(config: pytest.Config) -> None:
    """Have doctests in src collected as those here are, and all workers share warm starts."""
    config.pluginmanager.register(lean_collection)
    if lean_reports.wanted(config):
        config.pluginmanager.register(lean_reports)
    starts.house()


WAITING = ("tests/net/", "tests/lab/test_cluster.py", "tests/editions/cs50/", "tests/web/")
"""Tests that wait for clocks and lines most of the time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with tests that wait, beside others that do not: at the end all cores are to work."""
    items.sort(key=lambda item: not item.nodeid.startswith(WAITING))


@pytest.hookimpl(optionalhook=True)  # also without xdist, as `mutation` runs them
def pytest_xdist_auto_num_workers() -> int:
    """Three workers to two cores: a third of the time tests wait for sockets and processes."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


@pytest.fixture(scope="session")
def warm_starts() -> starts.WarmStarts:
    """Commands that start at once."""
    return starts.warm_starts()


@pytest.fixture(scope="session")
def small_warm_starts() -> starts.WarmStarts:
    """Programs that need little and start sooner still."""
    return starts.small_warm_starts()


@pytest.fixture(scope="session")
def library() -> Library:
    """The library of today's sources, built if it is not there."""
    subprocess.run(
        [sys.executable, "-m", "foundry"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
    )
    return Library()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests in the browser were skipped: a quiet run would not."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = {one.longrepr[2] for one in skipped if "tests/browser/" in one.nodeid}
    for reason in sorted(reasons):
        terminalreporter.write_line(reason.removeprefix("Skipped: "))
