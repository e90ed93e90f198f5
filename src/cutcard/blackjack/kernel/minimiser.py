"""The minimiser: states made from the last to the first, so that equal ones become one at once."""

from __future__ import annotations

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

    # Faster than Enum's hash of the name.
    __hash__ = int.__hash__

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

    def state(self, row: Row, awaited: Awaited = Awaited.HIT) -> int:
        """The state with this row, which is a new one if no other has it."""
        return self._rows.setdefault((awaited, row), self._reserved + len(self._rows))

    def ordered(self) -> tuple[list[Row], NDArray[np.intp], dict[Awaited, int]]:
        """The rows by the cards they wait for; new numbers by old; how many wait for each."""
        rows = sorted(self._rows, key=lambda made: made[0])
        numbers = np.arange(self._reserved + len(rows))
        numbers[[self._rows[made] for made in rows]] = np.arange(self._reserved, len(numbers))
        many = {card: sum(awaited is card for awaited, _ in rows) for card in Awaited}
        return [row for _, row in rows], numbers, many


def renumbered(rows: list[list[int]], numbers: NDArray[np.intp]) -> NDArray[np.uint16]:
    """Rows of states by their new numbers."""
    made: NDArray[np.uint16] = numbers[np.array(rows)].astype(np.uint16)
    return made


def layered(
    rows: list[Row], numbers: NDArray[np.intp], layers: int, reserved: int
) -> NDArray[np.uint16]:
    """Rows behind the reserved states, which no card changes."""
    own = np.arange(reserved + len(rows), dtype=np.uint16)
    made = np.empty((layers, len(own), WIDTH), np.uint16)
    made[:] = own[:, None]
    after = np.array(rows, int).reshape(-1, layers, 10).swapaxes(0, 1)
    made[:, reserved:, :10] = np.where(after == SAME, own[reserved:, None], numbers[after])
    made[:, reserved:, 10:13] = made[:, reserved:, 9:10]
    return made
