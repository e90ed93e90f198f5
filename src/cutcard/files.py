"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from cutcard.errors import CutcardError


def write_whole(path: Path, text: str, what: str) -> None:
    """Write a text in the place of whatever the file held; a failure leaves that as it was.

    What the file is to the user goes into the sentence that tells of a failure.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise CutcardError(f"{what} {path} cannot be written: {error.strerror}") from None
