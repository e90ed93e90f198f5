"""Charts: strategy tables that say what to do with each hand against each dealer.

A chart is 36 lines of blank-separated words: the dealer's columns, then a row for each hand
of the player. A cell's letters are tried from left to right and the first that is legal is
played; when none is, a pair is played by the row of its hard total (`HARD_ROW_OF_PAIR`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.cards import Card
from cutcard.errors import Illegal, Invalid
from cutcard.input_words import words_of

if TYPE_CHECKING:
    from cutcard.blackjack.round import View

HARD_ROWS: Final = tuple(str(total) for total in range(4, 21))
PAIR_ROWS: Final = ("22", "33", "44", "55", "66", "77", "88", "99", "TT", "AA")
SOFT_ROWS: Final = tuple(f"A{card}" for card in range(2, 10))
ROWS: Final = HARD_ROWS + PAIR_ROWS + SOFT_ROWS

HARD_ROW_OF_PAIR: Final = dict(zip(PAIR_ROWS, (*HARD_ROWS[::2], "12"), strict=True))
"""The row that a pair is played by when none of its own letters is legal; two aces are a 12."""

UP_CARD: Final = (*(str(card) for card in range(2, 11)), "A")
"""The columns of a chart against one open card."""

BOTH_CARDS: Final = (*HARD_ROWS, "AA", "A2", "A3", "A4", "A5", "A6")
"""The columns of a chart against two; soft 18 and more count as hard, for the dealer stands."""

_HIT_OR_STAND: Final = (Action.HIT, Action.STAND)
_LETTERS: Final = {action.value: action for action in Action if action.value in "SHDPR"}


class InvalidChart(Invalid):
    """A chart that cannot be read; the message gives its line and column."""


class UnfitChart(Illegal):
    """A chart for another kind of game."""


class _Cells(dict[tuple[str, str], str]):
    """The cells of a chart, which nobody can change."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("the cells of a chart cannot be changed: make a chart of other cells")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return _Cells, (dict(self),)


