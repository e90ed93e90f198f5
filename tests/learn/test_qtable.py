"""The Q-table: its rule, its file to the byte, and files that are none."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.learn.qtable import CELLS, HIT, STAND, InvalidTable, QTable, cell_of, read_table

REWARDS = st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=60)
CELL = st.sampled_from(CELLS)


# The rule.


@given(REWARDS, CELL)
def test_the_running_mean_is_the_mean(rewards: list[int], cell):
    table = QTable()
    for reward in rewards:
        table.learn(cell, reward)
    assert table.counts == {cell: len(rewards)}
    assert table.rewards[cell] == pytest.approx(float(Fraction(sum(rewards), len(rewards))))


@given(REWARDS, REWARDS, CELL)
def test_rewards_taken_at_once_count_as_one_by_one(before: list[int], more: list[int], cell):
    one_by_one, at_once = QTable(), QTable()
    for reward in before + more:
        one_by_one.learn(cell, reward)
    at_once.add(cell, len(before), sum(before))
    at_once.add(cell, len(more), sum(more))
    assert at_once.counts == one_by_one.counts
    assert at_once.rewards[cell] == pytest.approx(one_by_one.rewards[cell])


def test_the_originals_formula_is_followed_step_by_step():
    table = QTable()
    cell = (16, 10, HIT, 0)
    for reward, mean in ((1, 1.0), (-1, 0.0), (-1, -1 / 3), (0, -0.25)):
        table.learn(cell, reward)
        assert table.rewards[cell] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("hand", "up", "cell"),
    [
        ("T 6", "A", (16, 11, HIT, 0)),
        ("A 6", "T", (17, 10, HIT, 1)),
        ("A A", "2", (12, 2, HIT, 1)),
        ("A A 9 9", "K", (20, 10, HIT, 0)),
        ("2 2", "9", (4, 9, HIT, 0)),
    ],
)
def test_a_cell_counts_points_the_open_card_and_high_aces(hand: str, up: str, cell):
    assert cell_of(Hand.of(hand), Card(up), HIT) == cell


@pytest.mark.parametrize("hit", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("stand", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("hand", ["T 3", "T 9", "A 6", "T 2", "A A", "T 9 2", "5 6", "T 9 5"])
def test_the_originals_player_decides_by_its_rules(hand: str, hit: float, stand: float):
    held, up_card = Hand.of(hand), Card("9")
    table = QTable()
    for action, reward in ((HIT, hit), (STAND, stand)):
        table.rewards[held.total, 9, action, int(held.soft)] = reward
    if held.total < 12:
        expected = True
    elif held.total in (12, 21) or held.total > 21:
        expected = False
    else:
        expected = hit > stand
    if held.total <= 21:
        assert table.hits(held, up_card) == expected


def test_what_was_never_tried_is_stood_on():
    assert not QTable().hits(Hand.of("T 3"), Card("9"))


# The file.


def test_the_file_has_its_cells_in_nested_order(tmp_path: Path):
    path = tmp_path / "q"
    table = QTable()
    table.learn((16, 10, STAND, 0), -1)
    table.learn((16, 10, STAND, 0), 0)
    table.learn((16, 10, STAND, 0), 0)
    table.write(path)
    lines = path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert len(lines) == 2520 == 21 * 12 * 2 * 5
    expected = [
        b"%d %d %d %d %d %f" % (*cell, *((3, -1 / 3) if cell == (16, 10, 1, 0) else (0, 0)))
        for cell in product(range(21), range(12), range(2), range(5))
    ]
    assert lines == expected
    assert lines[0] == b"0 0 0 0 0 0.000000"
    assert b"16 10 1 0 3 -0.333333" in lines


@settings(max_examples=15, deadline=None)
@given(st.dictionaries(CELL, st.tuples(st.integers(1, 10**9), st.integers(-(10**6), 10**6))))
def test_a_table_comes_back_from_its_file(tmp_path_factory, cells):
    path = tmp_path_factory.getbasetemp() / "q"
    table = QTable(
        {cell: count for cell, (count, _) in cells.items()},
        {cell: millionths / 10**6 for cell, (_, millionths) in cells.items()},
    )
    table.write(path)
    written = path.read_bytes()
    again = read_table(path)
    assert again == table
    again.write(path)
    assert path.read_bytes() == written


def test_a_missing_file_is_an_empty_table(tmp_path: Path):
    assert read_table(tmp_path / "q") == QTable()
    assert not list(tmp_path.iterdir())


def changed(number: int, line: str | None) -> list[str]:
    """The lines of an empty table with one, counted from 1, replaced or left out."""
    lines = list(QTable().lines())
    lines[number - 1 : number] = [] if line is None else [line + "\n"]
    return lines


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, ""),
        (1, "junk"),
        (3, None),
        (2520, None),
        (7, "0 0 1 1 0"),
        (7, "0 0 1 1 0 0.0 0"),
        (7, "0 0 1 2 0 0.000000"),
        (7, "0 0 1 1 x 0.000000"),
        (7, "0 0 1 1 1.5 0.000000"),
        (7, "0 0 1 1 -1 0.000000"),
        (7, "0 0 1 1 1 nan"),
        (7, "0 0 1 1 1 inf"),
        (7, "0 0 1 1 1 1000000.5"),
        (7, "0 0 1 1 5 -1e308"),
        (7, "0 0 1 1 1 one"),
        (7, "0,0,1,1,1,0.5"),
        (7, "0 0 1 1 1 \u00bd"),
        (7, "0 0 1 1 " + "9" * 5000 + " 0.0"),
        (2520, "20 11 1 4 0 0.000000\nmore"),
        (2520, "20 11 1 4 0 0.000000\n"),
    ],
)
def test_a_damaged_file_is_refused_by_its_line(tmp_path: Path, number: int, line: str | None):
    path = tmp_path / "q"
    path.write_text("".join(changed(number, line)), encoding="utf-8")
    before = path.read_bytes()
    told = number if line is None or "\n" not in line else 2521
    with pytest.raises(InvalidTable, match=f"line {told} of .* is damaged"):
        read_table(path)
    assert path.read_bytes() == before


def test_every_truncation_is_refused_or_whole(tmp_path: Path):
    path = tmp_path / "q"
    whole = "".join(QTable().lines()).encode()
    for size in (1, 10, 18, 19, 20, len(whole) // 2, len(whole) - 20, len(whole) - 19):
        path.write_bytes(whole[:size])
        with pytest.raises(InvalidTable, match="is damaged"):
            read_table(path)
    path.write_bytes(whole[:-1])  # only the last line's end is missing
    assert read_table(path) == QTable()


def test_an_empty_file_is_called_empty_and_left_alone(tmp_path: Path):
    path = tmp_path / "q"
    path.touch()
    with pytest.raises(InvalidTable, match=r"q is empty: a Q-table has 2520 lines \(delete the"):
        read_table(path)
    assert path.read_bytes() == b""


def test_a_file_with_carriage_returns_is_read(tmp_path: Path):
    path = tmp_path / "q"
    path.write_bytes("".join(QTable().lines()).replace("\n", "\r\n").encode())
    assert read_table(path) == QTable()


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path):
    with pytest.raises(CutcardError, match="cannot be written"):
        QTable().write(tmp_path / "missing" / "q")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CutcardError, match="cannot be written"):
        QTable().write(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(InvalidTable, match="cannot be read"):
        read_table(tmp_path / "folder")
