"""The wheel's build: the library of compiled code goes into it, for all processors of a kind."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface[Any]):
    """Builds the library, and makes the wheel one for this kind of machine."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the library to what goes into the wheel; `make setup` builds that of a work tree."""
        if version == "editable" or sys.platform != "linux":
            return
        if importlib.util.find_spec("numba") is None:
            self.app.display_warning("numba is not installed: the wheel has no compiled code")
            return
        folder = Path(self.root, "build", "library")
        subprocess.run(
            [sys.executable, "-m", "foundry", "--all-levels", "--into", folder],
            cwd=self.root,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join((str(Path(self.root, "src")), self.root)),
            },
            check=True,
        )
        files = [path for path in folder.iterdir() if path.suffix in (".txt", ".so")]
        if len(files) != 2:
            raise SystemExit("a wheel takes a linker: install ld, lld, gcc or clang")
        for path in files:
            build_data["force_include"][str(path)] = f"cutcard/machine/built/{path.name}"
        # It calls no function of any version of the C library.
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux_2_17_{os.uname().machine}"
