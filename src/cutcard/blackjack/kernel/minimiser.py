"""The minimiser: states made from the last to the first, so that equal ones become one at once."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

WIDTH: Final = 16
"""Columns of a row: ten values, three more tens so that thirteen ranks serve as well, and room."""

SAME: Final = -1
"""A next state that is the state itself."""

Row = tuple[int, ...]
"""The next states after each of the ten values, chart after chart."""


class Awaited(IntEnum):
    """The card that a state waits for; states are numbered in this order."""

    SECOND = 0
    """The dealer's second card, which lies on the table: all others come from the shoe."""
    HIT = 1
    DOUBLE = 2
    DEALER = 3


class Minimiser:
    """Numbers states by their rows: states that no card can tell apart are one state."""

    def __init__(self, reserved: int) -> None:
        self._reserved = reserved
        self._rows: dict[tuple[Awaited, Row], int] = {}
        self._known: dict[tuple[object, ...], int] = {}

    def state(
        self, key: tuple[object, ...], row: Callable[[], Row], awaited: Awaited = Awaited.HIT
    ) -> int:
        """The state known by this key, made of the row if it is new."""
        if key not in self._known:
            made = (awaited, row())
            self._known[key] = self._rows.setdefault(made, self._reserved + len(self._rows))
        return self._known[key]

    def ordered(self) -> tuple[list[Row], dict[int, int], dict[Awaited, int]]:
        """The rows by the cards they wait for; new numbers by old; how many wait for each."""
        rows = sorted(self._rows, key=lambda made: made[0])
        numbers = {self._rows[made]: self._reserved + at for at, made in enumerate(rows)}
        many = {card: sum(awaited is card for awaited, _ in rows) for card in Awaited}
        return [row for _, row in rows], numbers, many


def renumbered(rows: list[list[int]], numbers: dict[int, int]) -> NDArray[np.uint16]:
    """Rows of states by their new numbers."""
    return np.array([[numbers.get(state, state) for state in row] for row in rows], np.uint16)


def layered(
    rows: list[Row], numbers: dict[int, int], layers: int, reserved: int
) -> NDArray[np.uint16]:
    """Rows behind the reserved states, which no card changes."""
    own = np.arange(reserved + len(rows), dtype=np.uint16)
    made = np.empty((layers, len(own), WIDTH), np.uint16)
    made[:] = own[:, None]
    after = [
        [state if card == SAME else numbers.get(card, card) for card in row]
        for state, row in enumerate(rows, start=reserved)
    ]
    made[:, reserved:, :10] = np.array(after, int).reshape(-1, layers, 10).swapaxes(0, 1)
    made[:, reserved:, 10:13] = made[:, reserved:, 9:10]
    return made
