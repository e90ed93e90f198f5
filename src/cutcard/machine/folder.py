"""Where numba's code is kept: a folder of the user's own, named by a digest of all sources.

numba's settings are in that digest, too: code that checks every index (NUMBA_BOUNDSCHECK) is
another code, and numba itself would not tell the two apart.
"""

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
from typing import Final

from cutcard.machine.digests import sources_digest

PLACE: Final = "NUMBA_CACHE_DIR"
"""The environment variable that says where numba keeps its code."""

_SETTINGS_FILE: Final = Path(".numba_config.yaml")
"""Where numba looks for settings, beside the environment."""


def code_folder() -> Path | None:
    """Where code is kept that numba of this version made, for this Python and by these settings."""
    known = f"{version('numba')} {sys.version_info} {sources_digest()} {_settings()}"
    return folder_for(sha256(known.encode()).hexdigest()[:16])


def _settings() -> str:
    """All that numba is told by its user, but where to keep code."""
    told = sorted(
        (name, value)
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name != PLACE
    )
    return repr((told, _SETTINGS_FILE.read_bytes() if _SETTINGS_FILE.is_file() else None))


def folder_for(digest: str) -> Path | None:
    """Where to keep code of these sources; None if there is no safe place to write to.

    Code that is found there is run, so nobody else may write to it.
    """
    try:
        given = os.environ.get(PLACE)
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
