"""Index plays: the published ones cell by cell, and how any of them change a chart."""

from __future__ import annotations

import re

import pytest
from blackjack.made_up_games import ask
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.actions import Action
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import PAIR_ROWS, ROWS, UP_CARD, Chart, UnfitChart
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import (
    GOVERNED,
    IndexedChart,
    IndexPlay,
    IndexSet,
    InvalidIndex,
    index_chart,
)

VEGAS = load_chart("vegas-strip")

ILLUSTRIOUS_18 = (
    "16 v T 0; 15 v T +4; TT v 5 +5; TT v 6 +4; 10 v T +4; 12 v 3 +2; 12 v 2 +3; 11 v A +1;"
    " 9 v 2 +1; 10 v A +4; 9 v 7 +3; 16 v 9 +5; 13 v 2 -1; 12 v 4 0; 12 v 5 -2; 12 v 6 -1;"
    " 13 v 3 -2"
)
FAB_4 = "14 v T +3; 15 v T 0; 15 v 9 +2; 15 v A +1"


def published(text: str, actions: dict[str, Action]) -> set[IndexPlay]:
    """Read plays as books write them; the hand tells what is done."""
    plays = set()
    for entry in text.split(";"):
        hand, dealer, index = re.fullmatch(r" *(\w+) v (\w+) ([-+\d]+)", entry).groups()
        column = "10" if dealer == "T" else dealer
        plays.add(IndexPlay(hand, column, actions.get(hand, Action.STAND), int(index)))
    return plays


def test_hi_lo_ships_the_illustrious_18_and_the_fab_4() -> None:
    sets = {one.name: one for one in load_count("hi-lo").indices}
    assert set(sets) == {"illustrious-18", "fab-4"}
    actions = {"TT": Action.SPLIT} | dict.fromkeys(("9", "10", "11"), Action.DOUBLE)
    assert set(sets["illustrious-18"].plays) == published(ILLUSTRIOUS_18, actions)
    assert len(sets["illustrious-18"].plays) == 17  # the eighteenth is insurance
    assert sets["illustrious-18"].insurance == 3
    surrenders = dict.fromkeys(("14", "15"), Action.SURRENDER)
    assert set(sets["fab-4"].plays) == published(FAB_4, surrenders)
    assert sets["fab-4"].insurance is None


# Cells of the vegas-strip chart with all plays: the cell below the first count, then pairs of a
# count and the cell from there on.
CELLS = {
    ("16", "10"): ("Rh", (0, "Rs")),
    ("15", "10"): ("H", (0, "Rh"), (4, "Rs")),
    ("TT", "5"): ("S", (5, "Ps")),
    ("TT", "6"): ("S", (4, "Ps")),
    ("10", "10"): ("H", (4, "Dh")),
    ("55", "10"): ("H", (4, "Dh")),
    ("12", "3"): ("H", (2, "S")),
    ("12", "2"): ("H", (3, "S")),
    ("11", "A"): ("H", (1, "Dh")),
    ("9", "2"): ("H", (1, "Dh")),
    ("10", "A"): ("H", (4, "Dh")),
    ("55", "A"): ("H", (4, "Dh")),
    ("9", "7"): ("H", (3, "Dh")),
    ("16", "9"): ("Rh", (5, "Rs")),
    ("13", "2"): ("H", (-1, "S")),
    ("12", "4"): ("H", (0, "S")),
    ("12", "5"): ("H", (-2, "S")),
    ("12", "6"): ("H", (-1, "S")),
    ("13", "3"): ("H", (-2, "S")),
    ("14", "10"): ("H", (3, "Rh")),
    ("77", "10"): ("H", (3, "Rh")),
    ("15", "9"): ("H", (2, "Rh")),
    ("15", "A"): ("H", (1, "Rh")),
}


@pytest.mark.parametrize("count", range(-5, 9))
def test_the_chart_at_every_count_differs_where_the_plays_say_and_nowhere_else(count: int) -> None:
    indexed = load_count("hi-lo").indexed(VEGAS)
    assert indexed.thresholds == (-2, -1, 0, 1, 2, 3, 4, 5)
    assert indexed.insurance == 3
    expected = dict(VEGAS.cells)
    for at, (cell, *steps) in CELLS.items():
        expected[at] = cell
        for least, higher in steps:
            if count >= least:
                expected[at] = higher
    assert indexed.at(count) == Chart(UP_CARD, expected)


def test_a_chart_without_surrender_is_left_without_it_by_the_illustrious_18() -> None:
    indexed = load_count("hi-lo").indexed(load_chart("downtown"), ["illustrious-18"])
    assert [indexed.at(count).cells["16", "10"] for count in (-1, 0)] == ["H", "S"]
    assert [indexed.at(count).cells["15", "10"] for count in (0, 3, 4)] == ["H", "H", "S"]
    for chart in indexed.charts:
        assert not any("R" in cell for cell in chart.cells.values())


