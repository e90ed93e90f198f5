"""A place for the one file that a target reads next."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

_FOLDER = Path(tempfile.mkdtemp(prefix="cutcard-fuzz-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


def kept(data: bytes, suffix: str = "") -> Path:
    """A file with these bytes, until the next one."""
    path = _FOLDER / f"file{suffix}"
    path.write_bytes(data)
    return path
