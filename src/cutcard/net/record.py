"""The record: an append-only file with a line for everything that happened.

Every line holds a digest of itself and the digest of the line before, so any line that is edited,
removed, repeated or exchanged is found. Whoever cuts off the end, or computes the whole chain
anew, leaves a file that is sound in itself; that shows only against its last digest, which is
printed, and against the records of others.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from cutcard.errors import CutcardError, Invalid
from cutcard.net.entries import Begun, Entry, Keeper, as_entry, as_object
from cutcard.net.fair import mix

LONGEST_LINE: Final = 65_536
"""The most bytes in a line: several times what the longest round takes."""

_FIRST_LINE: Final = b'{"before":"","kind":"begun"'
_OPENING: Final = b'{"before":"'
"""The least of a first line that tells it from the beginning of any other JSON."""


class InvalidRecord(Invalid):
    """A record that cannot be read, or that does not add up."""


def _sealed(content: bytes) -> tuple[bytes, str]:
    """A line that ends in the digest of its content, and that digest."""
    digest = mix("line", content).hex()
    return content + f',"seal":"{digest}"}}'.encode(), digest


_SEAL_SIZE: Final = len(_sealed(b"")[0])


def _digest_of(line: bytes) -> str:
    """The digest that a line ends in; ValueError if it does not match the line."""
    sealed, digest = _sealed(line[:-_SEAL_SIZE])
    if sealed != line:
        raise ValueError(line)
    return digest


def written_record(keeper: Keeper, entries: Iterable[Entry]) -> str:
    """A whole record as text, from its first line on."""
    text, last = "", ""
    for entry in (Begun(keeper), *entries):
        content = json.dumps({"before": last} | as_object(entry), separators=(",", ":"))
        line, last = _sealed(content.removesuffix("}").encode())
        text += line.decode() + "\n"
    return text


class Record:
    """Writes entries so that nothing anybody has been told of is lost."""

    def __init__(self, path: Path, keeper: Keeper, *, fsync: bool = False) -> None:
        self._path = path
        self._keeper = keeper
        self.last = ""
        """The digest of the last line."""
        self.dropped = ""
        """What to tell of an unfinished line that a killed writer had left."""
        try:
            # Non-blocking: a pipe must be refused, not waited for.
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
            self._file = os.open(path, flags, 0o600)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CutcardError(f"the record {path} cannot be written: {reason}") from None
        try:
            self._take_up()
            if fsync:
                os.fsync(self._file)
                _sync_folder(path)
        except OSError as error:
            os.close(self._file)
            raise CutcardError(
                f"the record {path} cannot be written: {error.strerror or error}"
            ) from None
        except CutcardError:
            os.close(self._file)
            raise

    def _take_up(self) -> None:
        """Begin a new record, or continue one of ours; leave any other file as it is."""
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise CutcardError(
                f"the record {self._path} cannot be written: it must be an ordinary file"
                " that can be read again"
            )
        self._lock()
        size = os.fstat(self._file).st_size
        start = os.pread(self._file, LONGEST_LINE, 0)
        if start and not _is_ours(start):
            old = " in the first form, which can be verified but not continued"
            raise CutcardError(
                f"{self._path} is {'a record' + old if is_first_form(start) else 'not a record'}:"
                " it was left as it is; name another file"
            )
        whole, last = self._whole_lines(size)
        if whole:
            self._continue(start, last)
        if whole < size:
            os.ftruncate(self._file, whole)
            self.dropped = f"{self._path} ended in a torn line; it was dropped"
        if not whole:
            self.write(Begun(self._keeper))

    def _continue(self, start: bytes, last: bytes) -> None:
        """Continue after the last line, if it is sound and the record is this keeper's."""
        if f'"keeper":"{self._keeper}"'.encode() not in start.split(b"\n")[0]:
            raise CutcardError(
                f"{self._path} is not the record of a {self._keeper}:"
                " it was left as it is; name another file"
            )
        try:
            self.last = _digest_of(last)
        except ValueError:
            raise CutcardError(
                f"{self._path} ends in a line that was changed: it was left as it is;"
                " name another file"
            ) from None

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CutcardError(f"the record {self._path} is in use by another process") from None

    def _whole_lines(self, size: int) -> tuple[int, bytes]:
        """The bytes that are whole lines, and the last of these lines."""
        start = max(0, size - 2 * LONGEST_LINE)
        tail = os.pread(self._file, size - start, start)
        end = tail.rfind(b"\n")
        if end < 0:
            if start:
                raise CutcardError(
                    f"{self._path} ends in a line that is too long for a record:"
                    " it was left as it is; name another file"
                )
            return 0, b""
        return start + end + 1, tail[tail.rfind(b"\n", 0, end) + 1 : end]

    def write(self, entry: Entry) -> None:
        """Hand a whole line to the operating system; leave nothing of one that does not fit."""
        content = json.dumps({"before": self.last} | as_object(entry), separators=(",", ":"))
        line, digest = _sealed(content.removesuffix("}").encode())
        rest = line + b"\n"
        before = os.fstat(self._file).st_size
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError:
            # Otherwise the next line, written once there is room again, would be torn too.
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, before)
            raise
        self.last = digest

    def has_table(self, table: str) -> bool:
        """Whether a table of this name is in the record."""
        with mmap.mmap(self._file, 0, access=mmap.ACCESS_READ) as written:
            return written.find(f'"table":"{table}"'.encode()) >= 0

    def sync(self) -> None:
        """Wait until all that was written is on the disk."""
        os.fsync(self._file)

    def close(self) -> None:
        """Close the file, so that others may write."""
        os.close(self._file)


