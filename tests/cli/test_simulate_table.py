"""Simulations of a whole table: watching, other players and several spots."""

from __future__ import annotations

import json
import re
import shlex

import pytest

WATCHER = ("vegas-strip", "--count", "hi-lo", "--ramp", "0:0,1:2,3:8x2,sit:2", "--rounds", "100k")


def test_a_counter_who_watches_is_told_what_was_seen_and_played(cutcard):
    said = json.loads(cutcard("simulate", *WATCHER, "--seed", "3", "--json").stdout)
    table, counting = said["table"], said["counting"]
    assert said["kernel"] == "table"
    assert said["rounds"] == 100_000 == table["rounds_played"] + table["rounds_watched"]
    assert (table["players"], table["spots"], table["most_spots"]) == (1, 1, 2)
    watched = [row for row in counting["by_count"] if row["bet"] == 0]
    assert sum(row["rounds"] for row in watched) == table["rounds_watched"]
    assert all(row["edge"] is None for row in watched)  # nothing is known of it
    assert max(row["count"] for row in watched) == 1  # who watches at 2 sits down
    bets = {row["count"]: row["bet"] for row in counting["by_count"] if row["bet"]}
    assert (bets[1], bets[2], bets[3]) == (2, 2, 16)
    share = table["rounds_played"] / 100_000
    assert counting["win_rate_per_100"] == pytest.approx(
        counting["win_rate_per_100_played"] * share
    )
    assert counting["kelly"] is None


def test_a_table_is_told_and_played_again(cutcard):
    first = cutcard("simulate", *WATCHER, "--players", "3", "--seed", "3")
    assert "  at the table         3 other players, up to 2 spots, " in first.stdout
    assert re.search(r"  rounds +\d+,\d+ played \(\d+\.\d\d%\), \d+,\d+ watched\n", first.stdout)
    assert "per 100 rounds seen  (95% interval " in first.stdout
    assert "per 100 rounds played  (95% interval " in first.stdout
    (command,) = re.findall(r"again: cutcard (.*)", first.stdout)
    again = cutcard(*shlex.split(command))
    assert without_time(again.stdout) == without_time(first.stdout)


def without_time(text: str) -> list[str]:
    return [line for line in text.splitlines() if " a second" not in line]


def test_the_engine_plays_a_table_as_well(cutcard):
    ask = ("simulate", "downtown", "--spots", "2", "--players", "1", "--kernel", "engine", "--json")
    said = json.loads(cutcard(*ask, "--rounds", "500").stdout)
    assert said["kernel"] == "engine"
    assert said["table"]["rounds_played"] == 500
    assert said["table"]["spots"] == 2


def test_a_checkpoint_of_a_table_goes_on(cutcard):
    ask = ("simulate", *WATCHER[:-2], "--kernel", "engine", "--seed", "2", "--json")
    first = cutcard(*ask, "--rounds", "1000", "--out", "kept.json")
    assert first.returncode == 0, first.stderr
    more = json.loads(cutcard(*ask, "--rounds", "2000", "--out", "kept.json").stdout)
    whole = json.loads(cutcard(*ask, "--rounds", "2000").stdout)
    assert more["table"] == whole["table"]
    assert more["histogram"] == whole["histogram"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "7"), "argument --players: '7' other players are not possible: it takes 0"),
        (("--spots", "0"), "argument --spots: '0' spots are not possible: it takes 1 to 7"),
        (("--players", "5", "--spots", "3"), "5 other players and 3 spots need 8 seats: a table"),
        (("--count", "hi-lo", "--ramp", "0:0"), "the ramp '0:0' never bets: let steps follow"),
        (
            ("--count", "hi-lo", "--ramp", "0:0,1:2", "--players", "0"),
            "0 other players are not possible where the ramp bets nothing: somebody must play",
        ),
        (
            ("--count", "hi-lo", "--ramp", "0:0,60:2", "--rounds", "1000"),
            "1,000 rounds were watched, and none was played: there is no result",
        ),
    ],
)
def test_a_table_that_makes_no_sense_gets_a_sentence(cutcard, words, sentence):
    refused = cutcard("simulate", "vegas-strip", *words)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"cutcard: {sentence}")
    assert refused.stderr.count("\n") == 1


def test_a_riffled_deck_has_no_company(cutcard):
    refused = cutcard("simulate", "ve280", "--players", "1")
    assert refused.returncode == 1
    assert refused.stderr.startswith("cutcard: shuffle = riffle does not go with several hands")


def test_index_numbers_are_for_one_hand_in_every_round(cutcard):
    ask = ("index", "--risk-averse", "--bankroll", "500", "--ramp", "0:0,1:2")
    refused = cutcard(*ask)
    assert refused.returncode == 1
    assert "does not bet one hand on every round" in refused.stderr


COUNTER = ("vegas-strip", "--count", "hi-lo", "--ramp", "1:2,3:8", "--rounds", "100k")


def test_mistakes_are_told_with_their_cost_and_made_again(cutcard, tmp_path):
    ask = ("simulate", *COUNTER, "--seed", "4", "--mistakes", "play=20%,decks=1,bets=5%")
    first = cutcard(*ask)
    assert "  mistakes             play=20%,decks=1,bets=5%\n" in first.stdout
    (command,) = re.findall(r"again: cutcard (.*)", first.stdout)
    assert without_time(cutcard(*shlex.split(command)).stdout) == without_time(first.stdout)
    said = json.loads(cutcard(*ask, "--json").stdout)
    cost = said["mistakes"]
    assert (cost["play"], cost["decks"], cost["bets"]) == (0.2, 1.0, 0.05)
    assert cost["cost_per_100"] / 100 * 100_000 == pytest.approx(cost["net_without"] - said["net"])
    assert cost["cost_interval"][0] < cost["cost_per_100"] < cost["cost_interval"][1]
    (tmp_path / "tired.toml").write_text('play = "20%"\ndecks = 1\nbets = 0.05\n')
    tired = json.loads(cutcard(*ask[:-1], "tired.toml", "--json").stdout)
    assert tired["mistakes"] == cost


def test_no_mistakes_leave_every_byte_as_it_was(cutcard):
    for game in (("easy", "--rounds", "100k"), COUNTER):
        ask = ("simulate", *game, "--seed", "4", "--json")
        plain = json.loads(cutcard(*ask).stdout)
        none = json.loads(cutcard(*ask, "--mistakes", "play=0%,decks=0,bets=0%").stdout)
        for passing in ("seconds", "rounds_per_second", "command"):
            del plain[passing], none[passing]
        assert none == plain


def test_a_checkpoint_with_mistakes_goes_on(cutcard):
    ask = ("simulate", *COUNTER[:-2], "--kernel", "engine", "--seed", "2", "--json")
    ask = (*ask, "--mistakes", "play=10%")
    first = cutcard(*ask, "--rounds", "1000", "--out", "kept.json")
    assert first.returncode == 0, first.stderr
    more = json.loads(cutcard(*ask, "--rounds", "2000", "--out", "kept.json").stdout)
    whole = json.loads(cutcard(*ask, "--rounds", "2000").stdout)
    assert more["mistakes"] == whole["mistakes"]
    other = cutcard(*ask[:-1], "play=20%", "--rounds", "2000", "--out", "kept.json")
    assert "belongs to a simulation with the mistakes play=10%: go on" in other.stderr
    none = cutcard(*ask[:-2], "--rounds", "2000", "--out", "kept.json")
    assert "belongs to a simulation with the mistakes play=10%: go on" in none.stderr
