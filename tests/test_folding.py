"""Folding: words stay whole, nothing is lost, and no line is wider than it may be."""

import io

from hypothesis import given
from hypothesis import strategies as st

from cutcard.folding import fold, fold_table, in_blocks, room, unbroken, wide

WORDS = st.text("abc,.:()=%+-█", min_size=1, max_size=12)
LINES = st.builds(
    lambda indent, words, gap: " " * indent + gap.join(words),
    st.integers(0, 60),
    st.lists(WORDS, max_size=20),
    st.sampled_from([" ", "  ", "     "]),
)
TEXTS = st.lists(LINES, max_size=5).map("\n".join)


@given(TEXTS, st.integers(20, 100))
def test_words_stay_whole_and_in_order(text, width):
    folded = fold(text, width)
    assert folded.split() == text.split()
    for line in folded.splitlines():
        assert len(line) <= width or len(line.split()) <= 1


@given(TEXTS)
def test_what_fits_is_left_alone(text):
    assert fold(text, None) == text
    assert fold(text, 1000) == text


def test_a_name_and_what_is_said_of_it_stay_apart():
    line = "  cutcard chart easy --out easy.png       a picture of it"
    assert fold(line, 40).splitlines() == [
        "  cutcard chart easy --out easy.png",
        "      a picture of it",
    ]
    assert fold("  play     play a game in the terminal", 24).splitlines() == [
        "  play     play a game",
        "           in the",
        "           terminal",
    ]


def test_colours_take_no_room():
    bold = "\x1b[1mwinner\x1b[0m"
    assert wide(bold) == 6
    assert fold(f"{bold} takes all the chips", 22).splitlines()[0] == f"{bold} takes all the"


def test_every_line_ends_its_colours():
    dim = "\x1b[2mbetter luck next time, then\x1b[0m"
    assert fold(dim, 20).splitlines() == [
        "\x1b[2mbetter luck next\x1b[0m",
        "\x1b[2mtime, then\x1b[0m",
    ]


def test_a_command_stays_whole():
    command = "cutcard play easy --seed 12345678"
    assert fold(f"again: {unbroken(command)}", 20) == f"again:\n{command}"
    assert fold(unbroken(command), None) == command


@given(st.integers(1, 40), st.integers(1, 9), st.integers(0, 9), st.integers(20, 100))
def test_blocks_hold_every_column_once_and_fit(columns, each, head, width):
    blocks = in_blocks(columns, each, head, width)
    assert [at for block in blocks for at in block] == list(range(columns))
    for block in blocks:
        assert head + each * len(block) <= width or len(block) == 1
    assert len({len(block) for block in blocks[:-1]}) <= 1


def test_a_table_in_blocks_names_its_rows_again():
    table = ["   2  3  A", "16 S  S  H", "17 S  S  S"]
    narrow = ["   2  3", "16 S  S", "17 S  S", "", "   A", "16 H", "17 S"]
    assert fold_table(table, 11) == narrow
    assert fold_table(table, None) == table


def test_only_a_terminal_has_an_edge(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert room(io.StringIO()) is None
