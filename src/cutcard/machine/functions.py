"""Functions that run as machine code, from the parts or as numba compiles them."""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from struct import error as NotPacked
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from cutcard.errors import CutcardError

if TYPE_CHECKING:
    from cutcard.machine.arguments import Key
    from cutcard.machine.library import Code, Library

NO_NUMBA: Final = f"numba is not installed: run {sys.executable} -m pip install numba"
"""What is to be done where nothing can be compiled."""

COMPILING: Final = "compiling what this needs, once on this machine: some seconds ..."

PLAIN: Final = "nothing is compiled here: plain Python computes this, which takes minutes ..."

_listeners: Final[list[tuple[Callable[[str], object], set[str]]]] = []
"""Who is told what makes somebody wait, and what each has been told."""

_making: Final = Lock()

asked_of_numba: Final[list[Callable[[CompiledFunction, tuple[Any, ...]], Code | None]]] = []
"""Who is asked for code of each call that the library has none for, before numba gets it."""


class Foreign(Exception):
    """An argument of a type that no compiled code takes."""


class NotCompiled(CutcardError):
    """No code of a function is there, and nothing to compile it with."""


@contextmanager
def announcing_to(say: Callable[[str], object]) -> Iterator[None]:
    """Announce, once, if anything within this context has to be compiled, or runs uncompiled."""
    listener = (say, set[str]())
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def announce(news: str) -> None:
    """Tell all listeners, once."""
    for say, said in tuple(_listeners):
        if news not in said:
            said.add(news)
            say(news)


@functools.cache
def numba_is_there() -> bool:
    """Whether functions that the library does not hold can be compiled."""
    return importlib.util.find_spec("numba") is not None


class CompiledFunction:
    """A function whose calls run as machine code.

    numba takes it for one of its own dispatchers: it asks for `_numba_type_`, `targetoptions`
    and `py_func`.
    """

    def __init__(
        self, function: Callable[..., Any], *, or_plain: bool = False, **options: Any
    ) -> None:
        """Have a function compiled, with options for numba; ``or_plain`` if Python may run it."""
        functools.update_wrapper(self, function)
        self.__name__: str
        self.py_func: Final = function
        self.targetoptions: Final = options
        self.place: Final = f"{function.__module__}:{function.__qualname__}"
        self._or_plain = or_plain
        self._looked_up = False
        self._library: Library | None = None
        self._why_not = ""
        self._crossing: Callable[[tuple[Any, ...]], tuple[Key, list[Any]]]
        self._codes: dict[Key, Code] = {}
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any) -> Any:
        if not self._looked_up:
            self._look_up()
        if self._library is not None:
            try:
                key, slots = self._crossing(arguments)
                code = self._codes.get(key)
                if code is None and (code := self._library.find(self.place, key)) is not None:
                    self._codes[key] = code
                if code is not None:
                    return code(slots)
            except (Foreign, NotPacked):
                pass  # of a type that is not in the library, as whole numbers beyond 63 bits are
        for ask in asked_of_numba:
            if (code := ask(self, arguments)) is not None:
                return code(self._crossing(arguments)[1])
        if self._or_plain and not numba_is_there():
            announce(PLAIN)
            return self.py_func(*arguments)
        return self.dispatcher(*arguments)

    def _look_up(self) -> None:
        """Find out whether the library has code of this function."""
        # Imported here: whoever defines a function may never call it.
        from cutcard.machine.arguments import crossing
        from cutcard.machine.library import library_of, why_not
        from cutcard.machine.parts import part_of

        if part := part_of(self.place):
            self._library, self._why_not = library_of(part), why_not(part)
        self._crossing = crossing
        self._looked_up = True

    @property
    def dispatcher(self) -> Any:
        """What numba compiles it with when it is first called; NotCompiled if there is no numba."""
        if self._dispatcher is None:
            if not numba_is_there():
                reason = self._why_not or "it is called with arguments that it was not compiled for"
                raise NotCompiled(f"{self.__name__} cannot run: {reason}, and {NO_NUMBA}")
            from cutcard.machine.numba_code import dispatcher_of

            with _making:
                if self._dispatcher is None:
                    self._dispatcher = dispatcher_of(self.py_func, self.targetoptions)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_
