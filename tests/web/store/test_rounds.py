"""Finished rounds: kept whole with the new balance, once, and found again by what is asked."""

from __future__ import annotations

import dataclasses
import threading
from fractions import Fraction

import pytest
from web.store.play import RIGHT, TABLE, UNJUDGED, VEGAS, WRONG, Clock, finished, standing

from cutcard.errors import CutcardError
from cutcard.web.store.keeper import Store
from cutcard.web.store.records import (
    LARGEST,
    MOST,
    Balance,
    JudgedAction,
    JudgedRound,
    Sums,
    TableSitting,
)
from cutcard.web.store.round_book import PAUSE


def seated(store: Store, units: int = 1000, *tables: str) -> int:
    """A new seat with chips."""
    seat = store.take_seat("Ann")[0].number
    for table in tables or (TABLE,):
        store.buy_in(seat, table, units, unit=VEGAS.rules.unit)
    return seat


def test_a_round_comes_back_as_it_was_kept(store: Store, clock: Clock) -> None:
    ann = seated(store)
    played = finished(ann, 3, actions=(WRONG, RIGHT, UNJUDGED), seed="17/4", proof="0" * 64)
    assert store.keep_round(played) == (Balance(1003, 2),)
    (kept,) = store.rounds(ann)
    assert kept.played == played
    assert (kept.finished, kept.balance) == (clock.now, Balance(1003, 2))
    assert store.round_of(ann, played.key) == kept
    assert store.balance(ann, TABLE) == Balance(1003, 2)


def test_a_deal_of_another_game_is_kept_likewise(store: Store) -> None:
    ann = store.take_seat("Ann")[0].number
    store.buy_in(ann, "blockhead", 0, unit=1)
    played = finished(ann, 12, table="blockhead", game="Blockhead Poker", rules={}, unit=1, bet=1)
    assert store.keep_round(played) == (Balance(12, 1),)
    assert store.rounds(ann)[0].played == played


def test_a_round_that_is_kept_twice_counts_once(store: Store) -> None:
    ann = seated(store)
    played = finished(ann, -2, actions=(WRONG,))
    store.keep_round(played, progress=standing(ann, 1))
    store.keep_round(later := finished(ann, -4), progress=standing(ann, 2))
    assert store.keep_round(played, progress=standing(ann, 1)) == (Balance(994, 2),)
    assert [kept.played.key for kept in store.rounds(ann)] == [later.key, played.key]
    assert store.progress(ann, TABLE) == standing(ann, 2)
    assert len(store.costliest(ann)) == 1


def test_all_seats_of_a_round_are_kept_or_none(store: Store) -> None:
    ann, bob = seated(store), seated(store)
    cid = store.take_seat("Cid")[0].number
    with pytest.raises(CutcardError, match=f"seat {cid} has no chips at table 'vegas-strip'"):
        store.keep_round(finished(bob), finished(ann), finished(cid), progress=standing(ann, 1))
    for seat in (ann, bob):
        assert store.rounds(seat) == []
        assert store.balance(seat, TABLE) == Balance(1000, 2)
    assert store.progress(ann, TABLE) is None
    told = store.keep_round(finished(bob, 4), finished(ann, -2), progress=standing(ann, 1))
    assert told == (Balance(1004, 2), Balance(998, 2))


