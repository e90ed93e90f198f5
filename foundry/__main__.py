"""Build the library of compiled code into the package, unless it is there already."""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
from pathlib import Path

from cutcard.machine.library import FOLDER, WITHOUT, Library
from cutcard.machine.manifest import Unfit, read_manifest
from foundry.keeping import keep_copy, stamped_anew
from foundry.versions import maker_digest


def main() -> int:
    """Build it, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m foundry", description=__doc__)
    parser.add_argument("--all-levels", action="store_true", help="for all processors of this kind")
    parser.add_argument("--into", type=Path, default=FOLDER, help="another folder for it")
    arguments = parser.parse_args()
    if sys.platform != "linux":
        print("No library is built on this system: numba compiles what is needed at first use.")
        return 0
    arguments.into.mkdir(parents=True, exist_ok=True)
    # Whoever comes second waits, and finds it built.
    with open(arguments.into / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_built(arguments.into, every=arguments.all_levels):
            return 0
        if arguments.into != FOLDER and is_built(FOLDER, every=arguments.all_levels):
            keep_copy(FOLDER, arguments.into)
            return 0
        return build(arguments.into, every=arguments.all_levels)


def is_built(folder: Path, *, every: bool) -> bool:
    """Whether a library of today's sources is there, for this processor or for every one."""
    try:
        there = read_manifest(folder)
        if there.maker != maker_digest() or (every and len(there.levels) == 1):
            return False
        if not stamped_anew(folder):
            return False
        Library(folder)
    except Unfit:
        return False
    return True


def build(folder: Path, *, every: bool) -> int:
    """Build the library, and tell what it holds; return the exit status."""
    from foundry.casting import NotCast, levels_wanted

    levels = levels_wanted(every=every)
    if not levels:
        print("No library is built for this processor: numba compiles what is needed at first use.")
        return 0
    # Before numba is imported: no settings of the user's own, such as checks of every index; code
    # for every processor of the lowest level, and nothing kept.
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        del os.environ[name]
    os.environ["NUMBA_CPU_NAME"] = levels[min(levels)]
    os.environ["NUMBA_CPU_FEATURES"] = ""
    os.environ["NUMBA_CACHE_DIR"] = os.devnull
    os.environ[WITHOUT] = "yes"
    from foundry.making import all_functions, make

    print("Compiling the kernels, a minute or two ...", flush=True)
    try:
        made = make(folder, levels)
    except NotCast as error:
        print(f"foundry: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("foundry: stopped; what was there before is still in place", file=sys.stderr)
        return 130
    size = sum((folder / name).stat().st_size for name in made.files)
    print(f"{len(made.entries)} ways to call compiled functions, {size:,} bytes")
    if forgotten := set(all_functions()) - made.functions:
        print(f"Not in foundry/workload.py: {', '.join(sorted(forgotten))}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
