"""Ways to play as tables over observations, and as functions of arrays.

A table has an axis for each of the columns total, soft, pair, dealer and dealer_soft, and either
an action in each place, or a value for each action, the highest of which is played. What is not
legal is passed over for the next best; for the one action of a place, that is to stand. An early
surrender is taken where it comes first, and insurance never.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.choices import ACTIONS, INSURE, SPLIT, STAND, SURRENDER
from cutcard.blackjack.kernel.one_table import OFFER
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import (
    BOTH_CARDS,
    HARD_ROW_OF_PAIR,
    HARD_ROWS,
    PAIR_ROWS,
    ROWS,
    SOFT_ROWS,
    UP_CARD,
    Chart,
)
from cutcard.errors import Invalid

SHAPE: Final = (32, 2, 11, 28, 2)
"""The shape of a table: as many as its columns have values, in every game."""

COLUMNS: Final = (1, 2, 3, 6, 7)
"""Where total, soft, pair, dealer and dealer_soft are in an observation."""

Policy = Callable[[NDArray[np.int16], NDArray[np.int8]], NDArray[np.int64]]
"""From observations and action masks, a row to a table, to an action for each table."""

_RANKED: Final = INSURE
"""Actions that are ranked: all but to insure."""

_NO_PAIR: Final = 0
"""The pair of hands that are not pairs."""

Spot = tuple[int, int, int]


def _hand_of(row: str) -> Spot:
    """Total, softness and pair of the hands of a chart's row."""
    if row in HARD_ROWS:
        return int(row), 0, 0
    hand = Hand.of(" ".join(row))
    return hand.total, int(hand.soft), hand.cards[0].points if row in PAIR_ROWS else 0


def _dealers_of(column: str) -> list[tuple[int, int]]:
    """Total and softness of the dealer's open cards in a chart's column, two cards included."""
    if column in ("A", *SOFT_ROWS, "AA"):
        hand = Hand.of(" ".join(column))
        return [(hand.total, 1)]
    totals = (20, 21) if column == "20" else (int(column),)
    return [(total, soft) for total in totals for soft in ((0, 1) if total >= 18 else (0,))]


class TablePolicy:
    """A table as a function of observations, or as a chart where a chart says all of it."""

    def __init__(self, ranked: NDArray[np.int8]) -> None:
        self._ranked = ranked
        """Actions in the order in which they are tried, by place."""

    @staticmethod
    def of(table: NDArray[Any]) -> TablePolicy:
        """The policy of a table of actions, or of a table of values."""
        if table.shape == SHAPE and table.dtype.kind in "iu":
            if table.min() < 0 or table.max() > SURRENDER:
                raise Invalid(f"a table of actions takes 0 to {SURRENDER}: it has {_wrong(table)}")
            ranked = np.zeros((*SHAPE, _RANKED), np.int8)
            ranked[..., 0] = table
            return TablePolicy(ranked)
        if table.shape[:-1] == SHAPE and table.shape[-1] >= _RANKED and table.dtype.kind in "iuf":
            values = np.array(table[..., :_RANKED], np.float64)
            if np.isnan(values).any():
                raise Invalid("a table of values takes numbers: it has some that are not")
            # Before a surrender that is offered, a split that cannot be would count as first.
            values[:, :, _NO_PAIR, ..., SPLIT] = -np.inf
            return TablePolicy(np.argsort(-values, axis=-1, kind="stable").astype(np.int8))
        raise Invalid(
            f"a table of shape {table.shape} and type {table.dtype} is not a policy: it takes whole"
            f" numbers of shape {SHAPE}, or values of shape {(*SHAPE, len(ACTIONS))}"
        )

    @staticmethod
    def of_chart(chart: Chart) -> TablePolicy:
        """The policy of a chart, which has columns for all of the dealer's cards that lie open."""
        ranked = np.zeros((*SHAPE, _RANKED), np.int8)
        for row in ROWS:
            for column in chart.columns:
                cell = chart.cells[row, column]
                if row in HARD_ROW_OF_PAIR:
                    cell += chart.cells[HARD_ROW_OF_PAIR[row], column]
                numbers = [ACTIONS.index(Action(letter.upper())) for letter in cell]
                order = list(dict.fromkeys((*numbers, STAND)))[:_RANKED]
                for dealer in _dealers_of(column):
                    ranked[(*_hand_of(row), *dealer)][: len(order)] = order
        return TablePolicy(ranked)

    def __call__(
        self, observations: NDArray[np.int16], masks: NDArray[np.int8]
    ) -> NDArray[np.int64]:
        """An action for each table."""
        ranked = self._ranked[tuple(observations[:, column] for column in COLUMNS)]
        legal = np.take_along_axis(masks, ranked, axis=1)
        chosen = np.take_along_axis(ranked, legal.argmax(axis=1)[:, None], axis=1)[:, 0]
        offered = observations[:, 0] == OFFER
        first = ranked[:, 0] == SURRENDER
        return np.where(offered & ~first, STAND, chosen).astype(np.int64)

    def chart(self, rules: Rules) -> Chart | None:
        """The chart that plays the same under these rules; None if no chart does."""
        if not rules.stand_on_21 and (self._ranked[21, ..., 0] != STAND).any():
            return None
        columns = BOTH_CARDS if rules.hole_card is HoleCard.OPEN else UP_CARD
        cells = {}
        for row in ROWS:
            for column in columns:
                ways = {
                    self._cell(row, (*_hand_of(row), *dealer)) for dealer in _dealers_of(column)
                }
                if len(ways) > 1:
                    return None
                [cells[row, column]] = ways
        return Chart(columns, cells)

    def _cell(self, row: str, place: tuple[int, ...]) -> str:
        """The letters of a place, up to the first that is always legal."""
        letters = ""
        for number in self._ranked[place]:
            letter = ACTIONS[number].value
            if letter == "P" and row not in PAIR_ROWS:
                continue
            letters += letter
            if letter in "SH":
                break
        return letters.capitalize()


def _wrong(table: NDArray[Any]) -> int:
    return int(table[(table < 0) | (table > SURRENDER)][0])