def test_rounds_of_several_tables_are_kept_in_one_go(store: Store) -> None:
    ann, bob, cid = (seated(store, 1000, TABLE, "other") for _ in range(3))
    told = store.keep_all(
        [
            ((finished(ann, 3), finished(bob, -2)), standing(ann, "first")),
            ((finished(cid, 5), finished(cid, record={1})), standing(cid, "refused")),
            ((finished(7**9),), None),
            ((finished(bob, table="unknown"),), None),
            ((), standing(7**9, "refused")),
            ((), standing(bob, "alone", "other")),
            ((again := finished(bob, 7, table="other"),), standing(bob, "second", "other")),
            ((again,), standing(bob, "again", "other")),
        ]
    )
    assert told[0] == (Balance(1003, 2), Balance(998, 2))
    assert [str(one).split(":")[0] for one in told[1:5]] == [
        "the record of a round cannot be written as JSON",
        f"there is no seat {7**9}",
        f"seat {bob} has no chips at table 'unknown'",
        f"there is no seat {7**9}",
    ]
    assert told[5:] == [(), (Balance(1007, 2),), (Balance(1007, 2),)]
    assert store.balances(bob) == {TABLE: Balance(998, 2), "other": Balance(1007, 2)}
    assert [store.sums(seat).rounds for seat in (ann, bob, cid)] == [1, 2, 0]
    assert store.balance(cid, TABLE) == Balance(1000, 2)
    assert {table.state for table in store.open_tables()} == {"first", "second"}
    assert store.keep_all([]) == []


def test_a_seat_sees_only_its_own(store: Store) -> None:
    ann, bob = seated(store), seated(store)
    played = finished(ann, actions=(WRONG,))
    store.keep_round(played, progress=standing(ann, 1))
    proof = store.keep_proof(ann, TABLE, "{}")
    assert store.round_of(bob, played.key) is None
    assert store.rounds(bob) == store.costliest(bob) == store.sittings(bob) == []
    assert store.sums(bob) == Sums()
    assert store.progress(bob, TABLE) is None
    assert store.open_tables(bob) == []
    assert store.proof(bob, proof) is None
    with pytest.raises(CutcardError, match=f"seat {bob} has no round '{played.key}'"):
        store.judge(bob, played.key, ())


def test_pages_go_back_in_time_and_miss_nothing(store: Store) -> None:
    ann = seated(store, 1000, TABLE, "other")
    keys = []
    for number in range(11):
        played = finished(ann, number, table="other" if number % 3 == 0 else TABLE)
        store.keep_round(played)
        keys.append((played.table, played.key))
    for table in (None, TABLE, "other", "unknown"):
        expected = [key for at, key in reversed(keys) if table in (None, at)]
        found: list[str] = []
        before = None
        while page := store.rounds(ann, table=table, before=before, most=4):
            assert len(page) <= 4
            found += [kept.played.key for kept in page]
            before = page[-1].number
        assert found == expected


@pytest.mark.parametrize("most", [0, -1, MOST + 1])
def test_a_page_has_a_size_within_reason(store: Store, most: int) -> None:
    for attempt in (store.rounds, store.costliest, store.sittings, store.proofs):
        with pytest.raises(CutcardError, match=f"{most} at once is not possible: it takes 1 to"):
            attempt(1, most=most)


@pytest.mark.parametrize("number", [-1, 2**53 + 1, 2**64])
def test_a_list_begins_within_reason(store: Store, number: int) -> None:
    for attempt in (
        lambda: store.rounds(1, before=number),
        lambda: store.sums(1, since=number),
        lambda: store.costliest(1, since=number),
    ):
        with pytest.raises(CutcardError, match=f"a list cannot begin at {number}: it takes 0 to"):
            attempt()


@pytest.mark.parametrize("text", ["", "\0", "\udcff", "x" * 1000, "' OR 1=1 --"])
def test_what_is_asked_for_by_a_wrong_name_is_refused(store: Store, text: str) -> None:
    for attempt in (
        lambda: store.round_of(1, text),
        lambda: store.judge(1, text, ()),
        lambda: store.proof(1, text),
        *(
            (lambda ask=ask: ask(1, table=text * 99))
            for ask in (store.rounds, store.sums, store.sittings, store.costliest)
        ),
        *(
            (lambda ask=ask: ask(1, text * 99))
            for ask in (store.balance, store.progress, store.clear_table)
        ),
    ):
        with pytest.raises(
            CutcardError, match=r"is not a (key|digest|name) of a (round|proof|table)"
        ):
            attempt()


