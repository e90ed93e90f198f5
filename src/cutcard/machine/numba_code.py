"""Functions compiled by numba at first use, and its cache.

They are kept in a folder that is named by a digest of all sources of the package: numba itself
looks only at the file of the function that is called, and would keep using old code after a change
in another file. Where no folder can be written, everything still works, but each process compiles
again. A damaged file is compiled again, too.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numba
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.registry import cpu_target

from cutcard.machine.folder import code_folder
from cutcard.machine.heralds import COMPILING, announce

FOLDER: Final = code_folder()
if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)


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
            file.write(sha256(contents).digest() + contents)


def _undamaged(path: str) -> bytes:
    """What was written to a file; OSError if it has changed since."""
    found = Path(path).read_bytes()
    digest, contents = found[:32], found[32:]
    if sha256(contents).digest() != digest:
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


def dispatcher_of(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """What compiles a function for each set of argument types that it is called with."""
    made = numba.njit(**options)(function)
    if FOLDER is not None:
        made._cache = _Kept(function)
    return made


def type_of_intrinsic(module: str, name: str) -> Any:
    """The type that numba gives to an intrinsic."""
    intrinsic = getattr(import_module(module), name)
    context = cpu_target.typing_context
    context.refresh()  # intrinsics are known from the next refreshing on
    return context.resolve_value_type(intrinsic)


class _Listener(event.Listener):
    """Tells heralds what numba begins to compile."""

    def on_start(self, event: Any) -> None:
        announce(COMPILING)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Listener())
