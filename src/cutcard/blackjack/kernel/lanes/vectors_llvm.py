"""Vectors of cards in LLVM's own language: the code of `vectors.deal_rows`.

It is portable: a processor without such vectors gets plain code for them. Numbers that would make
some card likelier than another are refused; that is rare, and what they need stands aside, so that
the registers are left to the rest.

Only a compiler imports this.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from cutcard.blackjack.kernel.lanes.vectors import GROUP

_I8 = ir.IntType(8)
_I16 = ir.IntType(16)
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_STREAMS = ir.VectorType(_I64, 4)
# Picks stand in two halves: each is what four generators make at a time.
_HALF = GROUP // 2
_WORDS = ir.VectorType(_I16, _HALF)
_WIDE = ir.VectorType(_I32, _HALF)
_ALL = ir.IntType(16 * _HALF)


@intrinsic
def deal_rows(
    typing: Any, random: Any, left: Any, cards: Any, group: Any, first: Any, rows: Any, size: Any
) -> Any:
    """Deal `rows` rows of cards to a group of lanes."""
    signature = types.void(random, left, cards, group, first, rows, size)
    return signature, _generate


def _generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    random, left, cards = (
        context.make_array(kind)(context, builder, value)
        for kind, value in zip(signature.args[:3], arguments[:3], strict=True)
    )
    group, first, rows, size = (
        context.cast(builder, value, kind, types.int64)
        for kind, value in zip(signature.args[3:], arguments[3:], strict=True)
    )
    count_type = ir.IntType(signature.args[1].dtype.bitwidth)
    counts_type = ir.VectorType(count_type, GROUP)
    width = cgutils.unpack_tuple(builder, cards.shape)[1]
    streams_at = builder.gep(random.data, [builder.mul(group, _I64(16))])
    left_at = builder.gep(left.data, [builder.mul(group, _I64(9 * GROUP))])
    streams = [_Held(builder, streams_at, _STREAMS, 4 * at) for at in range(4)]
    counts = [_Held(builder, left_at, counts_type, GROUP * at) for at in range(9)]
    with cgutils.for_range(builder, rows) as loop:
        row = builder.add(first, loop.index)
        pick = _pick(builder, streams, builder.trunc(builder.sub(size, row), _I32))
        if count_type == _I8:
            # Whatever lies above all counts is a ten.
            pick = _least(builder, pick, _all(pick.type, 255))
            pick = builder.xor(builder.trunc(pick, counts_type), _all(counts_type, -128))
        value = _all(counts_type, 9)
        for count in counts:
            # -1 in the lanes whose card is of this value or a lower one.
            below = builder.sext(builder.icmp_signed("<", pick, count.now), counts_type)
            count.now = builder.add(count.now, below)
            value = builder.add(value, below)
        if count_type != _I8:
            value = builder.trunc(value, ir.VectorType(_I8, GROUP))
        place = builder.add(builder.mul(row, width), builder.mul(group, _I64(GROUP)))
        out = builder.gep(cards.data, [place])
        builder.store(value, builder.bitcast(out, value.type.as_pointer()), align=1)
    for held in (*streams, *counts):
        held.keep()
    return context.get_dummy_value()


class _Held:
    """A vector held in a register while rows are dealt."""

    def __init__(self, builder: Any, start: Any, kind: Any, offset: int) -> None:
        self._builder = builder
        place = builder.gep(start, [_I64(offset)])
        self._place = builder.bitcast(place, kind.as_pointer())
        self._register = cgutils.alloca_once(builder, kind)
        self.now = builder.load(self._place, align=1)

    @property
    def now(self) -> Any:
        return self._builder.load(self._register)

    @now.setter
    def now(self, value: Any) -> None:
        self._builder.store(value, self._register)

    def keep(self) -> None:
        """Write it back to memory."""
        self._builder.store(self.now, self._place, align=1)


def _pick(builder: Any, streams: list[_Held], remaining: Any) -> Any:
    """A number below the cards that remain, for every lane.

    It is drawn again in lanes where it would make some card likelier than another.
    """
    many = _splat(builder, remaining)
    uneven = _splat(builder, builder.urem(_I32(1 << 16), remaining))
    picks = [cgutils.alloca_once(builder, _WORDS) for _ in range(2)]
    refused = [cgutils.alloca_once(builder, _WORDS) for _ in range(2)]
    rests = [_pick_half(builder, streams, many, pick) for pick in picks]
    unfair = _below(builder, _least(builder, *rests), uneven)
    with builder.if_then(_any(builder, unfair), likely=False):
        for half, rest in zip(refused, rests, strict=True):
            builder.store(_below(builder, rest, uneven), half)
        again = builder.append_basic_block("again")
        builder.branch(again)
        builder.position_at_end(again)
        for pick, half in zip(picks, refused, strict=True):
            before, where = builder.load(pick), builder.load(half)
            rest = _pick_half(builder, streams, many, pick)
            kept = builder.and_(before, builder.not_(where))
            builder.store(builder.or_(kept, builder.and_(builder.load(pick), where)), pick)
            builder.store(builder.and_(_below(builder, rest, uneven), where), half)
        fair = builder.append_basic_block("fair")
        unfair = builder.or_(*(builder.load(half) for half in refused))
        builder.cbranch(_any(builder, unfair), again, fair)
        builder.position_at_end(fair)
    in_order = ir.Constant(ir.VectorType(_I32, GROUP), list(range(GROUP)))
    return builder.shuffle_vector(*(builder.load(pick) for pick in picks), in_order)


def _pick_half(builder: Any, streams: list[_Held], many: Any, pick: Any) -> Any:
    """Pick for half of the lanes; return the low part of the product, which tells what is fair."""
    number = builder.bitcast(_draw(builder, streams), _WORDS)
    product = builder.mul(builder.zext(number, _WIDE), builder.zext(many, _WIDE))
    builder.store(builder.trunc(builder.lshr(product, _all(_WIDE, 16)), _WORDS), pick)
    return builder.mul(number, many)


def _draw(builder: Any, streams: list[_Held]) -> Any:
    """Four numbers of four generators, as `random.draw` makes one."""
    a, b, c, d = (stream.now for stream in streams)
    number = builder.add(_rotated(builder, builder.add(a, d), 23), a)
    c = builder.xor(c, a)
    d = builder.xor(d, b)
    shifted = builder.shl(b, _all(_STREAMS, 17))
    b = builder.xor(b, c)
    a = builder.xor(a, d)
    c = builder.xor(c, shifted)
    d = _rotated(builder, d, 45)
    for stream, value in zip(streams, (a, b, c, d), strict=True):
        stream.now = value
    return number


def _rotated(builder: Any, vector: Any, bits: int) -> Any:
    left = builder.shl(vector, _all(_STREAMS, bits))
    return builder.or_(left, builder.lshr(vector, _all(_STREAMS, 64 - bits)))


def _all(kind: Any, value: int) -> Any:
    """A vector of a number known beforehand."""
    return ir.Constant(kind, [value] * kind.count)


def _splat(builder: Any, value: Any) -> Any:
    """A vector of one number of 16 bits."""
    narrow = builder.trunc(value, _I16)
    single = builder.insert_element(ir.Constant(_WORDS, ir.Undefined), narrow, _I32(0))
    return builder.shuffle_vector(single, single, _all(_WIDE, 0))


def _least(builder: Any, one: Any, other: Any) -> Any:
    """The smaller number in each lane."""
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def _below(builder: Any, one: Any, other: Any) -> Any:
    """All bits in the lanes in which one number is below the other."""
    return builder.sext(builder.icmp_unsigned("<", one, other), one.type)


def _any(builder: Any, lanes: Any) -> Any:
    """Some bit is set in some lane."""
    return builder.icmp_unsigned("!=", builder.bitcast(lanes, _ALL), _ALL(0))