def test_eights_that_are_not_split_are_sixteen() -> None:
    european = load_chart("european")
    assert european.cells["88", "10"] == "H"
    indexed = index_chart(european, [IndexPlay("16", "10", Action.STAND, 0)])
    assert [indexed.at(count).cells["88", "10"] for count in (-1, 0)] == ["H", "S"]
    indexed = index_chart(VEGAS, [IndexPlay("16", "10", Action.STAND, 0)])
    assert {chart.cells["88", "10"] for chart in indexed.charts} == {"P"}


@pytest.mark.parametrize(
    ("play", "cell", "below", "above"),
    [
        # Stand is the last resort of a cell, or hit is.
        (("16", "10", "S"), "H", "H", "S"),
        (("16", "10", "S"), "S", "H", "S"),
        (("16", "10", "S"), "Rh", "Rh", "Rs"),
        (("A7", "2", "S"), "Ds", "Dh", "Ds"),
        (("88", "10", "S"), "P", "Ph", "Ps"),
        # The others come before it, surrender first, then split, then double.
        (("11", "A", "D"), "H", "H", "Dh"),
        (("11", "A", "D"), "Dh", "H", "Dh"),
        (("A7", "2", "D"), "Ds", "S", "Ds"),
        (("11", "A", "D"), "Rh", "Rh", "Rdh"),
        (("16", "9", "R"), "Rh", "H", "Rh"),
        (("11", "A", "R"), "Dh", "Dh", "Rdh"),
        (("88", "A", "R"), "P", "P", "Rp"),
        (("TT", "5", "P"), "S", "S", "Ps"),
        (("88", "A", "P"), "Rp", "R", "Rp"),
        (("AA", "A", "P"), "Ph", "H", "Ph"),
        (("44", "5", "P"), "Dh", "Dh", "Pdh"),
    ],
)
def test_an_index_play_governs_one_letter(
    play: tuple[str, str, str], cell: str, below: str, above: str
) -> None:
    row, column, letter = play
    index = IndexPlay(row, column, Action(letter), 3)
    assert [index.change(cell, count) for count in (2, 3, 4)] == [below, above, above]


def test_tens_that_are_not_split_are_twenty_and_aces_are_no_twelve() -> None:
    cells = {**VEGAS.cells, ("TT", "6"): "S", ("AA", "6"): "H"}
    chart = Chart(UP_CARD, cells)
    plays = [IndexPlay(row, "6", Action.DOUBLE, 0) for row in ("20", "12")]
    changed = index_chart(chart, plays).at(0).cells
    assert [changed[row, "6"] for row in ("20", "TT", "12", "66", "AA")] == [
        *("Ds", "Ds", "Ds", "P", "H")
    ]


def test_a_pair_left_without_a_letter_is_its_hard_total() -> None:
    indexed = index_chart(
        VEGAS, [IndexPlay("88", "10", Action.SPLIT, 0), IndexPlay("16", "10", Action.STAND, 1)]
    )
    cells = [indexed.at(count).cells["88", "10"] for count in (-1, 0, 1)]
    assert cells == ["Rh", "P", "P"]


plays = st.builds(
    IndexPlay,
    st.sampled_from(ROWS),
    st.sampled_from(UP_CARD),
    st.sampled_from([action for action in GOVERNED if action is not Action.SPLIT]),
    st.integers(-9, 9),
) | st.builds(
    lambda row, column, at: IndexPlay(row, column, Action.SPLIT, at),
    st.sampled_from(PAIR_ROWS),
    st.sampled_from(UP_CARD),
    st.integers(-9, 9),
)


@given(
    st.lists(plays, max_size=12, unique_by=lambda play: (play.row, play.column, play.action)),
    st.sampled_from(["vegas-strip", "downtown", "european", "single-deck", "simple"]),
    st.integers(-12, 12),
)
def test_any_plays_change_any_chart_into_charts(
    made_up: list[IndexPlay], name: str, count: int
) -> None:
    base = load_chart(name)
    indexed = index_chart(base, made_up, insurance=2)
    assert indexed.thresholds == tuple(sorted({play.at_least for play in made_up}))
    chart = indexed.at(count)
    for play in made_up:
        cell = chart.cells[play.row, play.column].upper()
        if count >= play.at_least:
            assert play.action.value in cell
        elif play.action is not Action.STAND and not (play.row in PAIR_ROWS and cell):
            assert play.action.value not in cell
    columns = {play.column for play in made_up}
    for at, cell in base.cells.items():
        if at[1] not in columns:
            assert chart.cells[at] == cell
    assert indexed.insurance == 2


