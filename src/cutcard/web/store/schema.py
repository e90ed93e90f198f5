"""The schema: one for SQLite and PostgreSQL.

Money is whole units of a chip, moments are seconds since 1970, documents are JSON in ASCII.
A change here takes a step in `migrations`; a test compares the two.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# SQLite numbers rows by itself only in a column of just this type.
NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")

metadata: Final = MetaData()


def _seat(*, primary: bool = False) -> Column[int]:
    """The seat that a row belongs to, and goes with."""
    return Column(
        "seat",
        NUMBER,
        ForeignKey("seats.number", ondelete="CASCADE"),
        primary_key=primary,
        # Numbers are given to seats, not to what belongs to them.
        autoincrement=False,
        nullable=False,
    )


seats: Final = Table(
    "seats",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("token_digest", String(64), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("taken", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
    # The number of a seat that was given up is never used again.
    sqlite_autoincrement=True,
)

balances: Final = Table(
    "balances",
    metadata,
    _seat(primary=True),
    Column("at_table", Text, primary_key=True),
    Column("unit", Integer, nullable=False),
    Column("units", BigInteger, nullable=False),
    Column("bought", BigInteger, nullable=False),
)

games: Final = Table(
    "games",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("title", Text, nullable=False),
    Column("rules", Text, nullable=False),
)

rounds: Final = Table(
    "rounds",
    metadata,
    Column("number", NUMBER, primary_key=True),
    _seat(),
    Column("round_key", String(16), nullable=False),
    Column("at_table", Text, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("unit", Integer, nullable=False),
    Column("bet", BigInteger, nullable=False),
    Column("gain", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),
    Column("mistakes", Integer, nullable=False),
    Column("cost", Double, nullable=False),
    Column("game", String(64), ForeignKey("games.digest"), nullable=False),
    Column("seed", Text),
    Column("proof", String(64)),
    Column("actions", Text, nullable=False),
    Column("record", Text, nullable=False),
    UniqueConstraint("seat", "round_key", name="rounds_once"),
    Index("rounds_newest", "seat", "number"),
    # All that sums need, so that no long row is read for them.
    Index(
        "rounds_at_table",
        *("seat", "at_table", "number", "finished", "unit", "gain", "mistakes", "cost"),
    ),
    sqlite_autoincrement=True,
)

mistakes: Final = Table(
    "mistakes",
    metadata,
    Column(
        "round",
        NUMBER,
        ForeignKey("rounds.number", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("place", Integer, primary_key=True),
    _seat(),
    Column("cost", Double, nullable=False),
    Index("mistakes_costliest", "seat", "cost", "round", "place"),
)

open_tables: Final = Table(
    "open_tables",
    metadata,
    _seat(primary=True),
    Column("at_table", Text, primary_key=True),
    Column("changed", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
)

logbooks: Final = Table(
    "logbooks",
    metadata,
    _seat(primary=True),
    Column("text", Text, nullable=False),
)

proofs: Final = Table(
    "proofs",
    metadata,
    _seat(primary=True),
    Column("digest", String(64), primary_key=True),
    Column("at_table", Text, nullable=False),
    Column("kept", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Index("proofs_newest", "seat", "kept"),
)
