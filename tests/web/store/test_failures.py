"""Full disks, locks, lost servers: a sentence, nothing told is lost, and the store goes on."""

from __future__ import annotations

import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import update
from web.store.play import TABLE, WRONG, finished, standing
from web.store.postgresql_server import PostgresqlServer, ordinary_user
from web.store.small_disk import fill, small_disk

from cutcard.errors import CutcardError
from cutcard.web.store.failures import StoreFailed
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import MOST, Balance
from cutcard.web.store.schema import metadata

LONG = "a" * 50_000


def seated(store: Store) -> int:
    seat = store.take_seat("Ann")[0].number
    store.buy_in(seat, TABLE, 1000, unit=2)
    return seat


def keep_until_refused(store: Store, seat: int, told: list[str]) -> str:
    """Keep long rounds until one is refused, note the keys of the others, return the sentence."""
    for number in range(len(told) + 1, 1000):
        # Noise, because PostgreSQL makes what repeats itself small.
        played = finished(seat, 2, record=os.urandom(25_000).hex())
        try:
            store.keep_round(played, progress=standing(seat, number))
        except CutcardError as error:
            return str(error)
        told.append(played.key)
    raise AssertionError("no round was refused")


def check_kept(store: Store, seat: int, told: list[str]) -> None:
    """See that the rounds told, and no others, are there with their balance."""
    kept = [one.played.key for one in reversed(store.rounds(seat, most=MOST))]
    assert kept == told[-MOST:]
    assert store.sums(seat).rounds == len(told)
    assert store.balance(seat, TABLE) == Balance(1000 + 2 * len(told), 2)
    assert store.progress(seat, TABLE) == standing(seat, len(told))


def test_a_full_disk_is_told_and_loses_nothing() -> None:
    with small_disk("4m") as folder, Store.open(f"sqlite:///{folder}/tables.sqlite") as store:
        seat = seated(store)
        filler = folder / "filler"
        filler.write_bytes(b"\0" * 2_000_000)
        told: list[str] = []
        for _ in range(2):  # as long as it is full, it is told each time
            sentence = keep_until_refused(store, seat, told)
            assert sentence.startswith(f"the store {folder}/tables.sqlite has no room left on its")
        assert len(told) > 3
        check_kept(store, seat, told)
        filler.unlink()
        store.keep_round(played := finished(seat, 2), progress=standing(seat, len(told) + 1))
        check_kept(store, seat, [*told, played.key])


def test_a_disk_that_fills_within_a_long_transaction_is_told_and_loses_nothing() -> None:
    with small_disk("4m") as folder, Store.open(f"sqlite:///{folder}/tables.sqlite") as store:
        seat = seated(store)
        rounds = [finished(seat, 2, record=LONG) for _ in range(100)]
        store.keep_round(rounds[0], progress=standing(seat, 1))
        # More than SQLite holds in memory: it is written, and refused, before the end.
        with pytest.raises(CutcardError, match=r"sqlite has no room left on its disk: nothing was"):
            store.keep_all([((played,), None) for played in rounds])
        check_kept(store, seat, [rounds[0].key])
        store.keep_round(rounds[1], progress=standing(seat, 2))
        check_kept(store, seat, [rounds[0].key, rounds[1].key])


def test_a_new_store_on_a_full_disk_is_told_and_can_be_made_later() -> None:
    with small_disk("1m") as folder:
        filler = folder / "filler"
        fill(filler)
        address = f"sqlite:///{folder}/tables.sqlite"
        with pytest.raises(CutcardError, match=r"^the store .*sqlite (has no room|was refused by)"):
            Store.open(address)
        filler.unlink()
        with Store.open(address) as store:
            store.take_seat("Ann")


def test_a_full_disk_of_a_server_is_told_and_loses_nothing(postgresql: PostgresqlServer) -> None:
    with small_disk("16m") as folder:
        place = folder / "space"
        place.mkdir()
        if user := ordinary_user():
            os.chown(place, user["user"], user["group"])
        postgresql.ask(f"CREATE TABLESPACE small LOCATION '{place}'")
        address = postgresql.new_database("TABLESPACE small")
        try:
            with Store.open(address) as store:
                seat = seated(store)
                told: list[str] = []
                assert " has no room left on its disk" in keep_until_refused(store, seat, told)
                assert len(told) > 3
                check_kept(store, seat, told)
        finally:
            postgresql.ask(
                f"DROP DATABASE {address.rpartition('/')[2]} WITH (FORCE)", "DROP TABLESPACE small"
            )