def test_sums_are_exact_over_tables_with_other_units(store: Store, clock: Clock) -> None:
    ann = seated(store)
    store.buy_in(ann, "six-to-five", 1000, unit=10)
    store.keep_round(finished(ann, 3, actions=(WRONG, WRONG, RIGHT)))
    clock.now += 10
    store.keep_round(finished(ann, 12, table="six-to-five", unit=10, actions=(UNJUDGED,)))
    assert store.sums(ann) == Sums(2, Fraction(3, 2) + Fraction(12, 10), 2, 0.5)
    assert store.sums(ann, table=TABLE) == Sums(1, Fraction(3, 2), 2, 0.5)
    assert store.sums(ann, since=int(clock.now)) == Sums(1, Fraction(12, 10))
    assert store.sums(ann, table="unknown") == Sums()


def test_mistakes_are_ranked_by_their_cost(store: Store, clock: Clock) -> None:
    ann = seated(store, 1000, TABLE, "other")
    costs = [0.5, 0.0, None, 2.0, 0.5, 1e-9]
    for number, cost in enumerate(costs):
        judged = JudgedAction(f"hand {number}", "stand", "hit", cost)
        table = "other" if number == 3 else TABLE
        store.keep_round(finished(ann, table=table, actions=(RIGHT, judged)))
        clock.now += 1
    ranked = [mistake.judged.spot for mistake in store.costliest(ann)]
    assert ranked == ["hand 3", "hand 4", "hand 0", "hand 5"]
    assert [one.judged.spot for one in store.costliest(ann, most=2)] == ["hand 3", "hand 4"]
    assert [one.judged.cost for one in store.costliest(ann, table="other")] == [2.0]
    since = int(clock.now) - 2
    assert [one.judged.spot for one in store.costliest(ann, since=since)] == ["hand 4", "hand 5"]
    worst = store.costliest(ann)[0]
    kept = store.round_of(ann, worst.key)
    assert kept is not None
    assert (worst.round, worst.table, worst.game) == (kept.number, "other", VEGAS.title)
    assert worst.finished == kept.finished


def test_costs_that_are_known_later_replace_what_was_known(store: Store) -> None:
    ann = seated(store)
    played = finished(ann, actions=(UNJUDGED, WRONG))
    store.keep_round(played)
    judged = (dataclasses.replace(UNJUDGED, best="stand", cost=0.125), RIGHT)
    store.judge(ann, played.key, judged)
    assert store.rounds(ann)[0].played.actions == judged
    assert store.sums(ann) == Sums(1, Fraction(-1), 1, 0.125)
    assert [mistake.judged for mistake in store.costliest(ann)] == [judged[0]]


def test_costs_are_kept_together_with_rounds(store: Store) -> None:
    ann = seated(store)
    before, now = finished(ann, 3, actions=(WRONG,)), finished(ann, 2, actions=(UNJUDGED,))
    store.keep_round(before)
    told = store.keep_all(
        [
            JudgedRound(ann, before.key, (RIGHT,)),
            ((now,), None),
            JudgedRound(ann, now.key, (WRONG,)),
            JudgedRound(ann, "0" * 16, (WRONG,)),
            JudgedRound(7**9, before.key, (WRONG,)),
            JudgedRound(ann, "no key", (WRONG,)),
        ]
    )
    assert told[:3] == [(), (Balance(1005, 2),), ()]
    assert [str(one).split(":")[0] for one in told[3:]] == [
        f"seat {ann} has no round '{'0' * 16}'",
        f"there is no seat {7**9}",
        "'no key' is not a key of a round",
    ]
    assert [kept.played.actions for kept in store.rounds(ann)] == [(WRONG,), (RIGHT,)]
    assert [one.key for one in store.costliest(ann)] == [now.key]
    assert store.sums(ann).mistakes == 1


