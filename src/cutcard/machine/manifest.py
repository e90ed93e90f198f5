"""The manifest of a library: what it holds, what it was made of, and for which machines.

It is a text that ends with a digest of itself. Whatever is wrong with it, or with the library, is
`Unfit`: such a library is never loaded.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

NAME: Final = "manifest.txt"

_FIRST: Final = "machine code of cutcard, 2"

_POINTER: Final = (sys.maxsize + 1).bit_length()


class Unfit(Exception):
    """A library that cannot be used here, and why."""


class Foreign(Exception):
    """An argument of a type that no library holds a function for."""


class Entry(NamedTuple):
    """One function for one key of arguments."""

    function: str
    """The module and the name of the function, with a colon between them."""
    symbol: str
    result: tuple[str, ...]
    key: tuple[str, ...]


class Manifest(NamedTuple):
    """What is known of a library."""

    machine: str
    sources: str
    """The digest of all sources."""
    made_of: tuple[str, ...]
    """The sources that were read while it was made, by their paths in the package."""
    made_of_digest: str
    """The digest of those."""
    maker: str
    """The digest of what made the library."""
    files: tuple[str, ...]
    """The names of its files: one `.so` if the system loads it, `.o` if llvmlite must."""
    digest: str
    """The digest of those files."""
    levels: tuple[int, ...]
    """The levels of processors that it has code for; symbols of a level end in its number."""
    mathematics: bool
    """Whether it needs the C library's mathematical functions."""
    within: tuple[str, ...]
    """The functions that are compiled into others, and that nobody else calls."""
    entries: tuple[Entry, ...]

    @property
    def functions(self) -> set[str]:
        """All functions that the library has code of."""
        return {*self.within, *(entry.function for entry in self.entries)}


def this_machine() -> str:
    """The system, the processor and the width of addresses."""
    processor = os.uname().machine if hasattr(os, "uname") else "unknown"
    return f"{sys.platform} {processor} {_POINTER}"


def write_manifest(manifest: Manifest) -> str:
    """The text of a manifest."""
    lines = [
        _FIRST,
        manifest.machine,
        manifest.sources,
        " ".join(manifest.made_of),
        manifest.made_of_digest,
        manifest.maker,
        " ".join(manifest.files),
        manifest.digest,
        " ".join(map(str, manifest.levels)),
        "mathematics" if manifest.mathematics else "",
        " ".join(manifest.within),
    ]
    for entry in manifest.entries:
        result = ",".join(entry.result)
        lines.append(" ".join([entry.function, entry.symbol, result, *entry.key]))
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{sha256(text.encode()).hexdigest()}\n"


def read_manifest(folder: Path) -> Manifest:
    """The manifest in a folder; Unfit if there is none, or if it is damaged."""
    try:
        text = (folder / NAME).read_text("ascii")
    except (OSError, ValueError):
        raise Unfit("no compiled code was built") from None
    contents, digest = text[:-65], text[-65:]
    if digest != f"{sha256(contents.encode()).hexdigest()}\n":
        raise Unfit("the manifest of the compiled code is damaged")
    first, *lines = contents.splitlines()
    if first != _FIRST:
        raise Unfit("the manifest of the compiled code is of another version")
    machine, sources, made_of, read, maker, files, made, levels, needs, within, *lines = lines
    entries = []
    for line in lines:
        function, symbol, result, *key = line.split(" ")
        entries.append(Entry(function, symbol, tuple(result.split(",")), tuple(key)))
    return Manifest(
        machine,
        sources,
        tuple(made_of.split()),
        read,
        maker,
        tuple(files.split()),
        made,
        tuple(map(int, levels.split())),
        bool(needs),
        tuple(within.split()),
        tuple(entries),
    )
