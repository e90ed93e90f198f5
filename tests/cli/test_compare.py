"""Games and rules compared on the command line."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.presets import Preset, load_chart, load_preset, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.cli.compare import run
from cutcard.study.comparison import Changes, Show, alternatives, compare_rules


def test_the_casinos_games_stand_side_by_side_best_first(cutcard):
    shown = cutcard("compare")
    assert shown.returncode == 0
    rows = [line.split() for line in shown.stdout.splitlines()[1:6]]
    assert {row[0] for row in rows} == set(preset_names()[4:])
    edges = [float(row[1].rstrip("%")) for row in rows]
    assert edges == sorted(edges, reverse=True)
    assert "6 decks; resplit to 4 hands" in shown.stdout
    assert "(CDZ-)" in shown.stdout


def test_a_games_edges_are_those_of_solve(cutcard):
    said = json.loads(cutcard("compare", "downtown", "european", "--json").stdout)
    assert [game["game"] for game in said["games"]] == ["downtown", "european"]
    for game in said["games"]:
        rules = load_preset(game["game"]).rules
        best, charted = solve(rules), value_of(rules, load_chart(game["game"]))
        assert game["best"] == {"edge": best.edge, "split_model": best.split_model}
        assert game["by_chart"]["edge"] == charted.edge
        assert game["shoe"].startswith(best.shoe)
        assert game["cost"] == game["best"]["edge"] - game["by_chart"]["edge"] > 0


BASE = ("vegas-strip", "--rule", "surrender=none", "--rule", "decks=infinite")
CHANGES = (*BASE, "--rules")


FOUND: dict[Preset, Changes] = {}


def compared_once(preset: Preset, show: Show) -> Changes:
    """What all changes of a game's rules are worth, found once: three ways to tell it are tried."""
    if preset not in FOUND:
        FOUND[preset] = compare_rules(preset, show)
    return FOUND[preset]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What the verb prints of rules that are compared, in this process."""
    monkeypatch.setattr("cutcard.study.comparison.compare_rules", compared_once)

    def tell(*words: str) -> str:
        assert run([*CHANGES, *words]) == 0
        return capsys.readouterr().out

    return tell


@pytest.fixture
def said(told: Callable[..., str]) -> dict[str, Any]:
    """What all changes of a game's rules are said to be worth."""
    return json.loads(told("--json"))


def test_rule_changes_are_sorted_and_signed_from_the_players_side(said):
    assert abs(100 * said["edge"] + 0.511733636839) < 1e-9
    changes = {(one["rule"], one["value"]): one for one in said["changes"]}
    gains = [one["change"] for one in said["changes"]]
    assert gains == sorted(gains, reverse=True)
    assert all(one["change"] == one["edge"] - said["edge"] for one in said["changes"])
    assert abs(100 * changes["surrender", "late"]["edge"] + 0.426223164757) < 1e-9
    assert abs(100 * changes["decks", 6]["edge"] + 0.402870236115) < 1e-9
    assert abs(100 * changes["decks", 1]["edge"] - 0.181934306148) < 1e-9
    assert changes["hit_soft_17", True]["change"] < 0 < changes["resplit_aces", True]["change"]
    assert changes["decks", 1]["shoe"] == "1 deck, every order alike"
    assert ("decks", "infinite") not in changes  # no change
    assert ("naturals", "none") not in changes  # contradicts hole_card = peek


def test_every_rule_has_alternatives_or_does_not_matter_to_a_fresh_shoe():
    valued = {name for name, _ in alternatives()}
    unseen = {"reshuffle", "shuffle", "deal", "split_order"}
    assert valued | unseen == {field.name for field in Rules.fields()}
    assert not valued & unseen


BAD_INPUT = {
    ("nowhere",): "no game 'nowhere'",
    ("vegas-strip", "blockhead"): "not a blackjack game",
    ("vegas-strip", "downtown", "--rules"): "--rules changes the rules of one game",
    ("easy", "--rule", "hole_card=none", "--rule", "surrender=none"): "columns for both",
    ("--rule", "decks"): "changes no rule",
    ("no/such.toml",): "cannot be read",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_bad_input_gets_one_sentence(cutcard, words):
    refused = cutcard("compare", *words)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.startswith("cutcard: ")
    assert refused.stderr.count("\n") == 1
    assert BAD_INPUT[words] in refused.stderr


def test_games_and_rules_are_written_for_spreadsheets(cutcard, said, told):
    games = list(csv.DictReader(io.StringIO(cutcard("compare", "downtown", "--csv").stdout)))
    best = solve(load_preset("downtown").rules).edge
    assert [(row["game"], float(row["best_edge"])) for row in games] == [("downtown", best)]
    rows = list(csv.DictReader(io.StringIO(told("--csv"))))
    assert [(row["rule"], float(row["change"])) for row in rows] == [
        (one["rule"], one["change"]) for one in said["changes"]
    ]
    assert "two ways to print" in cutcard("compare", *CHANGES, "--csv", "--json").stderr


def test_changes_that_are_not_possible_say_why(told):
    text = told()
    start = text.index("Not possible with the other rules:\n")
    assert (
        "  naturals=none: hole_card = peek does not go with naturals = none: the dealer would have"
        " no blackjack to look for (hole_card = hidden does)\n"
    ) in text[start:]
