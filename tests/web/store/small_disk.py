"""A disk with little room, for tests of what happens when it is full."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """A folder with little room; the test is skipped where no disk can be mounted."""
    with tempfile.TemporaryDirectory(prefix="cutcard-disk-") as folder:
        words = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "tmpfs", folder]
        if os.getuid() != 0 or subprocess.run(words, check=False, capture_output=True).returncode:
            pytest.skip("a small disk cannot be mounted here: run this as root to test with one")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def fill(filler: Path) -> None:
    """Take all room that is left."""
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(b"\0" * 4096):
            pass
