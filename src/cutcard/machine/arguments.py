"""How arguments cross into machine code: as slots of eight bytes, by a key of their types.

A number takes a slot. An array takes one for the address of its first item and one for each
dimension, and if it is not contiguous one more for each stride. A tuple takes those of its items.
The key is what numba would compile separately for: it tells apart the types of numbers, and the
items, dimensions, layout and writability of arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import Any, Final

import numpy as np

from cutcard.machine.manifest import Foreign

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

_SLOTS: Final = {"i": "q", "b": "q", "u": "Q", "f": "d"}
"""How a number is packed into a slot, by the first letter of its type."""

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
            slots.append(value if number != "b1" else int(value))
        elif value is None:
            key.append("none")
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
    slots.append(address)
    slots += shape
    if strides is None:
        layout = "C"
    else:
        layout = "F" if array.flags.f_contiguous else "A"
        slots += strides
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


def slots_of(word: str) -> str:
    """How the slots of one word of a key are packed, a letter for each as `struct` has them."""
    _, colon, rest = word.partition(":")
    if not colon:
        return _SLOTS[word[0]] if word in _NUMBERS.values() else ""
    dimensions = int(rest[0])
    return "Q" + dimensions * (1 if rest[1] == "C" else 2) * "q"


def packing(words: Iterable[str]) -> Struct:
    """How the slots of a key, or of a result, are packed."""
    return Struct("=" + "".join(map(slots_of, words)))
