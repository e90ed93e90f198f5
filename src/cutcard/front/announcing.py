"""Saying that something takes a while, where it does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def announced() -> Iterator[None]:
    """Have it said on stderr if anything must be compiled meanwhile: once on a machine."""
    from cutcard.compilation import heralded

    with heralded(lambda said: sys.stderr.write(f"cutcard: {said}\n")):
        yield
