"""The first schema: seats, chips, rounds, tables in progress, logbooks and proofs."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _seat() -> sa.Column[int]:
    return sa.Column(
        "seat",
        NUMBER,
        sa.ForeignKey("seats.number", ondelete="CASCADE"),
        autoincrement=False,
        nullable=False,
    )


def upgrade() -> None:
    """Make the tables."""
    _make_seats()
    _make_rounds()
    _make_the_rest()


def _make_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("token_digest", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("taken", sa.BigInteger, nullable=False),
        sa.Column("last_seen", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "balances",
        _seat(),
        sa.Column("at_table", sa.Text, nullable=False),
        sa.Column("unit", sa.Integer, nullable=False),
        sa.Column("units", sa.BigInteger, nullable=False),
        sa.Column("bought", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("seat", "at_table"),
    )


def _make_rounds() -> None:
    op.create_table(
        "games",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
    )
    op.create_table(
        "rounds",
        sa.Column("number", NUMBER, primary_key=True),
        _seat(),
        sa.Column("round_key", sa.String(16), nullable=False),
        sa.Column("at_table", sa.Text, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("unit", sa.Integer, nullable=False),
        sa.Column("bet", sa.BigInteger, nullable=False),
        sa.Column("gain", sa.BigInteger, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("mistakes", sa.Integer, nullable=False),
        sa.Column("cost", sa.Double, nullable=False),
        sa.Column("game", sa.String(64), sa.ForeignKey("games.digest"), nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("proof", sa.String(64)),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.UniqueConstraint("seat", "round_key", name="rounds_once"),
        sqlite_autoincrement=True,
    )
    op.create_index("rounds_newest", "rounds", ["seat", "number"])
    op.create_index(
        "rounds_at_table",
        "rounds",
        ["seat", "at_table", "number", "finished", "unit", "gain", "mistakes", "cost"],
    )
    op.create_table(
        "mistakes",
        sa.Column(
            "round",
            NUMBER,
            sa.ForeignKey("rounds.number", ondelete="CASCADE"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("place", sa.Integer, nullable=False),
        _seat(),
        sa.Column("cost", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("round", "place"),
    )
    op.create_index("mistakes_costliest", "mistakes", ["seat", "cost", "round", "place"])


def _make_the_rest() -> None:
    op.create_table(
        "open_tables",
        _seat(),
        sa.Column("at_table", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("seat", "at_table"),
    )
    op.create_table(
        "logbooks",
        _seat(),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("seat"),
    )
    op.create_table(
        "proofs",
        _seat(),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at_table", sa.Text, nullable=False),
        sa.Column("kept", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("seat", "digest"),
    )
    op.create_index("proofs_newest", "proofs", ["seat", "kept"])
