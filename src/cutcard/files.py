"""Files that are read up to a limit, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from cutcard.errors import CutcardError, Invalid


class InvalidFile(Invalid):
    """A file that is longer than what it is read for can be."""


def read_limited(path: str | Path, limit: int) -> bytes:
    """The contents of a file that has no more bytes than the limit.

    No more than that is held in memory, for a device or a pipe may go on for ever.
    """
    contents = bytearray()
    with open(path, "rb") as file:
        while piece := file.read(min(1 << 16, limit + 1 - len(contents))):
            contents += piece
    if len(contents) > limit:
        raise InvalidFile(f"{path} is too long: it takes a file of at most {limit:,} bytes")
    return bytes(contents)


def check_folder(path: Path, what: str) -> None:
    """Complain before any work about a file that has no folder to stand in."""
    if not path.parent.is_dir():
        raise CutcardError(f"{what} {path} cannot be written: there is no folder {path.parent}")


def write_whole(path: Path, content: str | bytes, what: str) -> None:
    """Write in the place of whatever the file held; a failure leaves that as it was.

    What the file is to the user goes into the sentence that tells of a failure. A link is
    followed; a device or a pipe, which cannot be replaced, is written to.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        place = path.resolve()
        if place.exists() and not place.is_file():
            place.write_bytes(data)
        else:
            _replace(place, data)
    except (OSError, RuntimeError) as error:  # links may go round in a circle
        reason = error.strerror if isinstance(error, OSError) else "its links go round in a circle"
        raise CutcardError(f"{what} {path} cannot be written: {reason}") from None


def _replace(place: Path, data: bytes) -> None:
    part = place.with_name(f".{place.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, place)
    except OSError:
        part.unlink(missing_ok=True)
        raise
