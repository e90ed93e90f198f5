"""Conventions of the true count: what is done with fractions, and what is divided by."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import pytest

from cutcard.blackjack.strategy.count import HI_LO, Count, InvalidCount
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.errors import Invalid

WHOLE = {
    Convention.FLOOR: floor,
    Convention.TRUNCATE: lambda share: floor(share) if share >= 0 else ceil(share),
    Convention.ROUND: lambda share: floor(share + Fraction(1, 2)),
}


@pytest.mark.parametrize("convention", Convention)
def test_fractions_are_treated_as_the_convention_says(convention: Convention) -> None:
    for over in (1, 2, 3, 52):
        for top in range(-120, 121):
            assert convention.whole(top, over) == WHOLE[convention](Fraction(top, over))


@pytest.mark.parametrize(
    ("divisor", "left", "taken"),
    [
        ("cards", 77, 77),
        ("cards", 0, 1),
        ("half-decks", 77, 78),
        ("half-decks", 90, 78),
        ("half-decks", 91, 104),
        ("half-decks", 3, 26),
        ("decks", 77, 52),
        ("decks", 78, 104),
        ("decks", 0, 52),
    ],
)
def test_the_cards_left_are_known_to_the_nearest_step(divisor: str, left: int, taken: int) -> None:
    assert Divisor(divisor).estimated(left) == taken
    assert replace(HI_LO, divisor=Divisor(divisor)).value(100, left) == 5200 // taken


def test_a_count_tells_its_convention() -> None:
    told = replace(HI_LO, whole=Convention.TRUNCATE, divisor=Divisor.HALF_DECKS).convention
    assert "not yet dealt, to the half deck, its fraction cut off; a face-down" in told


def test_the_usual_convention_goes_without_saying() -> None:
    assert "whole" not in repr(HI_LO)
    other = replace(HI_LO, whole=Convention.ROUND, divisor=Divisor.DECKS)
    assert "whole=Convention.ROUND, divisor=Divisor.DECKS" in repr(other)
    assert other != HI_LO


def test_an_unbalanced_count_is_divided_by_nothing() -> None:
    with pytest.raises(InvalidCount, match="used as it runs: a divisor of decks is for balanced"):
        Count("low", (1,) * 10, divisor=Divisor.DECKS)


def test_a_file_may_name_the_convention(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    tags = "tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]\n"
    path.write_text(f'{tags}convention = "round"\ndivisor = "half-decks"\n')
    count = load_count(str(path))
    assert (count.whole, count.divisor) == (Convention.ROUND, Divisor.HALF_DECKS)
    path.write_text(f'{tags}convention = "up"\n')
    with pytest.raises(Invalid, match="convention is 'up': it takes floor, truncate, round"):
        load_count(str(path))
