"""Every case folder is run as a user would run it, and compared byte for byte.

A case is a folder with `cmd` (a shell script), what it reads (`in` and other files), and what
must come of it: `out`, `err`, `code` and the files in `wrote/`. An `err` of `*` stands for
anything but nothing. Files that many cases need lie in the edition's other folders.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CUTCARD = Path(sys.executable).parent / "cutcard"
PROGRAMS = {
    "easy": ["asst1"],
    "ve280": ["blackjack"],
    "blockhead": ["blockhead"],
    "coms1018": [f"task{number}" for number in range(1, 6)],
}
SHARED = {"easy": ["charts", "shoes"], "ve280": ["cuts"], "blockhead": [], "coms1018": []}
EXPECTED = {"cmd", "in", "out", "err", "code", "wrote"}

CASES = sorted(path.parent for path in HERE.glob("*/cases/*/cmd"))


def lay_out(case: Path, folder: Path) -> None:
    edition = case.parent.parent
    for shared in SHARED[edition.name]:
        for path in (edition / shared).iterdir():
            shutil.copy(path, folder)
    for path in case.iterdir():
        if path.name not in EXPECTED:
            (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / path.name)
    for program in PROGRAMS[edition.name]:
        (folder / program).symlink_to(CUTCARD)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.parent.name}-{case.name}")
def test_case(case: Path, tmp_path: Path) -> None:
    lay_out(case, tmp_path)
    typed = (case / "in").read_bytes() if (case / "in").exists() else b""
    run = subprocess.run(
        ["sh", "-c", (case / "cmd").read_text()],
        cwd=tmp_path,
        input=typed,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PATH": f"{CUTCARD.parent}:{os.environ['PATH']}"},
        check=False,
    )
    assert run.stdout == (case / "out").read_bytes()
    expected_error = (case / "err").read_bytes()
    if expected_error.strip() == b"*":
        assert run.stderr.strip()
    else:
        assert run.stderr == expected_error
    assert b"Traceback" not in run.stderr
    assert run.returncode == int((case / "code").read_text())
    for path in (case / "wrote").glob("*"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()
