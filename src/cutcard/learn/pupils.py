"""Pupils: what is known between batches of lessons in Blockhead Poker, and how to play by it.

A pupil is a value; after a batch there is another one. `BestResponder` learns the best answer to an
opponent who does not change, `RegretMatcher` learns against itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.spots import ACTIONS, CERTAIN, NODES, Odds, Spots, legal_of
from cutcard.learn.gleanings import Gleanings, check_met, merged
from cutcard.learn.spot_values import Values, best_of, values_of
from cutcard.learn.tuition import batch_at
from cutcard.number_arrays import Integers
from cutcard.sealed_arrays import Arrays

Kept = Mapping[str, NDArray[Any]]


class Pupil(Protocol):
    """Whoever is taught in batches."""

    @property
    def lesson(self) -> tuple[Odds, Integers]:
        """What the next batch is played by, and what each spot is worth in parts of a chip."""

    def after(self, found: Gleanings) -> Pupil:
        """The pupil after a batch which has found this."""

    def policy(self, found: Gleanings) -> Odds:
        """What was learnt, together with what a batch has found that is not over yet."""

    def batch(self, block: int) -> range:
        """The batch that a block belongs to."""

    def arrays(self) -> Arrays:
        """What is to be kept in a file."""

    def resumed(self, arrays: Kept) -> Pupil:
        """The pupil of whom these arrays were kept; ValueError if they make no sense."""


@dataclass(frozen=True, eq=False)
class BestResponder:
    """Plays what has brought most.

    A batch is a quarter of all before it. When it ends, an eighth of what older batches found is
    forgotten, for it was found with worse play; chance matters so much here that to forget more
    costs more than worse play does.
    """

    spots: Spots
    older: Gleanings

    @cached_property
    def lesson(self) -> tuple[Odds, Integers]:
        return best_of(self.spots, self.older)

    def after(self, found: Gleanings) -> BestResponder:
        return BestResponder(self.spots, self.older.faded().plus(found))

    def policy(self, found: Gleanings) -> Odds:
        if not len(found.met):
            return self.lesson[0]
        return best_of(self.spots, self.older.plus(found))[0]

    def batch(self, block: int) -> range:
        return batch_at(block)

    def arrays(self) -> Arrays:
        return self.older.arrays("older")

    def resumed(self, arrays: Kept) -> BestResponder:
        return BestResponder(self.spots, Gleanings.restored("older", arrays, self.spots.number))


BATCH: Final = 8
"""Blocks in a batch of a pupil who learns against itself."""


@dataclass(frozen=True, eq=False)
class RegretMatcher:
    """Plays each action as often as it regrets not to have played it, and learns the mean of that.

    Regrets are those of a batch, added up; where the sum falls below zero, it begins anew. In
    the mean a later batch counts more, and a spot as often as it was met.
    """

    spots: Spots
    met: Integers
    """The spots that were met, in order."""
    regrets: Values
    """By these spots and by action."""
    played: Values
    """How often each action was played, by these spots and by action."""
    batches: int = 0

    @staticmethod
    def beginner(spots: Spots) -> RegretMatcher:
        """One who knows nothing."""
        none = np.zeros((0, ACTIONS))
        return RegretMatcher(spots, np.zeros(0, np.int64), none, none)

    @cached_property
    def lesson(self) -> tuple[Odds, Integers]:
        return self._odds(self.regrets), np.zeros(self.spots.number, np.int64)

    def _odds(self, weights: Values) -> Odds:
        """Odds in proportion to weights in spots that were met; otherwise any legal action."""
        legal = legal_of(self.spots)
        odds = np.tile(_in_proportion(legal.astype(np.float64)), (self.spots.number // NODES, 1))
        there = weights.any(axis=1)
        odds[self.met[there]] = _in_proportion(weights[there])
        return odds

    def after(self, found: Gleanings) -> RegretMatcher:
        met = merged(self.met, found.met)
        before, now = np.searchsorted(met, self.met), np.searchsorted(met, found.met)
        regrets, played = np.zeros((2, len(met), ACTIONS))
        regrets[before], played[before] = self.regrets, self.played
        values, _ = values_of(self.spots, found)
        legal = legal_of(self.spots)[found.met % NODES]
        values = np.where(np.isfinite(values), values, 0.0)
        odds = self.lesson[0][found.met] / CERTAIN
        often = found.times.sum(axis=1, keepdims=True)
        regret = values - (odds * values).sum(axis=1, keepdims=True)
        regrets[now] = np.maximum(regrets[now] + np.where(legal, often * regret, 0.0), 0.0)
        played[now] += (self.batches + 1) * often * odds
        return RegretMatcher(self.spots, met, regrets, played, self.batches + 1)

    def policy(self, found: Gleanings) -> Odds:
        pupil = self.after(found)
        return pupil._odds(pupil.played)

    def batch(self, block: int) -> range:
        start = block // BATCH * BATCH
        return range(start, start + BATCH)

    def arrays(self) -> Arrays:
        return {
            "met": self.met,
            "regrets": self.regrets,
            "played": self.played,
            "batches": np.array([self.batches], np.int64),
        }

    def resumed(self, arrays: Kept) -> RegretMatcher:
        met, batches = arrays["met"], arrays["batches"]
        check_met(met, self.spots.number)
        if batches.dtype != np.int64 or batches.shape != (1,) or batches[0] < 0:
            raise ValueError(batches.dtype)
        for array in (arrays["regrets"], arrays["played"]):
            if array.shape != (len(met), ACTIONS) or array.dtype != np.float64:
                raise ValueError(array.shape)
            if not np.isfinite(array).all() or not (array >= 0.0).all():
                raise ValueError("less than nothing")
        return RegretMatcher(self.spots, met, arrays["regrets"], arrays["played"], int(batches[0]))


def _in_proportion(weights: Values) -> Odds:
    """Odds in proportion to weights, a row for each spot; what is left over goes to the largest."""
    shares = weights / weights.sum(axis=1, keepdims=True)
    odds: Odds = np.floor(CERTAIN * shares).astype(np.uint8)
    rest = CERTAIN - odds.sum(axis=1)
    odds[np.arange(len(odds)), shares.argmax(axis=1)] += rest.astype(np.uint8)
    return odds
