"""Exact answers on the command line: figures in processes of their own, details in this one."""

import json
import re
import subprocess
import sys
from math import sqrt
from pathlib import Path

import pytest
from cli.screen import Screen

from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.strategy.chart import HARD_ROWS, SOFT_ROWS, UP_CARD, read_chart
from cutcard.cli import main
from cutcard.learn.qtable import HIT, STAND, QTable

CUTCARD = Path(sys.executable).parent / "cutcard"
DOCUMENT = Path(__file__).parents[2] / "docs" / "exact.md"

NO_SURRENDER = ("--rule", "surrender=none")
INFINITE = ("--rule", "decks=infinite")

PUBLISHED = {
    ("easy", "--chart", "wizard"): 10.24060123,
    ("easy",): 11.66847041845,
    ("vegas-strip", *INFINITE, *NO_SURRENDER): -0.511733636839,
    ("vegas-strip", *INFINITE): -0.426223164757,
    ("vegas-strip", *NO_SURRENDER, "--chart", "vegas-strip"): -0.405922417699,
    ("vegas-strip", *NO_SURRENDER): -0.402870236115,
    ("vegas-strip", *NO_SURRENDER, "--rule", "decks=1"): 0.181934306148,
}
"""Percent of the initial bet: figures of other analysers, to as many places as are published."""


