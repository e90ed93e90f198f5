"""The progress of long work, on a terminal's stderr."""

from __future__ import annotations

import shutil
import sys
import time


class Progress:
    """A line on stderr that shows how far the work is; nothing where stderr is not a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()
        self._next = 0.0

    def show(self, done: float, note: str = "") -> None:
        """Show how much is done, at most a few times a second."""
        now = time.monotonic()
        if not self._shown or (now < self._next and done < self._total):
            return
        self._next = now + 0.1
        share = done / self._total
        filled = round(24 * share)
        bar = "█" * filled + "·" * (24 - filled)
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r\x1b[K{f'{bar} {share:4.0%}  {note}'[:width]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
