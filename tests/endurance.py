"""Run the tests that may be flaky again and again, beside two busy loops, and keep each outcome.

Files of tests that start processes, servers or browsers are run ten times, each by itself, and all
tests that `make test` leaves out three times. It takes hours; stopped, it goes on where it was. The
outcomes are in build/endurance.jsonl, a line for each run: delete it to begin again. With names of
files, only these are run, once for each TIMES:

    python tests/endurance.py [TIMES [FILE...]]
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import tiers

FILE = tiers.ROOT / "build" / "endurance.jsonl"

STARTS = re.compile(r"subprocess|warm_starts|\bcutcard\(|Popen|multiprocessing|os\.fork")
"""What a file of tests names that starts processes."""

BUSY = 2


def starting() -> list[str]:
    """The files of tests that start processes, servers or browsers."""
    return sorted(
        path.relative_to(tiers.ROOT).as_posix()
        for path in (tiers.ROOT / "tests").rglob("test_*.py")
        if "node_modules" not in path.parts
        and (tiers.left_by_path(path) or STARTS.search(path.read_text()))
    )


def run(name: str, words: list[str]) -> dict[str, Any]:
    """What comes of one run of pytest: each test's outcome with its seconds."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        began = time.monotonic()
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", f"--junitxml={report}", *words],
            cwd=tiers.ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        tests = {}
        for case in ElementTree.parse(report).iter("testcase"):
            outcome = next((one.tag for one in case if one.tag != "properties"), "passed")
            place = f"{case.get('classname')}::{case.get('name')}"
            tests[place] = (outcome, float(case.get("time", 0)))
    seconds = round(time.monotonic() - began, 1)
    told = "" if ran.returncode in (0, 5) else (ran.stdout + ran.stderr)[-20_000:]
    return {"run": name, "seconds": seconds, "told": told, "tests": tests}


def kept() -> list[dict[str, Any]]:
    """The runs that are finished."""
    return [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []


def spin(parent: int) -> None:
    """Keep a core busy as long as the parent is there, however that ends."""
    while os.getppid() == parent:
        sum(range(1_000_000))


def summary() -> str:
    """How often each test failed, and how long all took."""
    runs = kept()
    failed: dict[str, int] = {}
    total = 0
    for one in runs:
        total += len(one["tests"])
        for place, (outcome, _) in one["tests"].items():
            if outcome in ("failure", "error"):
                failed[place] = failed.get(place, 0) + 1
    lines = [f"{number:4} times failed: {place}" for place, number in sorted(failed.items())]
    seconds = sum(one["seconds"] for one in runs)
    lines.append(f"{len(runs)} runs with {total:,} tests in {seconds / 60:.0f} minutes")
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Run what has not been run yet, and return the exit status."""
    times = int(words[0]) if words else 10
    plan = [
        (f"{path}, {number}", ["-n", "0", path])
        for number in range(1, times + 1)
        for path in words[1:] or starting()
    ]
    if not words:
        plan += [(f"the rest, {n}", ["-n", "auto", "--tier", "rest"]) for n in range(1, 4)]
    done = {one["run"] for one in kept()}
    FILE.parent.mkdir(exist_ok=True)
    loops = [
        multiprocessing.Process(target=spin, args=(os.getpid(),), daemon=True) for _ in range(BUSY)
    ]
    for loop in loops:
        loop.start()
    for name, given in plan:
        if name not in done:
            result = run(name, given)
            with FILE.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{result['seconds']:7.1f} s  {name}  {'failed' * bool(result['told'])}")
            sys.stdout.flush()
    print(summary())
    return any(one["told"] for one in kept())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
