"""What can go wrong in a database, in sentences.

Whoever is told so may try again: what failed was not kept, and where a server was lost in the
middle, a round that is kept again counts once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from json import JSONDecodeError
from typing import Final

from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from cutcard.errors import CutcardError, Invalid

_LOCKED: Final = "is locked by another program: nothing was written; try again later"
_FULL: Final = "has no room left on its disk: nothing was written; make room and try again"
_READ_ONLY: Final = "cannot be written: it may only be read"
_DAMAGED: Final = "is damaged: restore it from a copy, or name another with --store"
_LEAVES: Final = "ended the connection: try again later"

_OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_IOERR: "was refused by its disk: look after the disk and try again",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: "is not a SQLite database: name another file with --store",
}
"""By SQLite's primary result code."""

_OF_POSTGRESQL: Final = {
    "25006": _READ_ONLY,
    "40": _LOCKED,
    "42501": "does not let this user do that",
    "53100": _FULL,
    "55P03": _LOCKED,
    "57014": "took too long: nothing was written; try again later",
    "57P": _LEAVES,
    "08": _LEAVES,
}
"""By the code of the condition, or by the beginning of it."""


class InvalidStore(Invalid):
    """A store that cannot be used: a wrong address, no database, or one of a newer version."""


class StoreFailed(CutcardError):
    """The store could not be read or written now; it can be once the cause is gone."""


@contextmanager
def told(place: str) -> Iterator[None]:
    """Turn a database's errors into a sentence about the store at this place."""
    try:
        yield
    except JSONDecodeError as error:  # a row that holds something else than was written
        raise StoreFailed(f"the store {place} {_DAMAGED}") from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StoreFailed(f"the store {place} {_reason(error)}") from error


def _reason(error: SQLAlchemyError | sqlite3.Error) -> str:
    if isinstance(error, PoolTimeout):
        return "is busy with others: nothing was written; try again later"
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None and (known := _OF_SQLITE.get(code & 0xFF)):
        return known
    state = getattr(cause, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if known := _OF_POSTGRESQL.get(state[:length]):
            return known
    lines = str(cause).splitlines() or [type(cause).__name__]
    if isinstance(error, OperationalError) and code is None and not state:
        # A connection that fails, or is lost, has no code; its first line ends with the reason.
        return f"cannot be reached: {lines[0].rpartition('failed: ')[2]}"
    return f"cannot be used: {lines[0]}"
