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
    """Run cutcard with these words in an empty folder."""

    def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
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

    return run
