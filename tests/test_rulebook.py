"""Rulebooks: fields that read themselves, and refuse nonsense in a sentence."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.errors import Invalid
from cutcard.rulebook import (
    InvalidRules,
    Odds,
    OneOf,
    Ratio,
    Rulebook,
    WholeNumber,
    Word,
    YesNo,
    read_changes,
    rule,
    whole,
)


class Colour(Word):
    """A colour."""

    RED = "red"
    BLUE_GREEN = "blue-green"
    GREY = "grey"


@dataclass(frozen=True, kw_only=True, repr=False)
class Toy(Rulebook):
    """The rules of no game."""

    colour: Colour = rule(Colour.RED, OneOf(Colour), "Its colour.")
    bright: Colour = rule(Colour.RED, OneOf(Colour, only=(Colour.RED, Colour.GREY)), "Less of it.")
    size: int = rule(3, WholeNumber(1, 8), "Its size.")
    count: int | str = rule("all", WholeNumber(1, 8, "all"), "How many.")
    loud: bool = rule(False, YesNo(), "Its voice.")
    pays: Odds = rule(Odds(3, 2), Ratio(), "What it pays.")

    def contradictions(self) -> Iterator[str]:
        if self.loud and self.size > 7:
            yield "loud = true does not go with a size above 7"


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("colour", "grey", Colour.GREY),
        ("colour", Colour.BLUE_GREEN, Colour.BLUE_GREEN),
        ("bright", "grey", Colour.GREY),
        ("size", 1, 1),
        ("size", 8, 8),
        ("size", "8", 8),
        ("size", "08", 8),
        ("count", "all", "all"),
        ("count", "5", 5),
        ("loud", True, True),
        ("loud", "yes", True),
        ("loud", "true", True),
        ("loud", "no", False),
        ("loud", "false", False),
        ("pays", "6:5", Odds(6, 5)),
        ("pays", Odds(1, 1), Odds(1, 1)),
        ("pays", "100:1", Odds(100, 1)),
    ],
)
def test_a_field_reads_its_value_or_its_word(name: str, given: object, read: object) -> None:
    for toy in (Toy(**{name: given}), Toy().changed({name: given})):
        assert getattr(toy, name) == read
        assert type(getattr(toy, name)) is type(read)


WHOLE = "a whole number from 1 to 8"
ODDS = "two whole numbers from 1 to 100 such as 3:2, 6:5 or 1:1"


@pytest.mark.parametrize(
    ("name", "given", "accepts"),
    [
        *[("colour", bad, "red, blue-green, grey") for bad in ("pink", "RED", "", None, 1, True)],
        *[("bright", bad, "red, grey") for bad in ("blue-green", Colour.BLUE_GREEN, "x")],
        *[("size", bad, WHOLE) for bad in (0, 9, "0", "-1", "+1", "1.0", 1.0, True, None, "all")],
        *[("size", bad, WHOLE) for bad in ("٣", " 3", "3 ", "1_0", "1" * 5000, "", "³")],
        *[("count", bad, f"{WHOLE}, or all") for bad in (0, "none", "All", None, False)],
        *[("loud", bad, "true, false") for bad in (1, 0, "True", "1", "", None, "on")],
        *[("pays", bad, ODDS) for bad in ("3", "3:2:1", "0:1", "1:0", "101:1", "3/2", 1.5, None)],
        *[("pays", bad, ODDS) for bad in ("-3:2", "3: 2", ":", "3:", "a:b", Odds(0, 1))],
    ],
)
def test_a_value_that_cannot_be_read_is_named_with_what_can(
    name: str, given: object, accepts: str
) -> None:
    with pytest.raises(InvalidRules) as caught:
        Toy(**{name: given})
    assert str(caught.value) == f"{name} cannot be {given!r}: it takes {accepts}"
    assert isinstance(caught.value, Invalid)


@pytest.mark.parametrize("bad", [[], {}, (), object(), b"red", 1j, float("nan"), float("inf")])
@pytest.mark.parametrize("name", [field.name for field in Toy.fields()])
def test_values_from_nowhere_are_refused_in_a_sentence(name: str, bad: object) -> None:
    with pytest.raises(InvalidRules, match=f"^{name} cannot be "):
        Toy(**{name: bad})


def test_contradictions_are_refused() -> None:
    Toy(size=8)
    with pytest.raises(InvalidRules, match=r"^loud = true does not go with a size above 7$"):
        Toy(size=8, loud=True)
    with pytest.raises(InvalidRules, match="does not go"):
        Toy(size=8).changed({"loud": "yes"})


def test_a_rule_that_does_not_exist_is_answered_with_one_that_does() -> None:
    with pytest.raises(InvalidRules, match=r"^there is no rule 'colur': did you mean colour\?$"):
        Toy().changed({"colur": "red"})
    with pytest.raises(InvalidRules) as caught:
        Toy().changed({"xyzzy": 1})
    assert str(caught.value).startswith("there is no rule 'xyzzy': ")
    assert str(caught.value).endswith(" colour, bright, size, count, loud, pays")


def test_rules_print_what_differs() -> None:
    assert repr(Toy()) == "Toy()"
    toy = Toy(colour="blue-green", size=4, loud=True, pays="6:5", count=2)
    assert repr(toy) == (
        "Toy(colour=Colour.BLUE_GREEN, size=4, count=2, loud=True, pays=Odds(wins=6, per=5))"
    )
    assert eval(repr(toy)) == toy


def test_rules_say_themselves_in_plain_words() -> None:
    words = Toy(count=2, colour="grey").plain()
    assert words == {
        "colour": "grey",
        "bright": "red",
        "size": 3,
        "count": 2,
        "loud": False,
        "pays": "3:2",
    }
    assert {type(word) for word in words.values()} == {str, int, bool}
    assert Toy(**words) == Toy(count=2, colour="grey")


def test_rules_do_not_change_and_may_be_keys() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Toy().size = 4
    assert {Toy(): 1}[Toy(size="3")] == 1
    for twin in (pickle.loads(pickle.dumps(Toy(size=4))), copy.deepcopy(Toy(size=4))):
        assert twin == Toy(size=4)


def test_changes_leave_the_rules_they_start_from() -> None:
    toy = Toy(size=4)
    assert toy.changed({}) == toy
    assert toy.changed({"size": "5"}).size == 5
    assert toy.size == 4


def test_fields_are_explained_in_order() -> None:
    assert [field.name for field in Toy.fields()] == list(Toy().plain())
    assert all(field.metadata["says"].endswith(".") for field in Toy.fields())


# Changes in words.


def test_changes_are_read_from_words() -> None:
    assert read_changes(["decks=2", " a = b ", "odd=1=2"]) == {
        "decks": "2",
        "a": "b",
        "odd": "1=2",
    }
    assert read_changes([]) == {}


@pytest.mark.parametrize("text", ["decks", "", "decks 2"])
def test_a_change_without_an_equals_sign_is_refused(text: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        read_changes(["a=1", text])
    assert str(caught.value) == f"{text!r} changes no rule: write NAME=VALUE, as in decks=2"


# Odds and whole numbers.


@given(st.integers(1, 100), st.integers(1, 100), st.integers(0, 10**12))
def test_odds_pay_in_whole_units_rounded_down(wins: int, per: int, stake: int) -> None:
    odds = Odds(wins, per)
    paid = odds.of(stake)
    assert paid * per <= stake * wins < (paid + 1) * per
    assert odds.of(stake * per) == stake * wins
    assert str(odds) == f"{wins}:{per}"
    assert Ratio().read(str(odds)) == odds
    assert eval(repr(odds)) == odds
    assert float(odds) == pytest.approx(wins / per)


@given(st.integers(-10, 10), st.integers(-10, 10), st.integers(-20, 20))
def test_a_whole_number_lies_within_its_bounds(least: int, most: int, number: int) -> None:
    if least <= number <= most:
        assert whole(number, least, most) == number
    else:
        with pytest.raises(ValueError, match=str(number)):
            whole(number, least, most)


def test_words_print_in_code_as_written_there_and_elsewhere_as_the_word() -> None:
    assert repr(Colour.BLUE_GREEN) == "Colour.BLUE_GREEN"
    assert str(Colour.BLUE_GREEN) == f"{Colour.BLUE_GREEN}" == "blue-green"
    assert all(eval(repr(colour)) is colour for colour in Colour)
