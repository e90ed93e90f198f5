"""Announcing work that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def announced() -> Iterator[None]:
    """Announce on stderr if anything must be compiled, which happens once per machine."""
    from cutcard.compilation import announcing_to

    with announcing_to(lambda said: sys.stderr.write(f"cutcard: {said}\n")):
        yield
