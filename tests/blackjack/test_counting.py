"""Counting as data: what each card adds, and what is bet at each count."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.counting import HI_LO, Count, InvalidCount, Ramp
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
        ((2, 0),),
        ((2, -1),),
        ((2, 2), (4, 0)),
        ((1, 0), (2, 2)),
    ],
)
def test_a_ramp_rises_by_counts_and_bets_something(steps: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(InvalidCount) as caught:
        Ramp(steps)
    assert str(caught.value) == (
        f"{steps} is no ramp: it takes rising counts, each with a multiple from 1 on"
    )


def test_a_ramp_is_told_by_name_what_is_the_bankroll_and_what_the_minimum() -> None:
    with pytest.raises(TypeError):
        Ramp().bet(0, 100, 5)


def test_a_multiple_may_be_one_and_may_fall() -> None:
    ramp = Ramp(((1, 3), (2, 1)))
    assert [ramp.bet(count, bankroll=9, minimum=2) for count in (0, 1, 2)] == [2, 6, 2]


def test_counts_and_ramps_are_values() -> None:
    assert Count("same", (0,) * 10) == Count("same", (0,) * 10)
    assert Ramp(ONE_STEP) == Ramp(ONE_STEP) != Ramp(TWO_STEPS)
    assert {HI_LO: 1, Ramp(): 2} == {HI_LO: 1, Ramp(()): 2}
    for value, name in ((HI_LO, "tags"), (Ramp(), "steps")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, ())
        assert eval(repr(value), {"Count": Count, "Ramp": Ramp}) == value
