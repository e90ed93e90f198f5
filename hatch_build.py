"""The wheel's build: hatchling's, with compiled code for all processors of this kind.

What the compiling takes is asked for only where something must be compiled: parts that an earlier
build has left in the user's cache are taken from there. Nothing that is missing fails the build: a
wheel without compiled code says what to do when it is used.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import hatchling.build
from hatchling.build import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
)
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

ROOT = Path(__file__).parent

LINKERS = ("ld", "ld.lld", "cc", "gcc", "clang")


def get_requires_for_build_wheel(settings: dict[str, Any] | None = None) -> list[str]:
    """What the build of a wheel needs: the compiler and a linker where code must be compiled."""
    needed = list(hatchling.build.get_requires_for_build_wheel(settings))
    if can_be_compiled() and machine("--check", "--all-levels").returncode:
        needed += ["numpy", *pinned("compile.txt")]
        if not any(map(shutil.which, LINKERS)):
            needed += pinned("linker.txt")
    return needed


def can_be_compiled() -> bool:
    """Whether there are wheels of numba for this system, processor and Python."""
    here = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
    return here and platform.libc_ver()[0] == "glibc" and (3, 11) <= sys.version_info < (3, 15)


def pinned(name: str) -> list[str]:
    """The packages of a lock file, with their versions."""
    return re.findall(r"^[\w-]+==\S+", (ROOT / "locks" / name).read_text(), re.MULTILINE)


def machine(*words: str) -> subprocess.CompletedProcess[str]:
    """Have the sources of this folder do something about compiled code."""
    path = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}  # the folder may be read-only
    command = [sys.executable, "-m", "cutcard.machine", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


class CompiledCode(BuildHookInterface[Any]):
    """Puts compiled code into the wheel, and makes it one for this kind of machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the parts that could be compiled; a checkout finds its own when it needs them."""
        if version == "editable" or not can_be_compiled():
            return
        self._room = tempfile.TemporaryDirectory()
        made = machine("--all-levels", "--into", self._room.name)
        for line in made.stderr.splitlines():
            self.app.display_warning(line)
        for path in Path(self._room.name).iterdir():
            build_data["force_include"][str(path)] = f"cutcard/machine/built/{path.name}"
            # It calls no function of any version of the C library.
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-manylinux_2_17_{platform.machine()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled."""
        if hasattr(self, "_room"):
            self._room.cleanup()
