"""The JSON interface answers as the commands do, and refuses in sentences."""

import http.client
import json
import time

import pytest
from warm_starts import PATIENCE
from web.asking import ask, finished, found, playing
from web.serving import Address

import cutcard as cc
from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.count_files import count_names
from cutcard.blockhead.players import PLAYERS
from cutcard.games import game_names, load_game
from cutcard.study.chart_worths import worths_of
from cutcard.web import jobs as jobs_room
from cutcard.web.jobs import LONG_EACH, QUICK_EACH

UNREPEATED = ("seconds", "rounds_per_second", "command", "title")
"""What differs from run to run, or is told to people only."""


def plain(told):
    """As JSON carries it, without what differs from run to run."""
    kept = {name: value for name, value in told.items() if name not in UNREPEATED}
    return json.loads(json.dumps(kept))


def test_every_shipped_game_is_told(served):
    told = found(served, "/api/games")["games"]
    assert [one["name"] for one in told] == game_names()
    assert {one["kind"] for one in told} == {"blackjack", "blockhead"}


@pytest.mark.parametrize("name", game_names())
def test_every_rule_is_told_with_its_sentence_and_its_value(served, name):
    rules = load_game(name).rules
    told = found(served, f"/api/games/{name}")
    assert {one["name"]: one["value"] for one in told["fields"]} == rules.plain()
    for one, field in zip(told["fields"], rules.fields(), strict=True):
        assert one["says"] == field.metadata["says"]
        assert one["accepts"] == field.metadata["kind"].accepts
        # What the form may send is what the rulebook reads.
        for word in one["words"] or []:
            field.metadata["kind"].read(word)


def test_all_counts_and_players_are_told(served):
    told = found(served, "/api/choices")
    assert told["counts"] == count_names()
    assert [one["name"] for one in told["players"]] == list(PLAYERS)
    assert all(one["way"] for one in told["players"])


def test_an_unknown_game_is_not_found(served):
    assert ask(served, "/api/games/vegas-stripe")[0] == 404


@pytest.mark.parametrize(
    ("game", "changes"),
    [("vegas-strip", {}), ("vegas-strip", {"decks": 2, "hit_soft_17": True}), ("easy", {})],
)
def test_the_edge_is_cutcards_own(served, game, changes):
    told = found(served, "/api/edge", {"game": game, "changes": changes})
    assert told["edge"] == cc.solve(cc.game(game, **changes)).edge


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"hole_card": "hidden"}, "surrender = late does not go with hole_card = hidden"),
        ({"deks": 1}, "there is no rule 'deks': did you mean decks?"),
        ({"decks": 9}, "decks cannot be 9: it takes a whole number from 1 to 8, or infinite"),
    ],
)
def test_rules_are_refused_in_the_rulebooks_sentence(served, changes, sentence):
    status, told = ask(served, "/api/edge", {"game": "vegas-strip", "changes": changes})
    assert status == 400
    assert sentence in told["error"]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/api/edge", {"game": "/etc/passwd"}),
        ("/api/edge", {"game": "mine.toml"}),
        ("/api/solve", {"game": "easy", "chart": "../../secret.txt"}),
        ("/api/chart", {"game": "easy", "chart": "/etc/passwd"}),
        ("/api/simulate", {"game": "easy", "count": "mine.toml"}),
        ("/api/duel", {"first": "mine.py:Mine", "second": "alpha"}),
    ],
)
def test_no_file_can_be_named(served, path, asked):
    status, told = ask(served, path, asked)
    assert status == 400
    assert "it takes one of" in told["error"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"NaN", b'{"game": NaN}', b"[" * 10_000, b'"\xff"', b"1" * 5000]
)
def test_a_body_that_is_no_request_is_refused_in_a_sentence(served, body):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    connection.request("POST", "/api/edge", body, {"Host": served.host, "Origin": served.origin})
    answer = connection.getresponse()
    assert answer.status == 400
    assert json.loads(answer.read())["error"]
    connection.close()


def test_a_chart_tells_every_action_of_every_cell(served):
    told = found(served, "/api/chart", {"game": "vegas-strip", "chart": None})
    preset = load_preset("vegas-strip")
    chart = cc.game("vegas-strip").chart
    assert {(one["row"], one["column"]): one["cell"] for one in told["cells"]} == chart.cells
    worths = worths_of(preset.rules, chart)
    for one in told["cells"]:
        worth = worths.get((one["row"], one["column"]))
        ranked = [] if worth is None else worth.ranked
        assert [(value["action"], value["worth"]) for value in one["values"]] == [
            (str(action), value) for action, value in ranked
        ]
    assert told["edge"] == cc.value("vegas-strip", "vegas-strip")


