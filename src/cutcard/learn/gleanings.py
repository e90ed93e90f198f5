"""Gleanings: what lessons in Blockhead Poker have found, by spot and action.

There are many spots, of which few are ever met; only those are kept. Everything is counted in
whole numbers, so that it does not matter who counted what first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.spots import ACTIONS
from cutcard.number_arrays import Integers
from cutcard.sealed_arrays import Arrays


@dataclass(frozen=True, eq=False)
class Gleanings:
    """What was found in the spots that were met."""

    met: Integers
    """The spots that were met, in order."""
    times: Integers
    """How often each action was tried, a row for each of these spots."""
    totals: Integers
    """What it brought, added up, in parts of a chip."""

    @staticmethod
    def nothing() -> Gleanings:
        """What is known at the beginning."""
        none = np.zeros((0, ACTIONS), np.int64)
        return Gleanings(np.zeros(0, np.int64), none, none)

    def plus(self, other: Gleanings) -> Gleanings:
        """This, and what was found elsewhere."""
        met = merged(self.met, other.met)
        times, totals = np.zeros((2, len(met), ACTIONS), np.int64)
        for part in (self, other):
            rows = np.searchsorted(met, part.met)
            times[rows] += part.times
            totals[rows] += part.totals
        return Gleanings(met, times, totals)

    def faded(self) -> Gleanings:
        """This, with an eighth of it forgotten."""
        return Gleanings(self.met, self.times * 7 // 8, self.totals * 7 // 8)

    def arrays(self, name: str) -> Arrays:
        """Arrays to be kept under a name."""
        return {f"{name}_met": self.met, f"{name}_times": self.times, f"{name}_totals": self.totals}

    @staticmethod
    def restored(name: str, arrays: Mapping[str, NDArray[Any]], spots: int) -> Gleanings:
        """What was found, from arrays that were kept; ValueError if they make no sense."""
        met, times, totals = (arrays[f"{name}_{part}"] for part in ("met", "times", "totals"))
        check_met(met, spots)
        for array in (times, totals):
            if array.dtype != np.int64 or array.shape != (len(met), ACTIONS):
                raise ValueError(array.shape)
        if (times < 0).any():
            raise ValueError("tried less than never")
        return Gleanings(met, times, totals)


def merged(one: Integers, other: Integers) -> Integers:
    """The spots of both, in order; both are in order themselves."""
    both = np.sort(np.concatenate([one, other]), kind="stable")
    return both[np.append(np.diff(both) > 0, True)] if len(both) else both


def check_met(met: NDArray[Any], spots: int) -> None:
    """Refuse numbers that are not spots in order."""
    if met.dtype != np.int64 or met.ndim != 1 or (np.diff(met) < 1).any():
        raise ValueError(met.dtype)
    if len(met) and not 0 <= met[0] <= met[-1] < spots:
        raise ValueError("spots that do not exist")
