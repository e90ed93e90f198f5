"""Compilation to machine code, and where what was compiled is kept.

What is compiled at first use is kept in a folder of the user's, named by a digest of all kernel
sources: numba by itself looks only at the file of the function that is called, and would go on
with old code after a change in another.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import numba
from numba.core import event

Number = Any
"""A number of the machine, of whatever width."""

Switch = Literal[True] | None
"""True, or None. The two are of different types, so that functions are compiled for each, and
who does not need a thing does not wait for it."""

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE: Final = Path(__file__).parent

_READ_BY_KERNELS: Final = frozenset(
    {"compiled", "count_tables", "hands", "outcomes", "plays", "tables", "terms"}
)
"""Modules beside the kernels whose constants become part of what is compiled."""


def _cache_folder() -> Path:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info}".encode())
    for source in sorted(_HERE.rglob("*.py")):
        if "kernel" in source.as_posix() or source.stem in _READ_BY_KERNELS:
            digest.update(source.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "cutcard" / digest.hexdigest()[:16]


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(_cache_folder())


def compiled_making_arrays(function: Function) -> Function:
    """Compile a function when it is first called, and keep what was made for the next time."""
    made: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return made


def compiled(function: Function) -> Function:
    """The same for a function that makes no arrays of its own.

    Those it is given are not counted as they pass from hand to hand, which in a round of some
    nanoseconds would take most of the time.
    """
    made: Function = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function)
    return made


def compiled_within(function: Function) -> Function:
    """The same for a function that only compiled functions call: never call it from elsewhere.

    Nothing is made for others to call it by, which takes a good part of the time to compile.
    """
    made: Function = numba.njit(
        cache=True, nogil=True, error_model="numpy", _nrt=False, no_cpython_wrapper=True
    )(function)
    return made


def inlined(function: Function) -> Function:
    """Compile a function into each function that calls it."""
    made: Function = numba.njit(inline="always", error_model="numpy", _nrt=False)(function)
    return made


class _Herald(event.Listener):
    """Says once that something is being compiled."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._said = False

    def on_start(self, event: Any) -> None:
        if not self._said:
            self._said = True
            self._say("compiling what this needs, once on this machine: some seconds ...")

    def on_end(self, event: Any) -> None:
        pass


@contextmanager
def heralded(say: Callable[[str], object]) -> Iterator[None]:
    """Have it said, once, if anything must be compiled meanwhile."""
    with event.install_listener("numba:compile", _Herald(say)):
        yield