@dataclass(frozen=True, eq=False, repr=False)
class Chart:
    """A strategy table: the columns it knows and a cell for each row and column.

    Two charts are equal if they say the same everywhere, whatever they are called.
    """

    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], str]
    """Cells by row and column, such as ``("16", "10"): "Rh"``; they cannot be changed."""
    name: str = ""
    """What it is called, or the file that it was read from."""
    _plays: dict[tuple[str, str], tuple[Action, ...]] = field(init=False)

    def __post_init__(self) -> None:
        plays = {}
        for row in ROWS:
            for column in self.columns:
                try:
                    plays[row, column] = _read_cell(self.cells.get((row, column), ""), row)
                except ValueError as error:
                    raise InvalidChart(f"row {row}, column {column}: {error}") from None
        for place in self.cells:
            if place not in plays:
                raise InvalidChart(
                    f"{place!r} is not a cell's place: it takes a row, {' '.join(ROWS)},"
                    f" and a column, {' '.join(self.columns)}"
                )
        # A copy, which nobody else holds: charts are shared, and kept by what they say.
        object.__setattr__(self, "cells", _Cells(self.cells))
        object.__setattr__(self, "_plays", plays)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chart):
            return NotImplemented
        return self.columns == other.columns and self.cells == other.cells

    def __hash__(self) -> int:
        return int(self.digest, 16)

    @cached_property
    def digest(self) -> str:
        """A few letters that tell it from charts that say something else."""
        from hashlib import sha256

        said = (self.cells[row, column] for row in ROWS for column in self.columns)
        return sha256(" ".join((*self.columns, *said)).encode()).hexdigest()[:8]

    def __repr__(self) -> str:
        name = f"{self.name}, " if self.name else ""
        return f"<Chart {name}{len(self.columns)} columns, {self.digest}>"

    def cell(self, hand: Hand, dealer: Hand) -> str:
        """What the chart says of this hand, in its own letters."""
        return self.cells[row_of(hand), self.column_of(dealer)]

    def hits(self, hand: Hand, up_card: Card) -> bool:
        """Whether the chart takes another card, where all there is to do is hit or stand."""
        if len(hand.cards) < 2:  # no chart has a row for these, and none can bust
            return True
        if hand.total >= 21:
            return False
        column = self.column_of(Hand((up_card,)))
        return self.choice(row_of(hand), column, _HIT_OR_STAND) is Action.HIT

    def action(self, view: View) -> Action:
        """What the chart plays: the first of its letters that is legal."""
        legal = view.legal
        if Action.DECLINE in legal:
            return self._answer_offer(view)
        hand = view.hand
        if hand.total >= 21:
            return Action.STAND
        return self.choice(row_of(hand), self.column_of(view.dealer), legal)

    def choice(self, row: str, column: str, legal: Collection[Action]) -> Action:
        """The first legal action of a cell; of a pair's hard total where the pair has none."""
        for action in self._plays[row, column]:
            if action in legal:
                return action
        if row in HARD_ROW_OF_PAIR:
            return self.choice(HARD_ROW_OF_PAIR[row], column, legal)
        return Action.STAND  # one card to a split ace

    def surrenders_early(self, row: str, column: str) -> bool:
        """Whether a surrender that is offered before the dealer looks is taken."""
        return self._plays[row, column][0] is Action.SURRENDER

    def _answer_offer(self, view: View) -> Action:
        """Take an early surrender where the chart wants to surrender; never insure."""
        if Action.SURRENDER in view.legal and self.surrenders_early(
            row_of(view.hand), self.column_of(view.dealer)
        ):
            return Action.SURRENDER
        return Action.DECLINE

    def column_of(self, dealer: Hand) -> str:
        """The column for the dealer's open cards."""
        if self.columns == UP_CARD:
            return _UP_CARD_COLUMN[dealer.cards[0].points]
        total = dealer.total
        return _SOFT_COLUMN[total] if dealer.soft and total < 18 else str(min(total, 20))

    def check_fits(self, rules: Rules) -> None:
        """Complain if the chart needs cards that these rules do not show."""
        if self.columns == BOTH_CARDS and rules.hole_card is not HoleCard.OPEN:
            raise UnfitChart(
                "the chart has columns for both dealer cards, but"
                f" hole_card = {rules.hole_card} shows one: use a chart with columns 2 to 10 and A"
            )

    def __str__(self) -> str:
        """The chart as its file is written."""
        width = max(2, *map(len, self.cells.values()))
        lines = ["   " + " ".join(f"{column:{width}}" for column in self.columns)]
        for row in ROWS:
            cells = (f"{self.cells[row, column]:{width}}" for column in self.columns)
            lines.append(f"{row:2} " + " ".join(cells))
        return "".join(line.rstrip() + "\n" for line in lines)


@dataclass(frozen=True)
class Difference:
    """A cell in which two charts differ."""

    row: str
    column: str
    first: str
    second: str


def differences(first: Chart, second: Chart) -> list[Difference]:
    """The cells in which two charts of the same columns differ."""
    if first.columns != second.columns:
        raise UnfitChart(
            f"charts of {len(first.columns)} and {len(second.columns)} columns cannot be compared"
        )
    return [
        Difference(row, column, first.cells[row, column], second.cells[row, column])
        for row in ROWS
        for column in first.columns
        if first.cells[row, column] != second.cells[row, column]
    ]


def row_of(hand: Hand) -> str:
    """The row for a player's hand of at most 20.

    >>> row_of(Hand.of("8 8")), row_of(Hand.of("A 2 4")), row_of(Hand.of("9 7"))
    ('88', 'A6', '16')
    """
    if hand.pair:
        return _PAIR_ROW[hand.cards[0].points]
    return row_of_total(hand.total, soft=hand.soft)


def row_of_total(total: int, *, soft: bool) -> str:
    """The row for a hand that is not a pair."""
    return _SOFT_ROW[total] if soft else _HARD_ROW[total]


def shortened(cells: Mapping[tuple[str, str], str], row: str, column: str) -> str:
    """A pair's cell without its end, if the row of the hard total goes on alike."""
    cell = cells[row, column]
    if row == "AA":
        return cell  # a soft hand: people do not look for it among the hard totals
    start, split, rest = cell.upper().partition("P")
    onward = cells[HARD_ROW_OF_PAIR[row], column].upper().removeprefix("R")
    return (start + split).capitalize() if split and rest == onward else cell


