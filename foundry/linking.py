"""Linking objects into a library that the system loads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

_WAYS: Final = {
    "ld": ("-shared", "-s", "-z", "noexecstack", "--build-id=none"),
    "ld.lld": ("-shared", "-s", "-z", "noexecstack", "--build-id=none"),
    "cc": ("-shared", "-nostdlib", "-s"),
    "gcc": ("-shared", "-nostdlib", "-s"),
    "clang": ("-shared", "-nostdlib", "-s"),
}
"""Linkers, and how each is asked."""


def linked(objects: list[Path], library: Path) -> bool:
    """Link objects into a library; False if there is no linker on this machine."""
    for linker, options in _WAYS.items():
        found = shutil.which(linker)
        if found is not None:
            command = [found, *options, "-o", str(library), *map(str, objects)]
            if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0:
                return True
    return False
