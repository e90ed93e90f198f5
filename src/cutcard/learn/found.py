"""What lessons have found: how often each action was tried in each situation, and what it brought.

Everything is counted in whole numbers, so that it does not matter who counted what first.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutcard.learn.situations import PLAYS

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Found:
    """What was found in each situation."""

    times: Whole
    """How often each action was tried, by situation and action."""
    totals: Whole
    """What it brought, added up, in parts of a unit."""
    met: Whole
    """How often play without random decisions came to each situation."""

    @staticmethod
    def nothing(situations: int) -> Found:
        """What is known of this many situations at the beginning."""
        tried = (situations, PLAYS)
        return Found(
            np.zeros(tried, np.int64), np.zeros(tried, np.int64), np.zeros(situations, np.int64)
        )

    def plus(self, other: Found) -> Found:
        """This, and what was found elsewhere."""
        return Found(self.times + other.times, self.totals + other.totals, self.met + other.met)

    def halved(self) -> Found:
        """This, with half of it forgotten."""
        return Found(self.times // 2, self.totals // 2, self.met // 2)

    def means(self) -> NDArray[np.float64]:
        """What each action brought on average, in parts; minus infinity if it was never tried."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.times > 0, self.totals / self.times, -np.inf)