def test_a_file_that_may_not_grow_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as store:
        seat = seated(store)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, before[1]))
        try:
            told: list[str] = []
            assert " was refused by its disk: " in keep_until_refused(store, seat, told)
            assert len(told) > 3
            check_kept(store, seat, told)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        store.keep_round(played := finished(seat, 2), progress=standing(seat, len(told) + 1))
        check_kept(store, seat, [*told, played.key])


@contextlib.contextmanager
def locked(address: str) -> Iterator[None]:
    """Another program that holds all that is written to."""
    if address.startswith("sqlite"):
        other = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            other.close()
    else:
        with psycopg.connect(address) as holder:
            # Only writers wait, as with SQLite.
            holder.execute("LOCK TABLE seats, rounds, balances IN EXCLUSIVE MODE")
            yield


def test_a_locked_store_is_told_read_and_written_later(address: str, store: Store) -> None:
    seat = seated(store)
    store.keep_round(first := finished(seat, 2), progress=standing(seat, 1))
    played = finished(seat, 2)
    with locked(address):
        for attempt in (
            lambda: store.keep_round(played, progress=standing(seat, 2)),
            lambda: store.take_seat("Bob"),
            lambda: store.mark_seen(seat),
        ):
            began = time.monotonic()
            with pytest.raises(CutcardError, match="is locked by another program: nothing was"):
                attempt()
            assert time.monotonic() - began > 0.25  # it waits as long as it was told to
        check_kept(store, seat, [first.key])
    store.keep_round(played, progress=standing(seat, 2))
    check_kept(store, seat, [first.key, played.key])


def test_a_lock_that_ends_in_time_is_not_noticed(address: str) -> None:
    with Store.open(address, patience=30) as store:
        seat = seated(store)
        held = threading.Event()

        def hold() -> None:
            with locked(address):
                held.set()
                time.sleep(0.3)

        holder = threading.Thread(target=hold)
        holder.start()
        held.wait()
        store.keep_round(played := finished(seat, 2), progress=standing(seat, 1))
        holder.join()
        check_kept(store, seat, [played.key])


def test_a_new_store_that_is_locked_is_told(address: str) -> None:
    if address.startswith("sqlite"):
        with locked(address), pytest.raises(CutcardError, match="is locked by another program"):
            Store.open(address, patience=0.2)
    else:
        from cutcard.web.store.opening import _KEY

        with psycopg.connect(address) as holder:
            holder.execute(f"SELECT pg_advisory_xact_lock({_KEY})")
            with pytest.raises(CutcardError, match="is locked by another program"):
                Store.open(address, patience=0.2)
    with Store.open(address) as store:
        seated(store)


def test_a_server_that_is_away_is_told_and_used_when_it_is_back(
    postgresql: PostgresqlServer,
) -> None:
    with Store.open(postgresql.new_database()) as store:
        seat = seated(store)
        store.keep_round(first := finished(seat, 2), progress=standing(seat, 1))
        postgresql.kill()
        played = finished(seat, 2)
        try:
            for attempt in (
                lambda: store.keep_round(played, progress=standing(seat, 2)),
                lambda: store.balance(seat, TABLE),
            ):
                with pytest.raises(CutcardError, match=r"cannot be reached: Connection refused$"):
                    attempt()
        finally:
            postgresql.start()
        check_kept(store, seat, [first.key])
        store.keep_round(played, progress=standing(seat, 2))
        check_kept(store, seat, [first.key, played.key])


