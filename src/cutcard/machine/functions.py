"""Functions that run as machine code, from the library or as numba compiles them."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Callable
from struct import error as NotPacked
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from cutcard.errors import CutcardError
from cutcard.machine.heralds import PLAIN, announce
from cutcard.machine.manifest import Foreign

if TYPE_CHECKING:
    from cutcard.machine.arguments import Key
    from cutcard.machine.library import Code, Library

_making: Final = Lock()

asked_of_numba: Final[list[Callable[[CompiledFunction, tuple[Any, ...]], None]]] = []
"""Who is told of each call that the library has no code for, before numba gets it."""


class NotCompiled(CutcardError):
    """No code of a function is there, and nothing to compile it with."""


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
        self._defaults = function.__defaults__ is not None
        self._looked_up = False
        self._library: Library | None = None
        self._crossing: Callable[[tuple[Any, ...]], tuple[Key, list[Any]]]
        self._codes: dict[Key, Code] = {}
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if named or self._defaults:
            arguments = self._bound(arguments, named)
        if not self._looked_up:
            self._look_up()
        if self._library is not None:
            try:
                key, slots = self._crossing(arguments)
                code = self._codes.get(key) or self._found(key)
                if code is not None:
                    return code(slots)
            except (Foreign, NotPacked):
                pass  # of a type that is not in the library, as whole numbers beyond 63 bits are
        for tell in asked_of_numba:
            tell(self, arguments)
        if self._or_plain and not numba_is_there():
            announce(PLAIN)
            return self.py_func(*arguments)
        return self.dispatcher(*arguments)

    def _look_up(self) -> None:
        """Find out whether the library has code of this function."""
        # Imported here: whoever defines a function may never call it.
        from cutcard.machine.arguments import crossing
        from cutcard.machine.library import shipped

        library = shipped()
        if library is not None and library.holds(self.place):
            self._library, self._crossing = library, crossing
        self._looked_up = True

    def _found(self, key: Key) -> Code | None:
        """The code in the library for arguments of this key."""
        assert self._library is not None
        code = self._library.find(self.place, key)
        if code is not None:
            self._codes[key] = code
        return code

    def _bound(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """All arguments in their order, those that were left out among them."""
        from inspect import signature

        bound = signature(self.py_func).bind(*arguments, **named)
        bound.apply_defaults()
        return bound.args

    @property
    def dispatcher(self) -> Any:
        """What numba compiles it with when it is first called; NotCompiled if there is no numba."""
        if self._dispatcher is None:
            if not numba_is_there():
                raise NotCompiled(
                    f"{self.__name__} is not in the compiled library that fits this machine, and "
                    "numba is not installed: 'pip install cutcard[compile]' installs it"
                )
            from cutcard.machine.numba_code import dispatcher_of

            with _making:
                if self._dispatcher is None:
                    self._dispatcher = dispatcher_of(self.py_func, self.targetoptions)
        return self._dispatcher

    @property
    def has_own_code(self) -> bool:
        """Whether numba has compiled it for anybody who calls it."""
        return self._dispatcher is not None and bool(self._dispatcher.overloads)

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_


class WrittenOut:
    """A function that is written in LLVM's own language, as an intrinsic of numba."""

    def __init__(self, module: str, function: Callable[..., Any]) -> None:
        self.__name__: Final = function.__name__
        self.__doc__ = function.__doc__
        self._module = module

    @property
    def _numba_type_(self) -> Any:
        from cutcard.machine.numba_code import type_of_intrinsic

        return type_of_intrinsic(self._module, self.__name__)