def test_the_order_of_plays_does_not_matter() -> None:
    made_up = [play for one in load_count("hi-lo").indices for play in one.plays]
    assert index_chart(VEGAS, made_up) == index_chart(VEGAS, made_up[::-1])


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (("17x", "10", Action.STAND, 0), "'17x' is not a hand: they are 4 5 6"),
        (("16", "T", Action.STAND, 0), "'T' is not an up card: they are 2 3"),
        (
            ("16", "10", Action.HIT, 0),
            "hit is not an index play: it takes stand, double, split, surr",
        ),
        (("16", "10", Action.SPLIT, 0), "16 v 10 cannot split: it is not a pair"),
    ],
)
def test_a_play_that_makes_no_sense_is_refused(
    play: tuple[str, str, Action, int], sentence: str
) -> None:
    with pytest.raises(InvalidIndex) as caught:
        IndexPlay(*play)
    assert str(caught.value).startswith(sentence)


def test_plays_that_contradict_each_other_are_refused() -> None:
    one, other = (IndexPlay("16", "10", Action.STAND, at) for at in (0, 1))
    assert index_chart(VEGAS, [one, one]) == index_chart(VEGAS, [one])
    with pytest.raises(InvalidIndex) as caught:
        index_chart(VEGAS, [one, other])
    assert str(caught.value) == (
        "two index plays contradict each other: 16 v 10: stand at 0 and above;"
        " 16 v 10: stand at +1 and above"
    )


def test_index_plays_are_for_charts_against_one_card() -> None:
    wizard = load_chart("wizard")
    assert index_chart(wizard, []).charts == (wizard,)
    with pytest.raises(UnfitChart, match=r"^index plays are against one open card"):
        index_chart(wizard, [IndexPlay("16", "10", Action.STAND, 0)])
    with pytest.raises(UnfitChart):
        IndexedChart((wizard,)).check_fits(Rules())


@pytest.mark.parametrize("thresholds", [(1, 1), (2, 1), (1, 1, 2)])
def test_thresholds_rise(thresholds: tuple[int, ...]) -> None:
    with pytest.raises(InvalidIndex, match="they must rise"):
        IndexedChart((VEGAS,) * 3, thresholds)


@pytest.mark.parametrize(
    ("thresholds", "charts", "sentence"),
    [
        ((0, 1), 2, "2 thresholds take 3 charts, and there are 2"),
        ((0,), 1, "1 thresholds take 2 charts, and there are 1"),
        ((0,), 3, "1 thresholds take 2 charts, and there are 3"),
    ],
)
def test_there_is_a_chart_between_any_two_thresholds(
    thresholds: tuple[int, ...], charts: int, sentence: str
) -> None:
    with pytest.raises(InvalidIndex) as caught:
        IndexedChart((VEGAS,) * charts, thresholds)
    assert str(caught.value) == sentence


def test_a_set_of_index_plays_is_a_value() -> None:
    one, two = (IndexSet("mine", (IndexPlay("16", "10", Action.STAND, 0),)) for _ in range(2))
    assert {one: 1}[two] == 1


# Insurance, which has an index of its own.


def offered(rules: Rules, deck: str) -> View:
    """What a player sees who is asked before the dealer looks for blackjack."""
    view = ask(rules, deck).view(0)
    assert Action.DECLINE in view.legal
    return view


@pytest.mark.parametrize(("count", "insures"), [(2, False), (3, True), (4, True)])
def test_insurance_is_taken_from_its_index_on(count: int, insures: bool) -> None:
    view = offered(Rules(deal="PPUH", insurance=True), "T 7 A 5")
    wanted = Action.INSURE if insures else Action.DECLINE
    assert IndexedChart((VEGAS,), insurance=3).action(view, count) is wanted
    assert IndexedChart((VEGAS,)).action(view, count) is Action.DECLINE


def test_insurance_is_taken_where_it_is_offered_only() -> None:
    indexed = IndexedChart((VEGAS,), insurance=3)
    view = offered(Rules(deal="PPUH", surrender="early"), "T 7 A 5")
    assert Action.INSURE not in view.legal
    assert indexed.action(view, 9) is Action.DECLINE
    play = ask(Rules(deal="PPUH"), "T 6 6 5").view(0)
    assert indexed.action(play, 9) is Action.STAND


def test_an_early_surrender_goes_before_insurance() -> None:
    view = offered(Rules(deal="PPUH", insurance=True, surrender="early"), "T 6 A 5")
    assert {Action.INSURE, Action.SURRENDER} < set(view.legal)
    giving_up = Chart(UP_CARD, {**VEGAS.cells, ("16", "A"): "Rh"})
    assert IndexedChart((giving_up,), insurance=3).action(view, 3) is Action.SURRENDER


def test_a_play_may_be_better_below_its_count() -> None:
    play = IndexPlay("17", "A", Action.SURRENDER, -6, below=True)
    assert str(play) == "17 v A: surrender below -6"
    indexed = index_chart(VEGAS, [play])
    assert [indexed.at(count).cells["17", "A"] for count in (-7, -6, 0)] == ["Rs", "S", "S"]


def test_a_play_is_above_or_below_and_not_both() -> None:
    above = IndexPlay("17", "A", Action.SURRENDER, 4)
    below = IndexPlay("17", "A", Action.SURRENDER, -6, below=True)
    with pytest.raises(InvalidIndex, match="contradict each other"):
        index_chart(VEGAS, [above, below])
