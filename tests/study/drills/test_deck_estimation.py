"""The drill on deck estimation: trays of every height, and estimates within the tolerance told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.rules import Rules
from cutcard.study.drills.boxes import DISTANCES
from cutcard.study.drills.deck_estimation import TrayDrill
from cutcard.study.drills.exercise import InvalidReply


@given(st.integers(1, 8), st.integers(0, 2**64), st.integers(0, 16))
def test_an_estimate_is_right_within_the_tolerance_and_not_beyond(decks, seed, halves):
    drill = TrayDrill(Rules(decks=decks), seed)
    exercise = drill.exercise
    left = 52 * decks - exercise.discards
    assert 0 < left < 52 * decks
    estimate = min(halves, 2 * decks) / 2
    mark = drill.answer(f"{estimate:g}")
    assert mark.right is (abs(52 * estimate - left) <= 52 * exercise.tolerance)
    assert mark.cost is None
    assert abs(52 * float(mark.correct) - left) <= 13


@given(st.integers(1, 8), st.integers(0, 2**64))
def test_what_is_told_to_be_right_is_right(decks, seed):
    drill = TrayDrill(Rules(decks=decks), seed)
    for _ in range(10):
        left = 52 * decks - drill.exercise.discards
        assert drill.answer(f"{round(left / 26) / 2:g}").right


def test_few_decks_take_a_better_eye():
    assert TrayDrill(Rules(decks=2), 1).exercise.tolerance == 0.25
    assert TrayDrill(Rules(decks=4), 1).exercise.tolerance == 0.5


def test_a_tray_that_was_misjudged_comes_back():
    drill = TrayDrill(Rules(decks=8), 1)
    missed = drill.exercise.item
    drill.answer("0" if drill.exercise.left > 4 else "8")
    assert drill.coming_back == {missed: DISTANCES[0]}
    items = []
    for _ in range(DISTANCES[0]):
        items.append(drill.exercise.item)
        drill.answer(f"{round(2 * drill.exercise.left) / 2:g}")
    assert items[-1] == missed


def test_trays_of_every_height_are_shown():
    drill = TrayDrill(Rules(decks=2), 3)
    heights = set()
    for _ in range(300):
        heights.add(drill.exercise.discards)
        drill.answer("1")
    assert min(heights) < 26
    assert max(heights) > 78
    assert len(heights) > 50


@pytest.mark.parametrize(
    "reply", ["", ".", "x", "6.5", "7", "-1", "1.2", "0.25", "1,5", "½", "9" * 99, "5.", "1 .5"]
)
def test_what_is_no_number_of_decks_is_refused(reply):
    drill = TrayDrill(Rules(decks=6), 1)
    before = drill.exercise
    with pytest.raises(InvalidReply, match=r"it takes 0 to 6 in halves, such as 0\.5 or 1"):
        drill.answer(reply)
    assert drill.exercise is before


@pytest.mark.parametrize(
    ("reply", "read"), [("0", "0"), (".5", "0.5"), ("6.0", "6"), ("2.5", "2.5")]
)
def test_halves_can_be_written_in_several_ways(reply, read):
    assert TrayDrill(Rules(decks=6), 1).answer(reply).reply == read


def test_an_infinite_shoe_has_no_decks():
    with pytest.raises(ValueError, match="it takes decks = 1 to 8"):
        TrayDrill(Rules(decks="infinite"), 1)
