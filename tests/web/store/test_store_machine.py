"""The store beside a plain model of it: whatever is done in whatever order, they agree."""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from web.store.play import VEGAS, finished, standing

from cutcard.errors import CutcardError
from cutcard.study.drills.logbook import Logbook, Page
from cutcard.study.drills.sitting import Subject
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import Balance, FinishedRound, JudgedAction, Sums
from cutcard.web.store.round_book import PAUSE

TABLES = st.sampled_from(["one", "two"])
UNITS = {"one": 2, "two": 10}
NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=10)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
COSTS = st.none() | st.sampled_from([0.0, 0.25, 0.5, 1.75])  # sums of these are exact
ACTIONS = st.lists(
    st.builds(JudgedAction, spot=st.text(max_size=5), action=NAMES, best=NAMES, cost=COSTS),
    max_size=3,
).map(tuple)
PAGES = st.builds(
    Page,
    key=st.sampled_from([f"{number:016x}" for number in range(6)]),
    began=st.just(5),
    subject=st.just(Subject("decks", "Easy", "")),
    entries=st.just(()),
)


@dataclasses.dataclass
class Person:
    """What the model knows of a seat."""

    token: str
    name: str
    chips: dict[str, int] = dataclasses.field(default_factory=dict)
    rounds: list[tuple[int, int, FinishedRound]] = dataclasses.field(default_factory=list)
    """When each was finished, the balance after it, and the round."""
    tables: dict[str, object] = dataclasses.field(default_factory=dict)
    book: Logbook = dataclasses.field(default_factory=Logbook)
    proofs: dict[str, str] = dataclasses.field(default_factory=dict)


