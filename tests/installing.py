"""Install the package as strangers would, into empty environments, and try it in each.

From the checkout, from its sdist, from its wheel, and from the checkout on a machine without a
linker; with pip's ordinary build isolation, and compiled code in all of them. Then the wheel on
every Python that is found, and what happens where no code was compiled ahead. The first build
compiles everything into the user's cache, the others take it from there.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
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
    "--version": r"All of it runs on compiled code\.",
}
"""What a new user may type first, and what the answer must match."""

FIRST = "simulate vegas-strip --rounds 1M --seed 1"

LINKERS = {"ld", "ld.lld", "ld.bfd", "ld.gold", "cc", "gcc", "clang", "c99", "c89"}

LEFT_OUT = ("simulation", "lanes")
"""The parts that the machine without a linker has to compile itself."""


class Room:
    """A folder for everything, with an environment for processes that knows no other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        pip = [sys.executable, "-m", "pip", "cache", "dir"]
        asked = subprocess.run(pip, capture_output=True, text=True, check=True)
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        # No HOME: what is kept goes where XDG_CACHE_HOME says, and nowhere else.
        self.environment = kept | {
            "PIP_CACHE_DIR": asked.stdout.strip(),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME") or str(folder / "cache"),
            "TMPDIR": str(folder / "tmp"),
        }
        (folder / "tmp").mkdir()

    def run(self, *words: str | Path, **environment: str) -> str:
        """What a process prints; its end if that is not 0."""
        told = subprocess.run(
            list(map(str, words)),
            cwd=self.folder,
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if told.returncode:
            sys.exit(f"{words} ended with {told.returncode}:\n{told.stdout}{told.stderr}")
        return told.stdout

    def installed(
        self, name: str, source: Path, python: str = sys.executable, **given: str
    ) -> Path:
        """A new environment with nothing but this, and what it needs, installed by pip."""
        made = self.folder / name
        self.run(python, "-m", "venv", made)
        began, before = time.monotonic(), spent()
        self.run(made / "bin" / "pip", "install", "-q", source, **given)
        size = sum(path.lstat().st_size for path in made.rglob("*") if path.is_file())
        took = f"{time.monotonic() - began:.0f} s, {spent() - before:.0f} CPU s"
        print(f"{name}: {took}, {size / 1e6:.0f} MB with Python's own", flush=True)
        return made

    def answers(self, made: Path, commands: dict[str, str]) -> None:
        """Run commands twice, and print the CPU seconds; they must be right, and leave nothing."""
        before = listed(made)
        for command, answer in commands.items():
            times = []
            for _ in range(2):
                began = spent()
                said = self.run("sh", "-c", f"'{made / 'bin' / 'cutcard'}' {command}")
                times.append(spent() - began)
                if not re.search(answer, said):
                    sys.exit(f"cutcard {command} does not answer {answer}:\n{said}")
            print(f"  cutcard {command:70} {times[0]:6.2f} {times[1]:6.2f}", flush=True)
        if left := listed(made) - before:
            sys.exit(f"commands have written to the environment: {sorted(left)}")


def spent() -> float:
    """The CPU seconds that all processes have taken that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def listed(folder: Path) -> set[str]:
    """All files in a folder, but what Python itself keeps of modules."""
    return {str(path) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def main() -> int:
    """Install in every way, and return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder))
        clone = Path(folder, "checkout")
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", ROOT, clone], check=True)
        before = listed(clone)

        made = room.installed("the checkout", clone)
        room.answers(made, COMMANDS)
        room.run("/bin/rm", "-r", made)

        room.run(sys.executable, "-m", "venv", Path(folder, "builder"))
        builder = Path(folder, "builder", "bin", "python")
        room.run(builder, "-m", "pip", "install", "-q", "build")
        room.run(builder, "-m", "build", "-q", "--sdist", "-o", Path(folder, "dist"), clone)
        (sdist,) = Path(folder, "dist").glob("*.tar.gz")
        room.answers(room.installed("the sdist", sdist), {FIRST: COMMANDS[FIRST]})

        room.run(
            builder, "-m", "pip", "wheel", "-q", "--no-deps", "-w", Path(folder, "dist"), clone
        )
        (wheel,) = Path(folder, "dist").glob("*.whl")
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
        for version in ("3.11", "3.12", "3.13", "3.14"):
            if python := python_of(version):
                made = room.installed(f"the wheel on Python {version}", wheel, python)
                room.run(made / "bin" / "cutcard", "tour")
                room.answers(made, {FIRST: COMMANDS[FIRST], "--version": COMMANDS["--version"]})
        try_without_code(room, made)

        bare = without_linkers(Path(folder))
        cache = Path(folder, "cache without two parts")
        shutil.copytree(room.environment["XDG_CACHE_HOME"], cache)
        for part in LEFT_OUT:
            for path in cache.rglob(f"{part}-*.part"):
                path.unlink()
        given = {"PATH": str(bare), "XDG_CACHE_HOME": str(cache)}
        made = room.installed("no linker", clone, **given)
        room.answers(made, {FIRST: COMMANDS[FIRST], "--version": COMMANDS["--version"]})

        if left := listed(clone) - before:
            sys.exit(f"the checkout was written to: {sorted(left)}")
    print("installed in every way")
    return 0


def python_of(version: str) -> str | None:
    """A Python of this version, if there is one that can make environments."""
    for found in (
        shutil.which(f"python{version}"),
        *Path.home().glob(f".pyenv/versions/{version}.*/bin/python"),
    ):
        if found:
            asked = subprocess.run(
                [found, "-c", "import ensurepip"], capture_output=True, check=False
            )
            if asked.returncode == 0:
                return str(found)
    return None


def without_linkers(folder: Path) -> Path:
    """A folder of programs that has all that are found, but no linker."""
    bare = folder / "bin"
    bare.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for path in Path(place).iterdir() if Path(place).is_dir() else ():
            plain = re.sub(r"^[a-z0-9_]+-linux-gnu-|-[0-9.]+$", "", path.name)
            if plain not in LINKERS and not (bare / path.name).exists():
                (bare / path.name).symlink_to(path)
    return bare


def try_without_code(room: Room, made: Path) -> None:
    """Damage the compiled code, then remove it: the engine plays, or numba compiles it."""
    (built,) = made.glob("lib/python*/site-packages/cutcard/machine/built")
    file = built / "simulation.part"
    contents = bytearray(file.read_bytes())
    contents[len(contents) // 2] ^= 1
    file.write_bytes(contents)
    command = f"'{made / 'bin' / 'cutcard'}' simulate easy --rounds 2k --seed 1 2>&1"
    said = room.run("sh", "-c", command)
    if "the compiled code is damaged, and numba is not installed" not in said:
        sys.exit(f"damaged code is not told of:\n{said}")
    shutil.rmtree(built)
    said = room.run("sh", "-c", command)
    if "no compiled code was built for this machine, and numba is not installed" not in said:
        sys.exit(f"missing code is not told of:\n{said}")
    print("without compiled code the engine plays, and says why and what to do")
    room.run(made / "bin" / "pip", "install", "-q", "numba")
    first, again = (room.run("sh", "-c", command) for _ in range(2))
    if "compiling" not in first or "compiling" in again or "wavefront" not in again:
        sys.exit(f"numba does not compile at first use, once:\n{first}{again}")
    print("with numba it is compiled at first use, and kept")


if __name__ == "__main__":
    sys.exit(main())
