"""A place for the one file that a target reads next."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np

_FOLDER = Path(tempfile.mkdtemp(prefix="cutcard-fuzz-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


def kept(data: bytes, suffix: str = "") -> Path:
    """A file with these bytes, until the next one."""
    path = _FOLDER / f"file{suffix}"
    path.write_bytes(data)
    return path


def damaged_arrays(data: bytes, whole: bytes) -> Iterator[bytes]:
    """Files of arrays that are not what they were: the bytes, a part of it, its header."""
    yield data
    at = len(data) * 7 % len(whole)
    yield whole[:at] + data + whole[at + len(data) :]
    plain = BytesIO()
    np.savez(plain, header=np.frombuffer(data, np.uint8))
    yield plain.getvalue()
