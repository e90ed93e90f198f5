"""The example that a task's help shows can be typed as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from warm_starts import PATIENCE

CUTCARD = Path(sys.executable).parent / "cutcard"

PROGRAMS = {
    **{
        f"./task{number}": printed
        for number, printed in enumerate(
            ["1 or 11\n", "Blackjack!\n", "Hit\n", "17\n", "(N)ew round or (Q)uit? "], start=1
        )
    },
    "cutcard coms1018": "1 or 11\n",
    "cutcard coms1018 3": "Hit\n",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_example_works(program: str, tmp_path: Path) -> None:
    for number in range(1, 6):
        (tmp_path / f"task{number}").symlink_to(CUTCARD)

    def run(command: str) -> str:
        return subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{CUTCARD.parent}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        ).stdout

    shown = run(f"{program} --help")
    assert ("TASK" in shown) is (program == "cutcard coms1018")
    assert run(shown.rpartition("example: ")[2]) == PROGRAMS[program]
