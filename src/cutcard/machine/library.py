"""The compiled code of a part: found, checked and loaded, or refused.

An installed package holds its parts, in ``machine/built``. A checkout has them in the user's cache,
where a part fits if what it was compiled from is what the sources say today; what is not there is
compiled when it is first needed.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Any, Final

from cutcard.machine.cache import Cache
from cutcard.machine.parts import SUFFIX, Entry, Manifest, Unfit, level_here, levels_of, read_part
from cutcard.machine.sources import PACKAGE, ROOT, Sources, digest_of_files, places_of

INSTALLED: Final = PACKAGE / "machine" / "built"
"""Where an installed package holds its parts."""

WITHOUT: Final = "CUTCARD_COMPILE"
"""The environment variable that, if not empty, has numba compile in the process itself, though
there may be compiled code."""

Code = Callable[[list[Any]], Any]
"""What calls machine code with the values of its arguments' slots."""

_loading: Final = RLock()

_files: Final[list[int]] = []
"""The files in memory that were loaded. They stay open: the system knows libraries by their paths,
and the number of a closed one may come again."""


class Library:
    """The compiled functions of a part, ready to be called."""

    def __init__(self, contents: bytes, level: int | None = None) -> None:
        """Load a part's file, for this processor's level or another; Unfit if it is refused."""
        self.manifest, code = read_part(contents)
        fit = [one for one in self.manifest.levels if one <= level_here() and level in (None, one)]
        if not fit:
            raise Unfit("the compiled code is not for this processor")
        self.level: Final = max(fit)
        self._symbols = _loaded(code, self.manifest)
        self._entries: dict[str, dict[tuple[str, ...], Entry]] = {}
        for entry in self.manifest.entries:
            self._entries.setdefault(entry.function, {})[entry.key] = entry

    def find(self, function: str, key: tuple[str, ...]) -> Code | None:
        """The code of a function for arguments of this key: it takes the values of their slots."""
        entry = self._entries.get(function, {}).get(key)
        return None if entry is None else self.code(entry)

    def code(self, entry: Entry) -> Code:
        """What calls an entry with the values of its slots."""
        return calling(self._symbols[f"{entry.symbol}_{self.level}"], entry)


def calling(run: Any, entry: Entry) -> Code:
    """What calls an entry's machine code with the values of its slots."""
    from cutcard.machine.arguments import packing, unpacking

    run.argtypes = (ctypes.c_char_p, ctypes.c_char_p)
    pack = packing(entry.key).pack
    unpack = unpacking(entry.result).unpack_from
    room = 8 * len(entry.result)
    made = ctypes.create_string_buffer
    nothing, several = entry.result == ("none",), entry.result[0] == "("

    def call(slots: list[Any]) -> Any:
        back = made(room)
        if run(pack(*slots), back):
            raise _raised(back.raw)
        result = unpack(back)
        return None if nothing else result if several else result[0]

    return call


def is_checkout() -> bool:
    """Whether this is a checkout with its foundry, and not an installed package."""
    return (ROOT / "foundry" / "__main__.py").is_file()


@cache
def own_cache() -> Cache | None:
    """The user's cache; None if there is no safe place for one."""
    try:
        return Cache()
    except (OSError, RuntimeError, AttributeError):  # no home, or a system without owners
        return None


def library_of(part: str) -> Library | None:
    """The compiled code of a part, compiled now if it must and can be; None if there is none."""
    with _loading:
        found = _found(part)
    return found if isinstance(found, Library) else None


def why_not(part: str) -> str:
    """Why there is no compiled code of a part, in words; empty if there is."""
    with _loading:
        found = _found(part)
    return found if isinstance(found, str) else ""


def must_be_built(part: str) -> bool:
    """Whether the first call of a part's function has to wait until the part is compiled."""
    unbuilt = is_checkout() and not os.environ.get(WITHOUT)
    return unbuilt and find_kept(part, levels_of(part)) is None


@cache
def _found(part: str) -> Library | str:
    """The compiled code of a part, or why there is none."""
    if os.environ.get(WITHOUT):
        return f"{WITHOUT} is set"
    try:
        return Library(_kept_or_built(part) if is_checkout() else _installed(part))
    except Unfit as unfit:
        return str(unfit)


def _kept_or_built(part: str) -> bytes:
    """A part's file in a checkout."""
    levels = levels_of(part)
    if sys.platform != "linux" or not levels:
        raise Unfit("no code is compiled ahead for this machine")
    contents = find_kept(part, levels)
    if contents is None:
        from cutcard.machine.building import needed_now

        contents = needed_now(part)
    return contents


def _installed(part: str) -> bytes:
    try:
        return (INSTALLED / f"{part}{SUFFIX}").read_bytes()
    except OSError:
        raise Unfit("no compiled code was built for this machine") from None


def find_kept(part: str, levels: tuple[int, ...]) -> bytes | None:
    """A part's file in the cache, made of today's sources, that has code for these levels."""
    kept = own_cache()
    sources = None
    for name, record in kept.files_of(part) if kept else ():
        contents = kept.read(name) if kept else None
        try:
            manifest = read_part(contents or b"")[0]
            raw = digest_of_files(manifest.files)
            fresh = raw == record.raw
            if not fresh:
                sources = sources or Sources()
                fresh = sources.digest(places_of(manifest))[0] == manifest.sources
        except (Unfit, OSError, SyntaxError):  # damaged, or a source that is gone or being edited
            continue
        if fresh and {*levels} <= {*manifest.levels} and kept:
            kept.use(name, raw)
            return contents
    return None


def _loaded(code: bytes, manifest: Manifest) -> ctypes.CDLL:
    """A part's code as a library; it is loaded from the very bytes that were checked."""
    try:
        ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)  # for the mathematical functions
        file = os.memfd_create(manifest.part)
        _files.append(file)
        with open(file, "wb", closefd=False) as room:
            room.write(code)
        return ctypes.CDLL(f"/proc/self/fd/{file}")
    except (OSError, AttributeError) as error:
        raise Unfit(f"the compiled code cannot be loaded: {error}") from None


def _raised(back: bytes) -> Exception:
    """The error that a function has raised: it leaves the address of its pickle."""
    import pickle

    where = int.from_bytes(back[:8], "little")
    data = ctypes.c_void_p.from_address(where).value
    size = ctypes.c_int32.from_address(where + 8).value
    kind, words, _ = pickle.loads(ctypes.string_at(data or 0, size))
    error: Exception = kind(*words)
    return error
