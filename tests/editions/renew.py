"""Run cases and keep what comes of them: `make renew CASES="tests/editions/easy/cases/help …"`.

A new case needs its `cmd` and what that reads; the rest is written here. What changed is for
whoever asked to judge: `git diff` shows it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from editions.test_cases import command, lay_out
from warm_starts import CUTCARD


def renew(case: Path) -> None:
    """Write down what a case prints, its exit status and the files that it is to write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(case, folder, CUTCARD)
        run = subprocess.run(
            ["sh", "-c", command(case)],
            cwd=folder,
            input=(case / "in").read_bytes() if (case / "in").exists() else b"",
            capture_output=True,
            env={**os.environ, "PATH": f"{CUTCARD.parent}:{os.environ['PATH']}"},
            check=False,
        )
        for path in (case / "wrote").glob("*"):
            path.write_bytes((folder / path.name).read_bytes())
    (case / "out").write_bytes(run.stdout)
    said = case / "err"
    if not (said.exists() and said.read_bytes().strip() == b"*"):
        _keep(said, run.stderr)
    _keep(case / "code", b"" if run.returncode == 0 else f"{run.returncode}\n".encode())


def _keep(path: Path, contents: bytes) -> None:
    """Write a file, or have none where it would be empty."""
    if contents:
        path.write_bytes(contents)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    for word in sys.argv[1:]:
        case = Path(word).resolve()
        if not (case / "cmd").is_file():
            sys.exit(f"{word} is no case: it takes a folder with a file cmd")
        renew(case)
        sys.stdout.write(f"renewed {word}\n")
