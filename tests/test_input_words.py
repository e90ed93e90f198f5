"""Words end at C++'s blanks and at no others, and nothing that is typed is endless."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard import input_words
from cutcard.input_words import LONGEST, InvalidInput, read_line, read_words, words_of

BLANKS = " \t\n\v\f\r"
NO_BLANKS = [chr(code) for code in range(0x3001) if chr(code).isspace() and chr(code) not in BLANKS]


def test_python_knows_blanks_that_c_does_not() -> None:
    assert len(NO_BLANKS) > 20


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_a_blank_ends_a_word(blank: str) -> None:
    assert words_of(f"{blank}one{blank}{blank}two{blank}") == ["one", "two"]
    assert list(read_words(StringIO(f"{blank}one{blank}{blank}two{blank}"))) == ["one", "two"]


@pytest.mark.parametrize("letter", [*NO_BLANKS, "\0", "\x85", "\udcff"], ids=ascii)
def test_nothing_else_ends_a_word(letter: str) -> None:
    assert words_of(f"one{letter}two") == [f"one{letter}two"]
    assert list(read_words(StringIO(f"one{letter}two"))) == [f"one{letter}two"]


@given(st.text(alphabet="ab \n\r\t\xa0"), st.integers(1, 9))
def test_words_are_the_same_in_pieces(text: str, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(input_words, "_PIECE", piece)
        assert list(read_words(StringIO(text, newline="\n"))) == words_of(text)


def test_a_word_is_given_before_the_next_line_is_read() -> None:
    typed = StringIO("one two\nthree\n")
    found = read_words(typed)
    assert next(found) == "one"
    assert typed.readline() == "three\n"


@pytest.mark.parametrize("size", [1, LONGEST])
def test_a_long_word_and_a_long_line_are_read(size: int) -> None:
    assert list(read_words(StringIO("a" * size + " b"))) == ["a" * size, "b"]
    assert read_line(StringIO("a" * (size - 1) + "\nb")) == "a" * (size - 1) + "\n"


def test_a_line_of_many_words_may_be_longer_than_a_word() -> None:
    assert sum(1 for _ in read_words(StringIO("a " * LONGEST))) == LONGEST


def test_an_endless_word_is_refused() -> None:
    with pytest.raises(InvalidInput, match="a word of the input is longer than 1,048,576 char"):
        list(read_words(StringIO("a" * (LONGEST + 1 + (1 << 16)))))


def test_an_endless_line_is_refused() -> None:
    with pytest.raises(InvalidInput, match="a line of the input is longer than 1,048,576 char"):
        read_line(StringIO("a" * (LONGEST + 1)))


def test_input_that_cannot_be_read_is_told() -> None:
    with open("/proc/self/mem") as typed, pytest.raises(InvalidInput) as caught:
        read_line(typed)
    assert str(caught.value) == "the input cannot be read: Input/output error"


def test_the_end_of_the_input_is_no_line() -> None:
    assert read_line(StringIO("")) == ""
