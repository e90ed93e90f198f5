"""Counting as data: what each card adds, and what is bet at each count."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import UP_CARD
from cutcard.blackjack.strategy.count import HI_LO, Count, InvalidCount, UnfitCount
from cutcard.blackjack.strategy.indices import IndexSet
from cutcard.blackjack.strategy.ramp import InvalidRamp, Ramp, read_ramp
from cutcard.cards import DECK, Card
from cutcard.errors import Invalid

# Counts.


@pytest.mark.parametrize(
    ("letter", "tag"),
    list(zip("A23456789TJQK", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1), strict=True)),
)
def test_hi_lo_adds_one_for_low_cards_and_takes_one_for_high_ones(letter: str, tag: int) -> None:
    assert {HI_LO.tag(Card(letter + suit)) for suit in ("", "s", "h", "c", "d")} == {tag}


def test_hi_lo_comes_out_even_over_a_deck() -> None:
    assert sum(HI_LO.tag(card) for card in DECK) == 0
    assert HI_LO.name == "hi-lo"


def test_every_value_has_the_tag_that_stands_in_its_place() -> None:
    count = Count("places", tuple(range(1, 11)))
    assert [count.tag(Card(letter)) for letter in "A23456789TJQK"] == [*range(1, 11), 10, 10, 10]


@pytest.mark.parametrize("tags", [0, 1, 9, 11, 13])
def test_a_count_has_ten_tags(tags: int) -> None:
    with pytest.raises(InvalidCount) as caught:
        Count("odd", (0,) * tags)
    assert str(caught.value) == f"odd has {tags} tags: it takes 10, ace to ten"
    assert isinstance(caught.value, Invalid)


# What a count is worth.

KO = Count("ko", (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1), start=4, start_per_deck=-4)
HALVES = Count("halves", (-2, 1, 2, 2, 3, 2, 1, 0, -1, -2), scale=2)
FALLING = Count("falling", (-2, 1, 2, 2, 3, 2, 0, 0, -1, -2), scale=2, start_per_deck=-1)


@pytest.mark.parametrize(
    ("count", "running", "left", "value"),
    [
        # Balanced: points to a deck, rounded down, to the card.
        (HI_LO, 0, 312, 0),
        (HI_LO, 6, 312, 1),
        (HI_LO, 5, 312, 0),
        (HI_LO, -1, 312, -1),
        (HI_LO, -6, 312, -1),
        (HI_LO, -7, 312, -2),
        (HI_LO, 12, 49, 12),
        (HI_LO, 12, 48, 13),
        (HI_LO, 1, 1, 52),
        # Halves are counted double.
        (HALVES, 3, 52, 1),
        (HALVES, 4, 52, 2),
        (HALVES, -1, 52, -1),
        # All cards are on the table.
        (HI_LO, 2, 0, 104),
        # Unbalanced: the running count, however many cards are left.
        (KO, -20, 312, -20),
        (KO, -20, 3, -20),
        (KO, 3, 100, 3),
        (FALLING, 5, 100, 2),
        (FALLING, -5, 100, -3),
    ],
)
def test_a_count_has_a_value(count: Count, running: int, left: int, value: int) -> None:
    assert count.value(running, left) == value


@given(st.integers(-300, 300), st.integers(1, 416), st.sampled_from([HI_LO, HALVES]))
def test_the_true_count_is_points_per_deck_rounded_down(
    running: int, left: int, count: Count
) -> None:
    points = Fraction(running, count.scale)
    assert count.value(running, left) == floor(points / Fraction(left, 52))


@pytest.mark.parametrize(("decks", "initial"), [(1, 0), (2, -4), (6, -20), (8, -28)])
def test_an_unbalanced_count_begins_lower_with_every_deck(decks: int, initial: int) -> None:
    assert KO.initial(decks) == initial
    assert HI_LO.initial(decks) == 0


def test_counts_know_whether_they_come_out_even() -> None:
    assert HI_LO.balanced
    assert HALVES.balanced
    assert not KO.balanced
    assert not FALLING.balanced
    assert not Count("low", (0, 1, 1, 1, 0, 0, 0, 0, 0, 0)).balanced


def test_every_count_states_its_convention() -> None:
    assert HI_LO.convention == (
        "True count: the running count per 52 cards that are not yet dealt, to the card, rounded"
        " down; a face-down card is dealt, but not counted."
    )
    assert KO.convention == (
        "Running count, undivided, rounded down; it begins at 4 - 4 * decks after a shuffle;"
        " a face-down card is not counted."
    )
    assert "(of tags times 2, divided by 2 again)" in HALVES.convention
    assert "begins at 3 + 2 * decks" in (
        Count("odd", (1,) * 10, start=3, start_per_deck=2).convention
    )
    assert "begins at 0 - 1 * decks" in FALLING.convention
    assert "begins at 0 after" in Count("odd", (1,) * 10).convention


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"scale": 0}, "hi has a scale of 0: it takes 1 or more"),
        (
            {"start": 4},
            "hi is balanced (its tags add up to 0 over a deck) and begins at 4: a balanced count"
            " begins at 0",
        ),
        (
            {"start_per_deck": -4},
            "hi is balanced (its tags add up to 0 over a deck) and begins at 0 - 4 * decks:"
            " a balanced count begins at 0",
        ),
    ],
)
def test_a_count_that_makes_no_sense_is_refused(fields: dict[str, int], sentence: str) -> None:
    with pytest.raises(InvalidCount) as caught:
        Count("hi", HI_LO.tags, **fields)
    assert str(caught.value) == sentence


def test_nothing_can_be_counted_in_an_infinite_shoe() -> None:
    HI_LO.check_fits(Rules(decks=8))
    with pytest.raises(UnfitCount) as caught:
        HI_LO.check_fits(Rules(decks="infinite"))
    assert str(caught.value) == (
        "cards cannot be counted with decks = infinite: what was dealt says nothing of what comes"
        " (decks = 1 to 8 does)"
    )


def test_sets_of_index_plays_are_chosen_by_name() -> None:
    chart = load_chart("vegas-strip")
    sets = (IndexSet("some", insurance=3), IndexSet("others"), IndexSet("odd", insurance=4))
    count = Count("hi", HI_LO.tags, indices=sets)
    assert count.indexed(chart, ["some", "others"]).insurance == 3
    assert count.indexed(chart, ["others"]).insurance is None
    assert count.indexed(chart, []).charts == (chart,)
    assert HI_LO.indexed(chart).charts == (chart,)
    with pytest.raises(InvalidCount, match=r"^some and odd of hi disagree on insurance"):
        count.indexed(chart, ["some", "odd"])
    with pytest.raises(InvalidCount) as caught:
        count.indexed(chart, ["other"])
    assert str(caught.value) == "hi has no index plays 'other': did you mean others?"
    with pytest.raises(InvalidCount) as caught:
        HI_LO.indexed(chart, ["fab-4"])
    assert str(caught.value) == "hi-lo has no index plays 'fab-4': hi-lo has none"
    assert chart.columns == UP_CARD


# Ramps.

ONE_STEP = ((2, 2),)
TWO_STEPS = ((2, 2), (4, 8))
BELOW_ZERO = ((-3, 1), (0, 3))


@pytest.mark.parametrize(
    ("steps", "count", "bankroll", "minimum", "bet"),
    [
        # Without steps the minimum is bet, whatever the count.
        ((), 100, 1000, 5, 5),
        # A step is reached with its count.
        (ONE_STEP, 1, 1000, 5, 5),
        (ONE_STEP, 2, 1000, 5, 10),
        (ONE_STEP, 3, 1000, 5, 10),
        (ONE_STEP, -2, 1000, 5, 5),
        # The highest step that is reached counts.
        (TWO_STEPS, 3, 1000, 5, 10),
        (TWO_STEPS, 4, 1000, 5, 40),
        (TWO_STEPS, 9, 1000, 5, 40),
        # Multiples are of the minimum.
        (TWO_STEPS, 4, 1000, 1, 8),
        (TWO_STEPS, 4, 1000, 7, 56),
        # What the bankroll cannot pay is passed over.
        (ONE_STEP, 2, 10, 5, 10),
        (ONE_STEP, 2, 9, 5, 5),
        (TWO_STEPS, 4, 40, 5, 40),
        (TWO_STEPS, 4, 39, 5, 10),
        (TWO_STEPS, 4, 10, 5, 10),
        (TWO_STEPS, 4, 9, 5, 5),
        (TWO_STEPS, 4, 5, 5, 5),
        # Counts may be negative.
        (BELOW_ZERO, -4, 1000, 5, 5),
        (BELOW_ZERO, -1, 1000, 5, 5),
        (BELOW_ZERO, 0, 1000, 5, 15),
    ],
)
def test_a_ramp_bets_the_highest_step_reached_and_affordable(
    steps: tuple[tuple[int, int], ...], count: int, bankroll: int, minimum: int, bet: int
) -> None:
    assert Ramp(steps).bet(count, bankroll=bankroll, minimum=minimum) == bet


@given(
    st.dictionaries(st.integers(-20, 20), st.integers(1, 20)).map(
        lambda steps: sorted(steps.items())
    ),
    st.integers(-30, 30),
    st.integers(1, 50),
    st.integers(0, 1000),
)
def test_a_ramp_bets_no_less_than_the_minimum_and_no_more_than_there_is(
    steps: list[tuple[int, int]], count: int, minimum: int, more: int
) -> None:
    bet = Ramp(tuple(steps)).bet(count, bankroll=minimum + more, minimum=minimum)
    assert minimum <= bet <= minimum + more
    reached = [step for step in steps if step[0] <= count and step[1] * minimum <= minimum + more]
    assert bet == (reached[-1][1] * minimum if reached else minimum)


@pytest.mark.parametrize(
    "steps",
    [
        ((2, 2), (2, 4)),
        ((2, 2), (2, 3), (4, 8)),
        ((4, 8), (2, 2)),
        ((1, 1), (3, 3), (2, 2)),
        ((2, -1),),
        ((2, 2), (4, 0)),
        ((1, 0), (2, 0), (3, 2)),
    ],
)
def test_a_ramp_rises_by_counts_and_bets_something(steps: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InvalidRamp) as caught:
        Ramp(steps)
    assert str(caught.value) == (
        f"{steps} is not a ramp: it takes rising counts, each with a multiple from 1 on, or first 0"
    )


def test_a_ramp_is_told_by_name_what_is_the_bankroll_and_what_the_minimum() -> None:
    with pytest.raises(TypeError):
        Ramp().bet(0, 100, 5)


def test_a_multiple_may_be_one_and_may_fall() -> None:
    ramp = Ramp(((1, 3), (2, 1)))
    assert [ramp.bet(count, bankroll=9, minimum=2) for count in (0, 1, 2)] == [2, 6, 2]


def test_counts_and_ramps_are_values() -> None:
    assert Count("same", (0,) * 10) == Count("same", (0,) * 10)
    for more in ({"indices": (IndexSet("some"),)}, {"title": "One"}, {"source": "A book"}):
        assert Count("same", (0,) * 10, **more) == Count("same", (0,) * 10)
    assert Ramp(ONE_STEP) == Ramp(ONE_STEP) != Ramp(TWO_STEPS)
    assert {HI_LO: 1, Ramp(): 2} == {HI_LO: 1, Ramp(()): 2}
    for value, name in ((HI_LO, "tags"), (Ramp(), "steps")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, ())
        assert eval(repr(value), {"Count": Count, "Ramp": Ramp}) == value


# Ramps in writing.


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("1:2,2:4,3:8", ((1, 2), (2, 4), (3, 8))),
        ("-20:1, -4:2, +3:10", ((-20, 1), (-4, 2), (3, 10))),
        ("0:5", ((0, 5),)),
        ("1-1", ()),
        ("1-2", ((2, 2),)),
        ("1-8", tuple((count, count) for count in range(2, 9))),
        (" 1 - 3 ", ((2, 2), (3, 3))),
    ],
)
def test_a_ramp_can_be_read(text: str, steps: tuple[tuple[int, int], ...]) -> None:
    assert read_ramp(text) == Ramp(steps)


@pytest.mark.parametrize("count", range(-5, 15))
def test_a_ramp_from_one_to_eight_bets_the_count_within_these_bounds(count: int) -> None:
    assert read_ramp("1-8").multiple(count) == min(8, max(1, count))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "1-",
        "-8",
        "0-8",
        "2-8",
        "1-0",
        "1-1001",
        "1:",
        ":2",
        "1:2,",
        "1:2;2:4",
        "1:2:3",
        "x:2",
        "1:x",
        "--1:2",
        "1.5:2",
        "1001:2",
        "1:1001",
        "1:-2",
        "1–8",
    ],
)
def test_what_is_no_ramp_gets_a_sentence(text: str) -> None:
    with pytest.raises(InvalidRamp) as caught:
        read_ramp(text)
    assert str(caught.value) == (
        f"{text!r} is not a ramp: write COUNT:MULTIPLE steps as in 1:2,2:4,3:8, or 1-8 to bet the"
        " count itself from 1 to 8 (multiples are whole numbers from 1 to 1000; the first may be 0,"
        " to watch, and 8x2 is 8 on each of two spots, of up to 7; counts go up to"
        " 1000)"
    )


@pytest.mark.parametrize("text", ["2:2,1:4", "1:2,1:3"])
def test_a_written_ramp_rises_by_counts(text: str) -> None:
    with pytest.raises(InvalidRamp) as caught:
        read_ramp(text)
    assert str(caught.value) == (
        f"the ramp {text!r} falls back: its counts must rise from step to step, as in 1:2,2:4,3:8"
    )


@given(
    st.dictionaries(st.integers(-1000, 1000), st.integers(1, 1000)).map(
        lambda steps: Ramp(tuple(sorted(steps.items())))
    ),
    st.integers(-1100, 1100),
)
def test_a_ramp_is_written_as_it_is_read(ramp: Ramp, count: int) -> None:
    assert read_ramp(str(ramp)) == ramp
    assert ramp.multiple(count) == ramp.bet(count, bankroll=1000, minimum=1)
    assert 1 <= ramp.multiple(count) <= ramp.spread
    assert ramp.spread == max([1, *(multiple for _, multiple in ramp.steps)])
