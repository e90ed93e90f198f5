"""Seeded random streams: one seed at the top, a stream of its own for every part.

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
