"""Open tables: several people at one, spectators, seats kept for the absent, time that runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from warm_starts import PATIENCE
from web.conftest import FAST
from web.tableside import Attending, Browser, serving

from cutcard.web.application import make_application
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import Store


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[str]:
    """A server that keeps the seat of somebody absent for a second only."""
    limits = Limits(**{**vars(FAST), "seat_kept": 1.0})
    store = Store.open(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with serving(make_application(store, limits=limits)) as address:
        yield address


def _two_at_a_table(host: str, **terms: object) -> tuple[Attending, Attending]:
    """Ann and Bob, who sit at an open table, and have bet."""
    ann, bob = Browser(host, "Ann"), Browser(host, "Bob")
    table = ann.open(**{"game": "vegas-strip", "seats": 3, "open": True, **terms})
    first, second = ann.attend(table), bob.attend(table)
    assert second.view["you"] is None
    second.say("sit", seat=1)
    assert second.view["you"] == 1
    _catch_up(first, second)
    return first, second


def _catch_up(*lines: Attending) -> None:
    """Read until all have seen the same moment."""
    latest = max(line.view["number"] for line in lines)
    for line in lines:
        while line.view["number"] < latest:
            line.read("view")


def _bet(*lines: Attending) -> None:
    for line in lines:
        line.say("bet", chips=1)
        _catch_up(*lines)


def _play_round(*lines: Attending) -> None:
    """Everybody stands until the round is over."""
    while lines[0].view["phase"] != "over":
        for line in lines:
            if line.view["legal"]:
                legal = line.view["legal"]
                line.say("act", action="decline" if "decline" in legal else "stand")
        _catch_up(*lines)


def test_a_table_in_the_lobby_names_those_who_sit_there(host: str) -> None:
    ann, _ = _two_at_a_table(host, game="european", seats=5)
    found = Browser(host).get("/api/tables")
    listed = next(one for one in found["tables"] if one["table"] == ann.view["table"])
    assert listed["taken"] == ["Ann", "Bob"]
    assert listed["seats"] == 5
    assert found["mine"] == []


def test_a_round_begins_when_all_have_bet_and_goes_seat_by_seat(host: str) -> None:
    ann, bob = _two_at_a_table(host, seconds=600)
    ann.say("bet", chips=2)
    _catch_up(ann, bob)
    assert bob.view["phase"] == "betting"
    assert bob.view["dealer"]["cards"] == []
    bob.say("bet", chips=3)
    _catch_up(ann, bob)
    assert bob.view["phase"] in ("offers", "players", "over")
    assert [seat["bet"] for seat in ann.view["seats"]] == [2, 3]
    _play_round(ann, bob)
    for line in (ann, bob):
        chips = [float(seat["chips"]) for seat in line.view["seats"]]
        gains = [float(seat["gain"]) for seat in line.view["seats"]]
        assert chips == [100 + gain for gain in gains]


def test_people_hear_of_each_other_by_name(host: str) -> None:
    ann, bob = _two_at_a_table(host, seconds=600)
    ann.say("bet", chips=2)
    _catch_up(ann, bob)
    assert [one["words"] for one in ann.view["happened"]] == ["You bet 2."]
    assert [one["words"] for one in bob.view["happened"]] == ["Ann bets 2."]


def test_nobody_acts_out_of_turn_or_for_another(host: str) -> None:
    ann, bob = _two_at_a_table(host, seconds=600)
    for _ in range(20):
        _bet(ann, bob)
        if ann.view["turn"] == 0 and ann.view["phase"] == "players":
            break
        _play_round(ann, bob)
    before = ann.view
    refused = bob.say("act", action="stand")
    assert refused["sentence"] == "it is not your turn"
    refused = bob.say("act", action="stand", seat=0, you=0, holder=1)
    assert refused["sentence"] == "it is not your turn"
    spectator = Browser(host).attend(ann.view["table"])
    refused = spectator.say("act", action="stand")
    assert refused["sentence"] == "you are a spectator here: take a seat to play"
    assert spectator.view["seats"][0]["hands"] == before["seats"][0]["hands"]
    assert spectator.view["legal"] == []


def test_a_taken_seat_or_a_second_one_is_refused(host: str) -> None:
    ann, bob = _two_at_a_table(host)
    assert bob.say("sit", seat=2)["sentence"] == "you sit at this table already"
    eve = Browser(host, "Eve").attend(ann.view["table"])
    assert eve.say("sit", seat=0)["sentence"] == "seat 0 cannot be taken: free are 2"
    nameless = Browser(host).attend(ann.view["table"])
    refused = nameless.say("sit", seat=2)
    assert refused["sentence"] == "choose a name first, so that this table knows you again"


def test_two_tabs_of_one_seat_see_the_same_and_act_once(host: str) -> None:
    ann = Browser(host, "Ann")
    table = ann.open(game="vegas-strip", seed=1)
    first, second = ann.attend(table), ann.attend(table)
    asked = first.view["number"]
    first.say("bet", chips=1)
    second.send("bet", number=asked, chips=1)
    second.read("refused")
    _catch_up(first, second)
    assert first.view["seats"] == second.view["seats"]
    assert first.view["rounds"] == 1


def test_a_second_answer_to_one_question_is_refused(host: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(game="vegas-strip", seed=1))
    line.say("bet", chips=1)
    old = line.view["number"]
    line.send("act", action="hit")
    line.send("act", action="hit")
    refused = line.read("refused")
    assert refused["sentence"].startswith("that answers an earlier moment of this table")
    assert refused["number"] == old


def test_somebody_who_leaves_stands_and_the_others_play_on(host: str) -> None:
    ann, bob = _two_at_a_table(host, seconds=600)
    for _ in range(20):
        _bet(ann, bob)
        if ann.view["turn"] == 0:
            break
        _play_round(ann, bob)
    ann.send("leave")
    while len(bob.view["seats"]) == 2:
        if bob.view["legal"]:
            bob.say("act", action="decline" if "decline" in bob.view["legal"] else "stand")
        else:
            bob.read("view")
    assert [seat["name"] for seat in bob.view["seats"]] == ["Bob"]
    assert bob.view["empty"] == [0, 2]


def test_who_comes_back_to_a_table_has_the_chips_they_left_with(host: str) -> None:
    ann, bob = _two_at_a_table(host, seconds=600)
    gained = 0.0
    while not gained:
        _bet(ann, bob)
        _play_round(ann, bob)
        gained = float(bob.mine["chips"]) - 100
    bob.say("leave")
    bob.say("sit", seat=2, name="Robert")
    assert bob.mine["name"] == "Robert"
    assert float(bob.mine["chips"]) == 100 + gained


def test_a_lost_connection_keeps_the_seat_for_a_while(hasty: str) -> None:
    ann, bob = _two_at_a_table(hasty)
    browser = Browser(hasty)
    browser.http.cookies.update(bob.cookies)
    bob.leave()
    while ann.view["seats"][1]["here"]:
        ann.read("view")
    again = browser.attend(ann.view["table"])
    assert again.view["you"] == 1
    again.leave()
    left = time.monotonic()
    while len(ann.view["seats"]) == 2:
        ann.read("view")
    assert time.monotonic() - left >= 0.9
    assert "Bob leaves the table." in [one["words"] for one in ann.view["happened"]]


def test_one_seat_is_kept_for_ever_at_ones_own_table(hasty: str) -> None:
    ann = Browser(hasty, "Ann")
    table = ann.open(game="vegas-strip", seed=1)
    line = ann.attend(table)
    view = line.say("bet", chips=1)
    line.leave()
    time.sleep(1.5)
    again = ann.attend(table)
    assert again.view["seats"] == view["seats"]
    assert again.view["number"] == view["number"]


def test_time_runs_only_where_several_people_sit_and_can_be_extended(host: str) -> None:
    ann, bob = _two_at_a_table(host, seconds=5)
    assert ann.view["seconds"] is None
    ann.say("bet", chips=1)
    _catch_up(ann, bob)
    assert bob.view["seconds"] == 5
    bob.send("more")
    while bob.view["seconds"] <= 5:
        bob.read("view")
    assert bob.view["seconds"] == 10
    assert ann.say("more")["sentence"] == "no time runs for you now"
    lonely = Browser(host, "Eve")
    line = lonely.attend(lonely.open(game="vegas-strip", open=True, seats=2, seconds=5))
    line.say("bet", chips=1)
    assert line.view["seconds"] is None


def test_who_runs_out_of_time_stands_or_sits_out(host: str) -> None:
    ann, _ = _two_at_a_table(host, seconds=5)
    ann.say("bet", chips=1)
    while ann.view["phase"] == "betting":
        ann.read("view")
    words = [one["words"] for one in ann.view["happened"]]
    assert "Bob sits out this round." in words
    assert ann.view["seats"][1]["hands"] == []


def test_a_table_that_everybody_left_is_gone(host: str) -> None:
    ann, bob = _two_at_a_table(host)
    table = ann.view["table"]
    ann.say("leave")
    bob.say("leave")
    ann.leave()
    bob.leave()
    deadline = time.monotonic() + PATIENCE
    while any(one["table"] == table for one in Browser(host).get("/api/tables")["tables"]):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_seed_does_not_go_with_an_open_table(host: str) -> None:
    response = Browser(host).http.post("/api/tables", json={"open": True, "seed": 1})
    assert response.status_code == 400
    assert response.json()["error"].startswith("a seed does not go with an open or fair table")
