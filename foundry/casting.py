"""Casting: numba's code of many functions, made into objects without anything of Python in them."""

from __future__ import annotations

import ctypes
import platform
import struct
from collections.abc import Iterable
from typing import Any, Final

from llvmlite import binding as llvm

from foundry.supplies import MEMORY, OTHER_LEVEL, X86_LEVEL

KNOWN: Final = {"memset", "memcpy", "memmove", "malloc", "free"}
"""Functions of the C library that the library may call."""

MATHEMATICS: Final = {
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt", "hypot"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh"),
    *("floor", "ceil", "trunc", "rint", "round", "fmod", "fma", "sqrt", "ldexp", "frexp"),
}
"""Those that stand in its mathematical part."""


_INTERNAL: Final = "internal"
_APART: Final = "linkonce_odr"
"""Functions that go when nobody calls them, as internal ones do; but of an internal one with one
caller LLVM makes a part of the caller, however large it is."""

_SYMBOLS: Final = 2
"""The kind of the section with the symbols, in the ELF format."""


class NotCast(Exception):
    """Code that no library can be made of, and why."""


def levels_here() -> dict[int, str]:
    """The levels that a processor of this kind may have, and what LLVM calls them."""
    if platform.machine() in ("x86_64", "AMD64"):
        return {2: "x86-64-v2", 3: "x86-64-v3", 4: "x86-64-v4"}
    return {0: "generic"}


def melted(parts: Iterable[str], entrances: Iterable[Any], *, apart: bool) -> llvm.ModuleRef:
    """One module of numba's code and of entrances to it, with nothing that they do not reach.

    Large functions stay ``apart`` from their callers, even if they have only one.
    """
    whole = llvm.parse_assembly(MEMORY)
    for part in parts:
        whole.link_in(llvm.parse_assembly(part))
    doors = set()
    for entrance in entrances:
        whole.link_in(llvm.parse_assembly(str(entrance)))
        doors |= {function.name for function in entrance.functions if function.blocks}
    for function in whole.functions:
        if not function.is_declaration and function.name not in doors:
            function.linkage = _APART if apart else _INTERNAL
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = _INTERNAL
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(whole, llvm.create_pass_builder(_machine(""), llvm.create_pipeline_tuning_options()))
    whole.verify()
    return whole


def cast(whole: llvm.ModuleRef, doors: Iterable[str], level: int, processor: str) -> bytes:
    """The object of a module for processors of a level; its entrances end in the level's number."""
    copy = llvm.parse_bitcode(whole.as_bitcode())
    for door in doors:
        copy.get_function(door).name = f"{door}_{level}"
    machine = _machine(processor)
    _optimise(copy, machine)
    made: bytes = machine.emit_object(copy)
    return made


def _optimise(module: llvm.ModuleRef, machine: Any) -> None:
    """Optimise a module for a machine, as numba does."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    for function in module.functions:
        if function.linkage.name == _APART:
            function.linkage = _INTERNAL


def cast_level() -> bytes:
    """The object that tells a processor's level; every processor of its kind can run it."""
    x86 = platform.machine() in ("x86_64", "AMD64")
    module = llvm.parse_assembly(X86_LEVEL if x86 else OTHER_LEVEL)
    made: bytes = _machine("x86-64" if x86 else "generic").emit_object(module)
    return made


def _machine(processor: str) -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=processor, features="", opt=3, reloc="pic", codemodel="small"
    )


def check_needs(objects: Iterable[bytes]) -> bool:
    """Whether objects need the mathematical part of the C library; NotCast if they need more."""
    needed = {name for contents in objects for name in _undefined(contents)}
    if strange := needed - KNOWN - MATHEMATICS:
        names = ", ".join(sorted(strange))
        raise NotCast(
            f"the compiled functions need {names}, which no machine has without numba: a kernel "
            "may use numbers, tuples, arrays and plain mathematics, and nothing of Python's objects"
        )
    return bool(needed & MATHEMATICS)


def _undefined(contents: bytes) -> Iterable[str]:
    """The symbols that an ELF object of 64 bits needs from elsewhere."""
    (start,) = struct.unpack_from("<Q", contents, 40)
    size, many = struct.unpack_from("<HH", contents, 58)
    places = [start + at * size for at in range(many)]
    sections = [struct.unpack_from("<IIQQQQIIQQ", contents, place) for place in places]
    for _, kind, _, _, place, length, names, _, _, _ in sections:
        if kind == _SYMBOLS:
            texts = sections[names][4]
            symbols = contents[place : place + length]
            for name, _, _, where, _, _ in struct.iter_unpack("<IBBHQQ", symbols):
                if name and not where:
                    end = contents.index(b"\0", texts + name)
                    yield contents[texts + name : end].decode()


def level_of_this_processor() -> int:
    """The level of the processor that this runs on."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(""))
    engine.add_object_file(llvm.ObjectFileRef.from_data(cast_level()))
    engine.finalize_object()
    return int(ctypes.CFUNCTYPE(ctypes.c_int)(engine.get_function_address("cutcard_level"))())


def levels_wanted(*, every: bool) -> dict[int, str]:
    """All levels of this kind of processors, or the highest that this one has."""
    levels = levels_here()
    fit = [level for level in levels if level <= level_of_this_processor()]
    return levels if every else {level: levels[level] for level in fit[-1:]}