@pytest.fixture
def here(tmp_path, monkeypatch, capsys):
    """Run cutcard in this process, in an empty folder: exit status, output, complaints."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["cutcard", *words])
        status = main()
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def solved(here):
    """What `cutcard solve … --json` says."""

    def solve(*words: str) -> dict:
        status, out, err = here("solve", *words, "--json")
        assert status == 0, err
        return json.loads(out)

    return solve


@pytest.mark.parametrize("words", PUBLISHED, ids=" ".join)
def test_published_edges_are_reached(cutcard, words):
    shown = cutcard("solve", *words, "--json")
    assert shown.returncode == 0, shown.stderr
    found = json.loads(shown.stdout)
    places = len(str(PUBLISHED[words]).partition(".")[2])
    assert abs(100 * found["edge"] - PUBLISHED[words]) < max(1e-9, 0.51 * 10**-places)
    assert found["chart"] == (words[-1] if "--chart" in words else None)


def test_six_to_five_costs_what_is_published(solved):
    game = ("vegas-strip", *NO_SURRENDER, "--chart", "vegas-strip")
    three = solved(*game)["edge"]
    six = solved(*game, "--rule", "blackjack_pays=6:5")["edge"]
    assert round(100 * (three - six), 6) == 1.359690


def test_the_standard_deviation_with_one_split_is_the_published_one(solved):
    found = solved("vegas-strip", *NO_SURRENDER, "--rule", "max_hands=2")
    assert round(found["sd"], 9) == 1.146540058
    odds = {float(gain): share for gain, share in found["histogram"].items()}
    assert abs(sum(odds.values()) - 1) < 1e-12
    mean = sum(gain * share for gain, share in odds.items())
    assert abs(mean - found["edge"]) < 1e-12
    square = sum((gain - mean) ** 2 * share for gain, share in odds.items())
    assert abs(sqrt(square) - found["sd"]) < 1e-12


DOCUMENTED = {
    tuple(command.split()): edge
    for command, edge in re.findall(
        r"\| `cutcard solve ([^`]*)`[^|]*\| ([-+]\d+\.\d{9}) \|", DOCUMENT.read_text()
    )
}


def test_the_document_shows_the_published_edges():
    for words, edge in PUBLISHED.items():
        places = min(9, len(str(edge).partition(".")[2]))
        assert f"{float(DOCUMENTED[words]):.{places}f}" == f"{edge:.{places}f}"


@pytest.mark.parametrize("words", sorted(DOCUMENTED.keys() - PUBLISHED.keys()), ids=" ".join)
def test_the_document_shows_what_is_solved(solved, words):
    assert f"{100 * solved(*words)['edge']:+.9f}" == DOCUMENTED[words]


def test_the_best_chart_knows_more_than_totals(solved):
    best = solved("cs50", "--chart", "best")
    by_total = solved("cs50", "--chart", "coms1018")
    assert best["play"] == "the best chart"
    page = DOCUMENT.read_text(encoding="utf-8")
    assert "totals alone" not in page
    for found in (best, by_total):
        assert f"{100 * found['edge']:+.9f}" in page
    assert best["edge"] > by_total["edge"]


def test_json_names_shoe_splits_rules_and_command(solved):
    found = solved("downtown", "--rule", "decks=1", "--remove", "A,A,5", "--chart", "downtown")
    assert found["shoe"].startswith("1 deck less A A 5, every order alike")
    assert found["split_model"] == "resplit to 4 hands, each hand by the chart"
    assert found["rules"]["hit_soft_17"] is True
    assert found["play"] == "chart downtown"
    assert found["sd"] is None
    assert found["histogram"] is None
    assert solved(*found["command"].split()[2:])["edge"] == found["edge"]


def test_every_edge_for_a_person_names_its_shoe_and_splits(here):
    _, shown, _ = here("solve", "downtown")
    assert re.search(r"edge +-0\.380445075%", shown)
    assert shown.count("2 decks, every order alike") == 2
    assert "the best play before the split (CDZ-)" in shown
    assert "each hand by the chart" in shown
    assert "not looked at: reshuffle = 75%" in shown


def test_the_best_charts_are_worth_less_than_the_best_play(solved):
    best = solved("single-deck")
    by_total = solved("single-deck", "--chart", "best")
    by_two = solved("single-deck", "--two-card")
    assert best["edge"] > by_two["edge"] > by_total["edge"]
    assert best["best_chart"]["edge"] == by_total["edge"]
    assert best["best_chart"]["cost"] == best["edge"] - by_total["edge"]


def test_the_table_that_is_written_is_worth_what_was_said(solved, tmp_path):
    promised = solved("downtown", "--out", "best.txt")["best_chart"]["edge"]
    assert read_chart((tmp_path / "best.txt").read_text())
    assert solved("downtown", "--chart", "best.txt")["edge"] == promised


def test_the_first_seed_plays_the_table_that_is_written(cutcard, tmp_path):
    shown = cutcard("solve", "easy", "--out", "best.txt")
    assert "it is worth +11.668470418%" in shown.stdout
    cells = {
        cell
        for line in (tmp_path / "best.txt").read_text().splitlines()[1:]
        for cell in line.split()[1:]
    }
    assert cells <= {"H", "S", "P", "Dh", "Ds", "Rh", "Rs", "Rp"}  # those of its own tables
    (tmp_path / "asst1").symlink_to(CUTCARD)
    played = subprocess.run(
        ["./asst1", "-i", "5", "-s", "-a", "best.txt", "2000000"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    advantage = float(re.search(r"Player Advantage: ([\d.]+)%", played.stdout)[1])
    deviation = float(re.search(r"standard deviation +([\d.]+)", shown.stdout)[1])
    rounded = 0.005  # the program prints four digits
    assert abs(advantage - 11.66847) < 400 * deviation / sqrt(2_000_000) + rounded


def test_the_seeds_ways_to_play_have_exact_values(solved):
    for game, chart in (("ve280", "simple"), ("coms1018", "coms1018"), ("cs50", "coms1018")):
        charted, best = solved(game, "--chart", chart), solved(game)
        assert -0.05 < charted["edge"] < best["best_chart"]["edge"] < best["edge"] < 0
        assert charted["split_model"] == "no splits"
        assert abs(sum(best["histogram"].values()) - 1) < 1e-12


def test_riffles_are_said_to_play_no_part(solved):
    assert "not looked at: shuffle = riffle, reshuffle = 20" in solved("ve280")["shoe"]


def test_a_bet_of_five_chips_is_paid_seven_for_a_blackjack(solved):
    one, five, two = (solved("ve280", "--chart", "simple", "--bet", bet) for bet in "152")
    paid = five["histogram"]["1.4"]
    assert abs(five["edge"] - one["edge"] - 0.4 * paid) < 1e-12
    assert abs(two["edge"] - one["edge"] - 0.5 * two["histogram"]["1.5"]) < 1e-12


def test_the_dealers_odds_add_up(solved):
    odds = solved("downtown", "--odds")["odds"]
    assert list(odds) == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
    assert all(abs(sum(row.values()) - 1) < 1e-12 for row in odds.values())
    infinite = solved("vegas-strip", *INFINITE, "--odds")["odds"]
    assert round(infinite["6"]["bust"], 6) == 0.423150
    assert round(infinite["A"]["blackjack"], 6) == round(4 / 13, 6)
    assert len(solved("easy", "--odds")["odds"]) == 55


def test_effects_of_removal_are_differences_of_edges(solved):
    found = solved("single-deck", "--chart", "single-deck", "--removal")
    less = solved("single-deck", "--chart", "single-deck", "--remove", "5")
    assert found["removal"]["5"] == less["edge"] - found["edge"]
    # To whoever plays by a chart, a card gone at random is as good as one left in the shoe.
    weights = {card: 16 if card == "T" else 4 for card in found["removal"]}
    mean = sum(weights[card] * change for card, change in found["removal"].items()) / 52
    assert abs(mean) < 1e-12


def test_fewer_decks_are_better_for_the_player(solved, tmp_path):
    found = solved("vegas-strip", "--decks", "--plot", "decks.png")
    edges = [row["edge"] for row in found["decks"].values()]
    assert list(found["decks"]) == [*map(str, range(1, 9)), "infinite"]
    assert edges == sorted(edges, reverse=True)
    assert found["decks"]["6"]["edge"] == found["edge"]
    assert (tmp_path / "decks.png").read_bytes().startswith(b"\x89PNG")


def test_a_q_table_is_worth_what_training_says(here, solved):
    _, trained, _ = here("train", "cs50", "--rounds", "5k", "--q", "qInfo", "--seed", "1", "--json")
    measured = json.loads(trained)
    found = solved("cs50", "--table", "qInfo")
    assert abs(found["edge"] - measured["policy"]) < 1e-12
    assert abs(found["learnt"]["original_player"] - measured["original_player"]) < 1e-12
    assert abs(found["learnt"]["best"] - measured["best"]) < 1e-12


def test_a_q_table_is_compared_with_the_best_chart_cell_by_cell(here, solved, tmp_path):
    best = best_chart(load_preset("cs50").rules)
    table = QTable()
    for row in (*HARD_ROWS, *SOFT_ROWS):
        total = 11 + int(row[1]) if row[0] == "A" else int(row)
        for column in UP_CARD:
            action = HIT if best.cells[row, column] == "H" else STAND
            up = 11 if column == "A" else int(column)
            table.learn((total, up, action, int(row[0] == "A")), 1.0)
    table.write(tmp_path / "qInfo")
    assert solved("cs50", "--table", "qInfo")["learnt"]["differences"] == []
    table.learn((18, 11, HIT, 0), 2.0)
    table.write(tmp_path / "qInfo")
    [other] = solved("cs50", "--table", "qInfo")["learnt"]["differences"]
    assert (other["row"], other["column"]) == ("18", "A")
    assert (other["learnt_hit"], other["learnt_stand"]) == (2.0, 1.0)
    assert other["exact_hit"] < other["exact_stand"]
    _, shown, _ = here("solve", "cs50", "--table", "qInfo")
    assert "1 of 170 cells" in shown
    assert re.search(r"18 against A +\+2\.0000 +\+1\.0000", shown)


BAD_INPUT = {
    ("nowhere",): "no game 'nowhere'",
    ("blockhead",): "not a blackjack game",
    ("vegas-strip", "--rule", "decks=9"): "decks cannot be '9'",
    ("vegas-strip", "--rule", "soft=1"): "there is no rule 'soft'",
    ("vegas-strip", "--chart", "wizard"): "columns for both dealer cards",
    ("vegas-strip", "--chart", "nosuch"): "no chart 'nosuch'",
    ("vegas-strip", "--chart", "no/such.txt"): "cannot be read",
    ("single-deck", "--remove", "A,A,A,A,A"): "5 times A is not possible: there are 4 in 1 deck",
    ("single-deck", "--remove", "As,As"): "2 times As is not possible: there is 1 in 1 deck",
    ("single-deck", "--remove", "A,X"): "'X' is not a card",
    ("single-deck", "--remove", ","): "names no card",
    ("single-deck", "--remove", ",".join(["T"] * 16 + ["9", "8"] * 4)): "remove fewer",
    ("easy", "--remove", "A"): "an infinite shoe never lacks one",
    ("easy", "--removal"): "an infinite shoe never lacks one",
    ("vegas-strip", "--results"): "results are not known exactly for max_hands = 4",
    ("vegas-strip", "--table", "qInfo"): "a Q-table plays hit or stand",
    ("cs50", "--table", "qInfo"): "the Q-table qInfo cannot be read",
    ("cs50", "--table", "qInfo", "--chart", "simple"): "two ways to play",
    ("easy", "--chart", "wizard", "--out", "x.txt"): "--out writes the best chart",
    ("easy", "--two-card", "--out", "x.txt"): "--out writes the best chart",
    ("easy", "--two-card", "--chart", "best"): "--chart and --two-card are two ways to play",
    ("easy", "--chart", "two-card"): "asked for with --two-card",
    ("easy", "--out", "no/such/x.txt"): "cannot be written",
    ("easy", "--plot", "x.png"): "give --decks too",
    ("easy", "--decks", "--plot", "x.gif"): "must end in .png, .svg or .pdf",
    ("vegas-strip", "--decks", "--remove", "A"): "leave out --remove",
    ("ve280", "--bet", "0"): "a bet of '0' chips is not possible",
    ("vegas-strip", "--rule", "rounding=down", "--bet", "5"): "bet an even number",
    ("easy", "wizard"): "wizard",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_bad_input_gets_one_sentence(here, words):
    status, out, err = here("solve", *words)
    assert status == 1
    assert out == ""
    assert err.startswith("cutcard: ")
    assert err.count("\n") == 1
    assert BAD_INPUT[words] in err


def test_bad_input_ends_the_program_with_a_complaint(cutcard):
    refused = cutcard("solve", "single-deck", "--remove", "A,A,A,A,A")
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr == "cutcard: 5 times A is not possible: there are 4 in 1 deck\n"


def test_a_closed_pipe_ends_quietly(tmp_path):
    shown = subprocess.run(
        ["bash", "-c", f"{CUTCARD} solve ve280 | head -0; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert "Traceback" not in shown.stderr
    assert shown.stdout == "141\n"


def test_ctrl_c_ends_quietly():
    # Seconds of work begin when it is said that they do.
    with Screen("solve", "double-exposure", "--removal", "--decks") as screen:
        screen.wait_for("solving")
        screen.press("\x03")
        assert screen.end() == 130
        assert "Traceback" not in screen.text
        assert "of the initial bet" not in screen.text


def test_colours_only_where_they_are_wanted(here, monkeypatch):
    assert "\x1b[" not in here("solve", "ve280")[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1m" in here("solve", "ve280")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in here("solve", "ve280")[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_what_was_solved_is_told_though_its_chart_cannot_be_written(cutcard):
    ended = cutcard("solve", "ve280", "--out", "/dev/full")
    assert ended.returncode == 1
    assert "of the initial bet, exactly" in ended.stdout
    assert ended.stderr == (
        "cutcard: the chart /dev/full cannot be written: No space left on device\n"
    )


def test_the_hands_that_a_chart_gets_wrong_are_listed(cutcard):
    done = cutcard("solve", "single-deck", "--exceptions")
    assert done.returncode == 0, done.stderr
    assert "  2 T       4       stand      hit          1.252887   0.0048377\n" in done.stdout
    told = json.loads(cutcard("solve", "easy", "--chart", "best", "--exceptions", "--json").stdout)
    assert told["exceptions"] == []
    refused = cutcard("solve", "cs50", "--table", "qInfo", "--exceptions")
    assert "--exceptions are those of a chart: leave out --table" in refused.stderr
