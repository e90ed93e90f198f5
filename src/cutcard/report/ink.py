"""Ink: colours where they are wanted, and bars as long as there is room."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

from cutcard.folding import fold, room

_STYLES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "cyan": "36",
    # Actions of a chart: hues that colour-blind readers can tell apart (after Okabe and Ito).
    "on_hit": "30;48;5;117",
    "on_stand": "30;48;5;255",
    "on_double": "30;48;5;214",
    "on_split": "30;48;5;79",
    "on_surrender": "30;48;5;175",
}


def coloured(stream: TextIO) -> bool:
    """Whether colours are wanted: by NO_COLOR or FORCE_COLOR if set, otherwise on a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Ink:
    """Writes text in a style, or plainly where no colours are wanted."""

    def __init__(self, stream: TextIO | None) -> None:
        self._on = stream is not None and coloured(stream)

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._on else text


PLAIN: Final = Ink(None)
"""For texts that may not be shown on a terminal."""


def by_itself(text: str) -> str:
    """A text that was made for `PLAIN` ink, as a value that `print` ends with a newline."""
    return fold(text, None).rstrip("\n")


def bar(share: float, beside: int) -> str:
    """A bar for this share, scaled to the room beside ``beside`` columns, 40 at most."""
    longest = max(4, min(40, (room(sys.stdout) or 80) - beside))
    return "█" * round(longest * share) or "▏"
