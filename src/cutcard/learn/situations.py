"""Situations: the decisions that a learner of charts tells apart, as numbers.

A situation is a row and a column of a chart, and what is legal. Charts have one cell for each row
and column; what is learnt of the situations in it is put together in `charting.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.choices import (
    CARDS,
    PAIR,
    PLAYING,
    SOFT,
    STAND,
    SURRENDER,
    TOTAL,
    Choices,
    compile_choices,
)
from cutcard.blackjack.kernel.one_table import OFFER, ONLY_STAND
from cutcard.blackjack.kernel.questions import hand_of
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import (
    BOTH_CARDS,
    ROWS,
    UP_CARD,
    Chart,
    row_of,
    row_of_total,
)

PLAYS: Final = 5
"""Actions that a chart can name: stand, hit, double, split and surrender, in this order."""

OFFERED: Final = 1 << PLAYS
"""Added to the legal actions of an offer."""

_EARLY: Final = OFFERED | 1 << SURRENDER | 1 << STAND

NOWHERE: Final = -1
"""Instead of a number: nothing is to be decided, and the player stands."""


@dataclass(frozen=True)
class Situations:
    """The situations of a game; each is numbered by its row, its column and its kind."""

    columns: tuple[str, ...]
    kinds: tuple[int, ...]
    """What may be legal, as bits."""
    row_of: NDArray[np.int32]
    """Where the situations of a hand begin, by the hand's number."""
    column_of: NDArray[np.int32]
    """How far behind that the ones against a dealer's hand are, by its number."""
    kind_of: NDArray[np.int32]
    """How far behind those a situation is, by what is legal."""
    legal: NDArray[np.int64]
    """Legal actions by situation, as bits."""

    @property
    def number(self) -> int:
        """How many there are."""
        return len(ROWS) * len(self.columns) * len(self.kinds)

    def cell(self, row: str, column: str) -> range:
        """The situations of a cell, one of each kind."""
        at = ROWS.index(row) * len(self.columns) + self.columns.index(column)
        return range(at * len(self.kinds), (at + 1) * len(self.kinds))


@lru_cache(maxsize=32)
def situations_of(rules: Rules) -> Situations:
    """The situations that these rules know."""
    choices = compile_choices(rules)
    columns = BOTH_CARDS if rules.hole_card is HoleCard.OPEN else UP_CARD
    kinds = _kinds(choices)
    kind_of = np.full(2 * OFFERED, NOWHERE, np.int32)
    for at, kind in enumerate(kinds):
        kind_of[kind] = at
    return Situations(
        columns,
        kinds,
        _rows(choices, len(columns) * len(kinds)),
        _columns(choices, columns, len(kinds)),
        kind_of,
        np.tile([kind & OFFERED - 1 for kind in kinds], len(ROWS) * len(columns)),
    )


def kind_bits(moment: int, legal: int) -> int:
    """What is legal, as far as charts decide it: they never insure."""
    return (legal & OFFERED - 1) | (OFFERED if moment == OFFER else 0)


def _kinds(choices: Choices) -> tuple[int, ...]:
    plays = {int(bits) for bits in np.unique(choices.legal) if bits not in (0, ONLY_STAND)}
    offered = {kind_bits(OFFER, int(bits)) for bits in np.unique(choices.offers)}
    return (*sorted(plays), *(offered & {_EARLY}))


def _rows(choices: Choices, step: int) -> NDArray[np.int32]:
    rows = np.full(len(choices.hands), NOWHERE, np.int32)
    for number, facts in enumerate(choices.hands.tolist()):
        if facts[PLAYING] and facts[CARDS] > 1 and facts[TOTAL] < 21:
            if facts[PAIR]:
                row = row_of(hand_of(facts[PAIR] - 1, facts[PAIR] - 1))
            else:
                row = row_of_total(facts[TOTAL], soft=facts[SOFT])
            rows[number] = ROWS.index(row) * step
    return rows


def _columns(choices: Choices, columns: tuple[str, ...], step: int) -> NDArray[np.int32]:
    """A dealer's hand of one card has a column, or one of two that both lie open."""
    naming = Chart(columns, {(row, column): "S" for row in ROWS for column in columns})
    found = np.full(len(choices.dealer), NOWHERE, np.int32)
    for up in range(10):
        if columns == UP_CARD:
            found[up] = columns.index(naming.column_of(hand_of(up))) * step
            continue
        for second in range(10):
            hand = hand_of(up, second)
            if hand.total < 21:
                column = naming.column_of(hand)
                found[choices.dealer_take[up, second]] = columns.index(column) * step
    return found
