"""A game of two players as everybody sees it: a tree of decisions, chance and endings.

What a player hides is one of some hands. The tree knows nothing of cards: how likely two hidden
hands are together with what chance has shown, and who wins, stands in the tables of odds that its
endings point to.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.number_arrays import Floats, ShortIntegers

CHANCE: Final = 2
ENDING: Final = 3

Table = NDArray[np.floating]
"""For each choice of the tree and each hidden hand, a number."""


class PublicTree(NamedTuple):
    """The nodes of a tree, each before those below it."""

    kinds: ShortIntegers
    """The player whose decision it is, 0 or 1, CHANCE or ENDING."""
    depths: ShortIntegers
    turns: ShortIntegers
    """The place among those that follow the same node."""
    widths: ShortIntegers
    """How many nodes follow it."""
    places: ShortIntegers
    """Of a decision: its first choice. Of an ending: its table of odds."""
    stakes: Floats
    """Of an ending: the chips that the odds are multiplied by, for the first player."""

    @property
    def choices(self) -> int:
        """How many choices the decisions have together."""
        return int(self.widths[self.kinds < CHANCE].sum())


class Planter:
    """Grows a tree node by node: after a node, all that follows it, in order."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, int, int, int, float]] = []
        self._open: list[list[int]] = []
        """The nodes above: how many follow each, and how many of them are there."""
        self._choices = 0

    def decision(self, player: int, width: int) -> int:
        """A decision between some choices; the place of the first of them is returned."""
        first = self._choices
        self._choices += width
        self._plant(player, width, first, 0.0)
        return first

    def chance(self, width: int) -> None:
        """A turn of chance."""
        self._plant(CHANCE, width, 0, 0.0)

    def ending(self, odds: int, stake: float) -> None:
        """An ending that is worth a stake times a table of odds to the first player."""
        self._plant(ENDING, 0, odds, stake)

    def _plant(self, kind: int, width: int, place: int, stake: float) -> None:
        turn = self._open[-1][1] if self._open else 0
        self._rows.append((kind, len(self._open), turn, width, place, stake))
        if self._open:
            self._open[-1][1] += 1
        if width:
            self._open.append([width, 0])
        while self._open and self._open[-1][0] == self._open[-1][1]:
            self._open.pop()

    def tree(self) -> PublicTree:
        """The tree, once nothing is missing."""
        if self._open:
            raise ValueError(f"{len(self._open)} nodes wait for what follows them")
        *places, stakes = zip(*self._rows, strict=True)
        kinds, depths, turns, widths, firsts = (np.array(place, np.int32) for place in places)
        return PublicTree(kinds, depths, turns, widths, firsts, np.array(stakes, np.float64))


def both_sides(tables: Floats) -> Floats:
    """Tables of odds as each player needs them: by what the other hides, then by its own hand."""
    return np.stack([np.swapaxes(tables, 1, 2), -tables])
