"""Index plays and games: what cannot be used, and what is for other rules, is told with the why."""

from __future__ import annotations

from typing import Any

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_preset, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy import index_fit
from cutcard.blackjack.strategy.count_files import load_count, read_index_set
from cutcard.blackjack.strategy.index_fit import fit_notes, is_offered
from cutcard.blackjack.strategy.indices import IndexPlay, IndexSet
from cutcard.errors import CutcardError

EIGHTEEN, FOUR = load_count("hi-lo").indices


@pytest.mark.parametrize(
    ("rules", "row", "action", "offered"),
    [
        ({}, "16", Action.SURRENDER, False),
        ({"surrender": "late"}, "16", Action.SURRENDER, True),
        ({"surrender": "early"}, "16", Action.SURRENDER, True),
        ({"max_hands": 1}, "TT", Action.SPLIT, False),
        ({"max_hands": 2}, "TT", Action.SPLIT, True),
        ({"double_on": "10-11"}, "9", Action.DOUBLE, False),
        ({"double_on": "9-11"}, "9", Action.DOUBLE, True),
        ({"double_on": "9-11"}, "A8", Action.DOUBLE, False),
        ({"double_on": "none"}, "11", Action.DOUBLE, False),
        ({}, "4", Action.DOUBLE, True),
        ({}, "20", Action.STAND, True),
    ],
)
def test_a_play_is_offered_or_not(
    rules: dict[str, object], row: str, action: Action, offered: bool
) -> None:
    for column in ("2", "10", "A"):
        assert is_offered(IndexPlay(row, column, action, 0), Rules().changed(rules)) is offered


def test_a_game_that_they_are_for_has_nothing_told() -> None:
    assert fit_notes((EIGHTEEN, FOUR), Rules(insurance=True, surrender="late")) == []


def test_a_set_of_which_nothing_is_used_is_told_as_a_whole() -> None:
    assert fit_notes([FOUR], Rules()) == ["fab-4 is not used: surrender = none"]


def test_other_decks_are_told() -> None:
    [note] = fit_notes([FOUR], Rules(decks=2, surrender="late"))
    assert note == "fab-4 is made for decks = 4 to 8: here decks = 2"
    mine = IndexSet("mine", made_for=(("decks", (1, 6)), ("hole_card", ("peek",))))
    assert fit_notes([mine], Rules(decks=2, hole_card="none")) == [
        "mine is made for decks = 1 or 6, hole_card = peek: here decks = 2, hole_card = none"
    ]


@pytest.mark.parametrize(
    ("made_for", "sentence"),
    [
        (5, "indices.x.made_for is 5: it must be a table"),
        ({"deks": 6}, "there is no rule 'deks'"),
        ({"decks": 9}, "decks cannot be 9"),
        ({"decks": []}, "made_for.decks is empty"),
    ],
)
def test_what_a_set_is_made_for_must_be_rules(made_for: object, sentence: str) -> None:
    with pytest.raises(CutcardError, match=sentence):
        read_index_set("x", {"made_for": made_for})


def test_the_rule_that_forbids_a_play_is_found_and_not_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if a new rule of legal plays were that nobody doubles where the dealer hits soft 17."""
    legal = index_fit.plays

    def narrower(rules: Rules, *rest: Any) -> tuple[Action, ...]:
        actions = legal(rules, *rest)
        return tuple(one for one in actions if one is not Action.DOUBLE or not rules.hit_soft_17)

    monkeypatch.setattr(index_fit, "plays", narrower)
    mine = IndexSet("mine", (IndexPlay("9", "2", Action.DOUBLE, 1),))
    assert fit_notes([mine], Rules(hit_soft_17=True)) == ["mine is not used: hit_soft_17 = true"]
    assert fit_notes([mine], Rules(double_on="none")) == ["mine is not used: double_on = none"]
    assert fit_notes([mine], Rules(double_on="none", hit_soft_17=True)) == [
        "mine is not used: several rules forbid it"
    ]


@pytest.mark.parametrize("row", ["9", "TT", "16"])
@pytest.mark.parametrize("action", [Action.DOUBLE, Action.SPLIT, Action.SURRENDER])
def test_every_shipped_game_names_one_rule_for_a_play_that_it_lacks(
    row: str, action: Action
) -> None:
    if action is Action.SPLIT and row != "TT":
        return
    named = {Action.DOUBLE: "double_on", Action.SPLIT: "max_hands", Action.SURRENDER: "surrender"}
    for name in preset_names():
        mine = IndexSet("mine", (IndexPlay(row, "10", action, 0),))
        notes = fit_notes([mine], load_preset(name).rules)
        assert all(f"not used: {named[action]} = " in note for note in notes), (name, notes)
