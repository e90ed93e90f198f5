"""The parts of compiled code: which function is in which, and how a part is kept in a file.

A file holds a line that says what it is, the digest of all that follows, a line of JSON that says
what is in it, and a shared library for Linux. What is wrong with it is `Unfit`: it is never loaded.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

PARTS: Final[Mapping[str, str]] = {
    "simulation": "blackjack.kernel.random blackjack.kernel.scalar blackjack.kernel.wavefront"
    " editions.easy.many",
    "exact": "blackjack.exact",
    "lanes": "blackjack.kernel.lanes blackjack.kernel.scalar:play_shoes",
    "poker": "blockhead.kernel blockhead.kernel_decks",
    "poker-players": "blockhead.odds blockhead.outlook blockhead.exact.foresight:weigh_bets",
    "learning": "learn.lessons",
    "seats": "blackjack.kernel.whole_table_rounds",
    "stepping": "blackjack.kernel.floor_steps",
    "poker-exact": "blockhead.exact",
    "poker-equilibrium": "blockhead.equilibrium",
    "poker-learning": "learn.poker_lessons",
}
"""The functions that are called from Python, by modules or by names, for each part; what they call
comes with them. The order is that in which a newcomer needs the parts."""

WIDE: Final = ("simulation", "lanes")
"""The parts that wider registers may make faster, so that they are compiled for each level."""

SUFFIX: Final = ".part"

EDITED: Final = 75
"""The exit status of compiling when a source was edited meanwhile."""

_POINTER: Final = (sys.maxsize + 1).bit_length()


class Unfit(Exception):
    """Compiled code that cannot be used here, and why."""


class Entry(NamedTuple):
    """One function for one key of arguments."""

    function: str
    """The module and the name of the function, with a colon between them."""
    symbol: str
    result: tuple[str, ...]
    key: tuple[str, ...]


class Manifest(NamedTuple):
    """What is known of a part."""

    part: str
    machine: str
    sources: str
    """The digest of all that it was compiled from."""
    files: tuple[str, ...]
    """The files that were read for this digest, by their paths in the checkout."""
    workload: tuple[str, ...]
    """The pieces of work that it was compiled for, as ``module:name``."""
    levels: tuple[int, ...]
    """The levels of processors that it has code for; symbols of a level end in its number."""
    entries: tuple[Entry, ...]


_FIRST: Final = f"machine code of cutcard: {' '.join(Manifest._fields)}\n".encode()
"""A file with other fields is of another version."""


def part_of(place: str) -> str | None:
    """The part that has a function, given as ``module:name``; None if it is in none."""
    place = place.removeprefix("cutcard.")
    fits = {
        prefix: part
        for part, prefixes in PARTS.items()
        for prefix in prefixes.split()
        if place == prefix or place.startswith((f"{prefix}.", f"{prefix}:"))
    }
    return fits[max(fits, key=len)] if fits else None


def this_machine() -> str:
    """The system, the processor and the width of addresses."""
    processor = os.uname().machine if hasattr(os, "uname") else "unknown"
    return f"{sys.platform} {processor} {_POINTER}"


LEVELS: Final = {2: "x86-64-v2", 3: "x86-64-v3", 4: "x86-64-v4"}
"""The levels of x86 processors that code is compiled for, and what compilers call them."""

_FLAGS: Final = {
    2: {"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"},
    3: {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"},
    4: {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"},
}
"""What a processor of a level has beyond the level before, as Linux calls it (x86-64 psABI, 3.1.1);
Linux leaves out what it does not keep the registers for."""


@cache
def level_here() -> int:
    """The level of this processor: 2 to 4 on x86, 0 on others; -1 where it is not known."""
    if os.uname().machine != "x86_64":
        return 0
    try:
        told = Path("/proc/cpuinfo").read_text("ascii", "replace")
    except OSError:
        return -1
    flags = {*told[told.find("\nflags") :].partition("\n\n")[0].split()}
    missing = (level for level, wanted in _FLAGS.items() if not wanted <= flags)
    level = next(missing, max(_FLAGS) + 1) - 1
    return level if level in LEVELS else -1


def levels_of(part: str, *, every: bool = False) -> tuple[int, ...]:
    """The levels to compile a part for: what this processor needs, or every one of its kind."""
    here = level_here()
    if here <= 0:
        return () if here else (0,)
    if part in WIDE:
        return tuple(LEVELS) if every else (here,)
    return (min(LEVELS),)


def write_part(manifest: Manifest, code: bytes) -> bytes:
    """The contents of a part's file."""
    known = {**manifest._asdict(), "entries": [list(entry) for entry in manifest.entries]}
    rest = json.dumps(known).encode() + b"\n" + code
    return _FIRST + sha256(rest).hexdigest().encode() + b"\n" + rest


def read_part(contents: bytes) -> tuple[Manifest, bytes]:
    """What is known of a part, and its code; Unfit if its file is damaged or for others."""
    start = len(_FIRST) + 65
    if not contents.startswith(_FIRST):
        raise Unfit("the compiled code is damaged, or of another version of cutcard")
    digest, rest = contents[len(_FIRST) : start - 1], contents[start:]
    if sha256(rest).hexdigest().encode() != digest:
        raise Unfit("the compiled code is damaged")
    line, _, code = rest.partition(b"\n")
    known = json.loads(line)
    entries = tuple(
        Entry(function, symbol, tuple(result), tuple(key))
        for function, symbol, result, key in known.pop("entries")
    )
    known |= {name: tuple(known[name]) for name in ("files", "workload", "levels")}
    manifest = Manifest(**known, entries=entries)
    if manifest.machine != this_machine():
        raise Unfit("the compiled code is for another machine")
    return manifest, code
