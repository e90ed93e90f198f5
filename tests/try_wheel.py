"""Try a wheel in an empty environment: it needs numpy only, compiles nothing, and answers.

Run with the path of the wheel. numpy comes from the lock file.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent

COMMANDS = {
    "simulate easy --rounds 1M --seed 1": r"edge +\+10\.\d+%",
    "simulate vegas-strip --rounds 1M --seed 1": r"\(lanes\)",
    "simulate vegas-strip --rounds 100k --count hi-lo --indices all --seed 1": r"\(lanes\)",
    "simulate ve280 --rounds 100k --seed 1": r"\(scalar",
    "solve easy": r"11\.668",
    "solve vegas-strip": r"edge",
    "advise easy '8 8' 'T 7'": r"split",
    "duel alpha caller": r"kernel",
    "easy -s -i 0 -a wizard 2000000": r".",
}
"""What a new user may type first, and what the answer must match."""


def main() -> None:
    """Install the wheel, run the commands twice, and print how long they take."""
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        environment = installed(wheel, room)
        size = sum(path.stat().st_size for path in environment.rglob("*") if path.is_file())
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, installed with numpy {size:,}")
        print("CPU seconds, first and again")
        for command, answer in COMMANDS.items():
            first, again = (run(environment, room, command, answer) for _ in range(2))
            print(f"  cutcard {command:70} {first:6.2f} {again:6.2f}")
        damage(environment)
        said = output(environment, room, "simulate easy --rounds 2k --seed 1")
        if "no compiled code fits this machine and numba is not installed" not in said:
            sys.exit(f"a damaged library is not told of:\n{said}")
        print("with a damaged library the engine plays, and says so")


def installed(wheel: Path, room: Path) -> Path:
    """A new environment with numpy and the wheel."""
    environment = room / "environment"
    venv.create(environment, with_pip=True)
    pip = [environment / "bin" / "python", "-m", "pip", "install", "-qq", "--no-deps"]
    lock = (ROOT / "requirements.lock").read_text()
    wanted = re.search(r"^numpy==(?:.*\\\n)*.*\n", lock, re.MULTILINE)
    assert wanted is not None
    (room / "numpy.lock").write_text(wanted[0])
    subprocess.run([*pip, "--require-hashes", "-r", room / "numpy.lock"], check=True)
    subprocess.run([*pip, wheel], check=True)
    return environment


def output(environment: Path, room: Path, command: str) -> str:
    """What a command says, in a home of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ran = subprocess.run(
        f"'{environment / 'bin' / 'cutcard'}' {command}",
        shell=True,
        cwd=room,
        env={**kept, "HOME": str(room / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode or ran.stderr:
        sys.exit(f"cutcard {command} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def run(environment: Path, room: Path, command: str, answer: str) -> float:
    """The CPU seconds that a command takes, once it has answered rightly."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = output(environment, room, command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not re.search(answer, said):
        sys.exit(f"cutcard {command} does not answer {answer}:\n{said}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def damage(environment: Path) -> None:
    """Turn one bit of the library."""
    (library,) = environment.glob("lib/python*/site-packages/cutcard/machine/built/*.so")
    contents = bytearray(library.read_bytes())
    contents[len(contents) // 2] ^= 1
    library.write_bytes(contents)


if __name__ == "__main__":
    main()
