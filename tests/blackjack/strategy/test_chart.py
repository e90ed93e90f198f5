"""Charts: read, written, compared, and played letter by letter."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import asdict
from itertools import permutations
from random import Random

import pytest
from blackjack.made_up_games import Game, ask, endless, games
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import chart_names, load_chart
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import (
    BOTH_CARDS,
    PAIR_ROWS,
    ROWS,
    UP_CARD,
    Chart,
    Difference,
    InvalidChart,
    UnfitChart,
    differences,
    read_chart,
    row_of,
)
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.cards import RANKS, Card
from cutcard.driver import play
from cutcard.shoes import ScriptedShoe


def words_of(letters: str) -> str:
    return letters[0] + letters[1:].lower()


def cells_of(row: str) -> list[str]:
    """Every cell that a row takes: what may be refused, then what never is."""
    asked = "DRP" if row in PAIR_ROWS else "DR"
    heads = [
        "".join(some) for count in range(len(asked) + 1) for some in permutations(asked, count)
    ]
    ends = ["S", "H", ""] if row in PAIR_ROWS else ["S", "H"]
    return [words_of(head + end) for head in heads for end in ends if head + end]


@st.composite
def any_chart(draw: st.DrawFn, columns: tuple[str, ...] | None = None) -> Chart:
    columns = columns or draw(st.sampled_from([UP_CARD, BOTH_CARDS]))
    random = Random(draw(st.integers(0, 2**32 - 1)))
    return Chart(
        columns,
        {(row, column): random.choice(cells_of(row)) for row in ROWS for column in columns},
    )


def plain(letters: str = "H", columns: tuple[str, ...] = UP_CARD, **cells: str) -> Chart:
    """A chart that says the same everywhere, but for some rows."""
    rows = {name.removeprefix("_"): cell for name, cell in cells.items()}
    return Chart(
        columns, {(row, column): rows.get(row, letters) for row in ROWS for column in columns}
    )


# Reading and writing.


def test_a_chart_has_thirty_five_rows() -> None:
    assert len(ROWS) == len(set(ROWS)) == 35
    assert len(UP_CARD) == 10
    assert len(BOTH_CARDS) == 23


@pytest.mark.parametrize("name", chart_names())
def test_a_shipped_chart_is_written_as_it_is_read(name: str) -> None:
    chart = load_chart(name)
    text = str(chart)
    assert read_chart(text) == chart
    assert str(read_chart(text)) == text
    assert len(text.splitlines()) == 36
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert repr(chart) == f"<Chart {name}, {len(chart.columns)} columns, {chart.digest}>"


@settings(max_examples=25, deadline=None)
@given(any_chart())
def test_any_chart_is_written_as_it_is_read(chart: Chart) -> None:
    again = read_chart(str(chart))
    assert (again, hash(again), again.digest) == (chart, hash(chart), chart.digest)
    assert "\n" not in repr(chart)
    assert len(repr(chart)) < 80
    assert differences(chart, chart) == []


def test_charts_that_say_different_things_have_different_digests() -> None:
    digests = {load_chart(name).digest for name in chart_names()}
    assert len(digests) == len({str(load_chart(name)) for name in chart_names()})


@settings(max_examples=20, deadline=None)
@given(any_chart(), st.randoms(use_true_random=False))
def test_rows_columns_and_blanks_may_come_in_any_order(chart: Chart, random: object) -> None:
    columns, rows = list(chart.columns), list(ROWS)
    random.shuffle(columns)
    random.shuffle(rows)
    lines = ["\t".join(columns)]
    lines += ["  ".join([row, *(chart.cells[row, column] for column in columns)]) for row in rows]
    assert read_chart("\r\n\n".join(lines)) == chart
    assert read_chart("\n\n  " + "\n".join(lines) + "\n\n") == chart


def changed(line: int, word: int, new: str | None) -> str:
    """A good chart with one word changed or left out; lines and words count from 1."""
    rows = [text.split() for text in str(plain("H")).splitlines()]
    rows[line - 1][word - 1 : word] = [] if new is None else [new]
    return "\n".join(" ".join(row) for row in rows)


def without_line(line: int) -> str:
    lines = str(plain("H")).splitlines()
    return "\n".join([*lines[: line - 1], *lines[line:]])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (changed(3, 4, "X"), "line 3, column 4: 'X' is not a cell"),
        (changed(3, 2, "h"), "line 3, column 2: 'h' is not a cell"),
        (changed(3, 11, "HS"), "line 3, column A: 'HS' is not a cell"),
        (changed(3, 10, "Hs"), "line 3, column 10: in 'Hs' nothing after 'H' is ever played"),
        (changed(3, 3, "Dd"), "line 3, column 3: 'Dd' names 'd' twice"),
        (changed(3, 3, "P"), "line 3, column 3: 'P' splits a hand that is not a pair"),
        (changed(3, 3, "D"), "line 3, column 3: 'D' may leave the player without an action"),
        (changed(3, 3, "Rd"), "line 3, column 3: 'Rd' may leave the player without an action"),
        (changed(19, 3, "Pp"), "line 19, column 3: 'Pp' names 'p' twice"),
        (changed(19, 3, "I"), "line 19, column 3: 'I' is not a cell"),
        (changed(19, 3, "N"), "line 19, column 3: 'N' is not a cell"),
        (changed(1, 1, "1"), "line 1, word 1: '1' is not a column"),
        (changed(1, 9, "T"), "line 1, word 9: 'T' is not a column"),
        (changed(1, 2, "2"), "line 1, word 2: column 2 stands twice"),
        (changed(5, 1, "3"), "line 5: '3' is not a row"),
        (changed(5, 1, "21"), "line 5: '21' is not a row"),
        (changed(5, 1, "6"), "line 5: row 6 stands twice"),
        (changed(5, 11, None), "line 5: row 7 has 9 cells, and there are 10 columns"),
        (changed(5, 11, "H H"), "line 5: row 7 has 11 cells, and there are 10 columns"),
        (without_line(36), "the chart has no row A9"),
        (without_line(2), "the chart has no row 4"),
        (str(plain("H")) + str(plain("H")), "line 37: '2' is not a row"),
        (str(plain("H")) + "4 " + "H " * 10, "line 37: row 4 stands twice"),
        ("", "the chart is empty: it takes 36 lines"),
        (" \n\t\n", "the chart is empty: it takes 36 lines"),
        ("\n\n" + changed(3, 4, "X"), "line 5, column 4: 'X' is not a cell"),
        (changed(3, 4, "H\0"), "line 3 holds a NUL byte"),
        ("4 5 6", "line 1 has 3 columns: a chart takes the 10 columns"),
    ],
)
def test_what_is_wrong_with_a_chart_is_said_with_its_place(text: str, says: str) -> None:
    with pytest.raises(InvalidChart) as caught:
        read_chart(text)
    assert str(caught.value).startswith(says)


def test_a_chart_that_lacks_one_up_card_is_told_how_many_it_has() -> None:
    with pytest.raises(InvalidChart, match="line 1 has 9 columns"):
        read_chart(changed(1, 10, None))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60) | st.text("234567891 0ATHSDPRhsdpr\n\t", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(InvalidChart):
        read_chart(text)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 36),
    st.integers(1, 10),
    # In one piece: what comes after the end of a line has the number of the next.
    st.none()
    | st.text(max_size=4).filter(lambda word: len(f"[{word}]".splitlines()) == 1)
    | st.text("SHDPRshdpr", max_size=4),
)
def test_a_chart_with_one_word_changed_is_read_or_refused_with_its_line(
    line: int, word: int, new: str | None
) -> None:
    text = changed(line, word, new)
    try:
        chart = read_chart(text)
    except InvalidChart as error:
        message = str(error)
    else:
        assert read_chart(str(chart)) == chart
        return
    # A row without its first word takes the next for its name.
    assert f"line {line}" in message or message.startswith("the chart has no row")


def test_a_chart_made_in_code_is_read_as_strictly() -> None:
    with pytest.raises(
        InvalidChart, match="row 16, column 2: 'P' splits a hand that is not a pair"
    ):
        plain("H", _16="P")


def test_a_chart_made_in_code_wants_every_cell() -> None:
    cells = dict(plain("H").cells)
    del cells["16", "10"]
    with pytest.raises(InvalidChart, match="row 16, column 10"):
        Chart(UP_CARD, cells)


def test_a_chart_made_in_code_has_no_cell_where_none_is_read() -> None:
    cells = {**plain("H").cells, ("16", "11"): "S"}
    with pytest.raises(
        InvalidChart, match=r"\('16', '11'\) is not a cell's place: it takes a row,"
    ):
        Chart(UP_CARD, cells)


def test_a_chart_cannot_be_changed() -> None:
    cells = dict(plain("H").cells)
    chart = Chart(UP_CARD, cells)
    digest = chart.digest
    cells["16", "10"] = "S"
    assert chart.cells["16", "10"] == "H"
    for change in (
        lambda: chart.cells.__setitem__(("16", "10"), "S"),  # type: ignore[attr-defined]
        lambda: chart.cells.update({("16", "10"): "S"}),  # type: ignore[attr-defined]
        lambda: chart.cells.pop(("16", "10")),  # type: ignore[attr-defined]
        chart.cells.clear,  # type: ignore[attr-defined]
    ):
        with pytest.raises(TypeError, match="the cells of a chart cannot be changed"):
            change()
    assert chart.digest == digest == Chart(UP_CARD, dict(chart.cells)).digest
    assert Chart(UP_CARD, chart.cells).digest == digest


@pytest.mark.parametrize(
    "copied", [copy, deepcopy, lambda chart: pickle.loads(pickle.dumps(chart))]
)
def test_a_copy_of_a_chart_says_the_same(copied: Callable[[Chart], Chart]) -> None:
    chart = plain("H")
    again = copied(chart)
    assert (again, again.name, again.digest) == (chart, chart.name, chart.digest)
    with pytest.raises(TypeError, match="the cells of a chart cannot be changed"):
        again.cells["16", "10"] = "S"  # type: ignore[index]


class OneLetter(Chart):
    """A chart that is made in another way than by its cells."""

    def __init__(self, letter: str) -> None:
        super().__init__(UP_CARD, plain(letter).cells)


def test_a_chart_of_ones_own_class_is_copied_as_well() -> None:
    chart = OneLetter("S")
    for again in (copy(chart), deepcopy(chart), pickle.loads(pickle.dumps(chart))):
        assert type(again) is OneLetter
        assert again == chart
    assert asdict(chart)["cells"] == chart.cells == deepcopy(chart.cells)


# Comparing.


def test_charts_differ_cell_by_cell() -> None:
    one = plain("H")
    cells = dict(one.cells)
    cells["16", "10"] = "Rh"
    cells["88", "A"] = "P"
    other = Chart(UP_CARD, cells)
    assert one != other
    assert differences(one, other) == [
        Difference("16", "10", "H", "Rh"),
        Difference("88", "A", "H", "P"),
    ]
    assert differences(other, one)[0] == Difference("16", "10", "Rh", "H")


def test_charts_of_other_columns_are_not_compared() -> None:
    with pytest.raises(UnfitChart, match="charts of 10 and 23 columns cannot be compared"):
        differences(plain("H"), plain("H", BOTH_CARDS))


@settings(max_examples=20, deadline=None)
@given(any_chart(UP_CARD), any_chart(UP_CARD))
def test_differences_are_what_must_change(one: Chart, other: Chart) -> None:
    cells = dict(one.cells)
    for difference in differences(one, other):
        assert cells[difference.row, difference.column] == difference.first
        cells[difference.row, difference.column] = difference.second
    assert Chart(UP_CARD, cells) == other


# Rows and columns.


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("2 2", "22"),
        ("2 3", "5"),
        ("T K", "TT"),
        ("J Q", "TT"),
        ("A A", "AA"),
        ("5 5", "55"),
        ("A 2", "A2"),
        ("A 9", "A9"),
        ("A A 7", "A8"),
        ("A 5 T", "16"),
        ("2 2 2", "6"),
        ("T 7 3", "20"),
        ("8 8 A", "17"),
    ],
)
def test_a_hand_has_a_row(hand: str, row: str) -> None:
    assert row_of(Hand.of(hand)) == row


@pytest.mark.parametrize(
    ("dealer", "column"),
    [("2", "2"), ("9", "9"), ("T", "10"), ("K", "10"), ("A", "A"), ("6 T", "6"), ("A 6", "A")],
)
def test_an_up_card_has_a_column(dealer: str, column: str) -> None:
    assert plain("H").column_of(Hand.of(dealer)) == column


@pytest.mark.parametrize(
    ("dealer", "column"),
    [
        *[("2 2", "4"), ("T 6", "16"), ("T T", "20"), ("T 7", "17")],
        *[("A A", "AA"), ("A 2", "A2"), ("6 A", "A6")],
        *[("A 7", "18"), ("A 8", "19"), ("A 9", "20"), ("A T", "20")],
    ],
)
def test_two_open_cards_have_a_column(dealer: str, column: str) -> None:
    assert plain("H", BOTH_CARDS).column_of(Hand.of(dealer)) == column


def test_every_pair_of_cards_has_a_cell() -> None:
    for chart in (plain("H"), plain("H", BOTH_CARDS)):
        for one in RANKS:
            for other in RANKS:
                hand = Hand((one, other))
                if hand.total < 21:
                    for dealer in RANKS:
                        assert chart.cell(hand, Hand((one, dealer))) == "H"


def test_a_chart_for_two_open_cards_does_not_fit_one() -> None:
    for hole_card in HoleCard:
        rules = Rules(hole_card=hole_card)
        plain("H").check_fits(rules)
        if hole_card is HoleCard.OPEN:
            plain("H", BOTH_CARDS).check_fits(rules)
        else:
            with pytest.raises(UnfitChart, match=f"hole_card = {hole_card} shows one"):
                plain("H", BOTH_CARDS).check_fits(rules)


# Playing.


@pytest.mark.parametrize(
    ("cells", "fields", "deck", "letters", "action"),
    [
        # The first letter that is legal.
        ({"_11": "Dh"}, {}, "6 5 T 9", "", "D"),
        ({"_11": "Dh"}, {"double_on": "none"}, "6 5 T 9", "", "H"),
        ({"_11": "Dh", "_8": "H"}, {}, "6 2 T 9 3", "H", "H"),
        ({"A7": "Ds"}, {}, "A 7 T 9", "", "D"),
        ({"A7": "Ds"}, {}, "A 2 T 9 5", "H", "S"),
        ({"A7": "Ds"}, {"double_on": "9-11"}, "A 7 T 9", "", "S"),
        ({"_16": "Rh"}, {"surrender": "late"}, "T 6 T 9", "", "R"),
        ({"_16": "Rh"}, {}, "T 6 T 9", "", "H"),
        ({"_16": "Rh"}, {"surrender": "late"}, "T 2 T 9 4", "H", "H"),
        ({"_16": "Rs"}, {}, "T 6 T 9", "", "S"),
        ({"_16": "Rds"}, {}, "T 6 T 9", "", "D"),
        ({"_88": "Rp"}, {"surrender": "late"}, "8 8 T 9", "", "R"),
        ({"_88": "Rp"}, {}, "8 8 T 9", "", "P"),
        # A pair that cannot be split is the hard total of the same cards.
        ({"_88": "P", "_16": "S"}, {"max_hands": 1}, "8 8 T 9", "", "S"),
        ({"_88": "P", "_16": "Rs"}, {"max_hands": 1, "surrender": "late"}, "8 8 T 9", "", "R"),
        ({"_88": "P", "_16": "S"}, {"max_hands": 2}, "8 8 T 9 8", "P", "S"),
        ({"_88": "Ph", "_16": "S"}, {"max_hands": 1}, "8 8 T 9", "", "H"),
        ({"_88": "Rp", "_16": "S"}, {"max_hands": 1}, "8 8 T 9", "", "S"),
        ({"_22": "P", "_4": "S"}, {"max_hands": 1}, "2 2 T 9", "", "S"),
        ({"TT": "P", "_20": "S"}, {"max_hands": 1}, "T K T 9", "", "S"),
        ({"_55": "Dp", "_10": "S"}, {"double_on": "none", "max_hands": 1}, "5 5 T 9", "", "S"),
        ({"AA": "P", "_12": "S"}, {"max_hands": 1}, "A A T 9", "", "S"),
        ({"AA": "P", "_12": "H"}, {"hit_split_aces": True}, "A A T 9 A", "P", "H"),
        # A pair of split aces that may only be split or left.
        ({"AA": "P"}, {"resplit_aces": True}, "A A T 9 A", "P", "P"),
        ({"AA": "H", "_12": "H"}, {"resplit_aces": True}, "A A T 9 A", "P", "S"),
        # 21 stands, and 20 only where the chart says so.
        ({"_20": "H"}, {}, "T 7 T 9 3", "H", "H"),
        ({"TT": "Dh"}, {}, "T T T 9", "", "D"),
        ({}, {"stand_on_21": False}, "T 6 T 9 5", "H", "S"),
        # Offers.
        ({"_16": "Rh"}, {"surrender": "early"}, "T 6 A 9", "", "R"),
        ({"_88": "Rp"}, {"surrender": "early"}, "8 8 A 9", "", "R"),
        ({"_88": "Pr"}, {"surrender": "early"}, "8 8 A 9", "", "N"),
        ({"_16": "H"}, {"surrender": "early"}, "T 6 A 9", "", "N"),
        ({"_16": "Rh"}, {"surrender": "early"}, "T 6 9 9", "", "R"),
        ({"_16": "Rh"}, {"surrender": "early", "hole_card": "none"}, "T 6 A", "", "R"),
        ({"_16": "Rh"}, {"surrender": "early", "insurance": True}, "T 6 A 9", "", "R"),
        ({"_16": "Rh"}, {"surrender": "late", "insurance": True}, "T 6 A 9", "", "N"),
        ({}, {"insurance": True}, "T 6 A 9", "", "N"),
        ({}, {"insurance": True}, "A T A 9", "", "N"),
    ],
)
def test_a_chart_plays_the_first_letter_that_is_legal(
    cells: dict[str, str], fields: dict[str, object], deck: str, letters: str, action: str
) -> None:
    state = ask(Rules(**({"deal": "PPUH"} | fields)), deck, letters)
    chart = plain("H", **cells)
    assert chart.action(state.view(0)) is Action(action)
    assert ChartPlayer(chart).act(state.view(0)) is Action(action)


def test_a_chart_for_two_open_cards_looks_at_both() -> None:
    cells = dict(plain("H", BOTH_CARDS).cells)
    cells["16", "17"] = "S"
    chart = Chart(BOTH_CARDS, cells)
    rules = Rules(deal="PPUH", hole_card="open")
    assert chart.action(ask(rules, "T 6 T 7").view(0)) is Action.STAND
    assert chart.action(ask(rules, "T 6 T 6").view(0)) is Action.HIT
    assert chart.action(ask(rules, "T 6 A 6").view(0)) is Action.HIT


@settings(max_examples=80, deadline=None)
@given(any_chart(UP_CARD), games())
def test_any_chart_for_one_open_card_plays_any_game(chart: Chart, game: Game) -> None:
    chart.check_fits(game.rules)
    assert_plays(chart, game)


@settings(max_examples=50, deadline=None)
@given(any_chart(BOTH_CARDS), games(hole_card=HoleCard.OPEN))
def test_any_chart_for_two_open_cards_plays_any_open_game(chart: Chart, game: Game) -> None:
    chart.check_fits(game.rules)
    assert_plays(chart, game)


def assert_plays(chart: Chart, game: Game) -> None:
    shoe = ScriptedShoe(endless(game.first, game.seed))
    last = play(Round.start(game.rules, game.bets), shoe, [ChartPlayer(chart)] * 3)
    assert last.over


@pytest.mark.parametrize("hand", ["", "2", "3", "A", "K"])
def test_a_hand_of_fewer_than_two_cards_is_hit(hand: str) -> None:
    assert plain("S").hits(Hand.of(hand), Card("6"))
