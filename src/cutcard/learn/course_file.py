"""Files of courses: how far a training has come, so that it can be broken off and resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from cutcard import __version__
from cutcard.documents import MissingFile
from cutcard.errors import CutcardError
from cutcard.sealed_arrays import Arrays, InvalidArrays, read_arrays, write_arrays

SECONDS: Final = 10.0
"""How often a course is saved while it runs."""

_KIND: Final = "cutcard course"
_WHAT: Final = "the course"

S = TypeVar("S")


@dataclass(frozen=True)
class CourseFile:
    """The file of a course."""

    path: Path
    terms: Mapping[str, Any]
    """What a file must say to be continued: the game, its rules, the method, the seed."""

    def write(self, rounds: int, arrays: Arrays) -> None:
        """Keep what was found in this many rounds."""
        header = {"kind": _KIND, **self.terms, "version": __version__, "rounds": rounds}
        write_arrays(self.path, header, arrays, _WHAT)

    def resume(self, block: int, stage: Callable[[int, Arrays], S]) -> S | None:
        """The stage that the file holds, in whole blocks of rounds; None if there is no file.

        ``stage`` makes it of the rounds and what was found in them; it may raise a ValueError, a
        KeyError or a TypeError at what makes no sense.
        """
        try:
            header, arrays = read_arrays(self.path, _WHAT)
        except MissingFile:
            return None
        if header.get("kind") != _KIND:
            raise InvalidArrays(f"{self.path} holds no course of 'cutcard train'")
        for name, value in self.terms.items():
            if header.get(name) != value:
                said = header.get(name) if name != "rules" else "others"
                raise CutcardError(
                    f"the course {self.path} has another {name} ({said}): go on with that, or name"
                    " another file"
                )
        rounds = header.get("rounds")
        try:
            if type(rounds) is not int or rounds < 0 or rounds % block:
                raise ValueError(rounds)
            return stage(rounds, arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidArrays(
                f"the course {self.path} is damaged: delete it to start over"
            ) from error


def saved_meanwhile(done: Iterator[int], save: Callable[[], None]) -> Iterator[int]:
    """The rounds done after each block, saved now and then."""
    due = time.monotonic()
    for rounds in done:
        if time.monotonic() > due:
            save()
            due = time.monotonic() + SECONDS
        yield rounds
