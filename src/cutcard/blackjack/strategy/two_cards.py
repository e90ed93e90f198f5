"""Charts by the first two cards: a cell for each two cards, and for more cards by total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import HARD_ROWS, SOFT_ROWS, Chart

_NAMES: Final = "A23456789T"

FIRST_TWO: Final = tuple(
    _NAMES[high] + _NAMES[low] for high in (*range(9, 0, -1), 0) for low in range(high, -1, -1)
)
"""The names of two cards, such as T6; the higher comes first, and an ace is the lowest."""


def name_of(hand: Hand) -> str:
    """The name of two cards, the higher first; an ace is the lowest.

    >>> name_of(Hand.of("6 K")), name_of(Hand.of("A 7"))
    ('T6', '7A')
    """
    low, high = sorted(card.points for card in hand.cards)
    return _NAMES[high - 1] + _NAMES[low - 1]


@dataclass(frozen=True)
class TwoCardChart:
    """A chart that looks at the first two cards, and at the total of more."""

    firsts: Mapping[tuple[str, str], str]
    """Cells by two cards and column, such as ``("T6", "10"): "Rh"``; letters as in a chart."""
    later: Chart
    """What is done with three cards or more: its cells are H or S."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The dealer's columns."""
        return self.later.columns

    def action(self, view: View) -> Action:
        """What the chart plays: the first of its letters that is legal; it never insures."""
        hand = view.hand
        if len(hand.cards) > 2:
            return self.later.action(view)
        letters = self.cell(hand, view.dealer).upper()
        if Action.DECLINE in view.legal:
            gives_up = Action.SURRENDER in view.legal and letters[0] == Action.SURRENDER.value
            return Action.SURRENDER if gives_up else Action.DECLINE
        for letter in letters:
            if Action(letter) in view.legal:
                return Action(letter)
        return Action.STAND

    def cell(self, hand: Hand, dealer: Hand) -> str:
        """What the chart says of two cards, in its own letters."""
        if hand.total == 21:
            return "S"
        return self.firsts[name_of(hand), self.column_of(dealer)]

    def column_of(self, dealer: Hand) -> str:
        """The column for the dealer's open cards."""
        return self.later.column_of(dealer)

    def check_fits(self, rules: Rules) -> None:
        """Complain if the chart needs cards that these rules do not show."""
        self.later.check_fits(rules)

    def __str__(self) -> str:
        """The chart as a table: a row for each two cards, then for each total of more."""
        rows = [
            (name, {column: self.firsts[name, column] for column in self.columns})
            for name in FIRST_TWO
            if (name, self.columns[0]) in self.firsts
        ]
        rows += [
            (row, {column: self.later.cells[row, column] for column in self.columns})
            for row in (*HARD_ROWS[2:], *SOFT_ROWS)
        ]
        lines = ["   " + " ".join(f"{column:3}" for column in self.columns)]
        lines += [
            f"{name:2} " + " ".join(f"{cells[column]:3}" for column in self.columns)
            for name, cells in rows
        ]
        return "".join(line.rstrip() + "\n" for line in lines)
