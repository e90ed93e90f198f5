"""Bidding rounds as they are solved and stored.

Raises are of one size, but in the first bidding round the opponent of the player for whom it is
solved may make the first raise by some others. Decisions and their choices are numbered in the
order in which a tree grows: what follows a check or call, then what follows each raise. Of each
decision the choices are to fold, if there is something to call; to check or call; to raise by each
size, if it is still allowed. A block of odds has a row for each choice and a column for each hidden
card.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

RAISE: Final = 10
"""The one size."""
SIZES: Final = (1, 3, 6, RAISE)
"""What an opponent may raise first by."""
LIMIT: Final = 3
"""Raises allowed in a bidding round."""


class Decision(NamedTuple):
    """A decision of a bidding round."""

    seat: int
    """Who decides: 0 opens."""
    first: int
    """The first of its choices."""
    owed: int
    """What a call costs: with nothing to call, there is no choice to fold."""
    paid: int
    """What has been bet in the bidding round, by whoever has bet more."""
    called: int
    """Where a check or call leads: another decision, or ~closing if it closes the round."""
    raised: tuple[int, ...]
    """The decisions after raises."""
    sizes: tuple[int, ...]
    """By how much they raise."""

    @property
    def folds(self) -> bool:
        """Whether the first choice is to fold."""
        return self.owed > 0

    @property
    def width(self) -> int:
        """How many choices it has."""
        return self.folds + 1 + len(self.raised)


@dataclass(eq=False)
class Bidding:
    """The decisions of a bidding round."""

    seat: int = 0
    """Who may make the first raise by more sizes."""
    sizes: tuple[int, ...] = (RAISE,)
    """The sizes."""
    decisions: list[Decision] = field(init=False, default_factory=list)
    closings: list[tuple[int, ...]] = field(init=False, default_factory=list)
    """In which ways it may close: the choices that lead there, opener's and answerer's in turn."""
    paths: list[tuple[int, ...]] = field(init=False, default_factory=list)
    """The choices that lead to each decision, the opener's and the answerer's in turn."""
    paid: list[int] = field(init=False, default_factory=list)
    """What each player has bet, for each way to close."""
    choices: int = field(init=False, default=0)
    """How many choices the decisions have together."""

    def __post_init__(self) -> None:
        self._grow(0, 0, 0, 0, ())

    def _grow(self, seat: int, raises: int, owed: int, paid: int, path: tuple[int, ...]) -> int:
        """Grow a decision and what follows it; its number is returned."""
        at, first = len(self.decisions), self.choices
        folds = owed > 0
        sizes: tuple[int, ...] = ()
        if raises < LIMIT:
            sizes = self.sizes if raises == 0 and seat == self.seat else (RAISE,)
        self.decisions.append(Decision(seat, first, owed, paid, 0, (), sizes))
        self.paths.append(path)
        self.choices += folds + 1 + len(sizes)
        call = first + folds
        if seat == 1 or folds:
            called = ~len(self.closings)
            self.closings.append((*path, call))
            self.paid.append(paid)
        else:
            called = self._grow(1, 0, 0, 0, (*path, call))
        raised = tuple(
            self._grow(1 - seat, raises + 1, size, paid + size, (*path, call + 1 + number))
            for number, size in enumerate(sizes)
        )
        self.decisions[at] = self.decisions[at]._replace(called=called, raised=raised)
        return at

    @cached_property
    def ways(self) -> NDArray[np.int64]:
        """The choices that lead to each way to close, in rows as long as the longest, with -1."""
        longest = max(map(len, self.closings))
        return np.array([[*path, *[-1] * (longest - len(path))] for path in self.closings])

    def kept(self, seat: int) -> NDArray[np.int64]:
        """The choices of a player without those to check or call, which are what is left."""
        return self._kept[seat]

    @cached_property
    def _kept(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Those of both players."""
        kept: tuple[list[int], list[int]] = [], []
        for decision in self.decisions:
            choices = range(decision.first, decision.first + decision.width)
            call = decision.first + decision.folds
            kept[decision.seat].extend(choice for choice in choices if choice != call)
        return np.array(kept[0]), np.array(kept[1])


PLAIN: Final = Bidding()
"""A bidding round in which every raise has one size."""
FIRST: Final = (Bidding(1, SIZES), Bidding(0, SIZES))
"""The first bidding round as it is solved for each player."""

CHOICES: Final = PLAIN.choices
CLOSINGS: Final = len(PLAIN.closings)
"""In how many ways a plain bidding round may close."""
PAID_AT: Final = np.array(PLAIN.paid)
"""What each player has bet in a plain bidding round, for each way to close."""
PATHS: Final = PLAIN.ways
"""The choices that lead to each way to close, the opener's and the answerer's in turn."""
