"""Running cutcard as a user does."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CUTCARD = Path(sys.executable).parent / "cutcard"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def cutcard(tmp_path: Path) -> Run:
    """Run cutcard with these words in an empty folder.

    Whichever test comes first on a machine compiles, and is told so: that is no matter of its
    own, unless it names a folder for what is compiled.
    """

    def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [CUTCARD, *words],
            input=typed,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            cwd=tmp_path,
            env={**os.environ, **environment},
            check=False,
        )
        if "NUMBA_CACHE_DIR" not in environment:
            lines = done.stderr.splitlines(keepends=True)
            done.stderr = "".join(line for line in lines if "cutcard: compiling" not in line)
        return done

    return run
