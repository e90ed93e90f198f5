"""Shapes read what their schemas describe, and refuse the rest in sentences."""

import pytest

from cutcard.errors import Invalid
from cutcard.web.shapes import (
    Choice,
    Each,
    Either,
    Fields,
    Maybe,
    Named,
    Real,
    Text,
    TrueFalse,
    Whole,
)

READ = [
    (Text(4), "Rs", "Rs"),
    (Text(5, "[a-z]+"), "ab", "ab"),
    (Choice(("a", "b")), "b", "b"),
    (Whole(1, 8), 8, 8),
    (Whole(1, 8), 2.0, 2),
    (Real(0, 1), 1, 1.0),
    (TrueFalse(), False, False),
    (Maybe(Whole(1, 8)), None, None),
    (Either((TrueFalse(), Whole(1, 2))), 2, 2),
    (Each(Whole(1, 8), 1, 2), [1, 2], [1, 2]),
    (Named(Whole(1, 8), 2), {"x": 1}, {"x": 1}),
    (Fields({"a": Whole(1, 8)}, {"b": Whole(1, 8)}, {"b": 3}), {"a": 1}, {"a": 1, "b": 3}),
    (Fields({}, {"b": Whole(1, 8)}), {}, {"b": None}),
]


@pytest.mark.parametrize(("shape", "value", "read"), READ)
def test_a_value_of_the_kind_is_read(shape, value, read):
    assert shape.read(value, "it") == read


REFUSED = [
    (Text(4), "five!", "it cannot be 'five!': it takes a text of 4 letters at most"),
    (Text(4), "a\n", "it cannot be 'a\\n': it takes a text of 4 letters at most"),
    (Text(4, r"\d+", "digits"), "٣", "it cannot be '٣': it takes digits"),
    (Text(4), 5, "it cannot be 5: it takes a text of 4 letters at most"),
    (Choice(("a", "b")), "c", "it cannot be 'c': it takes one of a, b"),
    (Whole(1, 8), 9, "it cannot be 9: it takes a whole number from 1 to 8"),
    (Whole(1, 8), True, "it cannot be True: it takes a whole number from 1 to 8"),
    (Whole(1, 8), 1.5, "it cannot be 1.5: it takes a whole number from 1 to 8"),
    (Real(0), -1, "it cannot be -1: it takes a number from 0 on"),
    (TrueFalse(), "true", "it cannot be 'true': it takes true or false"),
    (Either((TrueFalse(), Whole(1, 2))), 3, "true or false, or a whole number from 1 to 2"),
    (Each(Whole(1, 8), 1, 2), [], "it cannot be []: it takes a list of from 1 to 2"),
    (Each(Whole(1, 8)), [9], "it[0] cannot be 9: it takes a whole number from 1 to 8"),
    (Named(Whole(1, 8), 1), {"x": 1, "y": 2}, "it takes an object of 1 names at most"),
    (Fields({"a": Whole(1, 8)}), {}, "it lacks a"),
    (Fields({"a": Whole(1, 8)}), {"b": 1}, "it has no 'b': it has a"),
    (Fields({"a": Whole(1, 8)}), [], "it cannot be []: it takes an object of a"),
    (Whole(1, 8), "x" * 200, "it cannot be …: it takes a whole number from 1 to 8"),
]


@pytest.mark.parametrize(("shape", "value", "sentence"), REFUSED)
def test_anything_else_is_refused_in_a_sentence(shape, value, sentence):
    with pytest.raises(Invalid) as refused:
        shape.read(value, "it")
    assert sentence in str(refused.value)
