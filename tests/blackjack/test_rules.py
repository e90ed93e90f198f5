"""The rules of blackjack: every field, what it takes, and what does not go together."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import tomllib
from fractions import Fraction

import pytest
from blackjack.made_up_games import KINDS, any_rules, any_value
from hypothesis import given, settings

from cutcard.blackjack import rules as words_of_the_rules
from cutcard.blackjack.rules import Rules
from cutcard.rulebook import InvalidRules, Odds

DEFAULTS = {
    "decks": 6,
    "reshuffle": "75%",
    "shuffle": "uniform",
    "deal": "PUPH",
    "hole_card": "peek",
    "naturals": "both",
    "blackjack_pays": "3:2",
    "rounding": "exact",
    "blackjack_tie": "push",
    "ties": "push",
    "dealer_blackjack_takes": "all",
    "hit_soft_17": False,
    "dealer_22": "bust",
    "stand_on_21": True,
    "double_on": "any",
    "double_after_split": True,
    "max_hands": 4,
    "resplit_aces": False,
    "hit_split_aces": False,
    "split_order": "in-turn",
    "surrender": "none",
    "insurance": False,
    "charlie": "none",
}

ACCEPTED = {
    "decks": [1, 8, "1", "infinite"],
    "reshuffle": ["every-round", "1%", "100%", 1, 416, "20"],
    "shuffle": ["uniform"],
    "deal": ["PUPH", "UHPP", "PPUH", "HUPP", "UPPH", "PHPU"],
    "hole_card": ["peek", "hidden", "none", "open"],
    "naturals": ["both"],
    "blackjack_pays": ["3:2", "6:5", "1:1", "100:100"],
    "rounding": ["exact", "down"],
    "blackjack_tie": ["push", "win", "lose"],
    "ties": ["push", "lose"],
    "dealer_blackjack_takes": ["all", "original"],
    "hit_soft_17": [True, False, "yes", "no"],
    "dealer_22": ["bust", "push"],
    "stand_on_21": [True, False],
    "double_on": ["any", "9-11", "10-11", "none"],
    "double_after_split": [True, False],
    "max_hands": [1, 8],
    "resplit_aces": [True, False],
    "hit_split_aces": [True, False],
    "split_order": ["in-turn", "queue"],
    "surrender": ["none", "late", "early"],
    "insurance": [True, False],
    "charlie": ["none", 5, 10],
}

REFUSED = {
    "decks": [0, 9, "many", True, 1.5],
    "reshuffle": ["never", "0%", "101%", "%", 0, 417, "75 %", "-5%", True, 0.75],
    "shuffle": ["wash"],
    "deal": ["PUP", "PPPP", "PUPHH", "puph", "", 4],
    "hole_card": ["face-up", ""],
    "naturals": ["dealer"],
    "blackjack_pays": ["3-2", "1:0", 1.5],
    "rounding": ["up"],
    "blackjack_tie": ["split"],
    "ties": ["win"],
    "dealer_blackjack_takes": ["none"],
    "hit_soft_17": ["maybe", 17],
    "dealer_22": ["win", 22],
    "stand_on_21": ["21"],
    "double_on": ["11", "9"],
    "double_after_split": [2],
    "max_hands": [0, 9, "none"],
    "resplit_aces": ["once"],
    "hit_split_aces": ["once"],
    "split_order": ["stack"],
    "surrender": ["always"],
    "insurance": ["half"],
    "charlie": [4, 11, "all"],
}


def test_the_common_casino_game_is_the_default() -> None:
    assert Rules().plain() == DEFAULTS
    assert repr(Rules()) == "Rules()"


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_field_takes_what_it_says(name: str) -> None:
    for value in ACCEPTED[name]:
        assert str(Rules(**{name: value}).plain()[name]) in (
            str(value),
            {"yes": "True", "no": "False"}.get(str(value)),
        )


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_field_refuses_the_rest_in_a_sentence(name: str) -> None:
    for value in (*REFUSED[name], None, [], b"x"):
        with pytest.raises(InvalidRules) as caught:
            Rules(**{name: value})
        accepts = KINDS[name].accepts
        assert str(caught.value) == f"{name} cannot be {value!r}: it takes {accepts}"


def test_every_field_is_explained_in_sentences() -> None:
    for field in Rules.fields():
        says = field.metadata["says"]
        assert says[0].isupper(), field.name
        assert says.endswith("."), field.name
        assert "  " not in says, field.name


def test_rules_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        Rules(6)
    with pytest.raises(TypeError):
        Rules(deck=6)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        *[
            ({"naturals": who}, f"hole_card = peek does not go with naturals = {who}: ")
            for who in ("player", "none")
        ],
        *[
            (
                {"naturals": who, "insurance": True, "hole_card": "hidden"},
                f"insurance = true does not go with naturals = {who}: ",
            )
            for who in ("player", "none")
        ],
        (
            {"insurance": True, "hole_card": "open"},
            "insurance = true does not go with hole_card = open: ",
        ),
        (
            {"surrender": "early", "hole_card": "open"},
            "surrender = early does not go with hole_card = open: ",
        ),
        *[
            (
                {"surrender": "late", "hole_card": hole_card},
                f"surrender = late does not go with hole_card = {hole_card}: ",
            )
            for hole_card in ("hidden", "none")
        ],
        *[
            (
                {"shuffle": "riffle", "decks": decks},
                f"shuffle = riffle does not go with decks = {decks}: it takes decks = 1",
            )
            for decks in (2, 8, "infinite")
        ],
        (
            {"shuffle": "riffle", "decks": 1, "reshuffle": "75%"},
            "shuffle = riffle does not go with reshuffle = 75%: a round with max_hands = 4 may"
            " take 32 cards (reshuffle = 32 does)",
        ),
    ],
)
def test_rules_that_contradict_each_other_are_refused(
    fields: dict[str, object], complaint: str
) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules(**fields)
    assert str(caught.value).startswith(complaint)
    with pytest.raises(InvalidRules):
        Rules().changed(fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"naturals": "player", "hole_card": "hidden"},
        {"naturals": "none", "hole_card": "open", "surrender": "late"},
        {"insurance": True, "hole_card": "none"},
        {"surrender": "early", "hole_card": "none"},
        {"surrender": "early", "insurance": True},
        {"shuffle": "riffle", "decks": 1, "reshuffle": 32},
        {"shuffle": "riffle", "decks": 1, "reshuffle": 20, "max_hands": 1},
    ],
)
def test_rules_that_go_together_are_taken(fields: dict[str, object]) -> None:
    words = Rules(**fields).plain()
    assert {name: words[name] for name in fields} == fields


@pytest.mark.parametrize(
    ("pays", "rounding", "unit"),
    [
        ("3:2", "exact", 2),
        ("6:5", "exact", 10),
        ("1:1", "exact", 2),
        ("7:4", "exact", 4),
        ("3:2", "down", 1),
        ("6:5", "down", 1),
    ],
)
def test_a_chip_has_as_many_units_as_its_payouts_need(pays: str, rounding: str, unit: int) -> None:
    assert Rules(blackjack_pays=pays, rounding=rounding).unit == unit


@settings(deadline=None)
@given(any_value("blackjack_pays"))
def test_exact_payouts_are_never_rounded(odds: Odds) -> None:
    rules = Rules(blackjack_pays=odds)
    assert rules.unit % 2 == 0
    won = Fraction(rules.blackjack_pays.of(rules.unit), rules.unit)
    assert won == Fraction(odds.wins, odds.per)


@settings(max_examples=200, deadline=None)
@given(any_rules())
def test_any_rules_print_copy_and_change_back(rules: Rules) -> None:
    assert eval(repr(rules), {**vars(words_of_the_rules), "Odds": Odds}) == rules
    assert Rules(**rules.plain()) == rules
    assert Rules().changed(rules.plain()) == rules
    assert (
        Rules().changed(
            {
                name: str(word).lower() if isinstance(word, bool) else str(word)
                for name, word in rules.plain().items()
            }
        )
        == rules
    )
    assert Rules(**json.loads(json.dumps(rules.plain()))) == rules
    toml = "\n".join(f"{name} = {json.dumps(word)}" for name, word in rules.plain().items())
    assert Rules(**tomllib.loads(toml)) == rules
    for twin in (
        pickle.loads(pickle.dumps(rules)),
        copy.deepcopy(rules),
        dataclasses.replace(rules),
    ):
        assert twin == rules
        assert hash(twin) == hash(rules)


@settings(max_examples=200, deadline=None)
@given(any_rules())
def test_the_shoe_is_shuffled_at_a_number_of_cards_that_it_holds(rules: Rules) -> None:
    below = rules.reshuffle_below
    if rules.decks == "infinite":
        assert below == 0
    else:
        assert 0 <= below <= 52 * rules.decks


def test_a_charlie_is_a_number_of_cards() -> None:
    assert Rules(charlie=5).charlie_at == 5
    assert Rules().charlie_at > 22
