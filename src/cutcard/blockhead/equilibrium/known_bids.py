"""The first bidding round between an exploiter and a policy, with raises that the policy knows.

Such raises are read as they are, without a coin, so that stakes are what they are read as.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.bidding_arrays import (
    CALLED,
    FIRSTS,
    FOLDS,
    OWED,
    PAID,
    PATHS,
    RAISED,
    SEATS,
    WIDTHS,
    number_of,
)
from cutcard.blockhead.equilibrium.biddings import Bidding
from cutcard.blockhead.equilibrium.lead_tree import CARDS
from cutcard.blockhead.equilibrium.response_ends import FOLDS_WON, WE_FOLD
from cutcard.blockhead.equilibrium.tens import Bytes
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats


@compiled
def weigh_bids(
    bidding: int,
    seat: int,
    block: Floats,
    odds: Floats,
    stake: float,
    closed: Floats,
    worths: Floats,
) -> None:
    """Write down what each choice is worth to an exploiter in a seat, with one hidden card.

    ``block`` has the policy's odds, ``odds`` are those of the hidden card together with each of the
    policy's, and ``closed`` is what the ways to close are worth. A choice of the policy's is worth
    what it brings, times how likely it is.
    """
    decisions = FIRSTS.shape[1]
    best = np.zeros(decisions)
    for at in range(decisions - 1, -1, -1):
        first, width = FIRSTS[bidding, at], WIDTHS[bidding, at]
        if first < 0:
            continue
        own, folds = SEATS[bidding, at] == seat, FOLDS[bidding, at]
        if folds:
            path = PATHS[bidding, at]
            folded = 0.0
            for card in range(CARDS):
                come = 1.0 if own else block[first, card]
                for step in range(1 - seat, len(path), 2):
                    if path[step] >= 0:
                        come *= block[path[step], card]
                folded += come * odds[card]
            lost = (stake + PAID[bidding, at] - OWED[bidding, at]) * folded
            worths[first] = -lost if own else lost
        for number in range(width - folds):
            after = RAISED[bidding, at, number - 1] if number else CALLED[bidding, at]
            worths[first + folds + number] = best[after] if after >= 0 else closed[~after]
        best[at] = worths[first]
        for choice in range(first + 1, first + width):
            if not own:
                best[at] += worths[choice]
            elif worths[choice] > best[at]:
                best[at] = worths[choice]


@dataclass(frozen=True, eq=False)
class KnownBids:
    """A first bidding round, by hidden card of the exploiter."""

    bidding: Bidding
    seat: int
    """The exploiter's."""
    block: Floats
    """The policy's odds."""
    odds: Floats
    """Of two hidden cards: rows are the policy's."""
    stake: float
    values: Floats
    """What hidden cards are worth after each way to close; they hold how likely the card is."""

    def worths(self, at: int) -> Floats:
        """What each choice of a decision is worth, as `weigh_bids` says it: by hidden card."""
        decision = self.bidding.decisions[at]
        return self._worths[decision.first : decision.first + decision.width]

    def best(self, at: int = 0) -> Floats:
        """What a decision is worth; the first one is the whole bidding round."""
        worths = self.worths(at)
        return np.asarray(worths.max(axis=0) if self._is_own(at) else worths.sum(axis=0))

    def choices(self, at: int) -> NDArray[np.int64]:
        """The best choice of the exploiter in a decision, by hidden card: the first of equals."""
        return np.asarray(np.argmax(self.worths(at), axis=0))

    def count_ends(self, ends: Floats) -> Bytes:
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
    def _worths(self) -> Floats:
        """What all choices are worth, by hidden card."""
        number = number_of(self.bidding)
        worths = np.zeros((CARDS, self.bidding.choices))
        odds, values = np.ascontiguousarray(self.odds.T), np.ascontiguousarray(self.values.T)
        for hand in range(CARDS):
            weigh_bids(
                number, self.seat, self.block, odds[hand], self.stake, values[hand], worths[hand]
            )
        return worths.T

    def _is_own(self, at: int) -> bool:
        """Whether a decision is the exploiter's."""
        return self.bidding.decisions[at].seat == self.seat

    def _lost(self, at: int) -> float:
        """What a player who folds in a decision has staked."""
        decision = self.bidding.decisions[at]
        return self.stake + decision.paid - decision.owed

    def _folded(self, at: int) -> Floats:
        """How likely a fold is, if the exploiter makes it, or by the odds of the policy."""
        return np.asarray(np.abs(self.worths(at)[0]) / self._lost(at))
