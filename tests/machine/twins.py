"""Calls made twice: by the library and by what numba compiles for this very processor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutcard.machine.arguments import Key, crossing
from cutcard.machine.functions import CompiledFunction
from cutcard.machine.library import Library, find_kept
from cutcard.machine.parts import part_of


class Twins:
    """Every call goes to compiled code, and copies of its arguments to numba; both must agree.

    There may be code for several levels of processors; all that can run here must agree.
    """

    def __init__(self, parts: dict[str, Library], monkeypatch: pytest.MonkeyPatch) -> None:
        self._levels = {
            part: [
                Library(contents, level)
                for level in library.manifest.levels
                if level <= library.level
            ]
            for part, library in parts.items()
            if (contents := find_kept(part, (library.level,))) is not None
        }
        self.compared: set[tuple[str, Key]] = set()
        twins = self

        def call(function: CompiledFunction, *arguments: Any) -> Any:
            return twins.compare(function, arguments)

        monkeypatch.setattr(CompiledFunction, "__call__", call)

    def compare(self, function: CompiledFunction, arguments: tuple[Any, ...]) -> Any:
        """What numba's code returns, which is what ours returns and leaves in arrays."""
        libraries = self._levels[part_of(function.place) or ""]
        copies = [copied(arguments, {}) for _ in libraries]
        theirs = function.dispatcher(*arguments)
        for library, mine in zip(libraries, copies, strict=True):
            key, slots = crossing(mine)
            code = library.find(function.place, key)
            assert code is not None, f"{function.place} is called in a way that is not there"
            result = code(slots)
            assert repr(result) == repr(theirs), function.place
            assert type(result) is type(theirs), function.place
            for one, other in zip(arrays(mine), arrays(arguments), strict=True):
                assert one.tobytes() == other.tobytes(), function.place
            self.compared.add((function.place, key))
        return theirs


def copied(value: Any, memory: dict[int, Any]) -> Any:
    """The same with arrays of its own; those that share memory do so again."""
    if isinstance(value, np.ndarray):
        whole = value
        while isinstance(whole.base, np.ndarray):
            whole = whole.base
        copy = memory.setdefault(id(whole), whole.copy())
        start = value.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
        again = np.ndarray(value.shape, value.dtype, copy.data, start, value.strides)
        again.flags.writeable = value.flags.writeable
        return again
    if isinstance(value, tuple):
        items = [copied(item, memory) for item in value]
        return tuple(items) if type(value) is tuple else type(value)(*items)
    return value


def arrays(value: Any) -> list[Any]:
    """All arrays in it."""
    if isinstance(value, np.ndarray):
        return [value]
    return [array for item in value for array in arrays(item)] if isinstance(value, tuple) else []
