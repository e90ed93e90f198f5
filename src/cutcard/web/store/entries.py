"""Entries: what tables have to record, checked one by one and written all at once.

Each statement is run once for all entries, so that many tables cost the database little more than
one. An entry that is refused leaves no trace, and the others are written nevertheless.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Double,
    FromClause,
    Insert,
    Integer,
    Select,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from cutcard.errors import CutcardError, Illegal
from cutcard.web.store import drawer, seating
from cutcard.web.store.records import (
    Balance,
    FinishedRound,
    JudgedAction,
    JudgedRound,
    OpenTable,
    checked_key,
    checked_round,
    digest,
    written_actions,
    written_json,
)
from cutcard.web.store.schema import balances, games, mistakes, rounds

Entry = tuple[Sequence[FinishedRound], OpenTable | None] | JudgedRound
"""A round as each seat at a table had it and how the table stands, or what a round has cost."""

Told = tuple[Balance, ...] | CutcardError
"""The balances after an entry, or why it was refused."""

_Row = dict[str, Any]
_Named = tuple[int, str]
"""A seat with a table's name or a round's key."""

_BOOK: Final = (
    update(balances)
    .where(balances.c.seat == bindparam("of_seat"), balances.c.at_table == bindparam("of_table"))
    .values(units=bindparam("to_units"))
)
_THE_ROUND: Final = (
    rounds.c.seat == bindparam("of_seat"),
    rounds.c.round_key == bindparam("of_key"),
)
_JUDGE: Final = (
    update(rounds)
    .where(*_THE_ROUND)
    .values({name: bindparam(f"to_{name}") for name in ("actions", "mistakes", "cost")})
)
_FORGIVE: Final = delete(mistakes).where(
    mistakes.c.round == select(rounds.c.number).where(*_THE_ROUND).scalar_subquery()
)
_BLAME: Final = insert(mistakes).from_select(
    ["round", "place", "seat", "cost"],
    select(
        rounds.c.number,
        bindparam("at_place", type_=Integer()),
        rounds.c.seat,
        bindparam("at_cost", type_=Double()),
    ).where(*_THE_ROUND),
)


class UnknownRound(Illegal):
    """There is no such round of this seat."""


def write(
    connection: Connection, there: set[int], entries: Sequence[Entry], now: int
) -> list[Told]:
    """Write entries of seats that are there and held; told is what has become of each."""
    sheet = _Sheet(there, now)
    complaints = [_complaint(entry) for entry in entries]
    fit = [entry for entry, why in zip(entries, complaints, strict=True) if why is None]
    sheet.look_up(connection, fit)
    told = [why or sheet.enter(entry) for entry, why in zip(entries, complaints, strict=True)]
    sheet.write(connection)
    return told


def _complaint(entry: Entry) -> CutcardError | None:
    """What is wrong with an entry, whatever the store holds."""
    try:
        if isinstance(entry, JudgedRound):
            checked_key(entry.key)
        else:
            for played in entry[0]:
                checked_round(played)
    except CutcardError as error:
        return error
    return None


def seats_of(entries: Iterable[Entry]) -> set[int]:
    """The seats that entries are about."""
    seats = set()
    for entry in entries:
        if isinstance(entry, JudgedRound):
            seats.add(entry.seat)
            continue
        shares, progress = entry
        seats |= {played.seat for played in shares}
        if progress is not None:
            seats.add(progress.seat)
    return seats


@dataclass
class _Sheet:
    """The rows that entries come to, and what has to be known to find them."""

    there: set[int]
    now: int
    known: set[_Named] = field(default_factory=set)
    """Rounds that are in the book."""
    held: dict[_Named, Balance] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    """Rules by the mapping that they came in."""
    booked: dict[_Named, Balance] = field(default_factory=dict)
    games: dict[str, _Row] = field(default_factory=dict)
    rounds: list[_Row] = field(default_factory=list)
    judged: dict[_Named, _Row] = field(default_factory=dict)
    wrong: dict[_Named, list[_Row]] = field(default_factory=dict)
    tables: dict[_Named, _Row] = field(default_factory=dict)

    def look_up(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Find the balances and rounds of which entries tell something."""
        keys, places = set(), set()
        for entry in entries:
            if isinstance(entry, JudgedRound):
                keys.add((entry.seat, entry.key))
                continue
            for played in entry[0]:
                keys.add((played.seat, played.key))
                places.add((played.seat, played.table))
        known, held = _known(connection.dialect.name), _held(connection.dialect.name)
        if keys:
            found = connection.execute(known, {"wanted": json.dumps(list(keys))})
            self.known = {(seat, key) for seat, key in found}
        if places:
            for row in connection.execute(held, {"wanted": json.dumps(list(places))}):
                self.held[row[0], row[1]] = Balance(row[2], row[3])

    def enter(self, entry: Entry) -> Told:
        """Take an entry down, or say why it is refused."""
        try:
            if isinstance(entry, JudgedRound):
                return self._judge(entry)
            part = _Sheet(self.there, self.now, self.known, self.held, self.texts)
            told = part._keep(*entry)
        except CutcardError as error:
            return error
        self._take_over(part)
        return told

    def _take_over(self, part: _Sheet) -> None:
        self.held |= part.booked
        self.booked |= part.booked
        self.games |= part.games
        self.rounds += part.rounds
        self.wrong |= part.wrong
        self.tables |= part.tables
        self.known |= part.wrong.keys()

    def _keep(self, shares: Sequence[FinishedRound], progress: OpenTable | None) -> Told:
        balances = tuple(map(self._book, shares))
        # With rounds that are in the book already, so is how the table stood after them, or later.
        if progress is not None and (self.rounds or not shares):
            self._check_seat(progress.seat)
            self.tables[progress.seat, progress.table] = drawer.table_row(progress, self.now)
        return balances

    def _check_seat(self, seat: int) -> None:
        if seat not in self.there:
            raise seating.unknown(seat)

    def _book(self, played: FinishedRound) -> Balance:
        """The balance of a seat after its round, which is written unless it was before."""
        self._check_seat(played.seat)
        place, name = (played.seat, played.table), (played.seat, played.key)
        held = self.booked.get(place) or self.held.get(place)
        known = name in self.known or name in self.wrong
        if held is None:
            raise seating.no_chips(*place)
        gain = 0 if known else played.gain
        balance = seating.after(held, played.table, played.unit, gain)
        if not known:
            self.booked[place] = balance
            self._write_round(played, balance)
        return balance

    def _write_round(self, played: FinishedRound, balance: Balance) -> None:
        text = self._rules_text(played.rules)
        game = digest(f"{played.game}\n{text}")
        self.games[game] = {"digest": game, "title": played.game, "rules": text}
        self.rounds.append(
            {
                "seat": played.seat,
                "round_key": played.key,
                "at_table": played.table,
                "finished": self.now,
                "unit": played.unit,
                "bet": played.bet,
                "gain": played.gain,
                "balance": balance.units,
                "game": game,
                "seed": played.seed,
                "proof": played.proof,
                "record": written_json(played.record, "the record of a round"),
                **_cost(played.actions),
            }
        )
        self.wrong[played.seat, played.key] = _wrong(played.seat, played.key, played.actions)

    def _rules_text(self, rules: Mapping[str, bool | int | str]) -> str:
        """Rules as they are written; many entries share one mapping, which is written once."""
        if id(rules) not in self.texts:
            self.texts[id(rules)] = written_json(dict(rules), "the rules of a game")
        return self.texts[id(rules)]

    def _judge(self, judged: JudgedRound) -> Told:
        seat, key = judged.seat, judged.key
        self._check_seat(seat)
        if (seat, key) not in self.known:
            raise UnknownRound(f"seat {seat} has no round {key!r}")
        cost = {f"to_{name}": value for name, value in _cost(judged.actions).items()}
        self.judged[seat, key] = {"of_seat": seat, "of_key": key, **cost}
        self.wrong[seat, key] = _wrong(seat, key, judged.actions)
        return ()

    def write(self, connection: Connection) -> None:
        """Write all rows, kind by kind."""
        if self.games:
            known = select(games.c.digest).where(games.c.digest.in_(sorted(self.games)))
            for old in connection.execute(known).scalars():
                del self.games[old]
        name = connection.dialect.name
        booked = [
            {"of_seat": seat, "of_table": table, "to_units": balance.units}
            for (seat, table), balance in self.booked.items()
        ]
        for statement, rows in (
            (_new_game(name), list(self.games.values())),
            (insert(rounds), self.rounds),
            (_BOOK, booked),
            (_JUDGE, list(self.judged.values())),
            (_FORGIVE, [{"of_seat": seat, "of_key": key} for seat, key in self.judged]),
            (_BLAME, [row for wrong in self.wrong.values() for row in wrong]),
            (drawer.put_tables(name), list(self.tables.values())),
        ):
            if rows:
                connection.execute(statement, rows)