def test_a_connection_that_is_ended_in_the_middle_is_told_and_replaced(
    postgresql: PostgresqlServer,
) -> None:
    address = postgresql.new_database()
    end = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        f" WHERE datname = '{address.rpartition('/')[2]}'"
    )
    with Store.open(address) as store:
        seat = seated(store)

        def lose() -> None:
            with store._writing(seat) as connection:
                connection.exec_driver_sql("UPDATE balances SET units = 0")
                postgresql.ask(end)
                connection.exec_driver_sql("SELECT 1")

        with pytest.raises(CutcardError, match=r"ended the connection|cannot be reached"):
            lose()
        assert store.balance(seat, TABLE) == Balance(1000, 2)
        # One that was ended while nobody used it is not even noticed.
        postgresql.ask(end)
        store.keep_round(played := finished(seat, 2), progress=standing(seat, 1))
        check_kept(store, seat, [played.key])


def test_a_database_that_may_only_be_read_is_told_and_read(postgresql: PostgresqlServer) -> None:
    address = postgresql.new_database()
    with Store.open(address) as store:
        seat = seated(store)
    postgresql.ask(
        f"ALTER DATABASE {address.rpartition('/')[2]} SET default_transaction_read_only = on"
    )
    with Store.open(address) as store:
        with pytest.raises(CutcardError, match=r"cannot be written: it may only be read$"):
            store.keep_round(finished(seat))
        assert store.balance(seat, TABLE) == Balance(1000, 2)


def test_a_folder_that_may_only_be_read_is_told() -> None:
    program = (
        "import os, sys\n"
        "from cutcard.errors import CutcardError\n"
        "from cutcard.web.store.keeper import Store\n"
        "import cutcard.web.store.migrations.versions.first\n"
        "import sqlalchemy.dialects.sqlite.pysqlite\n"
        "if os.getuid() == 0:\n"
        "    os.setuid(65534)\n"
        "for name in ('new', 'old'):\n"
        "    try:\n"
        "        with Store.open(f'sqlite:///{sys.argv[1]}/{name}', patience=0.2) as store:\n"
        "            store.take_seat('Ann')\n"
        "    except CutcardError as error:\n"
        "        print(error)\n"
    )
    with tempfile.TemporaryDirectory(prefix="cutcard-read-only-") as folder:
        with Store.open(f"sqlite:///{folder}/old") as store:
            seat = seated(store)
        for one in Path(folder).iterdir():
            one.chmod(0o444)
        os.chmod(folder, 0o555)
        run = subprocess.run(
            [sys.executable, "-c", program, folder], capture_output=True, text=True, check=False
        )
        os.chmod(folder, 0o755)
        assert run.stderr == ""
        new, old = run.stdout.splitlines()
        assert new.startswith(f"the store {folder}/new cannot be ")
        assert old == f"the store {folder}/old cannot be written: it may only be read"
        (Path(folder) / "old").chmod(0o644)
        with Store.open(f"sqlite:///{folder}/old") as store:
            assert store.balance(seat, TABLE) == Balance(1000, 2)


@pytest.mark.parametrize("text", ["{", '{"a": 1', "", "[1] 2"])
@pytest.mark.parametrize(
    ("column", "read"),
    [
        ("rounds.record", lambda store, seat: store.rounds(seat)),
        ("rounds.actions", lambda store, seat: store.rounds(seat)),
        ("rounds.actions", lambda store, seat: store.costliest(seat)),
        ("games.rules", lambda store, seat: store.rounds(seat)),
        ("open_tables.state", lambda store, seat: store.open_tables()),
    ],
)
def test_a_row_that_no_longer_holds_json_is_told(
    address: str, column: str, read: Callable[[Store, int], object], text: str
) -> None:
    table, _, name = column.partition(".")
    with Store.open(address) as store:
        seat = seated(store)
        store.keep_round(finished(seat, actions=(WRONG,)), progress=standing(seat, [1]))
        with store._engine.begin() as connection:
            connection.execute(update(metadata.tables[table]).values({name: text}))
        with pytest.raises(StoreFailed, match=r" is damaged: restore it from a copy, or name"):
            read(store, seat)


def test_a_store_whose_bytes_were_changed_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with Store.open(f"sqlite:///{path}") as store:
        seat = seated(store)
        for _ in range(20):
            store.keep_round(finished(seat, record=LONG))
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    path.write_bytes(content)
    with (
        pytest.raises(CutcardError, match=r"sqlite is damaged: restore it from a copy, or name"),
        Store.open(f"sqlite:///{path}") as store,
    ):
        store.rounds(seat)
