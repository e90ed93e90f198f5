"""`cutcard value`, as a user meets it."""

import json

import pytest

SMALL = ["--rule", "deck=A-3", "--rule", "streets=du u", "--rule", "least_raise=10"]


def test_a_value_adds_up(cutcard):
    shown = cutcard("value", "alpha", "caller", *SMALL, "--json")
    found = json.loads(shown.stdout)
    assert shown.stderr == ""
    halves = (found["opening_per_deal"] + found["answering_per_deal"]) / 2
    assert found["value_per_deal"] == pytest.approx(halves + found["left_per_game"] / 20)
    assert found["value_per_game"] == pytest.approx(20 * found["value_per_deal"])


def test_a_person_reads_the_same_value(cutcard):
    found = json.loads(cutcard("value", "raiser", "alpha", *SMALL, "--json").stdout)
    text = cutcard("value", "raiser", "alpha", *SMALL).stdout
    assert f"{found['value_per_game']:+.4f}" in text
    assert f"{found['value_per_deal']:+.5f}" in text


def test_beta_is_worth_what_a_duel_wins(cutcard):
    """Two ways to the same number: over all deals, and 400 pairs of games."""
    worth = json.loads(cutcard("value", "beta", "alpha", "--json").stdout)
    words = ["duel", "beta", "alpha", "--pairs", "400", "--seed", "7", "--json"]
    duel = json.loads(cutcard(*words).stdout)
    assert abs(worth["value_per_game"] - duel["mean"]) < 4 * duel["stderr"]
    best = json.loads(cutcard("value", "exploiter", "alpha", "--json").stdout)
    assert 0.98 * best["value_per_game"] < worth["value_per_game"] < best["value_per_game"]


BAD_INPUT = {
    ("alpha", "gamma"): "no player 'gamma'",
    ("beta", "caller"): "no exact value of beta against caller is known",
    ("alpha", "exploiter"): "no exact value of alpha against exploiter is known",
    ("beta", "alpha", "--rule", "raises=2"): "beta is solved for the rules of blockhead only",
    ("alpha", "caller", "--rule", "seats=3"): "seats = 3 is not solved",
    ("alpha", "caller", "--rule", "valuation=poker"): "valuation = poker is not solved",
    ("alpha", "caller", "--rule", "streets=ddu u"): "streets = ddu u is not solved",
    ("alpha", "caller", "--rule", "tied_pot=split"): "tied_pot = split is not solved",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_what_is_not_known_is_refused_in_a_sentence(cutcard, words):
    refused = cutcard("value", *words)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1
    assert BAD_INPUT[words] in refused.stderr
