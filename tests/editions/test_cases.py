"""Every case folder is run as a user would run it, and compared byte for byte.

A case is a folder with `cmd` (a shell script), what it reads (`in` and other files), and what
must come of it: `out`, `err`, `code` and the files in `wrote/`. Without `err` or `code` nothing
is said and the exit status is 0; an `err` of `*` stands for anything but nothing. Files that many
cases need lie in the edition's other folders.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from warm_starts import CUTCARD, PATIENCE, WarmStarts

HERE = Path(__file__).parent
PROGRAMS = {
    "easy": ["asst1"],
    "ve280": ["blackjack"],
    "blockhead": ["blockhead"],
    "coms1018": [f"task{number}" for number in range(1, 6)],
}
SHARED = {"easy": ["charts", "shoes"], "ve280": ["cuts"], "blockhead": [], "coms1018": []}
EXPECTED = {"cmd", "in", "out", "err", "code", "wrote"}

SINGLE = re.compile(r"[-\w./:=, ']+\n")
"""A single command, which takes no shell to read."""


def command(case: Path) -> str:
    """The shell script of a case."""
    return (case / "cmd").read_text()


CASES = sorted(path.parent for path in HERE.glob("*/cases/*/cmd"))

STARTED = {
    *[case for case in CASES if SINGLE.fullmatch(command(case))][::25],
    *(case for case in CASES if re.search("/dev/(?!null)|mkfifo", command(case))),
}
"""Cases that start processes of their own: some of each edition, and all of streams that fail."""


def lay_out(case: Path, folder: Path, program: Path) -> None:
    """Put what a case reads into a folder, and the program under the names of its original."""
    edition = case.parent.parent
    for shared in SHARED[edition.name]:
        for path in (edition / shared).iterdir():
            shutil.copy(path, folder)
    for path in case.iterdir():
        if path.name not in EXPECTED:
            (shutil.copytree if path.is_dir() else shutil.copy)(path, folder / path.name)
    for name in PROGRAMS[edition.name]:
        (folder / name).symlink_to(program)


def ran(case: Path, folder: Path, starts: WarmStarts) -> subprocess.CompletedProcess[bytes]:
    """What came of the script of a case."""
    program = CUTCARD if case in STARTED else starts.stand_in
    lay_out(case, folder, program)
    script = command(case)
    typed = (case / "in").read_bytes() if (case / "in").exists() else b""
    if case not in STARTED and SINGLE.fullmatch(script):
        name, *words = shlex.split(script)
        name = name if "/" in name else str(program)
        return starts.run([name, *words], typed=typed, folder=folder)
    return subprocess.run(
        ["sh", "-c", script],
        cwd=folder,
        input=typed,
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"},
        check=False,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.parent.name}-{case.name}")
def test_case(
    case: Path, tmp_path: Path, warm_starts: WarmStarts, small_warm_starts: WarmStarts
) -> None:
    # The players of Blockhead Poker look up what each of theirs would have to read.
    blockhead = case.parent.parent.name == "blockhead"
    run = ran(case, tmp_path, warm_starts if blockhead else small_warm_starts)
    assert run.stdout == (case / "out").read_bytes()
    expected_error = (case / "err").read_bytes() if (case / "err").exists() else b""
    if expected_error.strip() == b"*":
        assert run.stderr.strip()
    else:
        assert run.stderr == expected_error
    assert b"Traceback" not in run.stderr
    expected_code = (case / "code").read_text() if (case / "code").exists() else "0"
    assert run.returncode == int(expected_code)
    for path in (case / "wrote").glob("*"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()