_PAIR_ROW: Final = dict(zip((*range(2, 11), 1), PAIR_ROWS, strict=True))
_SOFT_ROW: Final = dict(zip(range(13, 21), SOFT_ROWS, strict=True))
_HARD_ROW: Final = dict(zip(range(4, 21), HARD_ROWS, strict=True))
_UP_CARD_COLUMN: Final = dict(zip((*range(2, 11), 1), UP_CARD, strict=True))
_SOFT_COLUMN: Final = dict(zip(range(12, 18), BOTH_CARDS[-6:], strict=True))


def _read_cell(cell: str, row: str) -> tuple[Action, ...]:
    """Read a cell's letters; ValueError says in a sentence what is wrong with them."""
    actions: list[Action] = []
    for place, letter in enumerate(cell):
        if letter.upper() not in _LETTERS or letter.isupper() != (place == 0):
            raise ValueError(
                f"{cell!r} is not a cell: it takes one of the letters S H D P R and, in lower case,"
                " what to do if that is not allowed, as in Dh"
            )
        if actions and actions[-1] in (Action.STAND, Action.HIT):
            raise ValueError(f"in {cell!r} nothing after {cell[place - 1]!r} is ever played")
        action = _LETTERS[letter.upper()]
        if action in actions:
            raise ValueError(f"{cell!r} names {letter!r} twice")
        if action is Action.SPLIT and row not in PAIR_ROWS:
            raise ValueError(f"{cell!r} splits a hand that is not a pair")
        actions.append(action)
    if not actions:
        raise ValueError("the cell is empty")
    if row not in PAIR_ROWS and actions[-1] not in (Action.STAND, Action.HIT):
        raise ValueError(f"{cell!r} may leave the player without an action: let it end in h or s")
    return tuple(actions)


def read_chart(text: str, name: str = "") -> Chart:
    """Read a chart from the text of its file, and call it by a name."""
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise InvalidChart(f"line {line} holds a NUL byte: a chart is plain text")
    lines = [
        (number, words)
        for number, line in enumerate(text.split("\n"), start=1)
        if (words := words_of(line))
    ]
    if not lines:
        raise InvalidChart("the chart is empty: it takes 36 lines")
    columns = _read_columns(*lines[0])
    cells: dict[tuple[str, str], str] = {}
    for number, (row, *words) in lines[1:]:
        _read_row(number, row, words, columns, cells)
    missing = [row for row in ROWS if (row, columns[0]) not in cells]
    if missing:
        raise InvalidChart(f"the chart has no row {missing[0]}: it takes {' '.join(ROWS)}")
    return Chart(UP_CARD if set(columns) == set(UP_CARD) else BOTH_CARDS, cells, name)


def _read_columns(number: int, words: list[str]) -> tuple[str, ...]:
    for place, word in enumerate(words, start=1):
        if word in words[: place - 1]:
            raise InvalidChart(f"line {number}, word {place}: column {word} stands twice")
    # Whichever set of columns the words come nearer to is the one that was meant.
    known = min(UP_CARD, BOTH_CARDS, key=lambda columns: len(set(columns) ^ set(words)))
    for place, word in enumerate(words, start=1):
        if word not in known:
            raise InvalidChart(
                f"line {number}, word {place}: {word!r} is not a column: they are {' '.join(known)}"
            )
    if len(words) != len(known):
        raise InvalidChart(
            f"line {number} has {len(words)} columns: a chart takes the {len(UP_CARD)} columns"
            f" {' '.join(UP_CARD)} or the {len(BOTH_CARDS)} columns {' '.join(BOTH_CARDS)}"
        )
    return tuple(words)


def _read_row(
    number: int,
    row: str,
    words: list[str],
    columns: tuple[str, ...],
    cells: dict[tuple[str, str], str],
) -> None:
    if row not in ROWS:
        raise InvalidChart(f"line {number}: {row!r} is not a row: they are {' '.join(ROWS)}")
    if (row, columns[0]) in cells:
        raise InvalidChart(f"line {number}: row {row} stands twice")
    if len(words) != len(columns):
        raise InvalidChart(
            f"line {number}: row {row} has {len(words)} cells, and there are {len(columns)} columns"
        )
    for column, word in zip(columns, words, strict=True):
        try:
            _read_cell(word, row)
        except ValueError as error:
            raise InvalidChart(f"line {number}, column {column}: {error}") from None
        cells[row, column] = word
