"""The logbook: what was asked, answered and missed in drills, sitting by sitting, in a file.

Nothing that can be computed is kept: which items are to come back follows from the pages. So two
logbooks are merged by taking the pages of both, and a page that both have counts once.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from cutcard.documents import (
    BrokenSeal,
    MissingFile,
    parsed_json,
    read_text,
    sealed,
    unsealed,
)
from cutcard.errors import CutcardError, Invalid
from cutcard.files import BeingWritten, check_folder, write_whole, written_alone
from cutcard.study.drills.sitting import LONGEST_NAME, Sitting, Subject

LARGEST: Final = 16_000_000
"""Bytes that a logbook may have: hundreds of thousands of answers."""

_FORM: Final = 1
"""The form of the file, which a later one may replace."""

_PATIENCE: Final = 5.0
"""Seconds that another process may take to write the same logbook."""

_LATEST: Final = 10**11
"""Seconds since 1970, in some thousands of years."""

_WHAT: Final = "the progress file"


@dataclass(frozen=True)
class Entry:
    """An exercise as it was answered."""

    item: str
    reply: str
    correct: str
    right: bool
    cost: float | None


@dataclass(frozen=True)
class Page:
    """A sitting as it was answered."""

    key: str
    """Letters that no other page has."""
    began: int
    """When, in seconds since 1970."""
    subject: Subject
    entries: tuple[Entry, ...]

    @staticmethod
    def of(sitting: Sitting, began: int, key: str = "") -> Page:
        """The page of a sitting that began at this time, under a key of its own or a given one."""
        entries = tuple(
            Entry(mark.exercise.item, mark.reply, mark.correct, mark.right, mark.cost)
            for mark in sitting.marks
        )
        return Page(key or secrets.token_hex(8), began, sitting.subject, entries)


@dataclass(frozen=True)
class Logbook:
    """The pages of all sittings, the earliest first."""

    pages: tuple[Page, ...] = ()

    def with_pages(self, pages: Iterable[Page]) -> Logbook:
        """This logbook and more pages; those that it has already are not taken twice."""
        known = {page.key: page for page in pages} | {page.key: page for page in self.pages}
        return Logbook(tuple(sorted(known.values(), key=lambda page: (page.began, page.key))))

    def with_page(self, page: Page) -> Logbook:
        """This logbook with a page as it is now, in the place of what it was."""
        others = tuple(other for other in self.pages if other.key != page.key)
        return Logbook(others).with_pages([page])

    def history(self, subject: Subject) -> list[tuple[str, bool]]:
        """The items that were asked about a subject, and whether each was answered rightly."""
        return [
            (entry.item, entry.right)
            for page in self.pages
            if page.subject == subject
            for entry in page.entries
        ]


def usual_path() -> Path:
    """Where the logbook is kept if no file is named: in the user's data folder."""
    given = os.environ.get("XDG_DATA_HOME", "")
    try:
        home = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    except RuntimeError:
        raise CutcardError(
            "there is no home folder to keep the progress in: name a file with --progress"
        ) from None
    return home / "cutcard" / "drills.json"


def read_logbook(path: Path) -> Logbook:
    """The logbook in a file; MissingFile if there is none."""
    try:
        if path.exists() and not path.is_file():
            raise Invalid(f"{path} is not a file that progress can be kept in")
        return parsed_logbook(read_text(path, LARGEST), path)
    except MissingFile:
        raise
    except Invalid as error:
        raise _refused(str(error)) from None
    except OSError as error:
        raise _refused(f"{path} cannot be read: {error.strerror}") from None


def parsed_logbook(text: str, source: str | Path) -> Logbook:
    """The logbook that a text holds; the source is named if it holds none."""
    try:
        return logbook_in(parsed_json(text, source))
    except BrokenSeal as error:
        raise Invalid(f"{source} {error}") from None


def _refused(why: str) -> Invalid:
    return Invalid(f"{why}: name another file")


