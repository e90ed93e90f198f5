"""Players that read bets, compiled: every score is the engine's."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from blockhead.equal_scores import assert_equal_scores
from blockhead.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.beta import STEPS, reads
from cutcard.blockhead.exact.response import find_response
from cutcard.blockhead.exact.saved import save_response
from cutcard.blockhead.kernel_tables import what_is_unknown
from cutcard.blockhead.players import EXPLOITER, FIXED_PLAYERS
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.pairs import play_on_kernel

READERS = (*STEPS, EXPLOITER)
OTHERS = (*READERS, *sorted(FIXED_PLAYERS))
SMALL = Rules(deals=6, deck="A-3", streets="du u", least_raise=10)


@pytest.mark.parametrize(
    ("first", "second"), [*product(READERS, OTHERS), *product(OTHERS, ["beta"])]
)
def test_every_pairing_scores_as_on_the_engine(first: str, second: str):
    assert_equal_scores(first, second, Rules(), 11, range(99, 102))


@settings(max_examples=60, deadline=None)
@given(
    any_rules(["duu u u", "duuuu", "du u", "d", "duuu", "d u"]),
    st.sampled_from(sorted(STEPS)),
    st.sampled_from([name for name in OTHERS if name != EXPLOITER]),
    st.integers(0, 2**40),
)
def test_any_rules_score_as_on_the_engine(rules: Rules, first: str, second: str, seed: int):
    rules = replace(rules, seats=2, valuation="points")
    assert reads(rules)
    assert_equal_scores(first, second, rules, seed, range(2))


@pytest.mark.parametrize("preset", ["as-distributed", "small"])
def test_beta_without_a_shipped_response_scores_as_on_the_engine(preset: str):
    rules = SHELF.load(preset).rules
    for other in ("alpha", "random", "beta"):
        assert_equal_scores("beta", other, rules, 5, range(3))


@pytest.mark.parametrize("foe", ["alpha", "caller", "random"])
def test_a_response_from_a_file_scores_as_on_the_engine(tmp_path: Path, foe: str):
    path = tmp_path / "response.npz"
    save_response(path, find_response(foe, SMALL), None)
    for other in ("alpha", "random", "raiser", "beta"):
        assert_equal_scores(str(path), other, SMALL, 3, range(5))
    with pytest.raises(Illegal, match="most_raise"):
        play_on_kernel(str(path), "alpha", replace(SMALL, most_raise=12), 3, range(2))


def test_beta_is_left_to_the_engine_where_it_samples():
    for rules in (Rules(valuation="poker"), Rules(streets="uuu u u"), Rules(streets="d u u u u")):
        assert "beta samples" in what_is_unknown("beta", "random", rules)


def test_beta_who_has_not_been_asked_yet_learns_nothing_from_a_showdown():
    """A check closes the bidding, so that whole deals go by before the second seat bets."""
    rules = Rules(check_closes=True, deals=6)
    for other in ("caller", "alpha", "random"):
        assert_equal_scores("beta", other, rules, 2, range(4))
        assert_equal_scores(other, "beta", rules, 2, range(4))
