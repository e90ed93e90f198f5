"""The automaton: what is compiled, and that nothing of the rules is forgotten."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import any_chart, fitting_chart

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import AGAIN, FINALS, TURNED, Automaton
from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.rules import HoleCard, Rules

VEGAS = load_chart("vegas-strip")


def alike(one: Automaton, other: Automaton) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


OTHERWISE: dict[str, dict[str, object]] = {
    "blackjack_tie": {"blackjack_tie": "lose"},
    "charlie": {"charlie": 5},
    "dealer_22": {"dealer_22": "push"},
    "deal": {"deal": "UHPP"},
    "dealer_blackjack_takes": {"hole_card": "none", "dealer_blackjack_takes": "original"},
    "double_after_split": {"double_after_split": False},
    "double_on": {"double_on": "10-11"},
    "hit_soft_17": {"hit_soft_17": True},
    "hit_split_aces": {"hit_split_aces": True},
    "hole_card": {"hole_card": "hidden"},
    "max_hands": {"max_hands": 3},
    "naturals": {"hole_card": "hidden", "naturals": "player"},
    "resplit_aces": {"resplit_aces": True},
    "split_order": {"split_order": "queue"},
    "surrender": {"surrender": "late"},
    "ties": {"ties": "lose"},
}


# Rules of the shoe and of the money; and a chart stands on 21, asked or not.
ELSEWHERE: dict[str, dict[str, object]] = {
    "blackjack_pays": {"blackjack_pays": "6:5"},
    "decks": {"decks": 1},
    "reshuffle": {"reshuffle": 20},
    "rounding": {"rounding": "down"},
    "shuffle": {"shuffle": "riffle", "decks": 1, "reshuffle": 32},
    "stand_on_21": {"stand_on_21": False},
    "insurance": {"insurance": True},  # a count takes it, beside the states
}


def test_every_rule_changes_the_automaton_or_is_known_to_matter_elsewhere() -> None:
    """A new rule must be thought of here, before the kernel plays as if it did not exist."""
    assert {field.name for field in Rules.fields()} == OTHERWISE.keys() | ELSEWHERE.keys()
    assert not OTHERWISE.keys() & ELSEWHERE.keys()


@pytest.mark.parametrize("name", sorted(OTHERWISE))
def test_a_compiled_rule_changes_the_automaton(name: str) -> None:
    fields = OTHERWISE[name]
    without = {key: value for key, value in fields.items() if key != name}
    if name == "hole_card":
        without = {}
    before = compile_automaton(Rules(**without), (VEGAS,))
    assert not alike(before, compile_automaton(Rules(**fields), (VEGAS,)))


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_a_rule_that_matters_elsewhere_leaves_the_automaton(name: str) -> None:
    changed = compile_automaton(Rules(**ELSEWHERE[name]), (VEGAS,))
    assert alike(compile_automaton(Rules(), (VEGAS,)), changed)


def assert_whole(tables: Automaton, rules: Rules) -> None:
    """Every state that a table names exists, and every walk comes to an end."""
    peeks = rules.hole_card is HoleCard.PEEK
    layers, states, width = tables.next.shape
    assert width == 16
    assert tables.deal.shape == (layers, 10_000)
    assert (tables.deal & ~np.uint16(TURNED)).max() < states
    assert tables.next[:, :, :13].max() < states
    assert tables.first_exit <= tables.first_turn <= tables.first_draw <= states
    assert tables.split_next[:, :, :13].max() < tables.split_next.shape[1] == len(tables.gains)
    assert tables.dealer_next[:, :13].max() < len(tables.dealer_next)
    # Twenty-one cards of any one rank, or of ten and a two in turn, end every hand.
    for layer in range(layers):
        assert_ends(tables.next[layer], tables.first_turn, states, peeks)
        assert_ends(tables.split_next[layer], AGAIN + 1, tables.split_next.shape[1], False)
    assert_ends(tables.dealer_next, len(End), len(tables.dealer_next), peeks)
    assert (tables.gains[len(FINALS) :] == 0).all()
    assert (tables.gains[: len(FINALS)] > 0).all()


def assert_ends(after: np.ndarray, going_on: int, states: int, peeks: bool) -> None:
    for card in range(10):
        state = np.arange(states)
        for _ in range(24):
            state = np.where(state >= going_on, after[state, card], state)
        # A dealer who has looked waits for a card that is not the other half of a blackjack.
        stays = (after[np.arange(states), card] == np.arange(states)) & peeks
        assert ((state < going_on) | stays[state]).all()


@pytest.mark.parametrize("name", preset_names())
def test_tables_of_presets_are_whole(name: str) -> None:
    preset = load_preset(name)
    assert_whole(compile_automaton(preset.rules, (load_chart(preset.chart),)), preset.rules)


@pytest.mark.parametrize("hole_card", ["peek", "hidden", "none", "open"])
def test_tables_of_any_charts_are_whole(hole_card: str) -> None:
    random = Random(hole_card)
    rules = Rules(hole_card=hole_card, max_hands=8, charlie=7)
    charts = [fitting_chart(random, rules) for _ in range(3)]
    assert_whole(compile_automaton(rules, charts), rules)


def test_layers_are_those_of_each_chart_alone() -> None:
    """Two charts share their states, and each is played as if the other were not there."""
    random = Random(4)
    charts = [any_chart(random), any_chart(random)]
    rules = Rules(surrender="late")
    both = compile_automaton(rules, charts)
    assert len(both.deal) == len(both.next) == len(both.split_next) == 2
    for layer, chart in enumerate(charts):
        alone = compile_automaton(rules, (chart,))
        # Outcomes have the same numbers everywhere.
        ended = alone.deal[0] < alone.first_exit
        assert np.array_equal(both.deal[layer][ended], alone.deal[0][ended])
        exits = (alone.deal[0] >= alone.first_exit) & (alone.deal[0] < alone.first_turn)
        others = (both.deal[layer] >= both.first_exit) & (both.deal[layer] < both.first_turn)
        assert np.array_equal(exits, others)


@pytest.mark.parametrize(("name", "most"), [("easy", 1600), ("vegas-strip", 1600)])
def test_states_that_no_card_tells_apart_are_one(name: str, most: int) -> None:
    preset = load_preset(name)
    tables = compile_automaton(preset.rules, (load_chart(preset.chart),))
    rows = tables.next[0][tables.first_turn :, :10]
    drawn = rows[tables.first_draw - tables.first_turn :]
    assert len(np.unique(drawn, axis=0)) == len(drawn)
    assert len(tables.next[0]) < most
