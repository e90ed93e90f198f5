"""Building parts of compiled code: the foundry of a checkout compiles each in a process of its own.

`python -m cutcard.machine` builds all that are missing; a command of a checkout builds the part
that it needs, and leaves the others to a process behind it.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Final

from cutcard.cores import usable_cores
from cutcard.machine.functions import COMPILING, announce
from cutcard.machine.library import WITHOUT, find_kept, own_cache
from cutcard.machine.parts import EDITED, LEVELS, PARTS, SUFFIX, Unfit, levels_of, read_part
from cutcard.machine.sources import ROOT, digest_of_files
from cutcard.progress import Progress

COMPILER: Final = ROOT / ".compiler"
"""Where a checkout has numba and what it needs, apart from what runs cutcard."""

Step = Callable[[int, int], None]
"""What hears how many functions of a part are compiled, and how many there are."""


def has_compiler() -> bool:
    """Whether numba is there for a process that compiles."""
    return (COMPILER / "numba").is_dir() or importlib.util.find_spec("numba") is not None


def needed_now(part: str) -> bytes:
    """A part's file, built while a command waits for it; Unfit if that cannot be done.

    The parts that are missing beside it are built by a process behind the command.
    """
    announce(COMPILING)
    others = [other for other in PARTS if other != part]
    with suppress(OSError):
        subprocess.Popen(
            [sys.executable, "-m", "cutcard.machine", "--behind", *others],
            cwd=ROOT,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    progress = Progress(1)
    try:
        return build(part, levels_of(part), lambda done, all: progress.show(done / all, part))
    finally:
        progress.clear()


def build(part: str, levels: tuple[int, ...], step: Step, *, again: bool = False) -> bytes:
    """Build a part for processors of these levels, unless somebody just has; Unfit if it fails."""
    kept = own_cache()
    with kept.locked(f"{part}.lock") if kept else nullcontext():
        found = None if again else find_kept(part, levels)
        if found is not None:
            return found
        if not has_compiler():
            raise Unfit(f"it is not compiled yet ('make compile' in {ROOT} does it)")
        contents = b""
        while not contents:  # a source was edited meanwhile
            contents = _compiled(part, levels, step)
        manifest = read_part(contents)[0]
        if kept:
            with suppress(OSError):  # a full disk
                kept.write(part, SUFFIX, contents, digest_of_files(manifest.files))
        return contents


def _compiled(part: str, levels: tuple[int, ...], step: Step) -> bytes:
    """What the foundry makes of a part; nothing if a source was edited meanwhile."""
    # Code for every processor of the lowest level; nothing comes from numba's cache.
    numba = {"NUMBA_CPU_NAME": LEVELS.get(levels[0], "generic"), "NUMBA_CPU_FEATURES": ""}
    with tempfile.TemporaryFile() as made:
        process = subprocess.Popen(
            [sys.executable, "-m", "foundry", part, *map(str, levels)],
            cwd=ROOT,
            env=_environment() | numba | {"XDG_CACHE_HOME": os.devnull, WITHOUT: "1"},
            stdin=subprocess.DEVNULL,
            stdout=made,
            stderr=subprocess.PIPE,
            text=True,
        )
        complaint = ""
        try:
            for line in process.stderr or ():
                done, _, all = line.strip().partition(" ")
                if done.isdecimal() and all.isdecimal():
                    step(int(done), int(all))
                else:
                    complaint = line.strip() or complaint
            status = process.wait()
        finally:
            process.kill()
            process.wait()
        if status not in (0, EDITED):
            raise Unfit(f"compiling ended with {status}: {complaint}")
        made.seek(0)
        return made.read()


def _environment() -> dict[str, str]:
    """The environment of a process that compiles, or starts those that do."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    path = [ROOT / "src", ROOT, COMPILER, kept.get("PYTHONPATH", "")]
    kept["PYTHONPATH"] = os.pathsep.join(filter(None, map(str, path)))
    return kept


def main(words: list[str] | None = None) -> int:
    """Build what is missing, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m cutcard.machine",
        description="Compile the parts of compiled code that are missing, and keep them.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--all-levels", action="store_true", help="for all processors of this kind")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="copy them to a folder, too")
    parser.add_argument("--again", action="store_true", help="compile those that are there, too")
    parser.add_argument("--check", action="store_true", help="only say whether one is missing")
    parser.add_argument("--behind", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    for part in given.parts:
        if part not in PARTS:
            parser.error(f"unknown part {part!r}: choose from {', '.join(PARTS)}")
    parts = given.parts or list(PARTS)
    levels = {part: levels_of(part, every=given.all_levels) for part in parts}
    missing = [part for part in parts if given.again or find_kept(part, levels[part]) is None]
    if given.check:
        print(" ".join(missing))
        return 1 if missing else 0
    if sys.platform != "linux" or not all(levels.values()):
        print("No code is compiled ahead for this machine: numba compiles it at first use.")
        return 0
    kept = own_cache()
    if not kept and not given.into:
        print("cutcard: no folder to keep code in: set XDG_CACHE_HOME to one", file=sys.stderr)
        return 1
    if missing:
        print(f"Compiling {', '.join(missing)} ...", flush=True)
    if not (kept and given.behind):
        return _build_all(levels, given.into, again=given.again, cores=usable_cores())
    os.nice(19)
    with suppress(BlockingIOError), kept.locked("rest.lock", wait=False):
        return _build_all(levels, None, again=False, cores=1)
    return 0  # another process builds them


def _build_all(
    levels: dict[str, tuple[int, ...]], into: Path | None, *, again: bool, cores: int
) -> int:
    """Build parts for some levels each, and copy them to a folder, if there is one."""
    done = dict.fromkeys(levels, 0.0)
    progress = Progress(len(levels))

    def built(part: str) -> str:
        def step(now: int, all: int) -> None:
            done[part] = now / all
            progress.show(sum(done.values()), f"compiling {part}")

        try:
            contents = build(part, levels[part], step, again=again)
        except Unfit as unfit:
            return f"{part}: {unfit}"
        done[part] = 1
        if into:
            (into / f"{part}{SUFFIX}").write_bytes(contents)
        return ""

    with ThreadPoolExecutor(cores) as pool:
        failed = [said for said in pool.map(built, levels) if said]
    progress.clear()
    for said in failed:
        print(f"cutcard: {said}", file=sys.stderr)
    return 1 if failed else 0
