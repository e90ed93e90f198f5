"""Entrances: how a caller who knows nothing of numba calls a function that it has compiled.

An entrance takes the address of the arguments' slots, as `cutcard.machine.arguments` packs them,
and the address of the result's. It returns 0, or another number after an error, and then leaves the
address of what numba tells of the error in place of the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.np.arrayobj import populate_array

from foundry.casting import NotCast

I32, I64, DOUBLE = ir.IntType(32), ir.IntType(64), ir.DoubleType()


def entrance(made: Any, arguments: tuple[Any, ...], symbol: str) -> ir.Module:
    """A module with the entrance to a function compiled for arguments of these types."""
    context = made.target_context
    module = context.codegen().create_library(symbol).create_ir_module(symbol)
    kind = ir.FunctionType(I32, [I64.as_pointer(), I64.as_pointer()])
    function = ir.Function(module, kind, symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    slots = _Slots(builder, function.args[0])
    taken = [_take(context, builder, slots, kind) for kind in arguments]
    callee = context.declare_function(module, made.fndesc)
    status, result = context.call_conv.call_function(
        builder, callee, made.signature.return_type, arguments, taken
    )
    back = function.args[1]
    with builder.if_else(status.is_error) as (failed, succeeded):
        with failed:
            builder.store(builder.ptrtoint(status.excinfoptr, I64), back)
        with succeeded:
            for at, value in enumerate(_put(builder, made.signature.return_type, result)):
                place = builder.gep(back, [I64(at)])
                builder.store(value, builder.bitcast(place, value.type.as_pointer()))
    builder.ret(status.code)
    return module


def words_of(result: Any) -> tuple[str, ...]:
    """The words for a result's type, as in the keys of arguments."""
    if isinstance(result, types.BaseTuple) and not isinstance(result, types.BaseNamedTuple):
        return ("(", *(_word(item) for item in result), ")")
    return (_word(result),)


def _word(kind: Any) -> str:
    if kind is types.none:
        return "none"
    if kind is types.boolean:
        return "b1"
    if isinstance(kind, types.Integer):
        return f"{'i' if kind.signed else 'u'}{kind.bitwidth // 8}"
    if isinstance(kind, types.Float):
        return f"f{kind.bitwidth // 8}"
    raise NotCast(f"a result of type {kind} cannot be returned")


class _Slots:
    """The slots of arguments, taken one after another."""

    def __init__(self, builder: ir.IRBuilder, first: Any) -> None:
        self._builder = builder
        self._first = first
        self._taken = 0

    def next(self, kind: Any = I64) -> Any:
        place = self._builder.gep(self._first, [I64(self._taken)])
        self._taken += 1
        return self._builder.load(self._builder.bitcast(place, kind.as_pointer()))


def _take(context: Any, builder: ir.IRBuilder, slots: _Slots, kind: Any) -> Any:
    """An argument of this type, made of the next slots."""
    if isinstance(kind, types.NoneType):
        return context.get_dummy_value()
    if kind is types.boolean:
        return builder.icmp_unsigned("!=", slots.next(), I64(0))
    if isinstance(kind, types.Integer):
        value = slots.next()
        return value if kind.bitwidth == 64 else builder.trunc(value, ir.IntType(kind.bitwidth))
    if isinstance(kind, types.Float):
        value = slots.next(DOUBLE)
        return value if kind.bitwidth == 64 else builder.fptrunc(value, ir.FloatType())
    if isinstance(kind, types.BaseTuple):
        items = [_take(context, builder, slots, item) for item in kind]
        return context.make_tuple(builder, kind, items)
    if isinstance(kind, types.Array):
        return _take_array(context, builder, slots, kind)
    raise NotCast(f"an argument of type {kind} cannot be taken")


def _take_array(context: Any, builder: ir.IRBuilder, slots: _Slots, kind: Any) -> Any:
    array = context.make_array(kind)(context, builder)
    item = context.get_data_type(kind.dtype)
    size = I64(context.get_abi_sizeof(item))
    data = builder.inttoptr(slots.next(), item.as_pointer())
    shape = [slots.next() for _ in range(kind.ndim)]
    if kind.layout == "C":
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
    else:
        strides = [slots.next() for _ in range(kind.ndim)]
    # No owner: whoever calls keeps the array alive.
    populate_array(
        array, data=data, shape=shape, strides=strides[: kind.ndim], itemsize=size, meminfo=None
    )
    return array._getvalue()


def _put(builder: ir.IRBuilder, kind: Any, value: Any) -> Iterator[Any]:
    """The slots of a result."""
    if isinstance(kind, types.BaseTuple):
        for item, part in zip(kind, cgutils.unpack_tuple(builder, value), strict=True):
            yield from _put(builder, item, part)
    elif kind is types.boolean:
        yield builder.zext(value, I64)
    elif isinstance(kind, types.Integer):
        if kind.bitwidth < 64:
            value = (builder.sext if kind.signed else builder.zext)(value, I64)
        yield value
    elif isinstance(kind, types.Float):
        yield value if kind.bitwidth == 64 else builder.fpext(value, DOUBLE)