class StoreMachine(RuleBasedStateMachine):
    """A store in SQLite, and people who do things."""

    empty: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="cutcard-machine-"))
        shutil.copy(self.empty, self.folder / "tables.sqlite")
        self.now = 1000
        self.people: dict[int, Person] = {}
        self.open()

    def open(self) -> None:
        self.store = Store.open(
            f"sqlite:///{self.folder}/tables.sqlite", clock=lambda: float(self.now)
        )

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    def one_of(self, data: st.DataObject) -> tuple[int, Person]:
        return data.draw(st.sampled_from(sorted(self.people.items(), key=lambda one: one[0])))

    @rule(name=NAMES)
    def take_seat(self, name: str) -> None:
        seat, token = self.store.take_seat(name)
        assert seat.number not in self.people
        self.people[seat.number] = Person(token, name)

    @rule(seconds=st.sampled_from([1, 60, PAUSE, PAUSE + 1]))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.open()

    @precondition(lambda self: self.people)
    @rule(data=st.data(), name=NAMES)
    def rename(self, data: st.DataObject, name: str) -> None:
        seat, person = self.one_of(data)
        self.store.rename(seat, name)
        person.name = name

    @precondition(lambda self: self.people)
    @rule(data=st.data(), table=TABLES, units=st.integers(0, 1000))
    def buy_in(self, data: st.DataObject, table: str, units: int) -> None:
        seat, person = self.one_of(data)
        person.chips[table] = person.chips.get(table, 0) + units
        told = self.store.buy_in(seat, table, units, unit=UNITS[table])
        assert told == Balance(person.chips[table], UNITS[table])

    @precondition(lambda self: self.people)
    @rule(data=st.data(), table=TABLES, record=JSON, state=JSON, stands=st.booleans())
    def keep_round(
        self, data: st.DataObject, table: str, record: object, state: object, stands: bool
    ) -> None:
        seats = data.draw(st.lists(st.sampled_from(sorted(self.people)), min_size=1, unique=True))
        shares = [
            finished(
                seat,
                data.draw(st.integers(-500, 500)),
                table=table,
                unit=UNITS[table],
                record=record,
                actions=data.draw(ACTIONS),
                rules=data.draw(st.sampled_from([VEGAS.rules.plain(), {}])),
            )
            for seat in seats
        ]
        progress = standing(seats[0], state, table) if stands else None
        if any(table not in self.people[seat].chips for seat in seats):
            with pytest.raises(CutcardError, match="has no chips at table"):
                self.store.keep_round(*shares, progress=progress)
            return
        told = self.store.keep_round(*shares, progress=progress)
        for played, balance in zip(shares, told, strict=True):
            person = self.people[played.seat]
            person.chips[table] += played.gain
            person.rounds.append((self.now, person.chips[table], played))
            assert balance == Balance(person.chips[table], UNITS[table])
        if stands:
            self.people[seats[0]].tables[table] = state

    @precondition(lambda self: any(person.rounds for person in self.people.values()))
    @rule(data=st.data())
    def keep_a_round_again(self, data: st.DataObject) -> None:
        kept = [one for person in self.people.values() for one in person.rounds]
        _, _, played = data.draw(st.sampled_from(kept))
        told = self.store.keep_round(played, progress=standing(played.seat, 0, played.table))
        assert told[0].units == self.people[played.seat].chips[played.table]

    @precondition(lambda self: any(person.rounds for person in self.people.values()))
    @rule(data=st.data(), actions=ACTIONS)
    def judge(self, data: st.DataObject, actions: tuple[JudgedAction, ...]) -> None:
        seats = [seat for seat, person in self.people.items() if person.rounds]
        person = self.people[data.draw(st.sampled_from(sorted(seats)))]
        place = data.draw(st.integers(0, len(person.rounds) - 1))
        when, units, played = person.rounds[place]
        self.store.judge(played.seat, played.key, actions)
        person.rounds[place] = (when, units, dataclasses.replace(played, actions=actions))

    @precondition(lambda self: self.people)
    @rule(data=st.data(), table=TABLES, state=JSON)
    def keep_progress(self, data: st.DataObject, table: str, state: object) -> None:
        seat, person = self.one_of(data)
        self.store.keep_progress(standing(seat, state, table))
        person.tables[table] = state

    @precondition(lambda self: self.people)
    @rule(data=st.data(), table=TABLES)
    def clear_table(self, data: st.DataObject, table: str) -> None:
        seat, person = self.one_of(data)
        self.store.clear_table(seat, table)
        person.tables.pop(table, None)

    @precondition(lambda self: self.people)
    @rule(data=st.data(), pages=st.lists(PAGES, max_size=3))
    def keep_pages(self, data: st.DataObject, pages: list[Page]) -> None:
        seat, person = self.one_of(data)
        for page in pages:
            person.book = person.book.with_page(page)
        assert self.store.keep_pages(seat, pages) == person.book

    @precondition(lambda self: self.people)
    @rule(data=st.data(), text=st.text(st.characters(codec="ascii", exclude_characters="\0")))
    def keep_proof(self, data: st.DataObject, text: str) -> None:
        seat, person = self.one_of(data)
        person.proofs[self.store.keep_proof(seat, "one", text)] = text

    @precondition(lambda self: self.people)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        seat, person = self.one_of(data)
        self.store.forget(seat)
        del self.people[seat]
        assert self.store.seat_of(person.token) is None

    @invariant()
    def they_agree(self) -> None:
        for seat, person in self.people.items():
            found = self.store.seat_of(person.token)
            assert found is not None
            assert (found.number, found.name) == (seat, person.name)
            expected = {
                table: Balance(units, UNITS[table]) for table, units in person.chips.items()
            }
            assert self.store.balances(seat) == expected
            kept = [
                (one.finished, one.balance.units, one.played)
                for one in reversed(self.store.rounds(seat, most=200))
            ]
            assert kept == person.rounds
            tables = {one.table: one.state for one in self.store.open_tables(seat)}
            assert tables == person.tables
            assert self.store.logbook(seat) == person.book
            for digest, text in person.proofs.items():
                assert self.store.proof(seat, digest) == text
            assert len(self.store.proofs(seat)) == len(person.proofs)
            self.sums_agree(seat, person)

    def sums_agree(self, seat: int, person: Person) -> None:
        assert self.store.sums(seat) == summed(person.rounds)
        ranked = sorted((one for one in wrong(person.rounds)), key=lambda one: -(one.cost or 0))
        found = [one.judged for one in self.store.costliest(seat, most=200)]
        assert [one.cost for one in found] == [one.cost for one in ranked]
        assert sorted(map(repr, found)) == sorted(map(repr, ranked))
        for table in UNITS:
            here = [one for one in person.rounds if one[2].table == table]
            assert self.store.sums(seat, table=table) == summed(here)
            sittings = [
                (sitting.began, sitting.ended, sitting.sums)
                for sitting in reversed(self.store.sittings(seat, table=table, most=200))
            ]
            assert sittings == sat(here)


def wrong(rounds: list[tuple[int, int, FinishedRound]]) -> list[JudgedAction]:
    return [one for _, _, played in rounds for one in played.actions if one.cost]


def summed(rounds: list[tuple[int, int, FinishedRound]]) -> Sums:
    gain = sum((Fraction(played.gain, played.unit) for _, _, played in rounds), Fraction(0))
    mistakes = wrong(rounds)
    return Sums(len(rounds), gain, len(mistakes), sum((one.cost or 0 for one in mistakes), 0.0))


def sat(rounds: list[tuple[int, int, FinishedRound]]) -> list[tuple[int, int, Sums]]:
    """The sittings at one table, the first one first."""
    pauses, last, numbered = 0, None, []
    for one in rounds:
        if last is not None and one[0] - last > PAUSE:
            pauses += 1
        last = one[0]
        numbered.append((pauses, one))
    found = []
    for _, group in groupby(numbered, key=lambda pair: pair[0]):
        these = [one for _, one in group]
        found.append((these[0][0], these[-1][0], summed(these)))
    return found


@pytest.fixture
def machine(tmp_path: Path) -> type[StoreMachine]:
    """The machine, with a store to copy: to make one anew takes longer than to use it."""
    StoreMachine.empty = tmp_path / "empty.sqlite"
    Store.open(f"sqlite:///{StoreMachine.empty}").close()
    return StoreMachine


def test_the_store_agrees_with_a_plain_model(machine: type[StoreMachine]) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        machine, settings=settings(max_examples=20, stateful_step_count=25, deadline=None)
    )
