"""The terminal: colours where they are wanted, single keys where they can be had."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

from cutcard.errors import one_line

_STYLES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "cyan": "36",
    # Actions of a chart: hues that colour-blind eyes tell apart (after Okabe and Ito).
    "on_hit": "30;48;5;117",
    "on_stand": "30;48;5;255",
    "on_double": "30;48;5;214",
    "on_split": "30;48;5;79",
    "on_surrender": "30;48;5;175",
}


def coloured(stream: TextIO) -> bool:
    """Colours are wanted: a terminal, and nobody has said no (NO_COLOR) or yes (FORCE_COLOR)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Ink:
    """Writes words in a style, or plainly where no colours are wanted."""

    def __init__(self, stream: TextIO) -> None:
        self._on = coloured(stream)

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._on else text


def tell(text: str) -> None:
    """Say something beside the output, on stderr."""
    sys.stderr.write(f"cutcard: {one_line(text)}\n")
    sys.stderr.flush()


def read_line(prompt: str) -> str | None:
    """A line typed after a prompt, without blanks around it; none at the end of the input."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stdout.write("\n")
        return None
    if not sys.stdin.isatty():  # nobody has echoed it
        sys.stdout.write(line if line.endswith("\n") else f"{line}\n")
    return line.strip()


def read_key(prompt: str) -> str | None:
    """A key pressed at the terminal, or a line from a pipe, in lower case; none at the end."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        line = read_line(prompt)
        return None if line is None else line.lower()
    key = _pressed(prompt)
    sys.stdout.write(f"{key if key.isprintable() else ''}\n")
    return key.lower() if key not in ("", "\x04") else None


def _pressed(prompt: str) -> str:
    """The first character of what is pressed after a prompt, at once; '' at the end."""
    try:
        import termios
        import tty
    except ImportError:  # no such terminal on this system: Enter must be pressed
        return (read_line(prompt) or "")[:1]
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        # Before the prompt, and without throwing away what was typed ahead.
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        return os.read(descriptor, 32).decode(errors="replace")[:1]
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
