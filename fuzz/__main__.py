"""`python -m fuzz SECONDS` throws at every target; `python -m fuzz NAME …` at one.

Options of libFuzzer go after a target's name. Without atheris inputs are changed blindly.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random

from fuzz.blind import changed
from fuzz.targets import NAMES


def run_all(seconds: int) -> int:
    """Throw at one target after another, each in a process of its own; return how many fell."""
    fallen = []
    for name in NAMES:
        sys.stdout.write(f"{name:12} ")
        sys.stdout.flush()
        with tempfile.TemporaryDirectory() as folder:
            words = [f"-max_total_time={seconds}", "-max_len=8192", "-rss_limit_mb=4096"]
            words += [f"-artifact_prefix={folder}/"]
            ran = subprocess.run(
                [sys.executable, "-m", "fuzz", name, *words],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            said = ran.stdout.decode(errors="replace")
            if ran.returncode:
                fallen.append(name)
                found = [path.read_bytes() for path in Path(folder).iterdir()]
                sys.stdout.write(f"fell\n{said[-6000:]}\n")
                sys.stdout.writelines(f"input: {data!r}\n" for data in found)
            else:
                sys.stdout.write(f"stands  {said.strip().splitlines()[-1]}\n")
    return len(fallen)


def run_one(name: str, options: list[str]) -> int:
    """Throw at one target until the time is over."""
    if find_spec("atheris") is None:
        return _run_blindly(name, options)
    import atheris

    with atheris.instrument_imports(include=["cutcard", "tomllib"]):
        target = import_module(f"fuzz.targets.{name}")
    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate(target.SEEDS):
            (Path(corpus) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], *options, corpus], target.throw)
        atheris.Fuzz()
    return 0


def _run_blindly(name: str, options: list[str]) -> int:
    target = import_module(f"fuzz.targets.{name}")
    given = [option.partition("=")[2] for option in options if "max_total_time" in option]
    until = time.monotonic() + int(given[0] if given else 60)
    for thrown, data in enumerate(changed(target.SEEDS, Random(1))):
        target.throw(data)
        if time.monotonic() > until:
            sys.stdout.write(f"Done {thrown} runs, blindly: atheris is not installed\n")
            return 0
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in NAMES:
        sys.exit(run_one(sys.argv[1], sys.argv[2:]))
    sys.exit(1 if run_all(int(sys.argv[1])) else 0)
