"""The first bidding round between an exploiter and a policy, with raises that the policy knows.

Such raises are read as they are, without a coin, so that stakes are what they are read as.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import Bidding
from cutcard.blockhead.equilibrium.lead_tree import CARDS
from cutcard.blockhead.equilibrium.public_tree import Numbers
from cutcard.blockhead.equilibrium.response_ends import FOLDS_WON, WE_FOLD
from cutcard.blockhead.equilibrium.tens import Bytes


@dataclass(frozen=True, eq=False)
class KnownBids:
    """A first bidding round, by hidden card of the exploiter."""

    bidding: Bidding
    seat: int
    """The exploiter's."""
    block: Numbers
    """The policy's odds."""
    odds: Numbers
    """Of two hidden cards: rows are the policy's."""
    stake: float
    values: Numbers
    """What hidden cards are worth after each way to close; they hold how likely the card is."""

    def worths(self, at: int) -> list[Numbers]:
        """What each choice of a decision is worth, the exploiter's or the policy's.

        A choice of the policy's is worth what it brings, times how likely it is.
        """
        if at not in self._known:
            self._known[at] = self._weigh(at)
        return self._known[at]

    def best(self, at: int = 0) -> Numbers:
        """What a decision is worth; the first one is the whole bidding round."""
        worths = np.array(self.worths(at))
        return np.asarray(worths.max(axis=0) if self._is_own(at) else worths.sum(axis=0))

    def choices(self, at: int) -> NDArray[np.int64]:
        """The best choice of the exploiter in a decision, by hidden card: the first of equals."""
        return np.asarray(np.argmax(self.worths(at), axis=0))

    def come_to(self, at: int) -> Numbers:
        """How likely the policy comes to a decision, by its hidden card."""
        rows = list(self.bidding.paths[at][1 - self.seat :: 2])
        return np.asarray(np.prod([np.ones(CARDS), *self.block[rows]], axis=0))

    def count_ends(self, ends: Numbers) -> Bytes:
        """Count how deals end in this round; returned is which hands come to each way to close."""
        met = np.zeros((len(self.bidding.closings), CARDS), np.uint8)
        waiting = [(0, np.ones(CARDS, np.bool_))]
        for at, hands in waiting:
            decision = self.bidding.decisions[at]
            made = self.choices(at) if self._is_own(at) else None
            after = [decision.called, *decision.raised]
            for choice in range(decision.width):
                here = hands if made is None else hands & (made == choice)
                number = choice - decision.folds
                if number < 0:
                    often = float(self._folded(at)[here].sum())
                    way = WE_FOLD if self._is_own(at) else FOLDS_WON
                    chips = self._lost(at) * (-1 if self._is_own(at) else 1)
                    ends[0, way] += often, often * chips
                elif after[number] < 0:
                    met[~after[number]] |= here
                else:
                    waiting.append((after[number], here))
        return met

    @cached_property
    def _known(self) -> dict[int, list[Numbers]]:
        return {}

    def _is_own(self, at: int) -> bool:
        """Whether a decision is the exploiter's."""
        return self.bidding.decisions[at].seat == self.seat

    def _weigh(self, at: int) -> list[Numbers]:
        decision = self.bidding.decisions[at]
        worths = []
        if decision.folds:
            lost = self._lost(at) * self._folded(at)
            worths.append(-lost if self._is_own(at) else lost)
        for after in (decision.called, *decision.raised):
            worths.append(self.best(after) if after >= 0 else np.asarray(self.values[~after]))
        return worths

    def _lost(self, at: int) -> float:
        """What who folds in a decision has staked."""
        decision = self.bidding.decisions[at]
        return self.stake + decision.paid - decision.owed

    def _folded(self, at: int) -> Numbers:
        """How likely a fold is, if the exploiter makes it, or by the odds of the policy."""
        come = self.come_to(at)
        if not self._is_own(at):
            come = come * self.block[self.bidding.decisions[at].first]
        return np.asarray(come @ self.odds)
