"""Compilation to machine code: the ways to have a function compiled.

Such a function is called as it is written. Its code is in a part of compiled code, built with the
package or, in a checkout, when it is first needed; where none can be built, numba compiles what is
called and keeps it in the user's cache. `machine` tells how.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Literal, TypeVar, cast

from cutcard.machine.functions import (
    NO_NUMBA,
    CompiledFunction,
    announcing_to,
    numba_is_there,
)

__all__ = [
    "Number",
    "Switch",
    "announcing_to",
    "compiled",
    "compiled_into",
    "compiled_making_arrays",
    "compiled_or_plain",
    "compiled_within",
    "nothing_compiled",
    "written_out",
]

Number = Any
"""A machine number of any width."""

Switch = Literal[True] | None
"""True, or None. They have different types, so functions are compiled separately for each, and
nobody waits for code that they do not need."""

Function = TypeVar("Function", bound=Callable[..., Any])


def nothing_compiled(part: str) -> str:
    """Why nothing of a part can run compiled here; an empty text if it can.

    In a checkout, this compiles what is missing of the part.
    """
    from cutcard.machine.library import why_not  # imported here: to start takes no library

    reason = why_not(part)
    return f"{reason}, and {NO_NUMBA}" if reason and not numba_is_there() else ""


def _compile(function: Function, **options: Any) -> Function:
    # Nobody calls it from C: that wrapper would be compiled and thrown away.
    made = CompiledFunction(function, error_model="numpy", no_cfunc_wrapper=True, **options)
    return cast(Function, made)


def compiled_making_arrays(function: Function) -> Function:
    """Compile a function when it is first called, and keep the result for the next time."""
    # Said openly: otherwise it would take after the function that it is first compiled for.
    return _compile(function, nogil=True, _nrt=True)


def compiled_or_plain(function: Function) -> Function:
    """The same for a function that Python can run as it is, to the same result, if it must."""
    return _compile(function, nogil=True, or_plain=True)


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


def compiled_into(function: Function) -> Function:
    """The same, and LLVM puts its code into each function that calls it.

    To hand over many arrays takes longer than much of what is done with them. numba could put it
    there, too, before LLVM sees it (`inline="always"`), but would copy and type it for every caller
    anew, which takes half of the time of compiling.
    """
    return _compile(function, nogil=True, _nrt=False, no_cpython_wrapper=True, forceinline=True)


class _WrittenOut:
    """A function that is written in LLVM's own language, as an intrinsic of numba."""

    def __init__(self, module: str, function: Callable[..., Any]) -> None:
        self.__name__: Final = function.__name__
        self.__doc__ = function.__doc__
        self._module = module

    @property
    def _numba_type_(self) -> Any:
        from cutcard.machine.numba_code import type_of  # imported here: only what compiles needs it

        return type_of(getattr(import_module(self._module), self.__name__))


def written_out(module: str) -> Callable[[Function], Function]:
    """For a function that only compiled functions call, and whose code a module has as LLVM's.

    The module has an intrinsic of the same name, and is imported when something is compiled.
    """

    def write_out(function: Function) -> Function:
        return cast(Function, _WrittenOut(module, function))

    return write_out
