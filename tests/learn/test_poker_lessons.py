"""Compiled lessons in Blockhead Poker find what plain ones find, and pupils play by it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from blockhead.made_up_policies import any_odds
from learn.plain_poker_lessons import PlainPokerLessons

from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, CERTAIN, NODES, STAY, Odds, Spots, spots_of
from cutcard.errors import CutcardError
from cutcard.learn.gleanings import Gleanings
from cutcard.learn.poker_tuition import PARTS, Opponent, PokerMethod, PokerTuition
from cutcard.learn.pupils import RegretMatcher
from cutcard.learn.spot_values import best_of, values_of

SMALL = SHELF.load("small").rules
GAMES = [
    Rules(),
    SMALL,
    SHELF.load("as-distributed").rules,
    Rules(tied_pot="split", raises=1, least_raise=3, most_raise=4, deals=3),
    Rules(streets="dd u", deck="A9-K", raises=2),
    Rules(streets="u", raises=0),
]


@lru_cache(maxsize=1)
def odds_in(rules: Rules) -> Odds:
    """A policy for some rules, made up once for all opponents."""
    return any_odds(spots_of(rules), 1)


@pytest.mark.parametrize("opponent", ["alpha", "random", "self"])
@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_compiled_lessons_find_what_plain_ones_find(rules, opponent):
    method = PokerMethod.REGRET_MATCHING if opponent == "self" else PokerMethod.MONTE_CARLO
    tuition = PokerTuition(rules, Opponent(opponent, rules), method, 3)
    odds = odds_in(rules)
    worths = np.zeros(tuition.spots.number, np.int64)
    found = tuition.play_block(odds, worths, 5, deals=600)
    plain = PlainPokerLessons(rules, opponent, odds, 3, 5)
    plain.play(600)
    for row, action in zip(*np.nonzero(found.times), strict=True):
        tried = int(found.met[row]), int(action)
        assert found.times[row, action] == plain.times.pop(tried)
        assert found.totals[row, action] == PARTS // 2 * plain.totals[tried]
    assert not plain.times


def test_q_learning_adds_up_what_the_next_spots_are_worth():
    """With nothing known, only the last decisions of a deal bring something."""
    tuition = PokerTuition(Rules(), Opponent("caller", Rules()), PokerMethod.Q_LEARNING, 1)
    odds = np.zeros((tuition.spots.number, ACTIONS), np.uint8)
    odds[:, STAY] = CERTAIN
    nothing = np.zeros(tuition.spots.number, np.int64)
    known = tuition.play_block(odds, nothing, 0, deals=3000)
    more = tuition.play_block(odds, nothing + 7 * PARTS, 0, deals=3000)
    assert (known.times == more.times).all()
    added, odd = np.divmod(more.totals - known.totals, 7 * PARTS)
    assert not odd.any()
    last = known.met >= tuition.spots.starts[-2]
    assert not added[:, 0].any()  # a fold leads nowhere
    assert (added[~last, 1] == known.times[~last, 1]).mean() > 0.9
    assert (added[last] <= known.times[last]).all()
    assert added[last].sum() < 0.1 * known.times[last].sum()


def test_a_fold_brings_nothing():
    tuition = PokerTuition(Rules(), Opponent("raiser", Rules()), PokerMethod.MONTE_CARLO, 1)
    odds, worths = tuition.stage.pupil.lesson
    found = tuition.play_block(odds, worths, 0, deals=2000)
    assert found.times[:, 0].sum() > 100
    assert not found.totals[:, 0].any()


# What is known.


def gleaned(spots: Spots, rows: dict[int, dict[int, list[int]]]) -> Gleanings:
    """What was found, written as spot: {action: [gains]}."""
    met = np.array(sorted(rows), np.int64)
    times, totals = np.zeros((2, len(met), ACTIONS), np.int64)
    for row, spot in enumerate(met.tolist()):
        for action, gains in rows[spot].items():
            times[row, action] = len(gains)
            totals[row, action] = sum(gains)
    return Gleanings(met, times, totals)


def test_gleanings_are_added_up_by_spot():
    spots = spots_of(SMALL)
    one = gleaned(spots, {3: {1: [5, 6]}, 9: {0: [0]}})
    two = gleaned(spots, {1: {2: [7]}, 9: {0: [1, 1], 4: [2]}})
    both = one.plus(two)
    assert both.met.tolist() == [1, 3, 9]
    assert both.times.tolist() == [[0, 0, 1, 0, 0], [0, 2, 0, 0, 0], [3, 0, 0, 0, 1]]
    assert both.totals.tolist() == [[0, 0, 7, 0, 0], [0, 11, 0, 0, 0], [2, 0, 0, 0, 2]]
    for other in (two.plus(one), both.plus(Gleanings.nothing())):
        assert (other.times == both.times).all()
        assert (other.met == both.met).all()


def test_a_spot_that_was_met_often_is_worth_its_mean_and_others_lean_on_it():
    spots = spots_of(SMALL)
    start = int(spots.starts[1])
    rest = int(spots.starts[2] - start) // int(spots.pot_classes[1] * spots.claim_classes[1])
    often, seldom = start + 7, start + 7 + 2 * rest  # another claim, the same otherwise
    found = gleaned(spots, {often: {1: [300] * 10_000}, seldom: {1: [0] * 20}})
    values, otherwise = values_of(spots, found)
    assert 290 < values[0, 1] < 300
    shared = 300 * 10_000 / 10_020
    assert values[1, 1] == pytest.approx((20 * otherwise[1][0, 7, 1]) / 40)
    assert otherwise[1][0, 7, 1] == pytest.approx(shared)
    assert otherwise[1][2, 7, 1] == pytest.approx(shared)  # a pot that was never met
    assert not np.isfinite(values[:, 2]).any()


def test_what_was_never_met_is_played_like_what_was():
    spots = spots_of(SMALL)
    start = int(spots.starts[1])
    rest = int(spots.starts[2] - start) // int(spots.pot_classes[1] * spots.claim_classes[1])
    found = gleaned(spots, {start + 7: {1: [100], 2: [200]}})
    odds, worths = best_of(spots, found)
    alike = np.arange(start + 7, int(spots.starts[2]), rest)
    assert (odds[alike, 2] == CERTAIN).all()
    assert (worths[alike] == 200).all()
    assert (odds.sum(axis=1) == CERTAIN).all()
    others = np.setdiff1d(np.arange(spots.number), alike)
    assert (odds[others, STAY] == CERTAIN).all()


def test_a_regret_matcher_plays_what_it_regrets_not_to_have_played():
    spots = spots_of(SMALL)
    pupil = RegretMatcher.beginner(spots)
    node = NODES * 100 + 1  # to answer a check: to check or to raise
    assert pupil.lesson[0][node].tolist() == [0, 128, 127, 0, 0]
    pupil = pupil.after(gleaned(spots, {node: {1: [0] * 1000, 2: [50] * 1000}}))
    assert pupil.lesson[0][node].tolist() == [0, 0, 255, 0, 0]
    policy = pupil.policy(Gleanings.nothing())
    assert policy[node].tolist() == [0, 128, 127, 0, 0]  # what it has played so far
    pupil = pupil.after(gleaned(spots, {node: {1: [0] * 1000, 2: [50] * 1000}}))
    later = pupil.policy(Gleanings.nothing())[node]
    assert later[2] == pytest.approx(255 * (0.5 + 2) / 3, abs=2)
    assert later.sum() == CERTAIN


# Opponents.


@pytest.mark.parametrize(
    ("name", "rules", "sentence"),
    [
        ("beta", Rules(), "beta cannot be learnt from .*: it takes alpha, caller, raiser, random"),
        ("nobody", Rules(), "there is no player 'nobody'"),
        ("alpha", SHELF.load("real-poker").rules, "alpha does not play valuation = poker"),
        ("mine.npz", Rules(), "the policy mine.npz cannot be read: there is no such file"),
    ],
)
def test_who_cannot_be_learnt_from_is_refused(name, rules, sentence):
    with pytest.raises(CutcardError, match=sentence):
        Opponent(name, rules)


@pytest.mark.parametrize("game", ["real-poker", "six-handed"])
def test_a_game_without_spots_is_refused(game):
    with pytest.raises(CutcardError, match="cannot be played by a table"):
        spots_of(SHELF.load(game).rules)


def test_what_was_learnt_beats_the_opponent():
    """Against who always calls, a player who knows when to raise must win."""
    rules = replace(SMALL, deals=20)
    tuition = PokerTuition(rules, Opponent("caller", rules), PokerMethod.MONTE_CARLO, 1)
    for _ in tuition.run(500_000, 2):
        pass
    gains = tuition.duel(tuition.policy(), range(500))
    mean = np.mean(gains)
    assert mean - 4 * np.std(gains) / len(gains) ** 0.5 > 0
    assert [deals for deals, _, _ in tuition.stage.curve] == [250_000, 500_000]
