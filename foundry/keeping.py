"""Keeping a library: its manifest is written when all else is in place."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from cutcard.machine.digests import sources_digest
from cutcard.machine.library import undamaged
from cutcard.machine.manifest import NAME, Manifest, Unfit, write_manifest


def keep(manifest: Manifest, folder: Path) -> Manifest:
    """Write the manifest of a library, which is used from then on; remove what was there before."""
    _replace(folder / NAME, write_manifest(manifest).encode())
    for path in folder.glob("kernels-*"):
        if path.name not in manifest.files:
            path.unlink()
    return manifest


def keep_copy(there: Path, folder: Path) -> Manifest:
    """Keep a library that is there in another folder, too."""
    manifest = undamaged(there)
    for name in manifest.files:
        _replace(folder / name, (there / name).read_bytes())
    return keep(manifest, folder)


def stamped_anew(folder: Path) -> bool:
    """Keep a library of which no source was changed that it was made of, though others were.

    Return whether there was one.
    """
    try:
        there = undamaged(folder)
        if sources_digest(names=there.made_of) != there.made_of_digest:
            return False
    except (OSError, Unfit):
        return False
    keep(there._replace(sources=sources_digest()), folder)
    return True


def _replace(path: Path, contents: bytes) -> None:
    """Write a file so that others see it whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(contents)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
