"""Words and lines of a text, as C++ programs read them.

Words are separated by the blanks of the C locale and by nothing else: neither by the control
characters 0x1c to 0x1f nor by a no-break space, at which Python's `split` would split.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TextIO

from cutcard.errors import Invalid

_BLANKS: Final = re.compile("[ \t\n\v\f\r]+")

_PIECE: Final = 1 << 16
LONGEST: Final = 1 << 20
"""The most characters of a line or word that are read: some input has no end."""


class InvalidInput(Invalid):
    """Input that has no end, or cannot be read."""


def words_of(text: str) -> list[str]:
    r"""The words of a text.

    >>> words_of(" 10h\tAc\r\n"), words_of("A\xa0b\x1cc")
    (['10h', 'Ac'], ['A\xa0b\x1cc'])
    """
    return [word for word in _BLANKS.split(text) if word]


def read_words(typed: TextIO) -> Iterator[str]:
    """The words that are typed, each read only when it is needed."""
    unfinished = ""
    while piece := _read(typed, _PIECE):
        *words, unfinished = _BLANKS.split(unfinished + piece)
        yield from filter(None, words)
        _check_length("word", unfinished)
    if unfinished:
        yield unfinished


def read_line(typed: TextIO) -> str:
    """The next line that is typed, with its line end; empty at the end of the input."""
    line = _read(typed, LONGEST + 1)
    _check_length("line", line)
    return line


def _read(typed: TextIO, most: int) -> str:
    try:
        return typed.readline(most)
    except OSError as error:
        raise InvalidInput(f"the input cannot be read: {error.strerror}") from None


def _check_length(what: str, text: str) -> None:
    if len(text) > LONGEST:
        raise InvalidInput(f"a {what} of the input is longer than {LONGEST:,} characters")
