"""Simulations on the command line: going on, repeating, and what is said of a counter."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex

import pytest

from cutcard.files import written_alone

COUNTER = ("vegas-strip", "--count", "hi-lo", "--ramp", "1:2,3:8", "--rounds", "200k")


def test_the_same_command_goes_on_without_a_seed(cutcard):
    ask = ("simulate", "vegas-strip", "--out", "kept.json", "--json")
    first = json.loads(cutcard(*ask, "--rounds", "4M").stdout)
    more = cutcard(*ask, "--rounds", "8M")
    assert more.returncode == 0, more.stderr
    found = json.loads(more.stdout)
    assert found["seed"] == first["seed"]
    assert found["rounds"] == 8_000_000
    seed = ("--seed", str(first["seed"]))
    whole = cutcard("simulate", "vegas-strip", "--rounds", "8M", *seed, "--json")
    assert json.loads(whole.stdout)["histogram"] == found["histogram"]


def test_another_simulation_is_told_by_what_it_has(cutcard):
    ask = ("simulate", "--out", "kept.json", "--rounds", "1k", "--kernel", "engine")
    assert cutcard(*ask, "vegas-strip", "--seed", "7").returncode == 0
    for words, says in (
        (("vegas-strip", "--seed", "8"), "with seed 7: go on"),
        (("vegas-strip", "--rule", "decks=2"), "with decks = 6: go on"),
        (("vegas-strip", "--chart", "european"), "with another chart: go on"),
    ):
        refused = cutcard(*ask, *words)
        assert refused.returncode == 1
        assert refused.stderr.startswith("cutcard: kept.json belongs to a simulation ")
        assert says in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_again_repeats_what_was_said_of_a_counter(cutcard):
    first = cutcard("simulate", *COUNTER, "--seed", "5", "--bankroll", "2000", "--risk", "0.01")
    assert "average bet" in first.stdout
    (command,) = re.findall(r"again: cutcard (.*)", first.stdout)
    assert "--bankroll 2000 --risk 0.01" in command
    again = cutcard(*shlex.split(command))
    assert without_time(again.stdout) == without_time(first.stdout)


def test_only_games_that_can_be_simulated_are_offered(cutcard):
    for verb in ("simulate", "solve", "compare"):
        refused = cutcard(verb, "nosuch")
        assert refused.returncode == 1
        assert refused.stderr.endswith("single-deck, vegas-strip (or give FILE.toml)\n")
    assert "vegas-strip, blockhead, " in cutcard("play", "nosuch").stderr


def test_a_bankroll_that_nothing_is_told_of_is_refused(cutcard):
    for words, sentence in (
        (("--bankroll", "5"), "--bankroll is for card counters and for a picture: "),
        (("--risk", "0.1"), "--risk is for card counters: "),
        (("--risk", "0.1", "--plot", "x.svg"), "--risk is for card counters: "),
    ):
        refused = cutcard("simulate", "easy", "--rounds", "10k", *words)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr.startswith(f"cutcard: {sentence}")
        assert refused.stderr.count("\n") == 1


def test_again_draws_the_picture_of_a_bankroll(cutcard):
    ask = ("simulate", "easy", "--rounds", "1k", "--seed", "1", "--kernel", "engine")
    first = cutcard(*ask, "--bankroll", "50", "--plot", "x.svg")
    assert first.returncode == 0, first.stderr
    (command,) = re.findall(r"again: cutcard (.*)", first.stdout)
    again = cutcard(*shlex.split(command))
    assert again.stderr == "drawn to x.svg\n"
    assert without_time(again.stdout) == without_time(first.stdout)


def without_time(text: str) -> list[str]:
    return [line for line in text.splitlines() if " a second" not in line]


def test_a_ramp_may_begin_below_nothing(cutcard):
    ask = ("simulate", "vegas-strip", "--count", "ko", "--rounds", "100k", "--ramp")
    said = cutcard(*ask, "-4:2,0:8")
    assert said.returncode == 0, said.stderr
    assert "bets -4:2,0:8" in said.stdout
    assert "--ramp: expected one argument" in cutcard(*ask, "--json").stderr


def test_insurance_that_is_not_offered_is_told(cutcard):
    note = "not used of illustrious-18: insurance: insurance = false"
    assert note in cutcard("simulate", *COUNTER, "--indices", "all").stdout
    offered = cutcard("simulate", *COUNTER, "--indices", "all", "--rule", "insurance=true")
    assert "insurance:" not in offered.stdout
    assert "insurance is not offered: insurance = false" in cutcard("simulate", *COUNTER).stdout


def test_index_plays_that_a_game_cannot_use_or_that_are_for_others_are_told(cutcard):
    ask = ("simulate", "single-deck", "--count", "hi-lo", "--indices", "all", "--rounds", "20k")
    told = cutcard(*ask, "--rule", "double_on=10-11", "--json")
    assert json.loads(told.stdout)["counting"]["notes"] == [
        "not used of illustrious-18: insurance: insurance = false",
        "not used of illustrious-18: double 9 v 2, double 9 v 7: double_on = 10-11",
        "illustrious-18 is made for decks = 4 to 8, hit_soft_17 = false: here decks = 1,"
        " hit_soft_17 = true",
        "fab-4 is not used: surrender = none",
        "fab-4 is made for decks = 4 to 8, hit_soft_17 = false: here decks = 1, hit_soft_17 = true",
    ]


def test_certainty_that_was_not_reached_is_told(cutcard):
    short = cutcard("simulate", "--until-stderr", "1e-3", "--rounds", "20k", "--seed", "1")
    assert "played before the standard error reached 0.001" in short.stdout
    reached = cutcard("simulate", "--until-stderr", "0.01", "--rounds", "10M", "--seed", "1")
    assert "before the standard error" not in reached.stdout


def test_rare_counts_are_said_to_be_left_out(cutcard):
    assert "counts rarer than 0.05% are left out" in cutcard("simulate", *COUNTER).stdout


def test_a_second_run_with_the_same_file_is_told_who_writes_it(cutcard, tmp_path):
    ask = ("simulate", "easy", "--rounds", "2", "--kernel", "engine", "--out", "kept.json")
    with written_alone(tmp_path / "kept.json", "the checkpoint"):
        refused = cutcard(*ask)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr == (
        f"cutcard: the checkpoint kept.json is being written by process {os.getpid()}: wait until"
        " it has finished, or name another file\n"
    )
    assert cutcard(*ask).returncode == 0
    assert os.listdir(tmp_path) == ["kept.json"]


def test_a_second_course_with_the_same_table_is_told_who_writes_it(cutcard, tmp_path):
    with written_alone(tmp_path / "table", "the Q-table"):
        refused = cutcard("train", "cs50", "--rounds", "10", "--q", "table")
    assert refused.returncode == 1
    assert f"table is being written by process {os.getpid()}:" in refused.stderr


BEST = ("--best-ramp", "--spread", "1-12")


def test_the_best_ramp_is_told_and_asked_for_again(cutcard):
    ask = ("simulate", *COUNTER[:-1], "4M", "--seed", "5", *BEST, "--bankroll", "9000")
    for more in ((), ("--risk", "5%"), ("--kelly", "0.5", "--goal", "9500", "--trip", "2k")):
        first = cutcard(*ask, *more)
        assert first.returncode == 0, first.stderr
        assert "best bets from 1 to 12 chips, with 9,000 chips and " in first.stdout
        (command,) = re.findall(r"again: cutcard (.*)", first.stdout)
        assert without_time(cutcard(*shlex.split(command)).stdout) == without_time(first.stdout)
        told = json.loads(cutcard(*ask, *more, "--json").stdout)["counting"]["best_ramp"]
        assert f"  ramp                 {told['ramp']}\n" in first.stdout
        assert told["spread"] == [1, 12]
        assert told["ruin_within_trip"] <= told["ruin"]
        assert told["ruin_before_goal"] <= told["ruin"]


def test_the_best_ramp_comes_first_and_a_spread_alone_asks_for_it(cutcard):
    ask = ("simulate", *COUNTER[:3], "--rounds", "4M", "--seed", "5", "--spread", "1-12")
    said = cutcard(*ask).stdout
    lines = said.splitlines()
    assert lines[2].startswith("  best bets from 1 to 12 chips, with 1,000 chips")
    assert lines.index("  the rounds, with flat bets") < said[: said.index("  edge ")].count("\n")
    assert without_time(said) == without_time(cutcard(*ask, "--best-ramp").stdout)


def test_a_ramp_that_is_the_count_itself_is_no_spread(cutcard):
    ask = ("simulate", *COUNTER[:3], "--rounds", "20k", "--ramp")
    note = "bets 1-12 are the count itself; --spread 1-12 finds the best bets within these bounds"
    assert note in cutcard(*ask, "1-12").stdout
    assert "the count itself" not in cutcard(*ask, "1:2,2:4").stdout


def test_kept_results_tell_another_bankrolls_best_ramp_without_playing(cutcard):
    ask = ("simulate", *COUNTER, "--seed", "5", "--out", "kept.json", *BEST)
    assert cutcard(*ask).returncode == 0
    other = cutcard(*ask, "--bankroll", "5000")
    assert "with 5,000 chips" in other.stdout
    assert "all rounds were played before" in other.stdout


def test_what_the_best_ramp_cannot_be_asked_with_gets_a_sentence(cutcard):
    for words, says in (
        (("--best-ramp",), "--best-ramp is for card counters: name a count with --count"),
        (("--count", "hi-lo", "--best-ramp"), "add --spread, as in --spread 1-12"),
        (("--spread", "1-8"), "--spread is for card counters: name a count with --count"),
        (("--count", "hi-lo", "--goal", "9k"), "--goal is for the best bets: add --spread, as in"),
        (
            ("--count", "hi-lo", *BEST, "--risk", "5%", "--kelly", "0.5"),
            "--risk and --kelly both say how much to bet: give one",
        ),
        (("--count", "hi-lo", *BEST, "--goal", "1000"), "a goal of 1,000 chips is not possible"),
        (("--count", "hi-lo", "--best-ramp", "--spread", "2-8"), "'2-8' is not a spread"),
        (("--count", "hi-lo", "--risk", "200%"), "'200%' is not a risk"),
    ):
        refused = cutcard("simulate", "vegas-strip", *words)
        assert refused.returncode == 1
        assert says in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_results_are_written_for_spreadsheets(cutcard):
    ask = ("simulate", *COUNTER, "--seed", "5", *BEST)
    rows = list(csv.DictReader(io.StringIO(cutcard(*ask, "--csv").stdout)))
    said = json.loads(cutcard(*ask, "--json").stdout)["counting"]["by_count"]
    assert [int(row["count"]) for row in rows] == [row["count"] for row in said]
    assert [float(row["edge"]) for row in rows] == [row["edge"] for row in said]
    assert abs(sum(float(row["share"]) for row in rows) - 1) < 1e-12
    assert {int(row["best_bet"]) for row in rows} <= set(range(1, 13))
    flat = cutcard("simulate", "vegas-strip", "--rounds", "20k", "--seed", "5", "--csv")
    gains = list(csv.DictReader(io.StringIO(flat.stdout)))
    assert list(gains[0]) == ["gain", "rounds", "share"]
    assert sum(int(row["rounds"]) for row in gains) == 20_000
    assert "two ways to print" in cutcard(*ask, "--csv", "--json").stderr


def test_a_picture_by_count_is_for_counters(cutcard, tmp_path):
    drawn = cutcard("simulate", *COUNTER, *BEST, "--plot-counts", "counts.png")
    assert drawn.returncode == 0, drawn.stderr
    assert (tmp_path / "counts.png").read_bytes().startswith(b"\x89PNG")
    assert drawn.stderr == "drawn to counts.png\n"
    refused = cutcard("simulate", "vegas-strip", "--plot-counts", "counts.png")
    assert "--plot-counts is for card counters: name a count" in refused.stderr


EUROPEAN = """base = "vegas-strip"
[rules]
hole_card = "none"
dealer_blackjack_takes = "all"
double_on = "9-11"
max_hands = 2
surrender = "none"
"""


def test_what_another_games_chart_loses_is_reported(cutcard, tmp_path):
    (tmp_path / "mine.toml").write_text(EUROPEAN)
    said = cutcard("simulate", "mine.toml", "--rounds", "10k", "--seed", "1")
    assert (
        "the chart vegas-strip is made for other rules: under these it loses 0.0627% of the bet"
        in said.stdout
    )
    told = json.loads(cutcard("simulate", "mine.toml", "--rounds", "10k", "--json").stdout)
    assert "loses 0.0627% of the bet compared with the best play" in told["chart_note"]


@pytest.mark.parametrize(
    "words", [("vegas-strip",), ("vegas-strip", "--rule", "reshuffle=every-round"), ("easy",)]
)
def test_a_chart_that_is_made_for_the_rules_has_no_note(cutcard, words):
    assert "made for other rules" not in cutcard("simulate", *words, "--rounds", "10k").stdout
