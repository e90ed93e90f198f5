"""Effects of removal, and of the number of decks."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cutcard.blackjack.exact.effects import edges_by_decks, effects_of_removal
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.cards import read_cards
from cutcard.errors import Illegal


def test_low_cards_gone_favour_the_player_and_high_ones_the_house():
    effects = effects_of_removal(Rules(decks=1, max_hands=1))
    assert list(effects) == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
    assert max(effects, key=effects.__getitem__) == "5"
    assert min(effects, key=effects.__getitem__) == "A"
    assert effects["T"] < 0 < effects["2"]


def test_effects_of_removal_nearly_cancel_over_a_deck():
    # To remove any card at random changes nothing, but that the shoe may not run out.
    effects = effects_of_removal(Rules(decks=1), load_chart("single-deck"))
    mean = (sum(effects.values()) + 3 * effects["T"]) / 13
    assert mean == pytest.approx(0, abs=1e-13)


def test_a_removal_is_a_removal():
    rules, chart = load_preset("cs50").rules, load_chart("coms1018")
    gone = read_cards("5 5")
    expected = (
        value_of(rules, chart, removed=read_cards("5 5 A")).edge
        - value_of(rules, chart, removed=gone).edge
    )
    assert effects_of_removal(rules, chart, removed=gone)["A"] == expected
    assert "less 5 5" in solve(rules, removed=gone).shoe


def test_an_infinite_shoe_misses_no_card():
    with pytest.raises(Illegal, match="never lacks one"):
        effects_of_removal(Rules(decks="infinite"))
    with pytest.raises(Illegal, match="5 cannot be removed"):
        solve(Rules(decks="infinite"), removed=read_cards("5"))


def test_no_more_cards_can_be_removed_than_there_are():
    with pytest.raises(Illegal, match="5 times 5 is not possible: there are 4 in 1 deck"):
        solve(Rules(decks=1), removed=read_cards("5 5 5 5 5"))
    with pytest.raises(Illegal, match="12 cards left may not be enough for a round"):
        solve(Rules(decks=1), removed=read_cards("A 2 3 4 5 6 7 8 9 T " * 4))


def test_more_decks_are_worse():
    edges = edges_by_decks(load_preset("ve280").rules, load_chart("simple"))
    assert list(edges) == [1, 2, 3, 4, 5, 6, 7, 8, "infinite"]
    assert edges[1].edge == value_of(load_preset("ve280").rules, load_chart("simple")).edge
    best = [solution.edge for solution in edges_by_decks(Rules(max_hands=1)).values()]
    assert best == sorted(best, reverse=True)


def test_results_add_up_and_their_mean_is_the_edge():
    for name, chart in [("easy", "wizard"), ("ve280", "simple")]:
        rules = load_preset(name).rules
        results = results_of(rules, load_chart(chart))
        assert sum(results.odds.values()) == pytest.approx(1, abs=1e-12)
        assert results.mean == pytest.approx(value_of(rules, load_chart(chart)).edge, abs=1e-12)


def test_results_of_resplits_from_a_finite_shoe_are_refused():
    with pytest.raises(Illegal, match="it takes max_hands = 2 or decks = infinite"):
        results_of(Rules())


def test_nothing_is_compiled_before_something_is_solved():
    modules = "advice best_play chart_search effects hit_stand odds results solution"
    imports = ", ".join(f"cutcard.blackjack.exact.{name}" for name in modules.split())
    code = f"import sys, {imports}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
