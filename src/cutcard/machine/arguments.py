"""How arguments cross into machine code: as slots of eight bytes, by a key of their types.

A number takes a slot, and so does None. An array takes those that numba knows it by: two for who
owns its memory, which nobody is told, then how many items it has, their size, the address of the
first, the length of each dimension, and the strides. A tuple takes those of its items.
The key is what numba would compile separately for: it tells apart the types of numbers, and the
items, dimensions, layout and writability of arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import Any, Final

import numpy as np

from cutcard.machine.functions import Foreign

Key = tuple[str, ...]
"""The types of the arguments, a word for each, and for where a tuple begins and ends."""

END: Final = ")"
"""The word for the end of a tuple."""

_NUMBERS: Final[dict[type, str]] = {
    int: "i8",
    bool: "b1",
    float: "f8",
    np.bool_: "b1",
    **{np.dtype(code).type: code for code in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")},
    **{np.dtype(code).type: code for code in ("f4", "f8")},
}
"""The words for numbers: as numpy writes their types."""

_SLOTS: Final = {
    "none": "Q",
    "b1": "?7x",
    **{"i1": "b7x", "i2": "h6x", "i4": "i4x", "i8": "q"},
    **{"u1": "B7x", "u2": "H6x", "u4": "I4x", "u8": "Q"},
    **{"f4": "f4x", "f8": "d"},
}
"""How a number is packed into a slot, as `struct` has it: its own bytes come first."""

_MASKS: Final = {
    f"{order}{code}": int(code[1:]) - 1 for order in "<|" for code in _NUMBERS.values()
}
"""The bits that are zero in an item's address, by its type as arrays tell it."""

_REMEMBERED: Final = 64
_LARGE: Final = 3


_known: dict[int, tuple[tuple[Any, ...], list[str], list[Any]]] = {}
"""Large tuples that have crossed, by identity: tables are handed over again and again."""


def crossing(arguments: Iterable[Any]) -> tuple[Key, list[Any]]:
    """The key of arguments, and what their slots hold."""
    key: list[str] = []
    slots: list[Any] = []
    _cross(arguments, key, slots)
    return tuple(key), slots


def _cross(values: Iterable[Any], key: list[str], slots: list[Any]) -> None:
    for value in values:
        kind = type(value)
        if kind is np.ndarray:
            _cross_array(value, key, slots)
        elif (number := _NUMBERS.get(kind)) is not None:
            key.append(number)
            slots.append(value)
        elif value is None:
            key.append("none")
            slots.append(0)
        elif isinstance(value, tuple):
            _cross_tuple(value, key, slots)
        else:
            raise Foreign(f"{kind.__name__} does not cross into machine code")


def _cross_array(array: Any, key: list[str], slots: list[Any]) -> None:
    seen = array.__array_interface__
    address, fixed = seen["data"]
    item, shape, strides = seen["typestr"], seen["shape"], seen["strides"]
    mask = _MASKS.get(item)
    if mask is None or address & mask:
        raise Foreign(f"an array of {item} does not cross into machine code")
    slots += (0, 0, array.size, array.itemsize, address, *shape, *(strides or array.strides))
    layout = "C" if strides is None else "F" if array.flags.f_contiguous else "A"
    key.append(f"{item}:{len(shape)}{layout}{'!' if fixed else ''}")


def _cross_tuple(value: tuple[Any, ...], key: list[str], slots: list[Any]) -> None:
    known = _known.get(id(value))
    if known is None:
        kind = type(value)
        words = ["("] if kind is tuple else [f"{kind.__module__}.{kind.__qualname__}("]
        inside: list[Any] = []
        _cross(value, words, inside)
        words.append(END)
        known = (value, words, inside)
        if len(value) >= _LARGE:
            if len(_known) >= _REMEMBERED:
                _known.clear()
            _known[id(value)] = known
    key += known[1]
    slots += known[2]


def packing(key: Key) -> Struct:
    """How the slots of arguments are packed."""
    return Struct("<" + "".join(map(_slots_of, key)))


def _slots_of(word: str) -> str:
    _, array, rest = word.partition(":")
    return f"QQqqQ{2 * int(rest[0])}q" if array else _SLOTS.get(word, "")


def unpacking(result: Key) -> Struct:
    """How a result is unpacked: as C has a number, or a structure of several."""
    return Struct("@" + "".join(_SLOTS[word][0] for word in result if word in _SLOTS))
