"""A server that has run for long: limits count what there is, not what there has been."""

from __future__ import annotations

import contextlib
from pathlib import Path

import httpx
import pytest
from web.store.conftest import address, clock, postgresql, store
from web.store.play import TABLE, Clock, finished
from web.tableside import Browser, serving

from cutcard.web.application import make_application
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import SEEN, UNSEEN, UNUSED, Store
from cutcard.web.store.seating import UnknownSeat

__all__ = ["address", "clock", "postgresql", "store"]

USUAL = Limits()
LOWERED = Limits(
    seats=USUAL.seats // 1000,
    connections=max(2, USUAL.connections // 1000),
    connections_of_address=max(2, USUAL.connections_of_address // 1000),
    lines=max(4, USUAL.lines // 1000),
    lines_of_address=max(4, USUAL.lines_of_address // 1000),
    tables_of_seat=1,
    seats_of_address=10_000,  # a rate: those who come are of many addresses
    posts_a_minute=10_000,
    questions_a_minute=10_000,
    seat_kept=0.06,
)


def come_and_go(host: str, *, play: bool) -> None:
    """Take a seat, play perhaps, leave the table and the house."""
    ann = Browser(host, "Ann")
    with contextlib.closing(ann.http):
        if play:
            line = ann.attend(ann.open(game="easy"))
            view = line.say("bet", chips=1)
            while view["legal"]:
                view = line.say("act", action="stand")
            line.say("leave")
            line.leave()


def test_people_come_and_go_for_years_past_every_limit(tmp_path: Path) -> None:
    clock = Clock()
    opened = Store.open(f"sqlite:///{tmp_path}/tables.sqlite", clock=clock)
    with serving(make_application(opened, limits=LOWERED), LOWERED) as host:
        for number in range(LOWERED.seats + LOWERED.seats // 2):
            come_and_go(host, play=number % 10 == 0)
            clock.now += UNSEEN / LOWERED.seats
        assert httpx.get(f"http://{host}/api/games").status_code == 200


def test_a_full_house_frees_seats_that_were_never_used_and_those_unseen_for_long(
    store: Store, clock: Clock
) -> None:
    played, practised, opened, *_ = tokens = [store.take_seat("Ann", 6) for _ in range(6)]
    store.buy_in(played[0].number, TABLE, 10, unit=2)
    store.keep_round(finished(played[0].number))
    with pytest.raises(UnknownSeat, match="all 6 seats are taken"):
        store.take_seat("Bob", 6)
    clock.now += UNUSED + 1
    store.mark_seen(opened[0].number)
    store.take_seat("Bob", 6)
    here = [store.seat_of(token) is not None for _, token in tokens]
    assert here == [True, False, True, False, False, False]
    clock.now += UNSEEN - UNUSED
    for _ in range(4):
        store.take_seat("Cid", 6)
    assert store.seat_of(played[1]) is None
    assert practised[0].number < 7 < store.take_seat("Dan", 6)[0].number


def test_somebody_who_comes_back_is_seen(tmp_path: Path) -> None:
    clock = Clock()
    opened = Store.open(f"sqlite:///{tmp_path}/tables.sqlite", clock=clock)
    with serving(make_application(opened), None) as host:
        ann = Browser(host, "Ann")
        clock.now += SEEN + 1
        ann.get("/api/seat")
        seat = opened.seat_of(ann.http.cookies["cutcard-seat"])
        assert seat is not None
        assert seat.last_seen == int(clock.now)
