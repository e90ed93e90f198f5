"""Compile a part of the compiled code, write it to stdout, and how far it is to stderr.

The part's workload is run, and what numba compiled for it is cast for each level of processors and
linked.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba.core import event

from cutcard.machine.parts import EDITED, LEVELS, Manifest, part_of, this_machine, write_part
from cutcard.machine.sources import Sources, places_of, texts
from foundry.casting import NotCast, cast, linked, melted
from foundry.running import Calls, let_numba_only_lower

if TYPE_CHECKING:
    from foundry.workload import Work


def part_made(
    part: str,
    work: Work,
    levels: tuple[int, ...],
    step: Callable[[], None],
    before: dict[str, str],
) -> bytes:
    """A part's file; the process ends if the sources are no longer what they were before."""
    calls = Calls(part)
    calls.watch(work.pieces)
    entries = sorted(entry for entry in calls.entries if part_of(entry.function) in (part, None))
    symbols = [entry.symbol for entry in entries]
    whole = melted(calls.modules, symbols, apart=work.apart)
    # -O3 makes nothing faster but the loops of rounds.
    speed, objects = 3 if work.apart else 2, []
    for level in levels:
        objects.append(cast(whole, symbols, level, LEVELS.get(level, "generic"), speed=speed))
        step()
    workload = tuple(f"{piece.__module__}:{piece.__qualname__}" for piece in work.pieces)
    manifest = Manifest(part, this_machine(), "", (), workload, levels, tuple(entries))
    sources, files = Sources(before).digest(places_of(manifest))
    if Sources().digest(places_of(manifest))[0] != sources:
        raise SystemExit(EDITED)
    return write_part(manifest._replace(sources=sources, files=tuple(files)), linked(objects))


class Steps(event.Listener):
    """Prints how many functions are compiled, of about how many."""

    def __init__(self, total: int) -> None:
        self._done, self._total = 0, total

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        self.step()

    def step(self) -> None:
        self._done = min(self._done + 1, self._total)
        print(self._done, self._total, file=sys.stderr, flush=True)


def main() -> int:
    """Compile a part, and return the exit status."""
    part, *levels = sys.argv[1:]
    gc.disable()  # what numba makes stays in use: to look for more takes a fifth of the time
    before = texts()
    from foundry.workload import PARTS  # imported here: what it imports may be edited meanwhile

    let_numba_only_lower()
    steps = Steps(PARTS[part].functions + len(levels))
    event.register("numba:compile", steps)
    try:
        made = part_made(part, PARTS[part], tuple(map(int, levels)), steps.step, before)
    except NotCast as error:
        print(error, file=sys.stderr)
        return 1
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # to give back what numba keeps, piece by piece, takes long
