"""Where numba's code is kept: a folder of the user's own, named by a digest of all sources."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from cutcard.machine.digests import sources_digest


def code_folder() -> Path | None:
    """Where numba's code is kept, which is for one version of it, and one of Python."""
    known = f"{version('numba')} {sys.version_info} {sources_digest()}"
    return folder_for(sha256(known.encode()).hexdigest()[:16])


def folder_for(digest: str) -> Path | None:
    """Where to keep code of these sources; None if there is no safe place to write to.

    Code that is found there is run, so nobody else may write to it.
    """
    try:
        given = os.environ.get("NUMBA_CACHE_DIR")
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(given or Path(home) / "cutcard") / digest
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            _remove_old(folder)
        _make_ones_own(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # no home, or one that is read-only, full or somebody else's
        return None
    return folder


def _make_ones_own(folder: Path) -> None:
    """Keep others out of a folder; PermissionError if it is not ours."""
    if not hasattr(os, "getuid"):  # where the folders in a home are the user's anyway
        return
    found = folder.stat()
    if found.st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)


def _remove_old(folder: Path) -> None:
    """Remove the folders that are more than a month older than this one."""
    for other in folder.parent.iterdir():
        if re.fullmatch("[0-9a-f]{16}", other.name):
            age = folder.stat().st_mtime - other.stat().st_mtime
            if age > 30 * 24 * 3600:
                shutil.rmtree(other, ignore_errors=True)