def test_a_chart_for_one_open_card_has_no_values_where_both_are_open(served):
    asked = {"game": "double-exposure", "chart": "vegas-strip"}
    status, told = ask(served, "/api/chart", asked)
    assert status == 400
    assert "looks at one dealer card" in told["error"]


def test_edited_cells_cost_what_cutcard_says(served):
    edits = {"16 10": "S", "12 2": "S"}
    asked = {"game": "vegas-strip", "chart": "vegas-strip", "cells": edits}
    told = found(served, "/api/cost", asked)
    chart = cc.game("vegas-strip").chart
    cells = {tuple(place.split()): letters for place, letters in edits.items()}

    def worth(some):
        return cc.value("vegas-strip", Chart(chart.columns, {**chart.cells, **some}))

    assert told["before"] == worth({})
    assert told["after"] == worth(cells)
    assert told["cost"] == told["before"] - told["after"]
    for one in told["cells"]:
        place = (one["row"], one["column"])
        alone = worth({}) - worth({place: cells[place]})
        # Sums of the same terms in another order.
        assert one["cost"] == pytest.approx(alone, abs=1e-15)


def test_advice_is_that_of_the_command(served):
    told = found(served, "/api/advise", {"game": "vegas-strip", "hand": "8 8", "dealer": "T"})
    assert told == json.loads(json.dumps(cc.advise("vegas-strip", "8 8", "T").as_dict()))


def test_solving_tells_what_the_command_tells(served):
    told = found(served, "/api/solve", {"game": "european"})
    assert told["edge"] == cc.solve("european").edge
    assert told["command"] == "cutcard solve european"


def test_questions_that_were_abandoned_do_not_count(served):
    games = [{"game": "double-exposure", "changes": {"decks": decks}} for decks in range(1, 7)]
    for _ in range(2 * QUICK_EACH):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        headers = {"Host": served.host, "Origin": served.origin}
        connection.request("POST", "/api/compare", json.dumps({"games": games}), headers)
        connection.close()
    asked = {"game": "vegas-strip", "changes": {"decks": 5}}
    until = time.monotonic() + 60
    while (answer := ask(served, "/api/edge", asked))[0] == 429 and time.monotonic() < until:
        time.sleep(0.1)  # a line that was closed is noticed a moment later
    assert answer[1]["edge"] == cc.solve(cc.game("vegas-strip", decks=5)).edge


def test_games_are_compared_in_the_order_asked_for(served):
    games = [{"game": "european"}, {"game": "vegas-strip", "changes": {"decks": 1}}]
    told = found(served, "/api/compare", {"games": games})["games"]
    assert [one["best"]["edge"] for one in told] == [
        cc.solve("european").edge,
        cc.solve(cc.game("vegas-strip", decks=1)).edge,
    ]


COUNTER = {"count": "hi-lo", "ramp": "1:2,2:4,3:8", "indices": "all"}


@pytest.fixture(scope="module")
def counted(served):
    """A counter's simulation that was stopped on its way."""
    asked = {"game": "vegas-strip", **COUNTER, "rounds": 2_000_000_000, "seed": 7}
    job = playing(served, found(served, "/api/simulate", asked))
    stopped = found(served, f"/api/jobs/{job['job']}", method="DELETE")
    assert stopped["state"] == "stopped"
    return stopped


def test_a_stopped_simulation_is_found_again_by_its_seed_and_rounds(counted):
    told = counted["found"]
    again = cc.simulate("vegas-strip", **COUNTER, rounds=told["rounds"], seed=told["seed"])
    assert plain(told) == {**plain(again.as_dict()), "stopped": True}
    assert told["command"] == again.command


def test_a_simulation_finds_what_the_command_finds(served):
    edits = {"16 10": "S"}
    asked = {"game": "vegas-strip", "chart": "vegas-strip", "rounds": 100_000, "seed": 7}
    told = finished(served, found(served, "/api/simulate", {**asked, "cells": edits}))["found"]
    chart = cc.game("vegas-strip").chart
    edited = Chart(chart.columns, {**chart.cells, ("16", "10"): "S"})
    again = cc.simulate("vegas-strip", chart=edited, rounds=100_000, seed=7, workers=1)
    assert plain(told) == plain(again.as_dict())
    assert told["command"] == ""  # no command can name a chart that is in no file


