"""The drawer: tables in progress, logbooks of drills and proofs; the statements."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Insert, delete, desc, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from cutcard.errors import Illegal
from cutcard.study.drills.logbook import Logbook, Page, logbook_text, parsed_logbook
from cutcard.web.store.records import (
    KeptProof,
    OpenTable,
    checked_proof,
    checked_table,
    digest,
    written_json,
)
from cutcard.web.store.schema import logbooks, open_tables, proofs

LARGEST_LOGBOOK: Final = 1_000_000
"""Bytes of a seat's logbook, at most."""


class FullLogbook(Illegal):
    """A logbook that would become too long."""


@cache
def put_tables(dialect: str) -> Insert:
    """Keeps how tables stand, in the place of how they stood."""
    row = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(open_tables)
    stands = {name: row.excluded[name] for name in ("changed", "version", "state")}
    return row.on_conflict_do_update(index_elements=["seat", "at_table"], set_=stands)


def table_row(table: OpenTable, now: int) -> dict[str, Any]:
    """How a table stands, as a row."""
    return {
        "seat": table.seat,
        "at_table": checked_table(table.table),
        "changed": now,
        "version": table.version,
        "state": written_json(table.state, "the state of a table"),
    }


def table_of(connection: Connection, seat: int, table: str) -> OpenTable | None:
    """How a table stands."""
    found = tables(connection, seat, table)
    return found[0] if found else None


def tables(connection: Connection, seat: int | None, table: str | None = None) -> list[OpenTable]:
    """Tables in progress, those that were changed last first; of one seat, or of all."""
    query = select(*open_tables.c["seat", "at_table", "version", "state"]).order_by(
        desc(open_tables.c.changed), open_tables.c.seat, open_tables.c.at_table
    )
    if seat is not None:
        query = query.where(open_tables.c.seat == seat)
    if table is not None:
        query = query.where(open_tables.c.at_table == table)
    rows = connection.execute(query)
    return [OpenTable(row[0], row[1], row[2], json.loads(row[3])) for row in rows]


def clear_table(connection: Connection, seat: int, table: str) -> None:
    """Forget how a table stands, if it is known."""
    here = (open_tables.c.seat == seat, open_tables.c.at_table == table)
    connection.execute(delete(open_tables).where(*here))


def logbook(connection: Connection, seat: int) -> Logbook:
    """The logbook of a seat's drills; an empty one if it has none."""
    query = select(logbooks.c.text).where(logbooks.c.seat == seat)
    text = connection.execute(query).scalar()
    return Logbook() if text is None else parsed_logbook(text, "the logbook in the store")


def keep_pages(connection: Connection, seat: int, pages: Iterable[Page]) -> Logbook:
    """Keep pages in the logbook of a seat, as they are now, and return what it then holds."""
    book = logbook(connection, seat)
    for page in pages:
        book = book.with_page(page)
    text = logbook_text(book)
    if len(text) > LARGEST_LOGBOOK:
        raise FullLogbook(
            f"the logbook would have more than {LARGEST_LOGBOOK:,} bytes: nothing was added"
        )
    here = logbooks.c.seat == seat
    if not connection.execute(update(logbooks).where(here).values(text=text)).rowcount:
        connection.execute(insert(logbooks).values(seat=seat, text=text))
    return book


def put_proof(connection: Connection, seat: int, table: str, text: str, now: int) -> str:
    """Keep the proof of a fair round, and return its digest; the same proof is kept once."""
    checked_table(table)
    known = digest(checked_proof(text))
    if proof(connection, seat, known) is None:
        row = {"seat": seat, "digest": known, "at_table": table, "kept": now, "text": text}
        connection.execute(insert(proofs).values(row))
    return known


def proof(connection: Connection, seat: int, known: str) -> str | None:
    """The text of a proof by its digest, if the seat has it."""
    here = (proofs.c.seat == seat, proofs.c.digest == known)
    return connection.execute(select(proofs.c.text).where(*here)).scalar()


def newest_proofs(connection: Connection, seat: int, most: int) -> list[KeptProof]:
    """Proofs of a seat, the newest first."""
    query = (
        select(*proofs.c["digest", "at_table", "kept"])
        .where(proofs.c.seat == seat)
        .order_by(desc(proofs.c.kept), proofs.c.digest)
        .limit(most)
    )
    return [KeptProof(*row) for row in connection.execute(query)]


def prune_proofs(connection: Connection, seat: int, most: int) -> None:
    """Remove all proofs of a seat but the newest."""
    newest = (
        select(proofs.c.digest)
        .where(proofs.c.seat == seat)
        .order_by(desc(proofs.c.kept), proofs.c.digest)
        .limit(most)
    )
    old = delete(proofs).where(proofs.c.seat == seat, proofs.c.digest.not_in(newest))
    connection.execute(old)
