"""The best charts: no cell of them can be bettered."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import advise, advise_offer
from cutcard.blackjack.exact.chart_search import best_chart, best_two_card_chart, cell_values
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import (
    PAIR_ROWS,
    ROWS,
    Chart,
    UnfitChart,
    differences,
    read_chart,
)
from cutcard.blackjack.strategy.two_cards import TwoCardChart
from cutcard.cards import read_cards

NOISE = 1e-14
"""A cell may be changed to another that is played alike: then only sums' last bits differ."""

GAMES = {
    "one deck, surrender": Rules(decks=1, surrender="late", hit_soft_17=True),
    "one deck, European": Rules(decks=1, hole_card="none", surrender="early", max_hands=3),
    "aces play on": Rules(decks=1, hit_split_aces=True, resplit_aces=True, charlie=6),
    "early surrender, infinite": Rules(decks="infinite", surrender="early", insurance=True),
}


@pytest.mark.parametrize("name", GAMES)
def test_no_cell_of_the_best_chart_can_be_bettered(name):
    rules = GAMES[name]
    chart = best_chart(rules)
    most = value_of(rules, chart).edge
    random = Random(name)
    for _ in range(8):
        row, column = random.choice(ROWS), random.choice(chart.columns)
        cells = ["H", "S", "Dh", "Ds", "Rh", "Rs"] + ["P", "Ph", "Rp"] * (row in PAIR_ROWS)
        cell = random.choice([cell for cell in cells if cell != chart.cells[row, column]])
        other = Chart(chart.columns, {**chart.cells, (row, column): cell})
        assert value_of(rules, other).edge <= most + NOISE, (row, column, cell)


@pytest.mark.parametrize("name", ["vegas-strip", "easy"])
def test_who_looks_at_more_cards_plays_better(name):
    rules = load_preset(name).rules
    shipped = value_of(rules, load_chart(load_preset(name).chart)).edge
    total = value_of(rules, best_chart(rules)).edge
    first_two = value_of(rules, best_two_card_chart(rules)).edge
    best = solve(rules).edge
    assert shipped <= total + NOISE
    assert total <= first_two + NOISE
    assert first_two <= best + NOISE
    if rules.decks == "infinite":  # where cards that are gone tell nothing
        assert total == pytest.approx(best, abs=1e-13)


def test_the_best_six_deck_chart_is_the_well_known_one():
    found = differences(best_chart(Rules()), load_chart("vegas-strip"))
    assert all(difference.second == "Rh" and difference.first == "H" for difference in found)
    assert {difference.row for difference in found} == {"15", "16"}


def test_the_best_chart_is_a_chart_that_can_be_read_again():
    chart = best_chart(Rules(decks="infinite", hole_card="open", max_hands=2))
    assert read_chart(str(chart)) == chart


def test_the_first_letter_has_a_second_where_it_may_not_be_allowed():
    chart = best_chart(Rules(surrender="late"))
    assert chart.cells["16", "9"] == "Rh"
    assert chart.cells["A7", "4"] == "Ds"
    assert chart.cells["AA", "5"] == "Ph"
    assert chart.cells["88", "9"] == "P"  # goes on as 16 does


def test_no_cell_of_the_best_two_card_chart_can_be_bettered():
    rules = Rules(decks=1, surrender="late")
    chart = best_two_card_chart(rules)
    most = value_of(rules, chart).edge
    random = Random(1)
    for _ in range(8):
        name, column = random.choice(list(chart.firsts))
        cell = random.choice(["H", "S", "Dh", "Rh", "Rs"])
        other = replace(chart, firsts={**chart.firsts, (name, column): cell})
        assert value_of(rules, other).edge <= most + NOISE, (name, column, cell)


def test_a_two_card_chart_tells_hands_of_one_total_apart():
    chart = best_two_card_chart(Rules())
    assert isinstance(chart, TwoCardChart)
    # Well known: with six decks, stand on 12 against 4 unless it is T 2.
    assert chart.firsts["T2", "4"] == "H"
    assert chart.firsts["93", "4"] == "S"
    lines = str(chart).splitlines()
    assert lines[0].split() == list(chart.columns)
    [row] = [line.split() for line in lines if line.startswith("T2 ")]
    assert row[1:] == ["H", "H", "H", "S", "S", "H", "H", "H", "H", "H"]


def test_a_shoe_without_fives_has_a_chart_too():
    rules = Rules(decks=1)
    removed = read_cards("5 5 5 5")
    chart = best_chart(rules, removed=removed)
    assert value_of(rules, chart, removed=removed).edge <= solve(rules, removed=removed).edge


def test_charts_for_two_open_cards_fit_no_game_with_one():
    chart = TwoCardChart({}, load_chart("wizard"))
    with pytest.raises(UnfitChart, match="both dealer cards"):
        value_of(Rules(), chart)


@pytest.mark.parametrize(
    ("words", "row", "column"),
    [
        ({"decks": 6, "surrender": "late"}, "88", "10"),
        ({"decks": 1}, "A9", "A"),
        ({"decks": 1, "hole_card": "none", "dealer_blackjack_takes": "original"}, "99", "A"),
    ],
)
def test_the_values_of_a_cell_are_those_of_its_cards(words, row, column):
    # Hands of which a cell has one kind only, so that its values are nearly a hand's.
    rules = Rules(**words)
    values = cell_values(rules)[row, column]
    hand, dealer = Hand.of(f"{row[0]} {row[1]}"), Hand.of(column)
    advice = {each.action: each.value for each in advise(rules, hand, dealer)}
    assert values.keys() == advice.keys()
    for action, value in values.items():
        # The chart's later play is not the best by composition, but close to it.
        assert value <= advice[action] + 1e-13
        assert value == pytest.approx(advice[action], abs=0.005)
    assert values[Action.STAND] == pytest.approx(advice[Action.STAND], abs=1e-13)


def test_in_an_infinite_shoe_the_values_of_a_cell_are_advice():
    rules = Rules(decks="infinite", surrender="early")
    values = cell_values(rules)
    for row, column, hand in [("16", "9", "T 6"), ("A7", "3", "A 7"), ("12", "A", "T 2")]:
        found = values[row, column]
        if column == "A":  # surrender comes before the dealer looks
            expected = advise_offer(rules, Hand.of(hand), Hand.of(column))
            assert found[Action.SURRENDER] == pytest.approx(-0.5, abs=1e-13)
            assert max(value for action, value in found.items() if action.value != "R") == (
                pytest.approx({a.action: a.value for a in expected}[Action.DECLINE])
            )
        else:
            for each in advise(rules, Hand.of(hand), Hand.of(column)):
                assert found[each.action] == pytest.approx(each.value, abs=1e-13)


def test_mending_that_goes_round_in_a_circle_ends_with_the_best_of_it() -> None:
    rules = Rules(hole_card="open", charlie=5)
    # It goes to and fro between two charts, worth 12.0279% and 12.0284%.
    assert value_of(rules, best_chart(rules)).edge > 0.12028
