"""The progress of long work, and the time that it still takes, on a terminal's stderr."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Final

_PACE_KNOWN_AFTER: Final = 1.0
"""Seconds after which the pace says something of the time that is left."""


class Progress:
    """A line on stderr that shows how far the work is; nothing where stderr is not a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()
        self._next = 0.0
        self._begun: tuple[float, float] | None = None
        """When progress was first told, and how much was done by then."""

    def show(self, done: float, note: str = "") -> None:
        """Show how much is done, at most a few times a second."""
        now = time.monotonic()
        if self._begun is None:
            self._begun = now, done
        if not self._shown or (now < self._next and done < self._total):
            return
        self._next = now + 0.1
        share = done / self._total
        filled = round(24 * share)
        bar = "█" * filled + "·" * (24 - filled)
        width = shutil.get_terminal_size().columns - 1
        line = f"{bar} {share:4.0%}{self._left(now, done)}  {note}"
        sys.stderr.write(f"\r\x1b[K{line[:width]}")
        sys.stderr.flush()

    def _left(self, now: float, done: float) -> str:
        """The time that the rest takes at the pace so far; empty while that is not known."""
        assert self._begun is not None
        since, before = self._begun
        if now - since < _PACE_KNOWN_AFTER or not before < done < self._total:
            return ""
        return f", {duration((self._total - done) * (now - since) / (done - before))} left"

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def duration(seconds: float) -> str:
    """A time in one unit, as in 12 s, 3 min, 5 h or 2 days.

    >>> [duration(seconds) for seconds in (0.4, 99, 125, 7300, 400_000)]
    ['1 s', '99 s', '2 min', '2 h', '5 days']
    """
    for size, unit, most in ((1, "s", 100), (60, "min", 100), (3600, "h", 100)):
        if seconds < most * size:
            return f"{max(1, round(seconds / size))} {unit}"
    return f"{round(seconds / 86400)} days"