def logbook_in(document: object) -> Logbook:
    """The logbook in a sealed document; BrokenSeal, with the end of a sentence, if it has none."""
    content = unsealed(document)
    if content.get("drills") != _FORM:
        raise BrokenSeal("holds no progress of drills, or that of a newer version")
    try:
        return Logbook().with_pages([_page(one) for one in _listed(content["pages"])])
    except (ValueError, KeyError, TypeError):
        raise BrokenSeal("holds no progress of drills, or is damaged") from None


def kept_in(path: Path) -> Logbook:
    """The logbook in a file, or an empty one where there is no file yet."""
    try:
        return read_logbook(path)
    except MissingFile:
        return Logbook()


def check_can_keep(path: Path, *, new_folder: bool) -> None:
    """Complain before a drill if its answers could not be kept; a folder may be made for them."""
    if new_folder:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CutcardError(
                f"{_WHAT} {path} cannot be written: {error.strerror}: name another with --progress"
            ) from None
    check_folder(path, _WHAT)


def keep(path: Path, pages: Iterable[Page]) -> Logbook:
    """Add pages to the logbook in a file, and return what it then holds.

    What another process has kept there meanwhile stays, and so does everything if this fails.
    """
    ends = time.monotonic() + _PATIENCE
    while True:
        try:
            with written_alone(path, _WHAT):
                logbook = kept_in(path).with_pages(pages)
                write_logbook(path, logbook)
                return logbook
        except BeingWritten:
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)


def write_logbook(path: Path, logbook: Logbook) -> None:
    """Write a logbook in the place of whatever the file held."""
    text = logbook_text(logbook)
    if len(text) > LARGEST:
        raise CutcardError(
            f"{_WHAT} {path} cannot be written: it would have more than {LARGEST:,} bytes: move the"
            " old one away, or name another"
        )
    write_whole(path, text, _WHAT)


def logbook_text(logbook: Logbook) -> str:
    """A logbook as a file holds it: JSON in ASCII, sealed."""
    return json.dumps(document_of(logbook), separators=(",", ":")) + "\n"


def document_of(logbook: Logbook) -> dict[str, Any]:
    """The logbook as a sealed document, for JSON."""
    return sealed({"drills": _FORM, "pages": [_plain(page) for page in logbook.pages]})


def _plain(page: Page) -> dict[str, Any]:
    subject = page.subject
    return {
        "key": page.key,
        "began": page.began,
        "drill": subject.drill,
        "game": subject.game,
        "by": subject.by,
        "entries": [
            [entry.item, entry.reply, entry.correct, entry.right, entry.cost]
            for entry in page.entries
        ],
    }


def _page(found: Any) -> Page:
    """The page that was written; ValueError and its like if it cannot have been."""
    if sorted(found) != ["began", "by", "drill", "entries", "game", "key"]:
        raise ValueError(found)
    began = found["began"]
    if type(began) is not int or not 0 <= began <= _LATEST:
        raise ValueError(began)
    key = found["key"]
    if not isinstance(key, str) or len(key) != 16 or set(key) - set("0123456789abcdef"):
        raise ValueError(key)
    subject = Subject(*(_text(found[name]) for name in ("drill", "game", "by")))
    return Page(
        key, began, subject, tuple(_entry(*_listed(one)) for one in _listed(found["entries"]))
    )


def _entry(item: object, reply: object, correct: object, right: object, cost: object) -> Entry:
    if not isinstance(right, bool):
        raise TypeError(right)
    known = None if cost is None else _cost(cost)
    return Entry(_text(item), _text(reply), _text(correct), right, known)


def _cost(cost: object) -> float:
    if not isinstance(cost, float) or not isfinite(cost) or not 0 <= cost <= 100:
        raise ValueError(cost)
    return cost


def _text(text: object) -> str:
    if not isinstance(text, str) or len(text) > LONGEST_NAME or not text.isprintable():
        raise ValueError(text)
    return text


def _listed(found: object) -> list[Any]:
    if not isinstance(found, list):
        raise TypeError(found)
    return found
