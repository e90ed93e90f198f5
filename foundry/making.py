"""Making the library: the workload is run, and what numba compiled for it is cast and linked.

All cores share the work: each part of the workload is compiled and cast by itself.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib import import_module
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

from cutcard.cores import usable_cores
from cutcard.machine.arguments import Key, crossing
from cutcard.machine.digests import PACKAGE, files_digest, sources_digest
from cutcard.machine.functions import CompiledFunction, asked_of_numba
from cutcard.machine.manifest import Entry, Foreign, Manifest, this_machine
from foundry.casting import (
    NotCast,
    cast,
    cast_level,
    check_needs,
    melted,
)
from foundry.entrances import entrance, words_of
from foundry.keeping import keep
from foundry.linking import linked
from foundry.versions import maker_digest
from foundry.workload import PARTS, ROUNDS

Calls = dict[tuple[str, Key], tuple[CompiledFunction, tuple[Any, ...]]]
"""The ways that functions are called: by place and key, with the types that numba tells."""


def calls_of(workload: Iterable[Callable[[], None]]) -> Calls:
    """Run a workload, and return every way in which it calls a compiled function."""
    calls: Calls = {}

    def note(function: CompiledFunction, arguments: tuple[Any, ...]) -> None:
        try:
            key, _ = crossing(arguments)
        except Foreign as error:
            raise NotCast(f"{function.place} cannot be in the library: {error}") from None
        if (function.place, key) not in calls:
            types = tuple(map(function.dispatcher.typeof_pyval, arguments))
            calls[function.place, key] = (function, types)

    asked_of_numba.append(note)
    try:
        for piece in workload:
            piece()
    finally:
        asked_of_numba.remove(note)
    return calls


def all_functions() -> dict[str, CompiledFunction]:
    """Every function of the package that is to be compiled, by its place."""
    found: dict[str, CompiledFunction] = {}
    for path in _all_sources():
        # Only those: others may need what is not installed.
        if re.search(r"^@compiled", path.read_text(), re.MULTILINE):
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            for value in vars(import_module(".".join(parts))).values():
                if isinstance(value, CompiledFunction):
                    found[value.place] = value
    return found


def _all_sources() -> Iterable[Path]:
    return PACKAGE.rglob("*.py")


def within(calls: Calls, functions: dict[str, CompiledFunction]) -> tuple[str, ...]:
    """The functions that nobody has called, but that were compiled into others."""
    called = {place for place, _ in calls}
    return tuple(
        sorted(
            place
            for place, function in functions.items()
            if place not in called and function.has_own_code
        )
    )


class Part(NamedTuple):
    """What was made of a part of the workload, in a process of its own or not."""

    entries: tuple[Entry, ...]
    objects: tuple[bytes, ...]
    within: tuple[str, ...]
    loaded: tuple[str, ...]
    """The sources of the package that were loaded for it."""


def make(folder: Path, levels: dict[int, str]) -> Manifest:
    """Make the library for processors of these levels in a folder."""
    sources = sources_digest()
    before = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in _all_sources()}
    numbers = range(len(PARTS))
    # Each begins with a Python of its own: what numba has in memory cannot be shared.
    with ProcessPoolExecutor(min(usable_cores(), len(PARTS)), get_context("spawn")) as pool:
        try:
            parts = list(pool.map(partial(_make_part, levels), numbers))
        except KeyboardInterrupt:
            for child in active_children():
                child.kill()
            raise
        except BrokenProcessPool:
            raise NotCast("a process that compiles was killed: is there memory enough?") from None
    loaded = sorted({name for part in parts for name in part.loaded})
    made = library_of(parts, folder, levels)._replace(
        sources=sources,
        made_of=tuple(loaded),
        made_of_digest=sources_digest(names=loaded),
    )
    if edited := [name for name in loaded if (PACKAGE / name).read_bytes() != before.get(name)]:
        raise NotCast(f"{', '.join(edited)}: edited while the kernels were compiled; once more")
    return keep(made, folder)


def _make_part(levels: dict[int, str], number: int) -> Part:
    """Make one of the parts of the workload."""
    _let_numba_only_simplify()
    calls = calls_of(PARTS[number])
    loaded = loaded_sources()  # before all others are, for their functions
    made = part_of(calls, levels, number, apart=PARTS[number] is ROUNDS)
    return made._replace(within=within(calls, all_functions()), loaded=loaded)


def _let_numba_only_simplify() -> None:
    """Have numba optimise little: what it leaves is optimised when it is cast, all at once.

    By itself it would optimise each function once more in every function that calls it, and make
    machine code of all, which is only run for the workload.
    """
    from numba.core import config
    from numba.core.registry import cpu_target

    level = type(config.OPT)
    config.OPT = level(0)
    cpu_target.target_context.codegen()  # what makes machine code is made here, and stays so
    config.OPT = level(1)


def loaded_sources() -> tuple[str, ...]:
    """The sources of the package that have been loaded, by their paths in it."""
    modules = [one for name, one in sys.modules.items() if name.partition(".")[0] == "cutcard"]
    paths = [Path(one.__file__) for one in modules if one.__file__ is not None]
    return tuple(sorted(path.relative_to(PACKAGE).as_posix() for path in paths))


def part_of(calls: Calls, levels: dict[int, str], number: int = 0, *, apart: bool = False) -> Part:
    """The part of a library that holds functions which have been called."""
    entries, codes, doors = [], [], []
    for place, key in sorted(calls):
        function, types = calls[place, key]
        made = function.dispatcher.overloads[types]
        symbol = f"cutcard_{number}_{len(entries)}"
        doors.append(entrance(made, types, symbol))
        codes.append(made.library.get_llvm_str())
        entries.append(Entry(place, symbol, words_of(made.signature.return_type), key))
    whole = melted(codes, doors, apart=apart)
    symbols = [entry.symbol for entry in entries]
    objects = tuple(cast(whole, symbols, level, name) for level, name in levels.items())
    return Part(tuple(entries), objects, within=(), loaded=())


def library_of(parts: Sequence[Part], folder: Path, levels: dict[int, str]) -> Manifest:
    """Make a library of parts in a folder, and return what is known of it."""
    objects = [cast_level(), *(one for part in parts for one in part.objects)]
    mathematics = check_needs(objects)
    files = _kept(objects, folder)
    # Of what stands in two parts, one is enough.
    entries = {(one.function, one.key): one for part in parts for one in part.entries}
    called = {function for function, _ in entries}
    return Manifest(
        machine=this_machine(),
        sources="",
        made_of=(),
        made_of_digest="",
        maker=maker_digest(),
        files=tuple(files),
        digest=files_digest(folder / name for name in files),
        levels=tuple(levels),
        mathematics=mathematics,
        within=tuple(sorted({name for part in parts for name in part.within} - called)),
        entries=tuple(entries[which] for which in sorted(entries)),
    )


def _kept(objects: list[bytes], folder: Path) -> list[str]:
    """Keep a library of objects in a folder, or where nothing links them the objects themselves."""
    with tempfile.TemporaryDirectory(dir=folder) as room:
        paths = [Path(room, f"{number}.o") for number in range(len(objects))]
        for path, contents in zip(paths, objects, strict=True):
            path.write_bytes(contents)
        library = Path(room, "library.so")
        made = [library] if linked(paths, library) else paths
        # The names hold digests: whoever reads an older manifest never meets newer code.
        names = [f"kernels-{files_digest([path])[:16]}{path.suffix}" for path in made]
        for path, name in zip(made, names, strict=True):
            path.replace(folder / name)
    return names
