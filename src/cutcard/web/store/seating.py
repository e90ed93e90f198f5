"""Seats and their chips: the statements. Whoever writes for a seat holds it first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update

from cutcard.errors import Illegal
from cutcard.web.store.records import (
    Balance,
    TakenSeat,
    checked_name,
    checked_table,
    checked_unit,
    checked_units,
    digest,
)
from cutcard.web.store.schema import balances, logbooks, open_tables, rounds, seats

FREED: Final = 100
"""Abandoned seats that are removed at once, at most."""


class UnknownSeat(Illegal):
    """There is no such seat, or none is free."""


class IllegalChips(Illegal):
    """Chips that a seat does not have at a table, or that are counted in other units there."""


def hold(connection: Connection, taking_part: Iterable[int]) -> set[int]:
    """Keep others from writing for these seats meanwhile, and return those that are there."""
    query = (
        select(seats.c.number)
        .where(seats.c.number.in_(list(taking_part)))
        # In one order for all, so that no two ever wait for each other.
        .order_by(seats.c.number)
        .with_for_update(key_share=True)
    )
    return set(connection.execute(query).scalars())


def unknown(seat: int) -> UnknownSeat:
    """The complaint about a seat that is not there."""
    return UnknownSeat(f"there is no seat {seat}: it was given up, or never taken")


def take(connection: Connection, name: str, token: str, now: int) -> TakenSeat:
    """A new seat for whoever has the token; of the token only a digest is kept."""
    name = checked_name(name)
    made = insert(seats).values(token_digest=digest(token), name=name, taken=now, last_seen=now)
    number = connection.execute(made.returning(seats.c.number)).scalar_one()
    return TakenSeat(number, name, now, now)


def free(connection: Connection, most: int, unused_since: int, unseen_since: int) -> None:
    """See that one more seat can be taken, if need be by removing some that were abandoned.

    Those are seats on which nothing was played or practised, after a while, and any after long.
    """
    if connection.execute(select(func.count()).select_from(seats)).scalar_one() < most:
        return
    here = seats.c.number
    changed = select(open_tables.c.seat).where(open_tables.c.seat == here)
    used = exists().where(rounds.c.seat == here) | exists().where(logbooks.c.seat == here)
    abandoned = (
        select(here)
        .where(
            (seats.c.last_seen < unused_since)
            & ~used
            & ~changed.where(open_tables.c.changed >= unused_since).exists()
            | (seats.c.last_seen < unseen_since)
            & ~changed.where(open_tables.c.changed >= unseen_since).exists()
        )
        .order_by(seats.c.last_seen)
        .limit(FREED)
    )
    gone = connection.execute(delete(seats).where(here.in_(abandoned.scalar_subquery())))
    if not gone.rowcount:
        raise UnknownSeat(f"all {most} seats are taken: come back later")


def found(connection: Connection, token: str) -> TakenSeat | None:
    """The seat of a token."""
    query = select(*seats.c["number", "name", "taken", "last_seen"])
    try:
        row = connection.execute(query.where(seats.c.token_digest == digest(token))).first()
    except UnicodeEncodeError:
        return None  # half a character is in no token
    return None if row is None else TakenSeat(*row)


def change(connection: Connection, seat: int, **values: object) -> None:
    """Change what is known of a seat."""
    changed = update(seats).where(seats.c.number == seat).values(**values)
    if not connection.execute(changed).rowcount:
        raise unknown(seat)


def forget(connection: Connection, seat: int) -> None:
    """Remove a seat with all that belongs to it."""
    if not connection.execute(delete(seats).where(seats.c.number == seat)).rowcount:
        raise unknown(seat)


def buy(connection: Connection, seat: int, table: str, units: int, unit: int) -> Balance:
    """Give a seat chips for a table, its first ones or more."""
    checked_table(table)
    checked_unit(unit)
    if checked_units(units, "buy-in") < 0:
        raise IllegalChips(f"a buy-in of {units} units is not possible: it takes 0 or more")
    held = balance(connection, seat, table)
    if held is None:
        row = {"seat": seat, "at_table": table, "unit": unit, "units": units, "bought": units}
        connection.execute(insert(balances).values(row))
        return Balance(units, unit)
    more = after(held, table, unit, units)
    bought = {"units": more.units, "bought": balances.c.bought + units}
    connection.execute(update(balances).where(*_here(seat, table)).values(bought))
    return more


def after(held: Balance, table: str, unit: int, more: int) -> Balance:
    """A balance at a table after more units, if that can be."""
    if held.unit != unit:
        raise IllegalChips(
            f"chips at table {table!r} have {held.unit} units, not {unit}: a game with"
            " other payouts takes another table"
        )
    return Balance(checked_units(held.units + more, "balance"), unit)


def no_chips(seat: int, table: str) -> IllegalChips:
    """The complaint about a seat that never bought in."""
    return IllegalChips(f"seat {seat} has no chips at table {table!r}: it has to buy in")


def _here(seat: int, table: str) -> tuple[ColumnElement[bool], ...]:
    return balances.c.seat == seat, balances.c.at_table == table


def balance(connection: Connection, seat: int, table: str) -> Balance | None:
    """What a seat has at a table; none if it never bought chips there."""
    query = select(*balances.c["units", "unit"]).where(*_here(seat, table))
    row = connection.execute(query).first()
    return None if row is None else Balance(*row)


def all_balances(connection: Connection, seat: int) -> dict[str, Balance]:
    """What a seat has at every table at which it bought chips."""
    query = select(*balances.c["at_table", "units", "unit"]).where(balances.c.seat == seat)
    rows = connection.execute(query.order_by(balances.c.at_table))
    return {row.at_table: Balance(row.units, row.unit) for row in rows}
