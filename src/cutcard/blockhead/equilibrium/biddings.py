"""A bidding round in which every raise has one size, as it is solved and stored.

Its eight decisions have twenty choices together, numbered in the order in which a tree grows: what
follows a check or call, then what follows a raise. Of each decision the choices are to fold, if
there is something to call; to check or call; to raise, if it is still allowed. A block of odds has
a row for each choice and a column for each hidden card.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

RAISE: Final = 10
CHOICES: Final = 20


class Decision(NamedTuple):
    """A decision of a bidding round."""

    seat: int
    """Who decides: 0 opens."""
    first: int
    """The first of its choices."""
    folds: bool
    """Whether the first choice is to fold."""
    raises: int
    """How many raises there have been."""
    called: int
    """Where a check or call leads: another decision, or ~closing if it closes the round."""
    raised: int
    """The decision after a raise; 0 if there is none."""

    @property
    def width(self) -> int:
        """How many choices it has."""
        return self.folds + 1 + (self.raised > 0)


DECISIONS: Final = (
    Decision(0, 0, False, 0, 1, 5),
    Decision(1, 2, False, 0, ~0, 2),
    Decision(0, 4, True, 1, ~1, 3),
    Decision(1, 7, True, 2, ~2, 4),
    Decision(0, 10, True, 3, ~3, 0),
    Decision(1, 12, True, 1, ~4, 6),
    Decision(0, 15, True, 2, ~5, 7),
    Decision(1, 18, True, 3, ~6, 0),
)

CLOSINGS: Final = 7
"""In how many ways a bidding round may close."""

RAISES_AT: Final = np.array([0, 1, 2, 3, 1, 2, 3])
"""How many raises there have been, for each way to close."""

PATHS: Final = np.array(
    [
        [0, 2, -1, -1, -1],
        [0, 3, 5, -1, -1],
        [0, 3, 6, 8, -1],
        [0, 3, 6, 9, 11],
        [1, 13, -1, -1, -1],
        [1, 14, 16, -1, -1],
        [1, 14, 17, 19, -1],
    ]
)
"""The choices that lead to each way to close, the opener's and the answerer's in turn."""

PATHS_TO: Final = ((), (0,), (0, 3), (0, 3, 6), (0, 3, 6, 9), (1,), (1, 14), (1, 14, 17))
"""The choices that lead to each decision, the opener's and the answerer's in turn."""
