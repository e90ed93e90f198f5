"""The plays whose index numbers are wanted, as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.strategy.chart import PAIR_ROWS, ROWS, UP_CARD
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.errors import Invalid

ALL: Final = "all"
EIGHTEEN: Final = "i18"
INSURANCE: Final = "insurance"

Play = tuple[str, str, Action]
"""A row and a column of a chart, and what may be played there from a count on."""


@dataclass(frozen=True)
class PlaysWanted:
    """Plays, and whether insurance is one of them."""

    plays: tuple[Play, ...]
    insurance: bool

    @property
    def columns(self) -> tuple[str, ...]:
        """The up cards that they are against."""
        there = {column for _, column, _ in self.plays} | ({"A"} if self.insurance else set())
        return tuple(column for column in UP_CARD if column in there)


def read_plays(text: str) -> PlaysWanted:
    """Read plays with commas: hands against up cards, insurance, i18 or all.

    >>> read_plays("16vT,insurance").plays[0], read_plays("i18").insurance
    (('16', '10', Action.STAND), True)
    """
    words = [word.strip() for word in text.split(",")]
    found = [play for word in words for play in _read_word(word)]
    insurance = not {INSURANCE, EIGHTEEN, ALL}.isdisjoint(words)
    return PlaysWanted(tuple(dict.fromkeys(found)), insurance=insurance)


def _read_word(word: str) -> list[Play]:
    """The plays of a cell, as in 16vT, or of a word for several."""
    if word == INSURANCE:
        return []
    if word == ALL:
        cells = [(row, column) for row in ROWS if row != "4" for column in UP_CARD]
        return [play for row, column in cells for play in _of(row, column)]
    if word == EIGHTEEN:
        known = [play for one in load_count("hi-lo").indices for play in one.plays]
        return [(play.row, play.column, play.action) for play in known]
    row, _, column = (part.strip() for part in word.upper().partition("V"))
    column = "10" if column == "T" else column
    if row not in ROWS or column not in UP_CARD:
        raise Invalid(
            f"{word!r} is not a play: it takes a hand and an up card as in 16vT, TTv5 or A7v9,"
            f" {INSURANCE}, {EIGHTEEN} or {ALL}"
        )
    return _of(row, column)


def _of(row: str, column: str) -> list[Play]:
    """What may compete in a cell; a pair that is not split is played by its total."""
    actions = [Action.STAND, Action.DOUBLE, Action.SURRENDER]
    if row in PAIR_ROWS:
        actions = [Action.SPLIT, Action.SURRENDER]
    return [(row, column, action) for action in actions]
