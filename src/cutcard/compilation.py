"""Compilation to machine code, and the cache of compiled code.

Functions are compiled at first use and kept in one of the user's folders, named by a digest of all
sources of the package: numba itself looks only at the file of the function that is called, and
would keep using old code after a change in another file. Where no folder can be written,
everything still works, but each process compiles again. A damaged file is compiled again, too.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import numba
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile

Number = Any
"""A machine number of any width."""

Switch = Literal[True] | None
"""True, or None. They have different types, so functions are compiled separately for each, and
nobody waits for code that they do not need."""

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE: Final = Path(__file__).parent


def sources_digest(root: Path = _HERE) -> str:
    """A digest of all sources of the package: compiled code may hold constants from any of them."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info}".encode())
    for source in sorted(root.rglob("*.py")):
        contents = source.read_bytes()
        digest.update(f"\0{source.relative_to(root).as_posix()}\0{len(contents)}\0".encode())
        digest.update(contents)
    return digest.hexdigest()[:16]


def _folder() -> Path | None:
    """Where to keep compiled code; None if there is no place to write to."""
    try:
        given = os.environ.get("NUMBA_CACHE_DIR")
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(given or Path(home) / "cutcard") / sources_digest()
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old(folder)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError):  # no home, or one that is read-only or full
        return None
    return folder


def _remove_old(folder: Path) -> None:
    """Remove the caches that are more than a month older than this one."""
    for other in folder.parent.iterdir():
        if re.fullmatch("[0-9a-f]{16}", other.name):
            age = folder.stat().st_mtime - other.stat().st_mtime
            if age > 30 * 24 * 3600:
                shutil.rmtree(other, ignore_errors=True)


_FOLDER: Final = _folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)


class _Files(IndexDataCacheFile):
    """The files of one function, each behind a digest of itself: damaged ones count as missing."""

    def _load_index(self) -> dict[Any, str]:
        try:
            stamp, known = pickle.loads(_undamaged(self._index_path))
        except OSError:
            return {}
        return known if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._keep(self._index_path, (self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return pickle.loads(_undamaged(self._data_path(name)))

    def _save_data(self, name: str, data: Any) -> None:
        self._keep(self._data_path(name), data)

    def _keep(self, path: str, data: Any) -> None:
        contents = self._dump(data)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(contents).digest() + contents)


def _undamaged(path: str) -> bytes:
    """What was written to a file; OSError if it has changed since."""
    found = Path(path).read_bytes()
    digest, contents = found[:32], found[32:]
    if hashlib.sha256(contents).digest() != digest:
        raise OSError(f"{path} is damaged")
    return contents


class _Kept(FunctionCache):
    """The compiled code of one function; what cannot be read or written is compiled again."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _Files(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # a full disk
            super().save_overload(sig, data)


def _compile(function: Function, **options: Any) -> Function:
    made = numba.njit(error_model="numpy", **options)(function)
    if _FOLDER is not None:
        made._cache = _Kept(function)
    result: Function = made
    return result


def compiled_making_arrays(function: Function) -> Function:
    """Compile a function when it is first called, and keep the result for the next time."""
    return _compile(function, nogil=True)


def compiled(function: Function) -> Function:
    """The same for a function that makes no arrays of its own.

    References to its arguments are not counted, which would take most of the time in a round of a
    few nanoseconds.
    """
    return _compile(function, nogil=True, _nrt=False)


def compiled_within(function: Function) -> Function:
    """The same for a function that only compiled functions call: never call it from elsewhere.

    It gets no wrapper for other callers, which would take a good part of the compile time.
    """
    return _compile(function, nogil=True, _nrt=False, no_cpython_wrapper=True)


def inlined(function: Function) -> Function:
    """Compile a function into each function that calls it."""
    made: Function = numba.njit(inline="always", error_model="numpy", _nrt=False)(function)
    return made


class _Herald(event.Listener):
    """Announces, once, that something is being compiled."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._said = False

    def on_start(self, event: Any) -> None:
        if not self._said:
            self._said = True
            self._say("compiling what this needs, once on this machine: a few seconds ...")

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def heralded(say: Callable[[str], object]) -> Iterator[None]:
    """Announce, once, if anything has to be compiled within this context."""
    with event.install_listener("numba:compile", _Herald(say)):
        yield
