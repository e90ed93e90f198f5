"""Exact values against the engine, which plays every card of tiny shoes in every order."""

from __future__ import annotations

from random import Random

import pytest
from blackjack.exact import brute
from blackjack.exact.tiny import made_up, shoe_of

from cutcard.blackjack.exact.best_play import BestPlay
from cutcard.blackjack.exact.results import results_of_shoe
from cutcard.blackjack.exact.solution import best_from, worth_from
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import BOTH_CARDS, PAIR_ROWS, ROWS, UP_CARD, Chart

ROUNDING = 1e-13
"""Sums of some thousand floats of at most 16."""


def wild_chart(seed: int, rules: Rules) -> Chart:
    """A chart that plays anything, and splits most pairs."""
    random = Random(seed)
    both = rules.hole_card is HoleCard.OPEN and seed % 2
    columns = BOTH_CARDS if both else UP_CARD
    cells = ["H", "S", "Dh", "Ds", "Rh", "Rs", "Rdh", "S", "S"]
    pairs = ["P", "P", "P", "Ph", "Ps", "Rp", "Pdh", "Dp", "H", "Rs"]
    return Chart(
        columns,
        {
            (row, column): random.choice(pairs if row in PAIR_ROWS else cells)
            for row in ROWS
            for column in columns
        },
    )


@pytest.mark.parametrize("seed", [seed for seed in range(34) if seed not in (7, 15, 29)])
def test_a_chart_is_worth_what_the_engine_pays(seed):
    rules, shoe = made_up(1000 + seed)
    chart = wild_chart(seed, rules)
    expected = brute.worth(rules, shoe.counts, chart.action)
    got = worth_from(rules, shoe, chart)
    assert got.edge == pytest.approx(float(expected), abs=ROUNDING), (rules, shoe)


@pytest.mark.parametrize("seed", range(28))
def test_the_best_play_is_worth_what_the_engine_pays_for_it(seed):
    rules, shoe = made_up(seed)
    expected = brute.worth(rules, shoe.counts, BestPlay.from_shoe(rules, shoe).action)
    got = best_from(rules, shoe)
    assert got.edge == pytest.approx(float(expected), abs=ROUNDING), (rules, shoe)


NO_SPLITS = [
    ({"hole_card": "none"}, (3, 0, 0, 0, 0, 4, 0, 0, 0, 5)),
    ({"hole_card": "open", "surrender": "late"}, (2, 0, 0, 3, 0, 0, 4, 0, 0, 4)),
    ({"hole_card": "none", "insurance": True}, (4, 0, 0, 0, 0, 0, 0, 3, 0, 7)),
    ({"hole_card": "none", "surrender": "early", "charlie": 5}, (4, 3, 0, 0, 0, 0, 0, 0, 0, 6)),
    ({"hole_card": "none", "dealer_blackjack_takes": "original"}, (3, 0, 0, 0, 4, 0, 0, 0, 0, 6)),
    ({"hole_card": "open", "ties": "lose", "stand_on_21": False}, (4, 0, 0, 0, 4, 0, 0, 0, 0, 4)),
    (
        {"hole_card": "none", "naturals": "none", "hit_soft_17": True},
        (4, 0, 0, 0, 0, 5, 0, 0, 2, 2),
    ),
]


@pytest.mark.parametrize(("words", "counts"), NO_SPLITS)
def test_nothing_beats_the_best_play(words, counts):
    rules = Rules(decks=1, max_hands=1, **words)
    expected = brute.best(rules, counts)
    got = best_from(rules, shoe_of(counts))
    assert got.edge == pytest.approx(float(expected), abs=ROUNDING)


ALL_MAY_WIN = [
    ({"max_hands": 2, "hit_split_aces": True}, (6, 4, 0, 0, 0, 0, 0, 0, 0, 8)),
    (
        {"max_hands": 3, "hit_split_aces": True, "resplit_aces": True},
        (6, 3, 0, 0, 0, 0, 0, 0, 0, 12),
    ),
]


@pytest.mark.parametrize(("words", "counts"), ALL_MAY_WIN)
def test_a_blackjack_takes_nothing_from_a_split_that_has_won(words, counts):
    words = {"hole_card": "none", "dealer_blackjack_takes": "original", "charlie": 5} | words
    rules = Rules(decks=1, **words)
    way = BestPlay.from_shoe(rules, shoe_of(counts)).action
    expected = brute.worth(rules, counts, way)
    assert worth_from(rules, shoe_of(counts), way).edge == pytest.approx(
        float(expected), abs=ROUNDING
    )


@pytest.mark.parametrize("seed", [seed for seed in range(36) if made_up(seed)[0].max_hands <= 2])
def test_results_come_with_the_odds_with_which_the_engine_pays_them(seed):
    rules, shoe = made_up(seed)
    chart = wild_chart(seed, rules)
    expected = brute.results(rules, shoe.counts, chart.action)
    got = results_of_shoe(rules, shoe, chart).odds
    for gain in {float(gain) for gain in expected} | set(got):
        odds = sum(chance for value, chance in expected.items() if float(value) == gain)
        assert got.get(gain, 0.0) == pytest.approx(float(odds), abs=ROUNDING), (gain, rules, shoe)
