"""The terminal: lines that fit it, and single keys where it can report them."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from cutcard import input_words
from cutcard.errors import one_line
from cutcard.folding import fold, room

try:
    import termios
    import tty
except ImportError:  # this system has no such terminals: Enter must be pressed
    termios = None  # type: ignore[assignment]

_ENTER: Final = ("\r", "\n")
_NO_MORE: Final = ("", "\x04")
"""The end of the input, and Ctrl-D."""
_ERASE_LINE: Final = "\x15"
_ERASE: Final = ("\x7f", "\b", _ERASE_LINE)
_ESCAPE: Final = b"\x1b"
_MOMENT: Final = 0.6
"""Seconds in which a second key still belongs to the first."""
_ahead: Final[list[str]] = []
"""Keys that were read and did not belong to the one before: they are for the next prompt."""


class Left(Exception):
    """The person has left the table."""


def tell(text: str) -> None:
    """Say something on stderr, apart from the output."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")  # replace a progress line
    sys.stderr.write(fold(f"cutcard: {one_line(text)}\n", room(sys.stderr)))
    sys.stderr.flush()


def say(text: str) -> None:
    """Write to stdout, folded where that is a terminal."""
    sys.stdout.write(fold(text, room(sys.stdout)))


def read_line(prompt: str) -> str | None:
    """A line typed after a prompt, without blanks around it; None at the end of the input."""
    say(prompt)
    sys.stdout.flush()
    line = input_words.read_line(sys.stdin)
    if not line:
        sys.stdout.write("\n")
        return None
    if not sys.stdin.isatty():  # the terminal has not echoed it
        sys.stdout.write(line if line.endswith("\n") else f"{line}\n")
    return line.strip()


def read_entry(prompt: str, at_once: str, together: str = "") -> str | None:
    """A line typed after a prompt, or a key in ``at_once``, which needs no Enter; or None.

    ``together`` are two keys that make one entry if the second soon follows the first.
    """
    if not one_key_is_enough():
        return read_line(prompt)
    with _keyboard(prompt) as keyboard:
        typed = ""
        while True:
            key = _pressed(keyboard)
            if key in _NO_MORE and not typed:
                sys.stdout.write("\n")
                return None
            if key in _ENTER:
                sys.stdout.write("\n")
                return typed.strip()
            if key.isprintable() and not typed and key.lower() in at_once:
                sys.stdout.write(key)
                if key == together[:1]:
                    key += _second_key(keyboard, together[1:])
                sys.stdout.write("\n")
                return key.strip()
            if key in _ERASE:
                gone = typed if key == _ERASE_LINE else typed[-1:]
                typed = typed[: len(typed) - len(gone)]
                sys.stdout.write("\b \b" * len(gone))
            elif key.isprintable():
                typed += key
                sys.stdout.write(key)
            sys.stdout.flush()


def read_key(prompt: str) -> str | None:
    """A key pressed at the terminal, or a line from a pipe, in lower case; None at the end."""
    if not one_key_is_enough():
        line = read_line(prompt)
        return None if line is None else line.lower()
    with _keyboard(prompt) as keyboard:
        key = _pressed(keyboard)
    sys.stdout.write(f"{key if key.isprintable() else ''}\n")
    return None if key in _NO_MORE else key.lower()


def one_key_is_enough() -> bool:
    """Whether a person sits at a terminal that reports every key as it is pressed."""
    return termios is not None and sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def _keyboard(prompt: str) -> Iterator[int]:
    """Where keys are read one by one after a prompt, without echo."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        # Before the prompt, and without discarding what was typed ahead.
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        say(prompt)
        sys.stdout.flush()
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _second_key(keyboard: int, wanted: str) -> str:
    """The key that is wanted, if it soon comes; Enter only ends the waiting."""
    sys.stdout.flush()
    if not _ahead and not select.select([keyboard], [], [], _MOMENT)[0]:
        return ""
    key = _pressed(keyboard)
    if key == wanted:
        sys.stdout.write(key)
        return key
    if key not in _ENTER:
        _ahead.append(key)
    return ""


def _pressed(keyboard: int) -> str:
    """The next key, which may send several bytes; '' at the end."""
    if _ahead:
        return _ahead.pop(0)
    sent = os.read(keyboard, 1)
    if sent == _ESCAPE:
        # An arrow or similar key: its bytes come together, up to the first letter after [ or O.
        while select.select([keyboard], [], [], 0.02)[0]:
            more = os.read(keyboard, 1)
            sent += more
            if not more or (more.isalpha() and sent[1:] != b"O") or more == b"~":
                break
        return _ESCAPE.decode()
    while len(sent) < 4:
        try:
            return sent.decode()
        except UnicodeDecodeError:
            sent += os.read(keyboard, 1)
    return sent.decode(errors="replace")[:1]
