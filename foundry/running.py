"""Running a part's work on quickly made code, and keeping what it calls for a library.

A function that numba has compiled is called through an entrance, which knows nothing of numba.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, Final

from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.np.numpy_support import as_dtype

from cutcard.machine.arguments import Key, crossing
from cutcard.machine.functions import CompiledFunction, Foreign, asked_of_numba
from cutcard.machine.library import Code, calling
from cutcard.machine.parts import Entry
from foundry.casting import MEMORY, NotCast, check_needs

I32, I64 = ir.IntType(32), ir.IntType(64)


class _Lowered(JITCodeLibrary):  # type: ignore[misc]
    """numba's code of one function, which is not optimised and holds none of what it calls.

    numba would optimise each function again in every function that calls it, and make machine code
    of all. Here that is done once, with all of a part.
    """

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)


def let_numba_only_lower() -> None:
    """Have numba write code in LLVM's language, and leave what it does with that to the foundry."""
    level = type(config.OPT)
    config.OPT = level(0)
    context = cpu_target.target_context
    context.codegen()._library_class = _Lowered  # what makes machine code is made here
    config.OPT = level(1)
    context.create_cpython_wrapper = context.create_cfunc_wrapper = lambda *_, **__: None
    context.get_executable = lambda *_: [].append  # one of its own, written in C: nobody calls it


class Calls:
    """The ways in which compiled functions are called, with code for each."""

    def __init__(self, part: str) -> None:
        self._part = part.replace("-", "_")
        self._codes: dict[tuple[str, Key], Code] = {}
        memory = llvm.parse_assembly(MEMORY)
        self._defined = {function.name for function in memory.functions}
        self._kept: set[int] = set()
        self._making = Lock()
        self._engine = cpu_target.target_context.codegen()._engine
        self.entries: Final[list[Entry]] = []
        self.modules: Final[list[llvm.ModuleRef]] = []
        """The code of each function, once, and the entrances to those that are called."""

    def watch(self, workload: Iterable[Callable[[], None]]) -> None:
        """Run a workload, and keep every way in which it calls a compiled function."""
        asked_of_numba.append(self._code)
        try:
            for piece in workload:
                piece()
        finally:
            asked_of_numba.remove(self._code)

    def _code(self, function: CompiledFunction, arguments: tuple[Any, ...]) -> Code:
        try:
            key, _ = crossing(arguments)
        except Foreign as error:
            raise NotCast(f"{function.place} cannot be compiled ahead: {error}") from None
        with self._making:  # work may be done by threads
            if (function.place, key) not in self._codes:
                self._codes[function.place, key] = self._made(function, key, arguments)
        return self._codes[function.place, key]

    def _made(self, function: CompiledFunction, key: Key, arguments: tuple[Any, ...]) -> Code:
        kinds = tuple(map(function.dispatcher.typeof_pyval, arguments))
        function.dispatcher.compile(kinds)
        made = function.dispatcher.overloads[kinds]
        symbol = f"cutcard_{self._part}_{len(self.entries)}"
        entry = Entry(function.place, symbol, words_of(made.signature.return_type), key)
        module = llvm.parse_assembly(str(entrance(made, kinds, symbol)))
        for library in self._reached(made.library):
            module.link_in(library._final_module, preserve=True)
        self._defined |= {one.name for one in module.functions if not one.is_declaration}
        check_needs(module, self._defined)
        self.entries.append(entry)
        self.modules.append(module.clone())
        self._engine.add_module(module)
        self._engine.finalize_object()
        address = self._engine.get_function_address(symbol)
        return calling(ctypes.CFUNCTYPE(ctypes.c_int)(address), entry)

    def _reached(self, library: Any) -> Iterator[Any]:
        """The libraries that one needs and that are not kept yet, itself among them."""
        if id(library) not in self._kept:
            self._kept.add(id(library))
            yield library
            for other in library._linking_libraries:
                yield from self._reached(other)


def entrance(made: Any, arguments: tuple[Any, ...], symbol: str) -> ir.Module:
    """A module with the entrance to a function compiled for arguments of these types.

    It takes the address of the arguments' slots, as `cutcard.machine.arguments` packs them, and the
    address of the result's place. It returns 0, or another number after an error, and then leaves
    the address of what numba tells of the error in place of the result.
    """
    context, result = made.target_context, made.signature.return_type
    module = context.codegen().create_library(symbol).create_ir_module(symbol)
    kind = ir.FunctionType(I32, [I64.as_pointer(), I64.as_pointer()])
    function = ir.Function(module, kind, symbol)
    slots, back = function.args
    builder = ir.IRBuilder(function.append_basic_block())
    packer = context.get_arg_packer(arguments)
    taken = []
    for at, kind in enumerate(packer.argument_types):
        slot = builder.gep(slots, [I64(at)])
        taken.append(builder.load(builder.bitcast(slot, kind.as_pointer())))
    status, returned = context.call_conv.call_function(
        builder,
        context.declare_function(module, made.fndesc),
        result,
        arguments,
        packer.from_arguments(builder, taken),
    )
    with builder.if_else(status.is_error) as (failed, succeeded):
        with failed:
            builder.store(builder.ptrtoint(status.excinfoptr, I64), back)
        with succeeded:
            value = context.data_model_manager[result].as_data(builder, returned)
            builder.store(value, builder.bitcast(back, value.type.as_pointer()))
    builder.ret(status.code)
    return module


def words_of(result: Any) -> tuple[str, ...]:
    """The words for a result's type, as in the keys of arguments."""
    if isinstance(result, types.BaseTuple) and not isinstance(result, types.BaseNamedTuple):
        return ("(", *(_word(item) for item in result), ")")
    return ("none",) if result is types.none else (_word(result),)


def _word(kind: Any) -> str:
    if isinstance(kind, (types.Boolean, types.Integer, types.Float)):
        return as_dtype(kind).str[1:]
    raise NotCast(f"a result of type {kind} cannot be returned")