def _is_ours(start: bytes) -> bool:
    """Whether a file that begins like this is a record, or the torn first line of one."""
    return start.startswith(_OPENING) and (
        start.startswith(_FIRST_LINE) or _FIRST_LINE.startswith(start)
    )


def is_first_form(start: bytes) -> bool:
    """Whether a file that begins like this is an older dealer's record, without a chain."""
    return start.startswith(b'{"table":"')


def _sync_folder(path: Path) -> None:
    """Make sure that a new file's name is on the disk, too."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_record(path: Path, lines: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, Entry, str]]:
    """Yield line number, entry and digest of every line of a record."""
    before = ""
    for number, line in lines:
        place = f"line {number} of {path}"
        try:
            found = json.loads(line, object_pairs_hook=_without_repetition)
            said, _ = found.pop("before"), found.pop("seal")
            entry = as_entry(found)
        except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
            raise InvalidRecord(f"{place} is not a line of a record") from None
        try:
            digest = _digest_of(line)
        except ValueError:
            raise InvalidRecord(f"{place} was changed: its seal is broken") from None
        if said != before:
            raise InvalidRecord(
                f"{place} does not follow the line before it: something was changed, removed,"
                " repeated or exchanged there"
            )
        if isinstance(entry, Begun) != (number == 1):
            raise InvalidRecord(f"{place}: a record begins on its first line and nowhere else")
        before = digest
        yield number, entry, digest


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object in which no name occurs twice; ValueError if one does."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(pairs)
    return found


def read_lines(path: Path, tell: Callable[[str], None]) -> Iterator[tuple[int, bytes]]:
    """Yield the whole lines of a file with their numbers; tell of a torn last one."""
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if not line.endswith(b"\n"):
                    if len(line) > LONGEST_LINE:
                        raise InvalidRecord(f"line {number} of {path} is too long for a record")
                    if number == 1:
                        raise InvalidRecord(f"{path} is not a record: its first line has no end")
                    tell(f"line {number} of {path} is torn: its writer was killed; dropped")
                    return
                yield number, line[:-1]
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidRecord):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidRecord(f"{path} cannot be read: {reason}") from None
