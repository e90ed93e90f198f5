"""Running cutcard as a user does."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from warm_starts import CUTCARD, PATIENCE, WarmStarts

Run = Callable[..., subprocess.CompletedProcess[str]]

READ_AT_THE_START = ("NUMBA_", "PYTHON")
"""How names begin in the environment that mean something only to a process that is started."""


@pytest.fixture
def cutcard(tmp_path: Path, warm_starts: WarmStarts) -> Run:
    """Run cutcard with these words in an empty folder.

    Whichever test comes first on a machine compiles, and is told so: that is no matter of its
    own, unless it names a folder for what is compiled.
    """

    def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        if any(name.startswith(READ_AT_THE_START) for name in environment):
            done = started(words, typed, tmp_path, environment)
        else:
            done = warm_starts.run_as_text(
                [str(CUTCARD), *words],
                typed=typed,
                folder=tmp_path,
                environment={**os.environ, **environment},
            )
        if "XDG_CACHE_HOME" not in environment:
            lines = done.stderr.splitlines(keepends=True)
            done.stderr = "".join(line for line in lines if "cutcard: compiling" not in line)
        return done

    return run


def started(
    words: tuple[str, ...], typed: str, folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """What came of cutcard in a process that was started for it."""
    return subprocess.run(
        [CUTCARD, *words],
        input=typed,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
        cwd=folder,
        env={**os.environ, **environment},
        check=False,
    )
