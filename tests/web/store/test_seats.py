"""Seats and chips: who has the token has the seat, and every unit is accounted for."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256

import pytest
from sqlalchemy import text
from web.store.play import TABLE, WRONG, Clock, finished, standing

from cutcard.errors import CutcardError
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import LONGEST_NAME, LONGEST_TABLE, MOST_UNITS, Balance, Sums
from cutcard.web.store.schema import metadata


def test_who_has_the_token_has_the_seat(store: Store, clock: Clock) -> None:
    ann, token = store.take_seat(" Ann ")
    bob, other = store.take_seat("Ann")
    assert (ann.name, ann.taken, ann.last_seen) == ("Ann", clock.now, clock.now)
    assert ann.number != bob.number
    assert store.seat_of(token) == ann
    assert store.seat_of(other) == bob


def test_a_token_has_128_bits_and_is_nowhere_in_the_store(store: Store) -> None:
    _, token = store.take_seat("Ann")
    assert len(bytes.fromhex(token)) == 16
    with store._engine.connect() as connection:
        rows = connection.execute(text("SELECT * FROM seats")).all()
    assert sha256(token.encode()).hexdigest() in rows[0]
    assert token not in str(rows)


@pytest.mark.parametrize("token", ["", "x", "0" * 32, "\udcff", "' OR 1=1 --", "\0"])
def test_another_token_has_no_seat(store: Store, token: str) -> None:
    store.take_seat("Ann")
    assert store.seat_of(token) is None


@pytest.mark.parametrize(
    "name", ["", " ", "a" * (LONGEST_NAME + 1), "a\nb", "\0", "\udcff", "\x1b"]
)
def test_what_is_no_name_is_refused(store: Store, name: str) -> None:
    with pytest.raises(
        CutcardError, match=f"is not a name: it takes 1 to {LONGEST_NAME} printable"
    ):
        store.take_seat(name)
    ann, token = store.take_seat("Ann")
    with pytest.raises(CutcardError, match="is not a name"):
        store.rename(ann.number, name)
    assert store.seat_of(token) == ann


@pytest.mark.parametrize("name", ["<b>Ann</b>", "'; DROP TABLE seats", "Ⅷ 🂡", "%s", "a" * 40])
def test_any_printable_name_comes_back_as_it_was(store: Store, name: str) -> None:
    seat, token = store.take_seat("Ann")
    store.rename(seat.number, name)
    found = store.seat_of(token)
    assert found is not None
    assert found.name == name


def test_when_a_person_was_last_seen_is_kept(store: Store, clock: Clock) -> None:
    ann, token = store.take_seat("Ann")
    clock.now += 90
    store.mark_seen(ann.number)
    seen = store.seat_of(token)
    assert seen is not None
    assert (seen.taken, seen.last_seen) == (ann.taken, ann.taken + 90)


def test_chips_are_bought_and_added_to(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    assert store.balance(ann, TABLE) is None
    assert store.buy_in(ann, TABLE, 199, unit=2) == Balance(199, 2)
    assert store.buy_in(ann, TABLE, 1, unit=2) == store.balance(ann, TABLE) == Balance(200, 2)
    store.buy_in(ann, "other", 5, unit=10)
    assert store.balances(ann) == {TABLE: Balance(200, 2), "other": Balance(5, 10)}
    assert store.balances(ann)["other"].chips == Fraction(1, 2)
    # What was bought is told apart from what was gained.
    store.keep_round(finished(ann, 3))
    with store._engine.connect() as connection:
        query = text("SELECT units, bought FROM balances ORDER BY units")
        assert connection.execute(query).all() == [(5, 5), (203, 200)]


def test_chips_of_one_table_have_one_unit(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    store.buy_in(ann, TABLE, 100, unit=2)
    with pytest.raises(CutcardError, match="have 2 units, not 10: a game with other payouts takes"):
        store.buy_in(ann, TABLE, 100, unit=10)
    with pytest.raises(CutcardError, match="have 2 units, not 10"):
        store.keep_round(finished(ann, unit=10))
    assert store.balance(ann, TABLE) == Balance(100, 2)
    assert store.rounds(ann) == []


@pytest.mark.parametrize("units", [-1, MOST_UNITS + 1, 1.0, True, "5", None])
def test_what_cannot_be_bought_is_refused(store: Store, units: object) -> None:
    ann = store.take_seat("Ann")[0].number
    with pytest.raises(CutcardError, match=r"buy-in of .* units"):
        store.buy_in(ann, TABLE, units, unit=2)  # type: ignore[arg-type]
    assert store.balances(ann) == {}


def test_a_balance_stays_within_what_can_be_summed(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    store.buy_in(ann, TABLE, MOST_UNITS, unit=2)
    with pytest.raises(CutcardError, match="a balance of 1000000000001 units cannot be kept"):
        store.buy_in(ann, TABLE, 1, unit=2)
    with pytest.raises(CutcardError, match="a balance of 1000000000002 units cannot be kept"):
        store.keep_round(finished(ann, gain=2))
    assert store.balance(ann, TABLE) == Balance(MOST_UNITS, 2)


@pytest.mark.parametrize("unit", [0, -2, 1001, 2.0, True])
def test_a_chip_has_1_to_1000_units(store: Store, unit: object) -> None:
    ann = store.take_seat("Ann")[0].number
    with pytest.raises(CutcardError, match="units to a chip: it takes 1 to 1000"):
        store.buy_in(ann, TABLE, 5, unit=unit)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ["", "a" * (LONGEST_TABLE + 1), "a\0", "\udcff", "a\n"])
def test_what_is_no_name_of_a_table_is_refused(store: Store, table: str) -> None:
    ann = store.take_seat("Ann")[0].number
    for attempt in (
        lambda: store.buy_in(ann, table, 5, unit=2),
        lambda: store.keep_round(finished(ann, table=table)),
        lambda: store.keep_progress(standing(ann, {}, table)),
        lambda: store.keep_proof(ann, table, "{}"),
    ):
        with pytest.raises(CutcardError, match="is not a name of a table: it takes 1 to 100"):
            attempt()


def test_nothing_is_kept_for_a_seat_that_is_not_there(store: Store) -> None:
    for attempt in (
        lambda: store.mark_seen(7),
        lambda: store.rename(7, "Ann"),
        lambda: store.forget(7),
        lambda: store.buy_in(7, TABLE, 5, unit=2),
        lambda: store.keep_round(finished(7)),
        lambda: store.judge(7, "0" * 16, ()),
        lambda: store.keep_progress(standing(7, {})),
        lambda: store.clear_table(7, TABLE),
        lambda: store.keep_pages(7, ()),
        lambda: store.keep_proof(7, TABLE, "{}"),
    ):
        with pytest.raises(CutcardError, match="there is no seat 7: it was given up, or never"):
            attempt()


def test_a_forgotten_seat_leaves_nothing_behind_but_games(store: Store) -> None:
    ann, token = store.take_seat("Ann")
    bob = store.take_seat("Bob")[0].number
    for seat in (ann.number, bob):
        store.buy_in(seat, TABLE, 100, unit=2)
        store.keep_round(finished(seat, actions=(WRONG,)), progress=standing(seat, {}))
        store.keep_pages(seat, ())
        store.keep_proof(seat, TABLE, "{}")
    store.forget(ann.number)
    assert store.seat_of(token) is None
    assert store.sums(ann.number) == Sums()
    with store._engine.connect() as connection:
        counts = {
            name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar()
            for name in metadata.tables
        }
    assert counts == dict.fromkeys(metadata.tables, 1)
    assert store.take_seat("Cid")[0].number not in (ann.number, bob)


def test_the_number_of_a_forgotten_seat_is_not_given_again(store: Store) -> None:
    last = store.take_seat("Ann")[0].number
    store.forget(last)
    assert store.take_seat("Bob")[0].number > last
