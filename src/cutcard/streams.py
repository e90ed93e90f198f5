"""Seeded random streams: one seed at the top, and a separate stream for every part.

A part is named by its path, so that no part's numbers depend on how many another part drew.
"""

from __future__ import annotations

import hashlib
from random import Random


def key(seed: int, *path: int | str) -> int:
    """The 256-bit number that belongs to this seed and path, the same on every machine.

    >>> key(1, "shoe", 7) == key(1, "shoe", 7) != key(1, "shoe", "7")
    True
    """
    return int.from_bytes(hashlib.sha256(repr((seed, *path)).encode()).digest(), "big")


def stream(seed: int, *path: int | str) -> Random:
    """A random stream of its own for this seed and path."""
    return Random(key(seed, *path))


def mersenne(seed: int) -> Random:
    """MT19937 seeded with one word, as C and C++ programs do it; Python seeds it differently.

    Its 32-bit numbers come from `getrandbits(32)`.

    >>> mersenne(5489).getrandbits(32)
    3499211612
    """
    words = [seed & 0xFFFFFFFF]
    for index in range(1, 624):
        before = words[-1]
        words.append((1812433253 * (before ^ before >> 30) + index) & 0xFFFFFFFF)
    random = Random()
    random.setstate((3, (*words, 624), None))
    return random
