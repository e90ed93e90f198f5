"""Exact edges against figures that others have published, to 1e-9 percent."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules

PAGE = Path(__file__).parents[3] / "docs" / "exact.md"

PERCENT = 0.01
LAST_PLACE = 1e-9 * PERCENT

EASY = load_preset("easy").rules
INFINITE = Rules(decks="infinite")

BEST = [
    ("easy", EASY, 11.66847041845),
    ("infinite shoe", INFINITE, -0.511733636839),
    (
        "infinite shoe, late surrender",
        Rules(decks="infinite", surrender="late"),
        -0.426223164757,
    ),
    ("six decks", Rules(), -0.402870236115),
    ("one deck", Rules(decks=1), 0.181934306148),
]

CHARTS = [
    ("easy", EASY, "wizard", 10.24060123, 5e-9 * PERCENT),  # printed to eight places
    # No surrender is offered, so that the chart's surrenders are not played.
    ("six decks", Rules(), "vegas-strip", -0.405922417699, LAST_PLACE),
]

SIX_TO_FIVE = 1.359690
"""What 6:5 costs in percent, with six decks."""

HANDS = [
    (
        "16 against a ten, infinite shoe",
        INFINITE,
        "T 6",
        "T",
        {Action.STAND: -0.5404303340, Action.HIT: -0.5398263463},
        5e-11,
    ),
    (
        "12 against a 4, a dealer's 22 pushes",
        Rules(decks="infinite", hit_soft_17=True, dealer_22="push"),
        "T 2",
        "4",
        {Action.STAND: -0.301161, Action.HIT: -0.279823},
        5e-7,
    ),
]

DEVIATION = 1.146540058
"""The standard deviation of the best play of six decks with one split."""


@pytest.mark.parametrize(("rules", "percent"), [case[1:] for case in BEST], ids=lambda _: "")
def test_the_best_play_is_worth_what_was_published(rules, percent):
    assert solve(rules).edge == pytest.approx(percent * PERCENT, abs=LAST_PLACE)


@pytest.mark.parametrize(
    ("rules", "chart", "percent", "tolerance"), [case[1:] for case in CHARTS], ids=lambda _: ""
)
def test_a_chart_is_worth_what_was_published(rules, chart, percent, tolerance):
    got = value_of(rules, load_chart(chart)).edge
    assert got == pytest.approx(percent * PERCENT, abs=tolerance)


def test_six_to_five_costs_what_was_published():
    cost = solve(Rules()).edge - solve(Rules(blackjack_pays="6:5")).edge
    assert cost == pytest.approx(SIX_TO_FIVE * PERCENT, abs=5e-7 * PERCENT)  # printed to six places


@pytest.mark.parametrize(
    ("rules", "hand", "dealer", "values", "tolerance"),
    [case[1:] for case in HANDS],
    ids=lambda _: "",
)
def test_actions_are_worth_what_was_published(rules, hand, dealer, values, tolerance):
    found = {one.action: one.value for one in advise(rules, Hand.of(hand), Hand.of(dealer))}
    assert {action: found[action] for action in values} == pytest.approx(values, abs=tolerance)


def test_the_best_play_of_six_decks_scatters_as_was_published():
    rules = Rules(max_hands=2)
    results = results_of(rules)
    assert results.deviation == pytest.approx(DEVIATION, abs=5e-10)
    assert results.mean == pytest.approx(solve(rules).edge, abs=1e-13)


def test_hit_or_stand_is_worth_what_another_computation_says():
    # That one valued every hand by listing the dealer's draws in plain Python.
    rules = load_preset("cs50").rules
    assert solve(rules).edge == pytest.approx(-4.246227575154 * PERCENT, abs=LAST_PLACE)
    chart = value_of(rules, load_chart("coms1018"))
    assert chart.edge == pytest.approx(-4.280612531284 * PERCENT, abs=LAST_PLACE)


def test_the_page_tells_the_best_chart_from_totals_alone():
    """Pairs have rows of their own, so that the best chart is more than the best by totals."""
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    rules = load_preset("cs50").rules
    best = value_of(rules, best_chart(rules)).edge
    totals = value_of(rules, load_chart("coms1018")).edge
    assert best > totals
    assert f"`cutcard solve cs50 --chart best` is worth {best:.9%}".removesuffix("%") in page
    assert f"plays every pair by its total, {totals:.9%}".removesuffix("%") in page


def test_a_solution_names_its_shoe_and_its_split_model():
    solution = solve(Rules(decks=1, max_hands=3))
    assert solution.shoe == "1 deck, every order alike"
    assert solution.split_model == (
        "resplit to 3 hands, each hand by the best play before the split (CDZ-)"
    )
    chart = value_of(INFINITE, load_chart("vegas-strip"))
    assert chart.shoe == "infinite shoe"
    assert chart.split_model == "resplit to 4 hands, each hand by the chart"
    assert value_of(load_preset("ve280").rules, load_chart("simple")).split_model == "no splits"
