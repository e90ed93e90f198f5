"""Observations: what lies open at a table, as a row of small whole numbers.

Which columns a row has depends on the rules and on what is to be observed beside the cards on
the table. None of them is ever negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.choices import CARDS, PAIR, SOFT, STAKE, TOTAL, Choices
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.one_table import MOMENTS, OneTable
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count import Count

ALWAYS: Final = (
    "moment",
    "total",
    "soft",
    "pair",
    "cards",
    "up",
    "dealer",
    "dealer_soft",
    "hand",
    "hands",
)
"""The columns that every row begins with."""

_TOTALS: Final = 32
"""Totals of a hand: at most 21 and a ten."""
_DEALERS: Final = 28
"""The same for the dealer, who draws to 17 at most."""


@dataclass(frozen=True)
class Observed:
    """What is observed of a game; bets are the chips that may be bet, one by one."""

    rules: Rules
    bets: tuple[int, ...] = (1,)
    seen: bool = False
    """The cards exposed since the shuffle, and how many are left."""
    count: Count | None = None

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The columns by name, each with the number of its values."""
        rules = self.rules
        most = rules.charlie_at if rules.charlie != "none" else 3
        hands = rules.max_hands
        values = (MOMENTS, _TOTALS, 2, 11, most + 1, 11, _DEALERS, 2, hands, hands + 1)
        sizes = dict(zip(ALWAYS, values, strict=True))
        if rules.insurance:
            sizes["insured"] = 2
        if hands > 1:
            for hand in range(1, hands + 1):
                sizes |= {f"total_{hand}": _TOTALS, f"stake_{hand}": 3}
        if len(self.bets) > 1:
            sizes["bet"] = len(self.bets)
        if self.seen:
            decks = rules.finite_decks or 0
            for value in range(1, 11):
                # A shoe that runs dry deals its discards once more.
                sizes[f"seen_{value}"] = 8 * decks * (4 if value == 10 else 1) + 1
            sizes["left"] = 52 * decks + 1
        if self.count is not None:
            sizes["count"] = 2 * MOST_COUNT + 1
        return sizes

    def place(self, column: str) -> int:
        """Where a column is; -1 if it is not there."""
        names = list(self.sizes)
        return names.index(column) if column in names else -1


class Observer:
    """Writes down what lies open at one table."""

    def __init__(self, observed: Observed, choices: Choices) -> None:
        self._observed = observed
        self._hands: list[list[int]] = choices.hands.tolist()
        self._dealer: list[list[int]] = choices.dealer.tolist()
        self._remembers = observed.seen or observed.count is not None
        self._known: dict[tuple[int, ...], NDArray[np.int16]] = {}

    def observe(self, table: OneTable) -> NDArray[np.int16]:
        """The table as its player sees it."""
        held = table.held
        if self._remembers or len(held) != 1:
            return np.array(self.row(table), np.int16)
        # With one hand on the table there are few rows, and to copy one is fast.
        key = (table.moment, held[0], table.up, table.dealer, table.insured, table.bet)
        row = self._known.get(key)
        if row is None:
            row = self._known[key] = np.array(self.row(table), np.int16)
        return row.copy()

    def row(self, table: OneTable) -> list[int]:
        """The numbers of an observation."""
        wanted = self._observed
        rules, held = wanted.rules, table.held
        row = self._always(table) if held else [0] * len(ALWAYS)
        if rules.insurance:
            row.append(int(table.insured))
        if rules.max_hands > 1:
            for number in held:
                facts = self._hands[number]
                row += (facts[TOTAL], facts[STAKE])
            row += (0, 0) * (rules.max_hands - len(held))
        if len(wanted.bets) > 1:
            row.append(table.bet)
        if wanted.seen:
            row += table.shoe.seen
            row.append(table.shoe.left)
        if wanted.count is not None:
            row.append(self._count(wanted.count, table))
        return row

    def _always(self, table: OneTable) -> list[int]:
        """The columns that every row begins with."""
        hand = self._hands[table.held[table.at]]
        dealer = self._dealer[table.dealer]
        return [
            table.moment,
            *(hand[TOTAL], hand[SOFT], hand[PAIR], hand[CARDS]),
            *(table.up + 1, dealer[TOTAL], dealer[SOFT]),
            *(table.at, len(table.held)),
        ]

    def _count(self, count: Count, table: OneTable) -> int:
        """The count's value, held within its bounds, and moved so that none is negative."""
        decks = self._observed.rules.finite_decks or 1
        running = count.initial(decks)
        for tag, times in zip(count.tags, table.shoe.seen, strict=True):
            running += tag * times
        value = count.value(running, table.shoe.left)
        return min(max(value, -MOST_COUNT), MOST_COUNT) + MOST_COUNT
