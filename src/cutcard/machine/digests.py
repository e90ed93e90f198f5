"""Digests: of all sources of the package, and of files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent


def sources_digest(root: Path = PACKAGE, names: Iterable[str] | None = None) -> str:
    """A digest of all sources of the package, or of those named by their paths in it.

    Compiled code may hold constants from any of them.
    """
    digest = sha256()
    for name in sorted(_sources(str(root), "") if names is None else names):
        with open(f"{root}/{name}", "rb", buffering=0) as source:
            contents = source.read()
        digest.update(f"\0{name}\0{len(contents)}\0".encode())
        digest.update(contents)
    return digest.hexdigest()


def _sources(folder: str, prefix: str) -> list[str]:
    """The sources in a folder and those below it, by their paths from the root."""
    found: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if name.endswith(".py"):
                found.append(prefix + name)
            elif "." not in name and name != "__pycache__" and entry.is_dir():
                found += _sources(entry.path, f"{prefix}{name}/")
    return found


def files_digest(paths: Iterable[Path]) -> str:
    """A digest of what files hold; OSError if one cannot be read."""
    digest = sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()
