"""Cards for thirty-two shoes at once, in vectors.

The compiler finds no vectors by itself in the loops of `lanes.deal_plainly`, so that the same
steps are written here in LLVM's own language: several times as fast, and the same cards to the
last. It is portable: a processor without such vectors gets plain code for them.

Each lane keeps nine counts: the cards left of at most this value, from the aces on. They are
signed and, where they are bytes, moved down by 128: signed numbers are compared fastest.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

LANES: Final = 32

_I8 = ir.IntType(8)
_I16 = ir.IntType(16)
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_ALL = ir.IntType(16 * LANES)
_STREAMS = ir.VectorType(_I64, 4)
_HALF = ir.VectorType(_I16, LANES // 2)
_BYTES = ir.VectorType(_I8, LANES)
_NARROW = ir.VectorType(_I16, LANES)
_WIDE = ir.VectorType(_I32, LANES)


@intrinsic
def deal_rows(
    typing: Any, random: Any, left: Any, cards: Any, group: Any, first: Any, rows: Any, size: Any
) -> Any:
    """Deal so many rows of cards to a group of lanes."""
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
    counts_type = ir.VectorType(count_type, LANES)
    width = cgutils.unpack_tuple(builder, cards.shape)[1]
    streams_at = builder.gep(random.data, [builder.mul(group, _I64(16))])
    left_at = builder.gep(left.data, [builder.mul(group, _I64(9 * LANES))])
    streams = [_Held(builder, streams_at, _STREAMS, 4 * at) for at in range(4)]
    counts = [_Held(builder, left_at, counts_type, LANES * at) for at in range(9)]
    picks = cgutils.alloca_once(builder, _NARROW)
    refused = cgutils.alloca_once(builder, _NARROW)
    with cgutils.for_range(builder, rows) as loop:
        row = builder.add(first, loop.index)
        remaining = builder.trunc(builder.sub(size, row), _I32)
        uneven = builder.urem(_I32(1 << 16), remaining)
        builder.store(ir.Constant(_NARROW, [0] * LANES), picks)
        builder.store(ir.Constant(_NARROW, [-1] * LANES), refused)
        again = builder.append_basic_block("draw")
        dealt = builder.append_basic_block("dealt")
        builder.branch(again)
        builder.position_at_end(again)
        _pick(builder, streams, remaining, uneven, picks, refused)
        any_refused = builder.bitcast(builder.load(refused), _ALL)
        builder.cbranch(builder.icmp_unsigned("!=", any_refused, _ALL(0)), again, dealt)
        builder.position_at_end(dealt)
        pick = builder.load(picks)
        if count_type == _I8:
            # Whatever lies above all counts is a ten.
            top = ir.Constant(_NARROW, [255] * LANES)
            pick = builder.select(builder.icmp_unsigned("<", pick, top), pick, top)
            pick = builder.xor(builder.trunc(pick, _BYTES), ir.Constant(_BYTES, [-128] * LANES))
        value = ir.Constant(counts_type, [9] * LANES)
        for count in counts:
            # -1 in the lanes whose card is of this value or a lower one.
            below = builder.sext(builder.icmp_signed("<", pick, count.now), counts_type)
            count.now = builder.add(count.now, below)
            value = builder.add(value, below)
        place = builder.add(builder.mul(row, width), builder.mul(group, _I64(LANES)))
        out = builder.bitcast(builder.gep(cards.data, [place]), _BYTES.as_pointer())
        builder.store(value if count_type == _I8 else builder.trunc(value, _BYTES), out, align=1)
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


def _pick(
    builder: Any, streams: list[_Held], remaining: Any, uneven: Any, picks: Any, refused: Any
) -> None:
    """Draw a number below the cards that remain, in the lanes whose last draw was refused."""
    halves = [builder.bitcast(_draw(builder, streams), _HALF) for _ in range(2)]
    number = builder.shuffle_vector(*halves, ir.Constant(_WIDE, list(range(LANES))))
    many = _splat(builder, remaining)
    product = builder.mul(builder.zext(number, _WIDE), builder.zext(many, _WIDE))
    high = builder.trunc(builder.lshr(product, ir.Constant(_WIDE, [16] * LANES)), _NARROW)
    low = builder.mul(number, many)
    unfair = builder.sext(builder.icmp_unsigned("<", low, _splat(builder, uneven)), _NARROW)
    before = builder.load(refused)
    kept = builder.and_(builder.load(picks), builder.not_(before))
    builder.store(builder.or_(kept, builder.and_(before, high)), picks)
    builder.store(builder.and_(before, unfair), refused)


def _draw(builder: Any, streams: list[_Held]) -> Any:
    """Four numbers of four generators, as `random.draw` makes one."""
    a, b, c, d = (stream.now for stream in streams)
    number = builder.add(_rotated(builder, builder.add(a, d), 23), a)
    c = builder.xor(c, a)
    d = builder.xor(d, b)
    shifted = builder.shl(b, ir.Constant(_STREAMS, [17] * 4))
    b = builder.xor(b, c)
    a = builder.xor(a, d)
    c = builder.xor(c, shifted)
    d = _rotated(builder, d, 45)
    for stream, value in zip(streams, (a, b, c, d), strict=True):
        stream.now = value
    return number


def _rotated(builder: Any, vector: Any, bits: int) -> Any:
    left = builder.shl(vector, ir.Constant(_STREAMS, [bits] * 4))
    right = builder.lshr(vector, ir.Constant(_STREAMS, [64 - bits] * 4))
    return builder.or_(left, right)


def _splat(builder: Any, value: Any) -> Any:
    """A vector of one value."""
    narrow = builder.trunc(value, _I16)
    single = builder.insert_element(ir.Constant(_NARROW, ir.Undefined), narrow, _I32(0))
    return builder.shuffle_vector(single, single, ir.Constant(_WIDE, [0] * LANES))
