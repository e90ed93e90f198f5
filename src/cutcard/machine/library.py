"""The library of compiled functions: found, checked and loaded, or refused.

It lies in the package, beside its manifest. A library older than any source, for another machine,
or changed since it was built is refused.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from cutcard.machine.digests import PACKAGE, files_digest, sources_digest
from cutcard.machine.manifest import Entry, Manifest, Unfit, read_manifest, this_machine

FOLDER: Final = PACKAGE / "machine" / "built"

WITHOUT: Final = "CUTCARD_COMPILE"
"""The environment variable that, set to anything, lets numba compile whatever is called."""

LEVEL: Final = "cutcard_level"
"""The function that tells the level of the processor."""


Code = Callable[[list[Any]], Any]
"""What calls machine code with the values of its arguments' slots."""

_engines: Final[list[Any]] = []
"""What holds the code that llvmlite has linked: it must outlive all calls."""


class Library:
    """Compiled functions, ready to be called."""

    def __init__(self, folder: Path = FOLDER, level: int | None = None) -> None:
        """Load the library in a folder, for this processor's level or another; Unfit if refused."""
        manifest = checked(folder)
        self.manifest: Final = manifest
        self._symbols = _loaded(folder, manifest)
        here: int = self._symbols(LEVEL)()
        fit = [known for known in manifest.levels if known <= here and level in (None, known)]
        if not fit:
            raise Unfit(f"the compiled code is not for this processor, of level {here}")
        self.processor: Final = here
        self.level: Final = max(fit)
        self._entries: dict[str, dict[tuple[str, ...], Entry]] = {}
        for entry in manifest.entries:
            self._entries.setdefault(entry.function, {})[entry.key] = entry

    def holds(self, function: str) -> bool:
        """Whether any code of this function is there."""
        return function in self._entries

    def find(self, function: str, key: tuple[str, ...]) -> Code | None:
        """The code of a function for arguments of this key: it takes the values of their slots."""
        entry = self._entries.get(function, {}).get(key)
        return None if entry is None else self.code(entry)

    def code(self, entry: Entry) -> Code:
        """What calls an entry with the values of its slots."""
        from cutcard.machine.arguments import packing

        run = self._symbols(f"{entry.symbol}_{self.level}")
        pack = packing(entry.key).pack
        results = packing(entry.result)
        unpack = results.unpack_from
        room = max(results.size, 8)
        made = ctypes.create_string_buffer
        result = _boxing(entry.result)

        def call(slots: list[Any]) -> Any:
            back = made(room)
            if run(pack(*slots), back):
                raise _raised(back.raw)
            return result(unpack(back))

        return call


def checked(folder: Path) -> Manifest:
    """The manifest of a library made of today's sources for this machine; Unfit if it is not."""
    manifest = undamaged(folder)
    if manifest.sources != sources_digest():
        raise Unfit("the compiled code is older than the sources")
    return manifest


def undamaged(folder: Path) -> Manifest:
    """The manifest of a library for this machine that is as it was built; Unfit if it is not."""
    manifest = read_manifest(folder)
    if manifest.machine != this_machine():
        raise Unfit("the compiled code is for another machine")
    try:
        digest = files_digest(folder / name for name in manifest.files)
    except OSError:
        raise Unfit("the compiled code is missing") from None
    if digest != manifest.digest:
        raise Unfit("the compiled code is damaged")
    return manifest


@cache
def shipped() -> Library | None:
    """The library in the package, if there is one that fits and the user does not want numba."""
    if os.environ.get(WITHOUT):
        return None
    try:
        return Library()
    except Unfit:
        return None


def _loaded(folder: Path, manifest: Manifest) -> Callable[[str], Any]:
    """What finds the functions of a library by their symbols."""
    paths = [folder / name for name in manifest.files]
    try:
        if manifest.mathematics:
            ctypes.CDLL("libm.so.6", ctypes.RTLD_GLOBAL)
        if paths[0].suffix == ".o":
            return _linked_in_memory(paths)
        library = ctypes.CDLL(str(paths[0]))
    except OSError as error:
        raise Unfit(f"the compiled code cannot be loaded: {error}") from None

    def find(symbol: str) -> Any:
        function = library[symbol]
        if symbol != LEVEL:
            function.argtypes = (ctypes.c_char_p, ctypes.c_char_p)
        return function

    return find


def _linked_in_memory(paths: list[Path]) -> Callable[[str], Any]:
    """The same for objects that no linker was there for: llvmlite links them each time."""
    try:
        from llvmlite import binding
    except ImportError:
        raise Unfit("the compiled code cannot be loaded without llvmlite") from None
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    for path in paths:
        engine.add_object_file(str(path))
    engine.finalize_object()
    _engines.append(engine)

    def find(symbol: str) -> Any:
        words = () if symbol == LEVEL else (ctypes.c_char_p, ctypes.c_char_p)
        return ctypes.CFUNCTYPE(ctypes.c_int, *words)(engine.get_function_address(symbol))

    return find


def _boxing(result: tuple[str, ...]) -> Callable[[tuple[Any, ...]], Any]:
    """What makes a result from the values of its slots."""
    if result == ("none",):
        return lambda values: None
    turns = [bool if word == "b1" else None for word in result if word not in ("(", ")")]

    def items(values: tuple[Any, ...]) -> tuple[Any, ...]:
        pairs = zip(turns, values, strict=True)
        return tuple(turn(value) if turn else value for turn, value in pairs)

    return items if result[0] == "(" else lambda values: items(values)[0]


def _raised(back: bytes) -> Exception:
    """The error that a function has raised: it leaves the address of its pickle."""
    import pickle

    where = int.from_bytes(back[:8], "little")
    data = ctypes.c_void_p.from_address(where).value
    size = ctypes.c_int32.from_address(where + 8).value
    kind, words, _ = pickle.loads(ctypes.string_at(data or 0, size))
    error: Exception = kind(*words)
    return error
