"""What a Q-table has learnt, compared with the exact values."""

from __future__ import annotations

import os.path
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.chart_search import best_chart, cell_values
from cutcard.blackjack.exact.hit_stand import FullDeck, check_plain
from cutcard.blackjack.exact.policy import Policy
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import HARD_ROWS, SOFT_ROWS, UP_CARD, Chart
from cutcard.errors import Illegal
from cutcard.learn.qtable import HIT, STAND, InvalidTable, QTable, read_table


@dataclass(frozen=True)
class LearntCell:
    """A cell that the table plays differently from the best chart, with learnt and exact values."""

    row: str
    column: str
    learnt_hit: float
    learnt_stand: float
    exact_hit: float
    exact_stand: float


@dataclass(frozen=True)
class Learnt:
    """How well a Q-table plays."""

    best: float
    """The edge of the best play."""
    original_player: float
    """The edge of the original player with this table."""
    cells: int
    differences: tuple[LearntCell, ...]

    def plain(self) -> dict[str, Any]:
        """All of it in plain values, for a program."""
        return asdict(self)


def load_table(name: str, rules: Rules) -> QTable:
    """The table in this file, for rules that it can play."""
    try:
        check_plain(rules)
    except Illegal:
        raise Illegal(
            "a Q-table plays hit or stand from one full deck, as in cs50:"
            " these rules allow more, or show other cards"
        ) from None
    if not os.path.exists(name):
        raise InvalidTable(f"the Q-table {name} cannot be read: there is no such file")
    return read_table(Path(name))


def policy_of(table: QTable) -> Policy:
    """The way to play that a table has learnt: hit below 12, otherwise whatever did better."""

    def act(view: View) -> Action:
        hand = view.hand
        hits = hand.total < 12 or (
            hand.total < 21 and table.better_to_hit(hand, view.dealer.cards[0])
        )
        return Action.HIT if hits else Action.STAND

    return act


def worth_of_training(table: QTable, rules: Rules) -> dict[str, object]:
    """The exact worth of the policy, of the original's player with it, and of the best play."""
    deck = FullDeck(rules)
    return {
        "best": deck.best(),
        "policy": value_of(rules, policy_of(table)).edge,
        "original_player": deck.worth(table.hits),
    }


def look_into(table: QTable, rules: Rules) -> Learnt:
    """Compare a table with the best play and, cell by cell, with the best chart."""

    def act(view: View) -> Action:
        hits = table.hits(view.hand, view.dealer.cards[0])
        return Action.HIT if hits else Action.STAND

    chart = best_chart(rules)
    exact = cell_values(rules, chart)
    found = []
    rows = [row for row in (*HARD_ROWS, *SOFT_ROWS) if _total(row) >= 12]
    for row in rows:
        for column in UP_CARD:
            learnt = {
                action: table.rewards.get(
                    (_total(row), 11 if column == "A" else int(column), action, int(row[0] == "A")),
                    0.0,
                )
                for action in (HIT, STAND)
            }
            if (learnt[HIT] > learnt[STAND]) != _hits(chart, row, column):
                # Only a pair makes 20 with two cards, and pairs have their own rows.
                values = exact.get((row, column)) or exact["TT", column]
                found.append(
                    LearntCell(
                        row,
                        column,
                        learnt[HIT],
                        learnt[STAND],
                        values[Action.HIT],
                        values[Action.STAND],
                    )
                )
    return Learnt(
        solve(rules).edge, value_of(rules, act).edge, len(rows) * len(UP_CARD), tuple(found)
    )


def _total(row: str) -> int:
    return 11 + int(row[1]) if row[0] == "A" else int(row)


def _hits(chart: Chart, row: str, column: str) -> bool:
    return chart.cells[row, column][0] == "H"
