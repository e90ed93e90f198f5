"""One server to a store: a second one says who holds it, and begins when the first has ended."""

from __future__ import annotations

import os
import re
from pathlib import Path

from warm_starts import web_warm_starts
from web.serving import Served
from web.store.conftest import address, postgresql
from web.store.postgresql_server import PostgresqlServer
from web.tableside import Browser

__all__ = ["address", "postgresql"]

HOLDER = re.compile(r"is being written by (cutcard web, )?process \d+")


def refused(home: Path, store: str) -> str:
    """What a server says that cannot have a store."""
    done = web_warm_starts().run_as_text(
        ["cutcard", "web", "--port", "0", "--store", store], folder=home, timeout=60
    )
    assert (done.returncode != 0, done.stdout) == (True, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_second_server_is_refused_and_told_of_the_first(address: str, tmp_path: Path) -> None:
    first = Served(tmp_path, "--store", address)
    try:
        assert HOLDER.search(refused(tmp_path, address))
    finally:
        first.kill()
    Served(tmp_path, "--store", address).kill()


def test_another_name_of_the_file_is_the_same_store(tmp_path: Path) -> None:
    first = Served(tmp_path, "--store", f"sqlite:///{tmp_path}/tables.sqlite")
    try:
        os.symlink(tmp_path / "tables.sqlite", tmp_path / "link.sqlite")
        assert HOLDER.search(refused(tmp_path, f"sqlite:///{tmp_path}/link.sqlite"))
    finally:
        first.kill()


def test_a_server_that_has_lost_its_store_to_another_writes_nothing_more(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    store = postgresql.new_database()
    first = Served(tmp_path, "--store", store)
    try:
        ann = Browser(first.host, "Ann")
        for again in range(2):
            drop_holders(postgresql, store)
            if not again:  # nobody else has come: the first takes it again
                assert ann.post("/api/seat", {"name": "Anna"})["name"] == "Anna"
                continue
            second = Served(tmp_path, "--store", store)
            answer = ann.http.post("/api/seat", json={"name": "Andy"})
            assert answer.status_code == 400
            assert HOLDER.search(answer.json()["error"])
            second.kill()
    finally:
        first.kill()


def drop_holders(postgresql: PostgresqlServer, store: str) -> None:
    """End the connections that hold the store, as a network does."""
    ended = postgresql.ask(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE application_name LIKE 'cutcard%' AND datname = current_database()",
        database=store.rpartition("/")[2],
    )
    assert ended == [(True,)]