@pytest.mark.parametrize("ramp", ["1:2,2:4,3:8", "2:6,3:12", "1-5", "-1:2,4:20"])
def test_bets_on_rounds_played_earn_what_a_simulation_with_them_finds(served, counted, ramp):
    path = f"/api/jobs/{counted['job']}/bets"
    told = found(served, path, {"ramp": ramp, "bankroll": 700, "risk": 0.1})
    again = cc.simulate(
        "vegas-strip",
        count="hi-lo",
        ramp=ramp,
        indices="all",
        rounds=counted["found"]["rounds"],
        seed=7,
        bankroll=700,
        risk=0.1,
    ).as_dict()["counting"]
    same = set(again) & set(told)
    assert {"win_rate_per_100", "n0", "risk_of_ruin", "bankroll_for_risk", "by_count"} <= same
    assert {name: told[name] for name in same} == {name: plain(again)[name] for name in same}


def test_experiments_are_followed_to_their_end(served, counted):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    asked = {"first": "alpha", "second": "caller", "pairs": 4000, "seed": 1}
    job = found(served, "/api/duel", asked)
    connection.request("GET", f"/api/jobs/{job['job']}/events", headers={"Host": served.host})
    answer = connection.getresponse()
    assert answer.getheader("content-type").startswith("text/event-stream")
    lines = answer.read().decode().split("\n\n")
    told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data")]
    assert told[-1]["state"] == "done"
    duel = cc.duel("alpha", "caller", pairs=4000, seed=1, workers=1)
    assert told[-1]["found"]["mean"] == duel.gain
    assert tuple(told[-1]["found"]["interval"]) == duel.interval
    assert sum(times for _, _, times in told[-1]["found"]["histogram"]) == 4000


def test_an_experiment_ends_some_seconds_after_its_page_was_closed(host, monkeypatch):
    monkeypatch.setattr(jobs_room, "ALONE", 2)
    served = Address(host)
    asked = {"game": "vegas-strip", "rounds": 2_000_000_000, "seed": 4}
    job = playing(served, found(served, "/api/simulate", asked))
    page = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
    page.request("GET", f"/api/jobs/{job['job']}/events", headers={"Host": served.host})
    answer = page.getresponse()
    assert json.loads(answer.readline().removeprefix(b"data: "))["state"] == "running"
    answer.close()
    page.close()
    began = time.monotonic()
    ended = finished(served, job)
    assert ended["state"] == "stopped"
    assert ended["found"]["rounds"] >= job["found"]["rounds"]
    assert 1 < time.monotonic() - began < 60


def test_a_client_has_few_experiments_at_once(served, counted):
    asked = {"game": "vegas-strip", "rounds": 2_000_000_000, "seed": 1}
    jobs = [found(served, "/api/simulate", asked) for _ in range(LONG_EACH)]
    status, told = ask(served, "/api/simulate", asked)
    assert (status, told["error"]) == (429, "2 experiments at once are the most: stop one, or wait")
    for job in jobs:
        found(served, f"/api/jobs/{job['job']}", method="DELETE")
    assert finished(served, found(served, "/api/simulate", {**asked, "rounds": 1000}))


def test_an_unknown_experiment_is_not_found(served):
    for path, method in (("", "GET"), ("", "DELETE"), ("/events", "GET")):
        assert ask(served, f"/api/jobs/nothing{path}", method=method)[0] == 404


def test_every_game_of_blackjack_can_be_simulated(served):
    for name in preset_names():
        job = found(served, "/api/simulate", {"game": name, "rounds": 1000, "seed": 3})
        told = finished(served, job)
        assert (told["state"], told["found"]["rounds"]) == ("done", 1000), name


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("duel", {"changes": {"nonsense": 20}}, "there is no rule 'nonsense'"),
        ("duel", {"changes": {"seats": 3}}, "a duel is for two players: seats = 3"),
        ("duel", {"changes": {"seats": "many"}}, "seats cannot be 'many'"),
        ("duel", {"changes": {"valuation": "poker"}}, "alpha does not play"),
        ("simulate", {"changes": {"nonsense": 20}}, "there is no rule 'nonsense'"),
        ("simulate", {"cells": {"99 99": "H"}}, "'99 99' is not a cell of this chart"),
        ("simulate", {"count": "hi-lo", "indices": "nonsense"}, "nonsense"),
        ("simulate", {"ramp": "1:2,2:4"}, "count"),
        ("simulate", {"count": "hi-lo", "ramp": "9:9:9"}, "9:9:9"),
    ],
)
def test_an_experiment_that_cannot_be_played_is_refused_and_not_started(
    served, path, body, sentence
):
    usual = {"duel": {"first": "alpha", "second": "caller"}, "simulate": {"game": "vegas-strip"}}
    status, told = ask(served, f"/api/{path}", {**usual[path], **body})
    assert (status, sentence in told.get("error", "")) == (400, True), told