def test_a_long_pause_ends_a_sitting(store: Store, clock: Clock) -> None:
    ann = seated(store, 1000, TABLE, "other")
    begins = int(clock.now)
    # Two rounds, one at another table, a third just in time, and two after a pause.
    for later, table in [(0, TABLE), (60, TABLE), (1, "other"), (PAUSE - 1, TABLE)]:
        clock.now += later
        store.keep_round(finished(ann, 2, table=table, actions=(WRONG,)))
    clock.now += PAUSE + 1
    for _ in range(2):
        store.keep_round(finished(ann, -3))
    last = int(clock.now)
    first = begins + 60
    expected = [
        TableSitting(TABLE, last, last, Sums(2, Fraction(-3))),
        TableSitting(TABLE, begins, first + PAUSE, Sums(3, Fraction(3), 3, 0.75)),
        TableSitting("other", first + 1, first + 1, Sums(1, Fraction(1), 1, 0.25)),
    ]
    assert store.sittings(ann) == expected
    assert store.sittings(ann, most=1) == expected[:1]
    assert store.sittings(ann, table="other") == expected[2:]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"gain": 0.5}, "a gain of 0.5 units cannot be kept: it takes whole units"),
        ({"bet": 10**13}, "a bet of 10000000000000 units cannot be kept"),
        ({"unit": 0}, "0 units to a chip"),
        ({"key": "ABC"}, "'ABC' is not a key of a round: it takes 16 digits"),
        ({"key": "\udcff" * 16}, "is not a key of a round"),
        ({"proof": "abc"}, "'abc' is not a digest of a proof"),
        ({"seed": "\0"}, "is not a seed"),
        ({"game": ""}, "'' is not a title of a game"),
        ({"record": "a" * LARGEST}, "the record of a round has 1,000,002 characters: it takes"),
        ({"record": {1, 2}}, "the record of a round cannot be written as JSON"),
        ({"record": float("nan")}, "the record of a round cannot be written as JSON"),
        ({"rules": {"decks": object()}}, "the rules of a game cannot be written as JSON"),
        ({"actions": (dataclasses.replace(WRONG, cost=-0.5),)}, "a cost of -0.5 cannot be kept"),
        ({"actions": (dataclasses.replace(WRONG, cost=float("inf")),)}, "a cost of inf cannot"),
    ],
)
def test_what_is_no_round_changes_nothing(
    store: Store, changes: dict[str, object], sentence: str
) -> None:
    ann = seated(store)
    with pytest.raises(CutcardError, match=sentence):
        store.keep_round(finished(ann), finished(ann, **changes), progress=standing(ann, 1))
    assert store.rounds(ann) == []
    assert store.balance(ann, TABLE) == Balance(1000, 2)
    assert store.progress(ann, TABLE) is None


def test_rounds_that_are_kept_at_once_are_all_booked(address: str, store: Store) -> None:
    """Two stores, as of two processes, and threads of each: no gain overwrites another."""
    ann = seated(store)
    with Store.open(address, patience=20) as first, Store.open(address, patience=20) as second:
        failed: list[CutcardError] = []

        def play(at: Store) -> None:
            try:
                for _ in range(5):
                    at.keep_round(finished(ann, 1), progress=standing(ann, {}))
                    at.keep_all([([finished(ann, 1)], None)])
            except CutcardError as error:
                failed.append(error)

        threads = [threading.Thread(target=play, args=(at,)) for at in (first, second) * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []
    balances = [kept.balance.units for kept in store.rounds(ann, most=MOST)]
    assert balances == list(range(1040, 1000, -1))
    assert store.balance(ann, TABLE) == Balance(1040, 2)


def test_who_plays_at_the_same_two_tables_never_waits_forever(address: str, store: Store) -> None:
    """Seats are held in one order, whatever the order of the shares."""
    ann, bob = seated(store), seated(store)
    with Store.open(address, patience=20) as other:
        threads = [
            threading.Thread(
                target=lambda at=at, pair=pair: [
                    at.keep_round(*(finished(seat, 1) for seat in pair)) for _ in range(15)
                ]
            )
            for at, pair in ((store, (ann, bob)), (other, (bob, ann)))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert store.balance(ann, TABLE) == store.balance(bob, TABLE) == Balance(1030, 2)
