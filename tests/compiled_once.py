"""What numba compiles for tests alone, compiled by one worker for all: the others wait for it."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from typing import Any

from warm_starts import house

_called: set[tuple[str, tuple[object, ...]]] = set()


def compiled_once(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a compiled function; nobody else compiles it meanwhile, and then finds it kept."""
    kinds = (function.__name__, tuple(_kind(argument) for argument in arguments))
    if kinds in _called:
        return function(*arguments)
    with open(house() / "compiling", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        result = function(*arguments)
    _called.add(kinds)
    return result


def _kind(argument: object) -> object:
    return getattr(argument, "dtype", type(argument))
