"""The book of finished rounds: what is asked of it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Row,
    Select,
    case,
    delete,
    desc,
    func,
    select,
)

from cutcard.web.store.records import (
    Balance,
    FinishedRound,
    KeptRound,
    Mistake,
    Sums,
    TableSitting,
    read_actions,
)
from cutcard.web.store.schema import games, mistakes, rounds

PAUSE: Final = 30 * 60
"""Seconds without a round after which a sitting has ended."""


def newest(
    connection: Connection, seat: int, table: str | None, before: int | None, most: int
) -> list[KeptRound]:
    """Rounds of a seat, the newest first, from the one before this number on."""
    query = _with_games(seat).order_by(desc(rounds.c.number)).limit(most)
    if table is not None:
        query = query.where(rounds.c.at_table == table)
    if before is not None:
        query = query.where(rounds.c.number < before)
    return [_kept(row) for row in connection.execute(query)]


def one(connection: Connection, seat: int, key: str) -> KeptRound | None:
    """A round by its key, if the seat has it."""
    row = connection.execute(_with_games(seat).where(rounds.c.round_key == key)).first()
    return None if row is None else _kept(row)


def _with_games(seat: int) -> Select[Any]:
    titled = select(rounds, games.c.title, games.c.rules)
    return titled.join(games, rounds.c.game == games.c.digest).where(rounds.c.seat == seat)


def _kept(row: Row[Any]) -> KeptRound:
    played = FinishedRound(
        seat=row.seat,
        table=row.at_table,
        game=row.title,
        rules=json.loads(row.rules),
        unit=row.unit,
        bet=row.bet,
        gain=row.gain,
        record=json.loads(row.record),
        actions=read_actions(row.actions),
        seed=row.seed,
        proof=row.proof,
        key=row.round_key,
    )
    return KeptRound(row.number, row.finished, Balance(row.balance, row.unit), played)


_IN_SUM: Final = (
    func.count(),
    func.sum(rounds.c.gain),
    func.sum(rounds.c.mistakes),
    func.sum(rounds.c.cost),
)


def sums(connection: Connection, seat: int, table: str | None, since: int) -> Sums:
    """Totals over the rounds of a seat, of one table or of all, kept at this time or later."""
    query = select(rounds.c.unit, *_IN_SUM).where(rounds.c.seat == seat, rounds.c.finished >= since)
    if table is not None:
        query = query.where(rounds.c.at_table == table)
    parts = [_sums(*row) for row in connection.execute(query.group_by(rounds.c.unit))]
    return Sums(
        sum(part.rounds for part in parts),
        sum((part.gain for part in parts), Fraction(0)),
        sum(part.mistakes for part in parts),
        sum((part.cost for part in parts), 0.0),
    )


def _sums(unit: int, number: int, gain: Any, wrong: Any, cost: float) -> Sums:
    # PostgreSQL sums whole numbers into decimal ones.
    return Sums(number, Fraction(int(gain), unit), int(wrong), cost)


def sittings(connection: Connection, seat: int, table: str | None, most: int) -> list[TableSitting]:
    """Sittings of a seat, the one that ended last first."""
    last = func.lag(rounds.c.finished).over(
        partition_by=rounds.c.at_table, order_by=rounds.c.number
    )
    begins = case((rounds.c.finished - last <= PAUSE, 0), else_=1)
    each = select(
        *rounds.c["at_table", "number", "finished", "unit", "gain", "mistakes", "cost"],
        begins.label("begins"),
    ).where(rounds.c.seat == seat)
    if table is not None:
        each = each.where(rounds.c.at_table == table)
    marked = each.subquery()
    counted = func.sum(marked.c.begins).over(
        partition_by=marked.c.at_table, order_by=marked.c.number
    )
    numbered = select(marked, counted.label("sitting")).subquery()
    columns = numbered.c
    ended = func.max(columns.finished)
    query = (
        select(
            columns.at_table,
            func.min(columns.finished),
            ended,
            columns.unit,
            func.count(),
            func.sum(columns.gain),
            func.sum(columns.mistakes),
            func.sum(columns.cost),
        )
        .group_by(columns.at_table, columns.sitting, columns.unit)
        .order_by(desc(ended), desc(func.max(columns.number)))
        .limit(most)
    )
    return [
        TableSitting(row[0], row[1], row[2], _sums(*row[3:])) for row in connection.execute(query)
    ]


def costliest(
    connection: Connection, seat: int, table: str | None, since: int, most: int
) -> list[Mistake]:
    """Mistakes of a seat, the costliest first, and of equal ones the newest."""
    query = (
        select(
            mistakes.c.place,
            *rounds.c["number", "round_key", "at_table", "finished", "actions"],
            games.c.title,
        )
        .join(rounds, rounds.c.number == mistakes.c.round)
        .join(games, rounds.c.game == games.c.digest)
        .where(mistakes.c.seat == seat, rounds.c.finished >= since)
        .order_by(desc(mistakes.c.cost), desc(mistakes.c.round), desc(mistakes.c.place))
        .limit(most)
    )
    if table is not None:
        query = query.where(rounds.c.at_table == table)
    return [
        Mistake(
            row.number,
            row.round_key,
            row.at_table,
            row.title,
            row.finished,
            read_actions(row.actions)[row.place],
        )
        for row in connection.execute(query)
    ]


def prune(connection: Connection, seat: int, most: int) -> None:
    """Remove all rounds of a seat but the newest."""
    first_old = (
        select(rounds.c.number)
        .where(rounds.c.seat == seat)
        .order_by(desc(rounds.c.number))
        .offset(most)
        .limit(1)
        .scalar_subquery()
    )
    connection.execute(delete(rounds).where(rounds.c.seat == seat, rounds.c.number <= first_old))
