"""Lists and sums are found by indices: no question reads the rounds of all seats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from web.store.play import TABLE, WRONG, finished, standing

from cutcard.web.store.keeper import Store
from cutcard.web.store.schema import metadata


def kept_round(store: Store, seat: int) -> str:
    """The key of a round that is in the book."""
    played = finished(seat)
    store.keep_round(played)
    return played.key


QUESTIONS: dict[str, Callable[[Store, int], object]] = {
    "the seat of a token": lambda store, seat: store.seat_of("0" * 32),
    "a balance": lambda store, seat: store.balance(seat, TABLE),
    "balances": lambda store, seat: store.balances(seat),
    "rounds": lambda store, seat: store.rounds(seat),
    "a later page": lambda store, seat: store.rounds(seat, before=5),
    "rounds at a table": lambda store, seat: store.rounds(seat, table=TABLE, before=5),
    "a round": lambda store, seat: store.round_of(seat, "0" * 16),
    "sums": lambda store, seat: store.sums(seat),
    "sums at a table": lambda store, seat: store.sums(seat, table=TABLE, since=5),
    "mistakes": lambda store, seat: store.costliest(seat),
    "mistakes at a table": lambda store, seat: store.costliest(seat, table=TABLE, since=5),
    "sittings": lambda store, seat: store.sittings(seat),
    "sittings at a table": lambda store, seat: store.sittings(seat, table=TABLE),
    "a table": lambda store, seat: store.progress(seat, TABLE),
    "tables of a seat": lambda store, seat: store.open_tables(seat),
    "a logbook": lambda store, seat: store.logbook(seat),
    "a proof": lambda store, seat: store.proof(seat, "0" * 64),
    "proofs": lambda store, seat: store.proofs(seat),
    "a round to be kept": lambda store, seat: store.keep_round(
        finished(seat, actions=(WRONG,)), progress=standing(seat, {})
    ),
    "rounds of many tables to be kept": lambda store, seat: store.keep_all(
        [((finished(seat, actions=(WRONG,)),), standing(seat, {})) for _ in range(3)]
    ),
    "a cost to be kept": lambda store, seat: store.judge(seat, kept_round(store, seat), (WRONG,)),
    "a seat to be forgotten": lambda store, seat: store.forget(seat),
}
ORDERED = ["rounds", "a later page", "rounds at a table", "mistakes", "mistakes at a table"]
COVERED = ["sums", "sums at a table", "sittings", "sittings at a table"]


@pytest.fixture
def plan(tmp_path: Path, request: pytest.FixtureRequest) -> list[str]:
    """How SQLite goes about a question."""
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as store:
        seat = store.take_seat("Ann")[0].number
        store.buy_in(seat, TABLE, 10, unit=2)
        asked: list[tuple[str, object]] = []

        def note(
            connection: object, cursor: object, statement: str, values: Any, *how: object
        ) -> None:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                asked.append((statement, values[0] if how[-1] else values))

        event.listen(store._engine, "before_cursor_execute", note)
        QUESTIONS[request.param](store, seat)
        event.remove(store._engine, "before_cursor_execute", note)
        assert asked
        with store._engine.connect() as connection:
            return [
                row[3]
                for statement, values in asked
                for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            ]


@pytest.mark.parametrize("plan", QUESTIONS, indirect=True)
def test_no_table_is_read_from_end_to_end(plan: list[str]) -> None:
    assert plan
    scanned = {step.split()[1] for step in plan if step.startswith("SCAN")}
    assert not scanned & set(metadata.tables)


@pytest.mark.parametrize("plan", ORDERED, indirect=True)
def test_pages_come_in_order_without_sorting(plan: list[str]) -> None:
    assert [step for step in plan if "TEMP B-TREE" in step] == []


@pytest.mark.parametrize("plan", COVERED, indirect=True)
def test_sums_read_an_index_and_no_rounds(plan: list[str]) -> None:
    assert [step for step in plan if " rounds" in step and "COVERING INDEX" not in step] == []
