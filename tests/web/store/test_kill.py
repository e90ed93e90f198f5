"""kill -9 of who writes: every round that was told is there, with its balance, and none in part."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from warm_starts import web_warm_starts
from web.store.play import TABLE, WRONG, standing
from web.store.postgresql_server import PostgresqlServer

from cutcard.web.store.keeper import Store
from cutcard.web.store.records import MOST, Balance

BESIDE = Path(__file__).parent
BOUGHT = 10_000
REPETITIONS = 5


def seated(address: str) -> int:
    with Store.open(address) as store:
        seat = store.take_seat("Ann")[0].number
        store.buy_in(seat, TABLE, BOUGHT, unit=2)
        return seat


def run(program: str, address: str, seat: int) -> subprocess.Popen[str]:
    """Start a program beside this file; once it is killed, its output ends when it does."""
    return subprocess.Popen(
        [web_warm_starts().stand_in, BESIDE / program, address, str(seat)],
        stdout=subprocess.PIPE,
        text=True,
    )


def check_told(store: Store, seat: int, told: dict[str, int]) -> int:
    """See that every round told is there with its balance, and return how many rounds are."""
    kept = []
    before = None
    while page := store.rounds(seat, before=before, most=MOST):
        kept += page
        before = page[-1].number
    assert told.items() <= {one.played.key: one.balance.units for one in kept}.items()
    # Each balance follows from the one before: nothing was booked without its round.
    balance = BOUGHT
    for one in reversed(kept):
        balance += one.played.gain
        assert one.balance.units == balance
    assert store.balance(seat, TABLE) == Balance(balance, 2)
    assert store.progress(seat, TABLE) == (standing(seat, len(kept)) if kept else None)
    assert len(store.costliest(seat, most=MOST)) == min(len(kept), MOST)
    return len(kept)


def test_every_round_told_is_there_after_a_kill(address: str) -> None:
    seat = seated(address)
    told: dict[str, int] = {}
    for repetition in range(REPETITIONS):
        with run("keep_rounds.py", address, seat) as keeper:
            assert keeper.stdout is not None
            told_now = [keeper.stdout.readline() for _ in range(5)]
            time.sleep(0.013 * repetition)
            keeper.kill()
            told_now += keeper.stdout.readlines()
        for line in told_now:
            if line.endswith("\n"):
                key, units = line.split()
                told[key] = int(units)
        with Store.open(address) as store:
            # Each process that was killed may have kept one round more than it could tell.
            assert 0 <= check_told(store, seat, told) - len(told) <= repetition + 1
    assert len(told) >= 5 * REPETITIONS


def test_rounds_and_costs_are_kept_whole_or_not_wherever_their_keeper_dies(address: str) -> None:
    seat = seated(address)
    with run("kill_at_statements.py", address, seat) as keeper:
        statements = int(keeper.communicate()[0])
    assert statements > 5
    with Store.open(address) as store:
        kept = store.rounds(seat)
        assert [one.played.game for one in kept] == [f"game {statements}"] * 2
        assert [one.balance.units - BOUGHT for one in kept] == [5, 2]
        assert store.balance(seat, TABLE) == kept[0].balance
        assert store.progress(seat, TABLE) == standing(seat, statements)
        assert [one.judged for one in store.costliest(seat)] == [WRONG]


def test_a_server_that_dies_loses_nothing_that_was_told(postgresql: PostgresqlServer) -> None:
    address = postgresql.new_database()
    seat = seated(address)
    with run("keep_rounds.py", address, seat) as keeper:
        assert keeper.stdout is not None
        lines = [keeper.stdout.readline() for _ in range(20)]
        postgresql.kill()
        lines += keeper.stdout.readlines()
        assert keeper.wait(60) != 0
    told = {key: int(units) for key, units in map(str.split, lines)}
    postgresql.start()
    with Store.open(address) as store:
        assert 0 <= check_told(store, seat, told) - len(told) <= 1
