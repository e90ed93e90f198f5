"""Announcing what makes somebody wait: that something is compiled, or that it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

COMPILING: Final = "compiling what this needs, once on this machine: a few seconds ..."

PLAIN: Final = (
    "no compiled code fits this machine and numba is not installed: plain Python computes this, "
    "which takes minutes ('pip install cutcard[compile]' installs numba) ..."
)


class Herald:
    """Says each thing once."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._said: set[str] = set()

    def hear(self, news: str) -> None:
        """Hear what happens now."""
        if news not in self._said:
            self._said.add(news)
            self._say(news)


_heralds: Final[list[Herald]] = []


@contextmanager
def heralded(say: Callable[[str], object]) -> Iterator[None]:
    """Announce, once, if anything within this context has to be compiled, or runs uncompiled."""
    herald = Herald(say)
    _heralds.append(herald)
    try:
        yield
    finally:
        _heralds.remove(herald)


def announce(news: str) -> None:
    """Let all heralds know."""
    for herald in tuple(_heralds):
        herald.hear(news)
