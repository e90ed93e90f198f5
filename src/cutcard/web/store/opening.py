"""Opening a store: where it is, how it is connected, and that its schema is up to date."""

from __future__ import annotations

import os
import socket
import sqlite3
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    QueuePool,
    create_engine,
    event,
    func,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError

from cutcard.errors import CutcardError
from cutcard.files import BeingWritten, check_folder, written_alone
from cutcard.web.store import migrations
from cutcard.web.store.failures import InvalidStore
from cutcard.web.store.schema import metadata

_STEPS: Final = Path(migrations.__file__).parent
_VERSION: Final = "cutcard_version"
"""The table that says up to which step a store is."""

_KEY: Final = 0x63757463617264
"""Names the lock of a PostgreSQL server under which a store is brought up to date."""

_SERVED: Final = _KEY + 1
"""Names the lock that a server holds on its store."""

_ONE_AT_A_TIME: Final = Lock()
"""Steps find their connection in a place that all threads share."""

_ADDRESSES: Final = "it takes sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def usual_address() -> URL:
    """Where the store is if none is named: in the user's data folder, which is made for it."""
    from platformdirs import user_data_path  # imported here: a named store needs no folder

    try:
        folder = user_data_path("cutcard", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
    except RuntimeError:
        raise CutcardError(
            "there is no home folder to keep the store in: name one with --store"
        ) from None
    except OSError as error:
        raise CutcardError(
            f"the store cannot be kept in {error.filename}: {error.strerror}: name another with"
            " --store"
        ) from None
    return URL.create("sqlite", database=str(folder / "tables.sqlite"))


def read_address(text: str) -> URL:
    """The address of a store as people write it. It is not repeated: it may hold a password."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidStore(f"this is not an address of a store: {_ADDRESSES}") from None
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        if url.host or url.query:
            raise InvalidStore(f"this is not a file of a store: {_ADDRESSES}")
        return url
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise InvalidStore(f"a store cannot be kept in {url.drivername!r} there: {_ADDRESSES}")


def shown(url: URL) -> str:
    """An address as it may be shown to anyone."""
    if url.drivername == "sqlite":
        return str(url.database)
    return URL.create(
        "postgresql", username=url.username, host=url.host, port=url.port, database=url.database
    ).render_as_string()


def connected(url: URL, patience: float) -> Engine:
    """The database at an address; a lock there is waited for as many seconds."""
    return (_sqlite if url.drivername == "sqlite" else _postgresql)(url, patience)


def _sqlite(url: URL, patience: float) -> Engine:
    path = Path(str(url.database))
    check_folder(path, "the store")
    # One connection, so that threads wait for each other here and not for SQLite's lock.
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        connect_args={"timeout": patience, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: object) -> None:
        connection.isolation_level = None  # transactions begin below, not by the driver's guess
        _write_ahead(connection, patience)
        # Synced at every commit: what was told as done outlives a loss of power too.
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        # A writer says so at once: a reader who turns writer cannot wait for another.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Let readers and a writer work at once; SQLite does not wait for this lock by itself."""
    ends = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > ends:
                raise
            time.sleep(0.02)


def _postgresql(url: URL, patience: float) -> Engine:
    waits = int(patience * 1000)
    settings = {
        "lock_timeout": waits,
        "statement_timeout": waits + 20_000,
        "idle_in_transaction_session_timeout": 60_000,
        "synchronous_commit": "on",
    }
    given = url.query.get("options", "")
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    arguments: dict[str, Any] = {
        "options": f"{options} {given if isinstance(given, str) else ' '.join(given)}".strip()
    }
    # A server that has vanished is given up; what the address says goes before.
    for name, value in {"connect_timeout": 5, "tcp_user_timeout": 20_000}.items():
        if name not in url.query:
            arguments[name] = value
    url = url.difference_update_query(["options"])
    return create_engine(url, connect_args=arguments, pool_pre_ping=True)


class Hold:
    """A server's hold of its store: a lock on a file, or one of a PostgreSQL server.

    The second lasts as long as the connection that took it.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self._engine = engine
        self._place = place
        self._locked = ExitStack()
        self._connection: Connection | None = None
        self._alone = Lock()
        if engine.dialect.name == "sqlite":
            self._locked.enter_context(written_alone(Path(place), "the store"))
        self.check()

    def check(self) -> None:
        """Take the hold again if its connection was lost; BeingWritten if another server has it."""
        if self._engine.dialect.name == "sqlite":
            return
        with self._alone:
            try:
                if self._connection is not None:
                    self._connection.exec_driver_sql("SELECT 1")
                    return
            except DBAPIError:
                self._connection = None
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()  # from the pool, which would end it for others' failures
            self._locked.callback(connection.close)
            us = f"cutcard web, process {os.getpid()} on {socket.gethostname()}"
            connection.execute(select(func.set_config("application_name", us, False)))
            if not connection.scalar(select(func.pg_try_advisory_lock(_SERVED))):
                holder = connection.exec_driver_sql(_HOLDER, {"key": _SERVED}).scalar()
                raise BeingWritten(
                    f"the store {self._place} is being written by {holder or 'another server'}:"
                    " wait until it has finished, or name another store"
                )
            self._connection = connection

    def end(self) -> None:
        """Let others have the store."""
        self._locked.close()


_HOLDER: Final = """
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND datname = current_database() AND granted
    AND (classid::bigint << 32) + objid::bigint = %(key)s"""


def bring_up_to_date(engine: Engine, place: str) -> None:
    """Take the steps that a store lacks, all or none; of two processes, one takes them."""
    steps = ScriptDirectory(str(_STEPS))
    with engine.connect() as connection:
        if _lacks_nothing(connection, steps, place):
            return
    with _ONE_AT_A_TIME, engine.connect() as connection:
        connection = connection.execution_options(writes=True)  # noqa: PLW2901
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_KEY})")
            if not _lacks_nothing(connection, steps, place):
                # Asked only now: while others make the store, its tables may come between
                # one question and the next.
                if not _taken(connection):
                    _check_free(connection, place)
                _take(connection, steps)


def _lacks_nothing(connection: Connection, steps: ScriptDirectory, place: str) -> bool:
    """Whether all steps were taken; InvalidStore if a newer version has taken more."""
    taken = _taken(connection)
    if taken - {step.revision for step in steps.walk_revisions()}:
        raise InvalidStore(
            f"the store {place} was written by a newer version of cutcard: use that version, or"
            " name another store with --store"
        )
    return taken == set(steps.get_heads())


def _taken(connection: Connection) -> set[str]:
    """The last steps that were taken; none in a new store."""
    context = MigrationContext.configure(connection, opts={"version_table": _VERSION})
    return set(context.get_current_heads())


def _check_free(connection: Connection, place: str) -> None:
    """Refuse a database that is another program's."""
    there = set(inspect(connection).get_table_names())
    # A server's database may be shared, as long as no name is wanted twice.
    others = there if connection.dialect.name == "sqlite" else there & set(metadata.tables)
    if others:
        raise InvalidStore(
            f"the store {place} holds tables of another program, {min(others)!r} among them: name"
            " another with --store"
        )


def _take(connection: Connection, steps: ScriptDirectory) -> None:
    with EnvironmentContext(
        Config(), steps, fn=lambda taken, context: steps._upgrade_revs("heads", taken)
    ) as environment:
        environment.configure(connection=connection, version_table=_VERSION)
        environment.run_migrations()
