"""Start-up: CPU seconds of whole processes, user and system time together, best of 7.

Machines differ, so each is also told as a multiple of what importing numpy takes in the same run.
The first run of a command is measured in an empty home, where nothing was kept for it.
"""

import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CUTCARD = str(Path(sys.executable).parent / "cutcard")

TIMES = 7

UNIT = 'python -c "import numpy"'
"""What the others are measured by."""

WITHOUT_ARITHMETIC = {
    "python -c pass": [sys.executable, "-c", "pass"],
    UNIT: [sys.executable, "-c", "import numpy"],
    "cutcard --help": [CUTCARD, "--help"],
    "cutcard solve --help": [CUTCARD, "solve", "--help"],
    "cutcard compare --help": [CUTCARD, "compare", "--help"],
    "cutcard easy, to its first prompt": [CUTCARD, "easy", "-i", "2"],
    "cutcard play, to its first prompt": [CUTCARD, "play", "vegas-strip", "--seed", "1"],
    "cutcard rules": [CUTCARD, "rules"],
}
WITH_ARITHMETIC = {
    f"cutcard {words}": [CUTCARD, *shlex.split(words)]
    for words in (
        "simulate easy --rounds 1M",
        "simulate vegas-strip --rounds 1M",
        "easy -s -i 0 -a wizard 2000000",
        "easy -i 0 -a wizard 50000",
        "easy -i 0 -r shoe -a wizard 50000",
        "easy -f shoe -a wizard 50000",  # the shoe that was recorded
        "advise easy '8 8' 'T 7'",
        "solve vegas-strip",
        "duel alpha caller",
    )
}


def cpu_seconds(command: list[str], folder: str, home: str | None = None) -> float:
    """What a command takes in a folder, in the user's home or in another."""
    given = dict(os.environ)
    if home is not None:
        given.pop("XDG_CACHE_HOME", None)
        given["HOME"] = home
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**given, "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure all commands in turn, and print them."""
    commands = {**WITHOUT_ARITHMETIC, **WITH_ARITHMETIC}
    best = dict.fromkeys(commands, float("inf"))
    first = dict.fromkeys(WITH_ARITHMETIC, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(TIMES):
            for name, command in commands.items():
                best[name] = min(best[name], cpu_seconds(command, folder))
            for name, command in WITH_ARITHMETIC.items():
                with tempfile.TemporaryDirectory() as home:
                    first[name] = min(first[name], cpu_seconds(command, folder, home))
    print(
        f"startup: CPU seconds of a whole process, best of {TIMES}, as multiples of numpy's import,"
    )
    print("and for the first run in an empty home")
    for name, seconds in best.items():
        begun = f"{first[name]:8.3f} first" if name in first else ""
        print(f"  {name:42} {seconds:6.3f} {seconds / best[UNIT]:6.2f}x{begun}")
