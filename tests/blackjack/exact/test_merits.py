"""What counts are good for, against published figures and against plain sums."""

from itertools import product

import numpy as np
import pytest

from cutcard.blackjack.exact.merits import CountMerits, _mean_gain
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count_files import count_names, load_count

# Betting correlation, playing efficiency and insurance correlation as books and tables of the
# field print them, of one deck (qfit.com's table of counts; Griffin's method).
PUBLISHED = {
    "hi-lo": (0.97, 0.51, 0.76),
    "halves": (0.99, 0.57, 0.72),
    "ko": (0.98, 0.55, 0.78),
    "hi-opt-1": (0.88, 0.61, 0.85),
    "hi-opt-2": (0.91, 0.67, 0.91),
    "omega-2": (0.92, 0.67, 0.85),
    "zen": (0.96, 0.63, 0.85),
}


@pytest.fixture(scope="module")
def one_deck():
    rules = Rules(decks=1, reshuffle="75%")
    return CountMerits(rules, load_chart("single-deck"), lambda share, what: None)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_figures_come_out(one_deck, name):
    betting, playing, insurance = PUBLISHED[name]
    found = one_deck.of(load_count(name).tags)
    # Effects of removal differ with the rules (books have other ones), insurance has none.
    assert found.betting == pytest.approx(betting, abs=0.02)
    assert found.insurance == pytest.approx(insurance, abs=0.006)
    # Playing efficiencies differ with rules, depth and the hands that are considered.
    assert found.playing == pytest.approx(playing, abs=0.05)


def test_every_shipped_count_has_its_figures():
    assert set(PUBLISHED) == set(count_names())


def test_a_count_of_the_effects_themselves_is_perfect_for_betting(one_deck):
    millionths = [round(1e6 * effect) for effect in one_deck.edge_effects]
    assert one_deck.of(millionths).betting == pytest.approx(1, abs=1e-6)


def test_a_count_of_tens_is_perfect_for_insurance(one_deck):
    assert one_deck.of([4] * 9 + [-9]).insurance == pytest.approx(1)
    assert one_deck.of([1] * 9 + [0]).insurance == pytest.approx(1)


def test_a_shift_or_a_scale_of_the_tags_changes_nothing(one_deck):
    tags = load_count("zen").tags
    same = one_deck.of([3 * tag + 7 for tag in tags])
    assert same.playing == pytest.approx(one_deck.of(tags).playing)
    assert same.betting == pytest.approx(one_deck.of(tags).betting)


def test_no_count_sees_more_than_everything(one_deck):
    for name in count_names():
        assert 0 < one_deck.of(load_count(name).tags).playing < 1
    assert one_deck.of([5] * 10).playing == 0


def test_the_gain_is_the_mean_of_what_is_above_zero():
    random = np.random.default_rng(1)
    drawn = random.standard_normal(1_000_000)
    for cost, spread in product([0.0, 0.02, 0.1], [0.05, 0.2]):
        above = np.maximum(spread * drawn - cost, 0)
        found = float(_mean_gain(np.array([cost]), np.array([spread]))[0])
        assert abs(found - above.mean()) <= 4 * above.std() / 1000