def _cost(actions: tuple[JudgedAction, ...]) -> _Row:
    wrong = [one.cost for one in actions if one.is_mistake and one.cost is not None]
    return {
        "actions": written_actions(actions),
        "mistakes": len(wrong),
        "cost": sum(wrong, 0.0),
    }


def _wrong(seat: int, key: str, actions: tuple[JudgedAction, ...]) -> list[_Row]:
    return [
        {"of_seat": seat, "of_key": key, "at_place": place, "at_cost": one.cost}
        for place, one in enumerate(actions)
        if one.is_mistake
    ]


@cache
def _known(dialect: str) -> Select[Any]:
    """Which rounds are in the book."""
    return _wanted(dialect, rounds.c.seat, rounds.c.round_key)


@cache
def _held(dialect: str) -> Select[Any]:
    """What seats have at tables."""
    return _wanted(dialect, *balances.c["seat", "at_table", "units", "unit"])


def _wanted(dialect: str, seat: Column[int], name: Column[str], *more: Column[Any]) -> Select[Any]:
    """The rows that are wanted by seat and name.

    They are named in one JSON text: neither database compares many pairs by an index otherwise,
    and the statement stays the same however many there are.
    """
    given = bindparam("wanted", type_=Text())
    one: FromClause
    at: ColumnElement[Any]
    named: ColumnElement[Any]
    if dialect == "sqlite":
        one = func.json_each(given).table_valued("value")
        at, named = (func.json_extract(one.c.value, f"$[{place}]") for place in (0, 1))
    else:
        one = func.json_array_elements(cast(given, JSON)).table_valued("value")
        at, named = (one.c.value.op("->>")(place) for place in (0, 1))
    here = (seat == cast(at, BigInteger)) & (name == named)
    return select(seat, name, *more).select_from(one.join(seat.table, here))


@cache
def _new_game(dialect: str) -> Insert:
    """Writes a game that others may be writing at the same time."""
    insert_here = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert_here(games).on_conflict_do_nothing()
