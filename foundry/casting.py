"""Casting: numba's code of many functions, made into a library with nothing of Python in it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from llvmlite import binding as llvm

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


class NotCast(Exception):
    """Code that no library can be made of, and why."""


def melted(
    parts: Iterable[llvm.ModuleRef], doors: Collection[str], *, apart: bool
) -> llvm.ModuleRef:
    """One module of numba's code and of entrances to it, with nothing that they do not reach.

    Large functions stay ``apart`` from their callers, even if they have only one.
    """
    whole = llvm.parse_assembly(MEMORY)
    for part in parts:
        whole.link_in(part)
    for function in whole.functions:
        if not function.is_declaration and function.name not in doors:
            function.linkage = _APART if apart else _INTERNAL
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = _INTERNAL
    _remove_unused(whole, _machine(""))
    whole.verify()
    return whole


def cast(
    whole: llvm.ModuleRef, doors: Iterable[str], level: int, processor: str, *, speed: int
) -> bytes:
    """The object of a module for processors of a level, optimised so far as LLVM's -O says.

    Its entrances end in the level's number.
    """
    copy = llvm.parse_bitcode(whole.as_bitcode())
    for door in doors:
        copy.get_function(door).name = f"{door}_{level}"
    machine = _machine(processor)
    _optimise(copy, machine, speed)
    _remove_unused(copy, machine)
    check_needs(copy)
    made: bytes = machine.emit_object(copy)
    return made


def _optimise(module: llvm.ModuleRef, machine: Any, speed: int) -> None:
    """Optimise a module for a machine, as numba does."""
    options = llvm.create_pipeline_tuning_options(speed_level=speed)
    options.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    for function in module.functions:
        if function.linkage.name == _APART:
            function.linkage = _INTERNAL


def _remove_unused(module: llvm.ModuleRef, machine: Any) -> None:
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))


def _machine(processor: str) -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=processor, features="", opt=3, reloc="pic", codemodel="small"
    )


def check_needs(module: llvm.ModuleRef, known: Collection[str] = ()) -> None:
    """Complain about a module that calls what is not in the C library or its mathematical part."""
    declared = {one.name for one in module.functions if one.is_declaration}
    needed = {name for name in declared if not name.startswith("llvm.")}
    if strange := needed - KNOWN - MATHEMATICS - {*known}:
        names = ", ".join(sorted(strange))[:500]
        raise NotCast(
            f"the compiled functions need {names}, which no machine has without numba: a kernel "
            "may use numbers, tuples, arrays and plain mathematics, and nothing of Python's objects"
        )


_LINKER = ("-shared", "-s", "-z", "noexecstack", "--build-id=none")
_COMPILER = ("-shared", "-nostdlib", "-s")


def linked(objects: list[bytes]) -> bytes:
    """Link objects into a library; NotCast if there is no linker on this machine."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.o") for number in range(len(objects))]
        for path, contents in zip(paths, objects, strict=True):
            path.write_bytes(contents)
        library = Path(folder, "library.so")
        for command in _linkers():
            words = [*command, "-o", str(library), *map(str, paths)]
            ran = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
            if ran.returncode == 0:
                return library.read_bytes()
    raise NotCast("there is no linker: install ld, gcc or clang, or 'pip install ziglang'")


def _linkers() -> Iterator[list[str]]:
    """The linkers of this machine, and how each is asked."""
    for name in ("ld", "ld.lld", "cc", "gcc", "clang"):
        if found := shutil.which(name):
            yield [found, *(_LINKER if name.startswith("ld") else _COMPILER)]
    if importlib.util.find_spec("ziglang") is not None:
        yield [sys.executable, "-m", "ziglang", "ld.lld", *_LINKER]


MEMORY: Final = """
%meminfo = type { i64, ptr, ptr, ptr, i64, ptr }

declare ptr @malloc(i64)
declare void @free(ptr)

; One piece of memory: what numba keeps to count the references, then the items of the array.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
    %step = zext i32 %align to i64
    %head = add i64 %step, 48
    %all = add i64 %head, %size
    %info = call ptr @malloc(i64 %all)
    %failed = icmp eq ptr %info, null
    br i1 %failed, label %none, label %some
none:
    ret ptr null
some:
    %start = ptrtoint ptr %info to i64
    %behind = add i64 %start, %head
    %down = sub i64 0, %step
    %place = and i64 %behind, %down
    %data = inttoptr i64 %place to ptr
    store i64 1, ptr %info
    %dtor = getelementptr %meminfo, ptr %info, i32 0, i32 1
    store ptr null, ptr %dtor
    %owner = getelementptr %meminfo, ptr %info, i32 0, i32 2
    store ptr null, ptr %owner
    %items = getelementptr %meminfo, ptr %info, i32 0, i32 3
    store ptr %data, ptr %items
    %length = getelementptr %meminfo, ptr %info, i32 0, i32 4
    store i64 %size, ptr %length
    %other = getelementptr %meminfo, ptr %info, i32 0, i32 5
    store ptr null, ptr %other
    ret ptr %info
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
    %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
    ret ptr %info
}

; The last reference is gone.
define void @NRT_MemInfo_call_dtor(ptr %info) {
    call void @free(ptr %info)
    ret void
}
"""
"""Memory for arrays, in LLVM's own language: numba's functions for it live in its extension module,
which is not there when the library runs. Only those are here that code without Python's objects
calls."""
