"""The record of a dealer: an append-only file of tables and finished rounds, a line each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cutcard.errors import CutcardError, Invalid


class InvalidRecord(Invalid):
    """A record that cannot be read, or that does not add up."""


@dataclass(frozen=True)
class TableOpened:
    """A table: its secret, and who sits at it."""

    table: str
    commit: str
    secret: str
    names: list[str]
    nonces: list[str]
    """What each seat gave to the shuffle, in hexadecimal; empty if nothing."""
    dialect: str


@dataclass(frozen=True)
class RoundPlayed:
    """A finished round."""

    table: str
    round: int
    seats: list[int]
    """The seats that played, of those at the table."""
    moves: str
    """The decisions of all seats in their order: H or S."""
    results: list[str]


Entry = TableOpened | RoundPlayed


class Record:
    """Writes entries so that none is lost whose result anybody has seen."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise CutcardError(f"the record {path} cannot be written: {error.strerror}") from None
        self._lock(path)
        self.dropped = self._drop_torn_line()
        """Bytes of an unfinished line that a killed dealer had left."""

    def _lock(self, path: Path) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise CutcardError(f"the record {path} is in use by another dealer") from None

    def _drop_torn_line(self) -> int:
        size = kept = os.fstat(self._file).st_size
        if not size:
            return 0
        while kept:
            start = max(0, kept - 65536)
            end = os.pread(self._file, kept - start, start).rfind(b"\n")
            if end >= 0:
                kept = start + end + 1
                break
            kept = start
        os.ftruncate(self._file, kept)
        return size - kept

    def write(self, entry: Entry) -> None:
        """Hand a line to the operating system, whole."""
        line = json.dumps(asdict(entry), separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self._file, line) :]

    def sync(self) -> None:
        """Wait until all that was written is on the disk."""
        os.fsync(self._file)

    def close(self) -> None:
        """Let others write."""
        os.close(self._file)


def read_record(path: Path, tell: Callable[[str], None]) -> Iterator[tuple[int, Entry]]:
    """The entries of a record with their line numbers; a torn last line is told and dropped."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    tell(f"line {number} of {path} is torn: the dealer was killed; dropped")
                    return
                yield number, _read_entry(path, number, line)
    except OSError as error:
        raise InvalidRecord(f"{path} cannot be read: {error.strerror}") from None


def _read_entry(path: Path, number: int, line: bytes) -> Entry:
    try:
        found: dict[str, Any] = json.loads(line)
        entry = TableOpened(**found) if "secret" in found else RoundPlayed(**found)
        _check(entry)
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise InvalidRecord(f"line {number} of {path} is no line of a record") from None
    return entry


def _check(entry: Entry) -> None:
    """Complain about values of the wrong kind, which JSON lets pass."""
    if isinstance(entry, TableOpened):
        bytes.fromhex(entry.secret), bytes.fromhex(entry.commit)
        for nonce in entry.nonces:
            bytes.fromhex(nonce)
        if not all(isinstance(name, str) for name in [*entry.names, entry.table, entry.dialect]):
            raise ValueError(entry)
    else:
        if set(entry.moves) - {"H", "S"} or not isinstance(entry.round, int):
            raise ValueError(entry)
        if not isinstance(entry.table, str):
            raise ValueError(entry)
        if not all(isinstance(seat, int) and seat >= 0 for seat in entry.seats):
            raise ValueError(entry)
        if not all(isinstance(result, str) for result in entry.results):
            raise ValueError(entry)
