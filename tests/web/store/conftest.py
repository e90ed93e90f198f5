"""Stores for tests: in SQLite, and on a PostgreSQL server that runs as long as the tests do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web.store.play import Clock
from web.store.postgresql_server import PostgresqlServer, started

from cutcard.web.store.keeper import Store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    """A running PostgreSQL server."""
    server = started()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new store, in each database in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.sqlite"
    return request.getfixturevalue("postgresql").new_database()


@pytest.fixture
def clock() -> Clock:
    """A clock that goes only when it is told to."""
    return Clock()


@pytest.fixture
def store(address: str, clock: Clock) -> Iterator[Store]:
    """A new store."""
    with Store.open(address, clock=clock, patience=0.3) as store:
        yield store
