"""Opening a store: made or brought up to date once, and what is not ours is left alone."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, inspect
from warm_starts import web_warm_starts
from web.store.play import TABLE, finished
from web.store.postgresql_server import PostgresqlServer

from cutcard.errors import CutcardError
from cutcard.web.store.keeper import Store
from cutcard.web.store.opening import read_address, shown, usual_address
from cutcard.web.store.records import Balance
from cutcard.web.store.schema import metadata

BESIDE = Path(__file__).parent


def contents(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.iterdir()}


def test_the_steps_make_just_the_schema(store: Store) -> None:
    with store._engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": "cutcard_version", "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "cutcard_version"}


def test_what_is_opened_again_holds_what_it_held(address: str) -> None:
    with Store.open(address) as store:
        ann, token = store.take_seat("Ann")
        store.buy_in(ann.number, TABLE, 10, unit=2)
        store.keep_round(played := finished(ann.number))
    for _ in range(2):
        with Store.open(address) as store:
            assert store.seat_of(token) == ann
            assert store.balance(ann.number, TABLE) == Balance(8, 2)
            assert [kept.played for kept in store.rounds(ann.number)] == [played]


def test_a_store_that_is_up_to_date_opens_while_another_writes(address: str) -> None:
    with Store.open(address) as first:
        ann, token = first.take_seat("Ann")
        with first._writing(ann.number), Store.open(address, patience=0.1) as second:
            assert second.seat_of(token) == ann


def test_processes_that_open_a_new_store_at_once_all_can(address: str) -> None:
    run = web_warm_starts().run_as_text(
        ["cutcard", str(BESIDE / "open_at_once.py"), address, "5"], folder=BESIDE, timeout=120
    )
    assert run.stderr == ""
    assert run.stdout.split() == ["0"] * 5
    with Store.open(address) as store, store._engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT name FROM seats ORDER BY name").all()
        assert [row[0] for row in rows] == ["0", "1", "2", "3", "4"]
        versions = connection.exec_driver_sql("SELECT version_num FROM cutcard_version").all()
        assert len(versions) == 1


def test_a_store_that_another_makes_meanwhile_is_taken_as_it_is(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cutcard.web.store import opening

    look = opening._taken

    def look_too_early(connection: Connection) -> set[str]:
        found = look(connection)
        monkeypatch.undo()
        with Store.open(address) as other:
            other.take_seat("Ann")
        return found

    monkeypatch.setattr(opening, "_taken", look_too_early)
    with Store.open(address) as store:
        assert store.take_seat("Bob")[0].number == 2


def test_a_store_of_a_newer_version_is_refused_and_stays(address: str) -> None:
    with Store.open(address) as store:
        store.take_seat("Ann")
        with store._engine.connect().execution_options(writes=True) as connection:
            connection.exec_driver_sql("UPDATE cutcard_version SET version_num = '999'")
            connection.commit()
    with pytest.raises(CutcardError, match="was written by a newer version of cutcard: use that"):
        Store.open(address)


def test_a_step_that_fails_leaves_nothing_behind(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cutcard.web.store import opening

    taken = opening._take

    def fail(*arguments: object) -> None:
        taken(*arguments)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(opening, "_take", fail)
    with pytest.raises(KeyboardInterrupt):
        Store.open(address)
    engine = opening.connected(opening.read_address(address), 1)
    assert inspect(engine).get_table_names() == []
    engine.dispose()
    monkeypatch.undo()
    with Store.open(address) as store:
        store.take_seat("Ann")


def test_the_store_is_usually_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "new folder 50%"))
    with Store.open() as store:
        store.take_seat("Ann")
        assert store.place == str(tmp_path / "new folder 50%" / "cutcard" / "tables.sqlite")
    assert sqlite3.connect(store.place).execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(CutcardError, match=r"the store cannot be kept in .*: name another with"):
        usual_address()


@pytest.mark.parametrize(
    "content", [b"a table of contents" * 100, b"SQLite format 3\0" + b"\xff" * 5000, b"x" * 4096]
)
def test_a_file_that_is_no_database_is_refused_and_stays(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(CutcardError, match=r"notes\.txt is (not a SQLite database|damaged): "):
        Store.open(f"sqlite:///{path}")
    assert contents(tmp_path) == {"notes.txt": content}


def test_another_programs_database_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE bookmarks (address)")
    other.close()
    with pytest.raises(CutcardError, match="tables of another program, 'bookmarks' among them"):
        Store.open(f"sqlite:///{path}")
    with sqlite3.connect(path) as other:
        names = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert names == [("bookmarks",)]


def test_a_shared_database_is_used_as_long_as_no_name_is_wanted_twice(
    postgresql: PostgresqlServer,
) -> None:
    address = postgresql.new_database()
    database = address.rpartition("/")[2]
    postgresql.ask("CREATE TABLE seats (chair text)", database=database)
    with pytest.raises(CutcardError, match="tables of another program, 'seats' among them"):
        Store.open(address)
    postgresql.ask("ALTER TABLE seats RENAME TO chairs", database=database)
    with Store.open(address) as store:
        store.take_seat("Ann")
    assert postgresql.ask("SELECT * FROM chairs", database=database) == []


@pytest.mark.parametrize(
    ("place", "sentence"),
    [("no/folder/x", "cannot be written: there is no folder"), ("", "it is a folder")],
)
def test_a_place_that_cannot_hold_a_file_is_told(tmp_path: Path, place: str, sentence: str) -> None:
    with pytest.raises(CutcardError, match=f"^the store {tmp_path}.* {sentence}"):
        Store.open(f"sqlite:///{tmp_path}/{place}")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "tables.sqlite",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///x?mode=ro",
        "sqlite://secret/x",
        "mysql://ann:secret@localhost/x",
        "postgresql+asyncpg://ann:secret@localhost/x",
        "postgresql://ann:secret@localhost:port/x",
        "http://ann:secret@localhost",
        "://secret",
    ],
)
def test_what_is_no_address_of_a_store_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(CutcardError, match=r"it takes sqlite:///FILE or postgresql://") as refused:
        read_address(address)
    assert "secret" not in str(refused.value)


def test_an_address_is_shown_without_its_password() -> None:
    for name in ("postgres", "postgresql", "postgresql+psycopg"):
        url = read_address(f"{name}://ann:secret@localhost:5433/cards?password=secret")
        assert shown(url) == "postgresql://ann@localhost:5433/cards"
    assert shown(URL.create("sqlite", database="/a b%/c")) == "/a b%/c"


@pytest.mark.parametrize(
    ("part", "other", "sentence"),
    [
        (r"cutcard:", "stranger:", 'cannot be reached: .*role "stranger" does not exist'),
        (r"/\w+$", "/nowhere", 'cannot be reached: .*database "nowhere" does not exist'),
        (r":\d+/", ":1/", "cannot be reached: Connection refused"),
        (r"127\.0\.0\.1", "nowhere.invalid", "cannot be reached: failed to resolve host"),
        (r"$", "?colour=red", "cannot be used: .*colour"),
    ],
    ids=["user", "database", "port", "host", "option"],
)
def test_a_server_that_does_not_let_in_is_told(
    postgresql: PostgresqlServer, part: str, other: str, sentence: str
) -> None:
    right = postgresql.new_database().replace("cutcard@", "cutcard:secret@")
    address = re.sub(part, other, right, count=1)
    assert address != right
    with pytest.raises(CutcardError, match=f"^the store postgresql://.* {sentence}") as told:
        Store.open(address)
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


def test_options_of_an_address_stand_beside_the_stores_own(postgresql: PostgresqlServer) -> None:
    address = f"{postgresql.new_database()}?options=-c%20application_name%3Dcards"
    with Store.open(address, patience=2) as store, store._engine.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"SHOW {name}").scalar()
            for name in ("application_name", "lock_timeout", "synchronous_commit")
        }
    assert asked == {"application_name": "cards", "lock_timeout": "2s", "synchronous_commit": "on"}


def test_who_uses_no_store_does_not_load_a_database() -> None:
    program = (
        "import sys, cutcard, cutcard.cli, cutcard.study.drills.logbook\n"
        "cutcard.game('vegas-strip')\n"
        "assert not {'sqlalchemy', 'alembic', 'psycopg', 'starlette'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=dict(os.environ))
