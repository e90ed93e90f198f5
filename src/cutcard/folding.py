"""Folding: lines no wider than the terminal, broken between words, and tables in blocks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final, TextIO

_NARROWEST: Final = 20
"""The fewest columns that text is folded to."""

_NO_BREAK: Final = "\u00a0"
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_PLAIN: Final = "\x1b[0m"
_GAP: Final = re.compile(r"(?<=\S) {2,}(?=\S)")


def room(stream: TextIO) -> int | None:
    """The columns of a terminal, or what COLUMNS says; a pipe or a file has no edge."""
    if not stream.isatty():
        return None
    asked = os.environ.get("COLUMNS", "")
    try:
        columns = int(asked) if asked else os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return None
    return max(_NARROWEST, columns) if columns > 0 else None


def fold(text: str, width: int | None) -> str:
    """Return the text with long lines folded between words; continuation lines are indented.

    A term and its explanation, separated by blanks, stay separate: side by side where there is
    room, otherwise one below the other. A word wider than the terminal stays whole.

    >>> print(fold("  edge   +10.24% of the initial bet", 24))
      edge   +10.24% of the
             initial bet
    """
    if width is not None:
        lines = (
            line for long in text.split("\n") for line in _coloured_apart(_folded(long, width))
        )
        text = "\n".join(lines)
    return text.replace(_NO_BREAK, " ")


def unbroken(text: str) -> str:
    """Return words that `fold` keeps on one line, such as a command to be copied."""
    return text.replace(" ", _NO_BREAK)


def wide(text: str) -> int:
    """The columns that a text takes; colours take none."""
    return len(_COLOURS.sub("", text))


def in_blocks(columns: int, each: int, head: int, width: int | None) -> list[range]:
    """The columns of a table in blocks that fit beside the rows' names (``head`` columns wide).

    >>> in_blocks(10, 7, 4, 40)
    [range(0, 5), range(5, 10)]
    """
    if width is None:
        return [range(columns)]
    most = max(1, (width - head) // each)
    blocks = -(-columns // most)
    size = -(-columns // blocks)
    return [range(start, min(start + size, columns)) for start in range(0, columns, size)]


def fold_table(lines: list[str], width: int | None) -> list[str]:
    """A table, whose first line names columns of equal width, split into blocks that fit."""
    starts = [found.start() for found in re.finditer(r"\S+", lines[0])]
    head, each = starts[0], starts[1] - starts[0]
    folded: list[str] = []
    for block in in_blocks(len(starts), each, head, width):
        begin, end = (head + each * at for at in (block.start, block.stop))
        folded += [""] if folded else []
        folded += [(line[:head] + line[begin:end]).rstrip() for line in lines]
    return folded


def _coloured_apart(lines: Iterable[str]) -> Iterator[str]:
    """Lines that each end their own colours, as pagers expect, and resume them on the next line."""
    colour = ""
    for line in lines:
        codes = [colour, *_COLOURS.findall(line)]
        shown, colour = colour + line, "" if codes[-1] == _PLAIN else codes[-1]
        yield shown + (_PLAIN if colour else "")


def _folded(line: str, width: int) -> Iterator[str]:
    """The lines that one line is folded into."""
    if wide(line) <= width:
        yield line
        return
    bare = line.lstrip(" ")
    indent = len(line) - len(bare)
    if indent > width // 3:  # it stood below something far to the right
        yield from _filled(bare, " " * 6, " " * 6, width)
        return
    gaps = list(_GAP.finditer(bare))
    if len(gaps) != 1:
        deeper = indent + 2 if indent or gaps else 0
        yield from _filled(bare, " " * indent, " " * deeper, width)
        return
    (gap,) = gaps
    name, said = bare[: gap.start()], bare[gap.end() :]
    at = indent + wide(bare[: gap.end()])
    if at <= width // 2:
        beside = " " * indent + bare[: gap.end()]
        yield from _filled(said, beside, " " * at, width)
    else:
        yield from _filled(name, " " * indent, " " * (indent + 4), width)
        yield from _filled(said, " " * 6, " " * 6, width)


def _filled(text: str, first: str, later: str, width: int) -> Iterator[str]:
    """Words in lines; ``first`` and ``later`` are what the first and the other lines begin with."""
    line, empty = first, True
    for gap, word in re.findall(r"( *)([^ ]+)", text):
        if not empty and wide(line) + len(gap) + wide(word) > width:
            yield line
            line, empty = later, True
        line += word if empty else gap + word
        empty = False
    yield line + text[len(text.rstrip(" ")) :]  # a prompt ends in a blank
