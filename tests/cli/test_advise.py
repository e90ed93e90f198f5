"""`cutcard advise`: values that published tables know, and a sentence for what cannot be."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from warm_starts import PATIENCE

from cutcard.cli.advise import run
from cutcard.errors import CutcardError

CUTCARD = Path(sys.executable).parent / "cutcard"


def advised(capsys, *words: str) -> dict[str, float]:
    run([*words, "--json"])
    told = json.loads(capsys.readouterr().out)
    return {one["action"]: one["value"] for one in told["actions"]}


def test_sixteen_against_ten_is_as_published(capsys):
    # Eric Farmer's and others' figures for the infinite shoe, S17.
    rule = ("--rule", "decks=infinite", "--rule", "surrender=none")
    values = advised(capsys, "vegas-strip", "T 6", "T", *rule)
    assert values["stand"] == pytest.approx(-0.5404303340, abs=1e-10)
    assert values["hit"] == pytest.approx(-0.5398263463, abs=1e-10)


def test_the_best_comes_first_and_the_others_say_what_they_cost(cutcard):
    told = cutcard("advise", "easy", "8 8", "T 7").stdout
    assert told == (
        "Easy Blackjack: 8 8 (16) against T 7\n"
        "\n"
        "  split      +0.9513\n"
        "  hit        -0.3077  costs 1.2590\n"
        "  surrender  -0.5000  costs 1.4513\n"
        "  double     -0.6154  costs 1.5667\n"
        "  stand      -1.0000  costs 1.9513\n"
        "\n"
        "In initial bets, exact, with the best play afterwards; infinite shoe.\n"
    )


@pytest.mark.parametrize(
    ("short", "cards"), [("T6", "T 6"), ("88", "8 8"), ("A7", "A 7"), ("16", "T 6"), ("20", "T T")]
)
def test_a_hand_may_be_short(capsys, short: str, cards: str):
    assert advised(capsys, "vegas-strip", short, "T") == advised(capsys, "vegas-strip", cards, "T")


def test_json_tells_what_was_asked_and_what_is_the_price(cutcard):
    told = json.loads(
        cutcard(
            "advise", "single-deck", "T,6", "K", "--seen", "5 5", "--hands", "2", "--json"
        ).stdout
    )
    assert told["hand"] == ["T", "6"]
    assert told["dealer"] == ["K"]
    assert told["seen"] == ["5", "5"]
    assert told["hands"] == 2
    assert told["shoe"] == "1 deck less 5 5, every order alike"
    assert "CDZ-" in told["split_model"]
    assert told["rules"]["double_after_split"] is False
    # No double after this split, and no surrender.
    assert {one["action"] for one in told["actions"]} == {"hit", "stand"}
    best = told["actions"][0]["value"]
    for one in told["actions"]:
        assert one["costs"] == best - one["value"] >= 0


def test_cards_that_have_left_the_shoe_change_the_best_play(capsys):
    full = advised(capsys, "single-deck", "T 6", "T")
    low = advised(capsys, "single-deck", "T 6", "T", "--seen", "5 5 5 4 4 4")
    assert full["hit"] > full["stand"]
    assert low["stand"] > low["hit"]


def test_offers_come_before_the_dealer_looks(cutcard):
    rules = ("--rule", "insurance=true", "--rule", "surrender=early")
    told = json.loads(cutcard("advise", "vegas-strip", "T 6", "A", *rules, "--json").stdout)
    offers = {one["action"]: one["value"] for one in told["offers"]}
    assert list(offers) == ["surrender", "decline", "insure"]
    assert offers["surrender"] == -0.5
    # Half a bet at 2:1 on the tens among the cards not seen, of which the hand holds one.
    tens = 95 / (6 * 52 - 3)
    assert offers["insure"] - offers["decline"] == pytest.approx(0.5 * (3 * tens - 1), abs=1e-12)
    assert {one["action"] for one in told["actions"]} == {"hit", "stand", "double"}
    shown = cutcard("advise", "vegas-strip", "T 6", "A", *rules).stdout
    assert shown.index("offered before the dealer looks:") < shown.index("once the dealer has no")


def test_a_blackjack_may_be_insured_and_that_is_all(cutcard):
    told = cutcard("advise", "vegas-strip", "A K", "A", "--rule", "insurance=true")
    assert "A K (blackjack) against A" in told.stdout
    assert "  insure   +1.0000  costs 0." in told.stdout  # even money
    assert "stand" not in told.stdout


BAD_INPUT = {
    (
        "vegas-strip",
        "A A A A A",
        "5",
        "--rule",
        "decks=1",
    ): "5 times A is not possible: there are 4 in 1",
    ("vegas-strip", "T 6 6", "5"): "T 6 6 counts 22: a hand over 21 has lost already",
    ("vegas-strip", "8 8", ""): "the dealer cannot show no cards",
    ("vegas-strip", "8 8"): "DEALER",
    ("vegas-strip", "8 8", "T 7"): "it takes one card, as in T",
    ("easy", "8 8", "T"): "it takes both cards, as in T 7",
    ("easy", "8 8", "A T"): "the dealer's A T is a blackjack",
    ("vegas-strip", "8", "T"): "a hand of 1 card cannot be played",
    ("vegas-strip", "", "T"): "a hand of no cards cannot be played",
    ("vegas-strip", "8 1", "T"): "'1' is not a card",
    ("vegas-strip", "21", "T"): "the total 21 is not a hand: expected its cards, or a total from",
    ("vegas-strip", "8 8", "T", "--seen", "x"): "'x' is not a card",
    ("vegas-strip", "8 8", "T", "--seen", "As " * 7): "7 times As is not possible",
    ("single-deck", "8 8", "T", "--seen", "2 3 4 5 6 7 9 J Q K " * 4): "may not be enough",
    ("vegas-strip", "A T", "5"): "A T is a blackjack: there is nothing to decide",
    ("vegas-strip", "T 6 5", "5"): "counts 21 and stands by itself",
    ("vegas-strip", "A 5", "5", "--hands", "2"): "hit_split_aces = false",
    ("vegas-strip", "8 8", "T", "--hands", "0"): "0 hands are not possible",
    ("vegas-strip", "8 8", "T", "--hands", "5"): "max_hands = 4",
    ("vegas-strip", "8 8", "T", "--rule", "deck=2"): "did you mean decks?",
    ("vegas", "8 8", "T"): "no game 'vegas'",
    ("blockhead", "8 8", "T"): "is not a blackjack game",
}


@pytest.mark.parametrize("words", BAD_INPUT, ids=" ".join)
def test_hands_that_cannot_be_get_a_sentence(capsys, words):
    with pytest.raises(CutcardError) as refused:
        run(list(words))
    assert BAD_INPUT[words] in str(refused.value)
    assert "\n" not in str(refused.value)
    assert capsys.readouterr().out == ""


def test_the_sentence_is_all_that_is_printed(cutcard):
    refused = cutcard("advise", "vegas-strip", "T 6 6", "5")
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr == "cutcard: T 6 6 counts 22: a hand over 21 has lost already\n"


def test_colours_only_where_they_are_wanted(cutcard):
    words = ("advise", "easy", "8 8", "T 7")
    assert "\x1b[" in cutcard(*words, FORCE_COLOR="1").stdout
    assert "\x1b[" not in cutcard(*words, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_closed_pipe_makes_no_traceback(tmp_path):
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {CUTCARD} advise easy '8 8' 'T 7' --json | true"],
        cwd=tmp_path,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode in (0, 141)
    assert ended.stderr == ""
