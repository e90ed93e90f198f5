"""Start-up: CPU seconds of whole processes, user and system time together, best of 7."""

import os
import resource
import subprocess
import sys
from pathlib import Path

CUTCARD = str(Path(sys.executable).parent / "cutcard")

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "cutcard --help": [CUTCARD, "--help"],
    "cutcard easy, to its first prompt": [CUTCARD, "easy", "-i", "2"],
    "cutcard play, to its first prompt": [CUTCARD, "play", "vegas-strip", "--seed", "1"],
    "cutcard rules": [CUTCARD, "rules"],
}


def cpu_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    print("startup: CPU seconds of a whole process, best of 7")
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(7):
        for name, command in COMMANDS.items():
            best[name] = min(best[name], cpu_seconds(command))
    for name, seconds in best.items():
        print(f"  {name:36} {seconds:6.3f}")
