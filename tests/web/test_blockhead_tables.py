"""Blockhead Poker at a table in the browser: a person against machines."""

from __future__ import annotations

import json

import pytest
from web.tableside import Attending, Browser

from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import Caller, make_player
from cutcard.blockhead.presets import SHELF
from cutcard.streams import stream

SEED = 5


def _play_on(line: Attending) -> None:
    """Check or call until the game is over."""
    while line.view["phase"] != "done":
        if line.view["turn"] is None:
            line.say("next")
        elif line.view["legal"]:
            line.say("act", action="call" if "call" in line.view["legal"] else "check")
        else:
            line.read("view")


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("blockhead", "alpha"),
        ("blockhead", "beta"),
        ("as-distributed", "raiser"),
        ("real-poker", "beta"),
        ("six-handed", "random"),
        ("small", "beta"),
    ],
)
def test_a_game_ends_with_the_chips_of_the_engines_game(
    host: str, name: str, opponent: str
) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(kind="blockhead", game=name, opponent=opponent, seed=SEED))
    _play_on(line)
    rules = SHELF.load(name).rules
    others = [
        make_player(opponent, stream(SEED, "opponent", seat), rules)
        for seat in range(1, rules.seats)
    ]
    deck = FreshDeck(SEED, "play", deck=rules.deck)
    expected = Game(rules, [Caller(), *others], deck).play_game()
    assert [int(seat["chips"]) for seat in line.view["seats"]] == expected
    report = ann.get(f"/api/report?table={line.view['table']}")
    assert report["rounds"] == rules.deals


def test_the_person_sees_their_hidden_card_and_a_spectator_does_not(host: str) -> None:
    ann = Browser(host, "Ann")
    table = ann.open(kind="blockhead", opponent="caller")
    line, spectator = ann.attend(table), Browser(host).attend(table)
    line.say("next")
    while spectator.view["number"] < line.view["number"]:
        spectator.read("view")
    hidden = line.view["seats"][0]["cards"][0]
    assert hidden != "??"
    assert spectator.view["you"] is None
    assert spectator.view["seats"][0]["cards"][0] == "??"
    assert spectator.view["seats"][1]["cards"][0] == "??"
    assert line.view["seats"][1]["cards"][0] == "??"
    assert hidden not in json.dumps(spectator.frames)


def test_a_raise_outside_the_rules_is_refused_in_a_sentence(host: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(kind="blockhead", opponent="caller"))
    line.say("next")
    refused = line.say("act", action="raise", **{"raise": 11})
    assert refused["sentence"] == "raise is 11: it takes a whole number, 1 to 10"
    refused = line.say("act", action="call")
    assert refused["sentence"] == "'call' is not allowed now: you may check, raise"


def test_beta_advises(host: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(kind="blockhead", opponent="caller", seed=SEED))
    line.say("next")
    line.send("advise")
    advice = line.read("advice", "refused")
    best, *_ = advice["worths"]
    assert advice["chart"] == best[0]
    words = {words for words, _ in advice["worths"]}
    assert words == {"check", *(f"raise {size}" for size in range(1, 11))}
    worths = [float(worth) for _, worth in advice["worths"]]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > worths[-1]


def test_where_beta_cannot_read_bets_it_names_one(host: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(kind="blockhead", game="six-handed", opponent="caller", seed=SEED))
    line.say("next")
    while not line.view["legal"]:
        line.read("view")
    line.send("advise")
    advice = line.read("advice", "refused")
    assert advice["chart"].split()[0] in line.view["legal"]
    assert advice["worths"] == []


@pytest.mark.parametrize("opponent", ["caller", "raiser"])
def test_the_report_tells_how_deals_ended(host: str, opponent: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(kind="blockhead", opponent=opponent, seed=SEED))
    told = dict.fromkeys(("won", "folded", "showdowns", "showdowns_won"), 0)
    bets = 0
    while line.view["phase"] != "done":
        if line.view["turn"] is None:
            line.say("next")
        elif line.view["legal"]:
            folding = line.view["deal"] % 3 == 0 and "fold" in line.view["legal"]
            action = "fold" if folding else line.view["legal"][-2]  # check or call
            line.say("act", action=action)
            told["folded"] += folding
            bets += 1
        else:
            line.read("view")
        if line.view["phase"] in ("over", "done"):
            won = int(line.mine["gain"]) > 0
            shown = any(one["what"] == "shown" for one in line.view["happened"])
            told["won"] += won
            told["showdowns"] += shown
            told["showdowns_won"] += won and shown
    report = ann.get(f"/api/report?table={line.view['table']}")
    assert {name: report["deals"][name] for name in told} == told
    assert report["deals"]["bets"] == bets
    assert report["mistakes"] == 0
    better = report["deals"]["better"]
    assert 0 < len(better) <= report["deals"]["otherwise"] <= bets
    assert [one["chips"] for one in better] == sorted(
        (one["chips"] for one in better), reverse=True
    )
    assert all(one["bet"] != one["beta"] for one in better)


def test_where_beta_cannot_tell_the_report_says_nothing_of_its_bets(host: str) -> None:
    ann = Browser(host, "Ann")
    line = ann.attend(ann.open(kind="blockhead", game="six-handed", opponent="caller", seed=SEED))
    _play_on(line)
    deals = ann.get(f"/api/report?table={line.view['table']}")["deals"]
    assert (deals["bets"], deals["better"]) == (None, [])
    assert deals["showdowns"] > 0
