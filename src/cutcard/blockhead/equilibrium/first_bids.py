"""The first bidding round against a stored policy: how raises are read, and what exploiters win.

In the first bidding round the policy knows raises of several sizes. It reads another as the next
larger or the next smaller one, by a coin, and goes on as if that had been bet; before the smallest
comes a check or call. The exploiter is told how each bet was read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from cutcard.blockhead.equilibrium.biddings import LIMIT, RAISE, Bidding, Decision
from cutcard.blockhead.equilibrium.deviation import read_as_raise
from cutcard.blockhead.equilibrium.last_bids import fold_masses
from cutcard.blockhead.equilibrium.lead_tree import CARDS, Counts, hidden_odds
from cutcard.blockhead.equilibrium.real_deck import Blocks, ExploiterScope, exploit_rest
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats


@dataclass(frozen=True)
class Neighbours:
    """The raises of a decision as which another is read: numbers of its sizes, -1 for a call."""

    below: int
    above: int

    @staticmethod
    def of(decision: Decision, size: int) -> Neighbours:
        """Those of a raise."""
        above = next(number for number, known in enumerate(decision.sizes) if known >= size)
        return Neighbours(above - 1, above)

    def sizes(self, decision: Decision) -> tuple[float, float]:
        """Their sizes, as `read_upwards` takes them."""
        smaller = decision.sizes[self.below] if self.below >= 0 else 0
        return float(smaller), float(decision.sizes[self.above])


@compiled
def read_upwards(
    size: float, smaller: float, larger: float, real: float, read: float, folds: float
) -> float:
    """How likely a raise is read as the larger of its neighbours; 0 is a check or call.

    ``real`` and ``read`` are the stakes before it, as they are and as they were read; ``folds`` is
    how often the policy folds to the larger.
    """
    if smaller == 0.0:
        return read_as_raise(size, larger, real, read, folds)
    # Between two sizes the policy must fold as often as makes a bluff worth nothing.
    most, least = larger / (2.0 * read + larger), smaller / (2.0 * read + smaller)
    often = size / (2.0 * max(real, 1.0) + size)
    return min(max((often - least) / (most - least), 0.0), 1.0)


@compiled
def fold_share(counts: Counts, reach: Floats, folds: Floats) -> float:
    """How often a player folds who comes with some odds; ``counts`` are the unseen cards."""
    total, folded = fold_masses(counts, reach, folds)
    return folded / total if total > 0.0 else 0.0


@dataclass(frozen=True)
class FirstBids:
    """The first bidding round between an exploiter and a policy."""

    bidding: Bidding
    seat: int
    """The exploiter's."""
    block: Floats
    """The policy's odds."""
    odds: Floats
    """Of two hidden cards: rows are the policy's."""
    stake: float
    sizes: tuple[int, ...]
    """The raises that the exploiter makes."""
    values: Floats
    """What its hidden cards are worth after each way to close, for each of the offs."""
    offs: Floats
    """How far stakes are from what was read; between these numbers, lines are drawn."""

    def best(self) -> Floats:
        """What each card of the exploiter is worth."""
        return self._bid(0, 0, 0) if self.seat == 0 else self._answer(0, 0, 0, 0)

    @cached_property
    def _reach(self) -> list[Floats]:
        """How likely the policy comes to each decision, by its hidden card."""
        return [
            np.prod([np.ones(CARDS), *self.block[list(path[1 - self.seat :: 2])]], axis=0)
            for path in self.bidding.paths
        ]

    def _bid(self, at: int, raises: int, off: int) -> Floats:
        """What a decision is worth to the exploiter."""
        decision = self.bidding.decisions[at]
        level = self.stake + decision.paid
        best = self._called(decision, raises, off)
        if decision.folds:
            there = self._reach[at] @ self.odds
            best = np.maximum(best, -(level + off - decision.owed) * there)
        for size in self.sizes if raises < LIMIT else ():
            near = Neighbours.of(decision, size)
            folds = self._folds(decision.raised[near.above])
            smaller, larger = near.sizes(decision)
            likely = read_upwards(float(size), smaller, larger, level + off, level, folds)
            worth = np.zeros(CARDS)
            for number, part in ((near.above, likely), (near.below, 1 - likely)):
                if part == 0:
                    continue
                if number < 0:
                    worth += part * self._called(decision, raises + 1, off + size)
                else:
                    now = off + size - decision.sizes[number]
                    after = decision.raised[number]
                    worth += part * self._answer(after, raises + 1, now, size)
            best = np.maximum(best, worth)
        return best

    def _answer(self, at: int, raises: int, off: int, owed: int) -> Floats:
        """What a decision of the policy is worth to the exploiter, who has just raised by some."""
        decision = self.bidding.decisions[at]
        worth = self._called(decision, raises, off)
        if decision.folds:
            folded = (self._reach[at] * self.block[decision.first]) @ self.odds
            worth = worth + (self.stake + decision.paid + off - owed) * folded
        for after in decision.raised:
            if raises < LIMIT:
                worth = worth + self._bid(after, raises + 1, off)
            else:
                # As if it had raised and been called.
                worth = worth + self._closed(~self.bidding.decisions[after].called, off - RAISE)
        return worth

    def _called(self, decision: Decision, raises: int, off: int) -> Floats:
        """What a check or call, or what is read as one, is worth to the exploiter."""
        if decision.called < 0:
            return self._closed(~decision.called, off)
        if decision.seat == self.seat:
            return self._answer(decision.called, raises, off, 0)
        return self._bid(decision.called, raises, off)

    def _closed(self, way: int, off: int) -> Floats:
        values = self.values[way]
        if len(self.offs) == 1:
            return np.asarray(values[0])
        at = int(np.clip(np.searchsorted(self.offs, off) - 1, 0, len(self.offs) - 2))
        part = (off - self.offs[at]) / (self.offs[at + 1] - self.offs[at])
        return np.asarray((1 - part) * values[at] + part * values[at + 1])

    def _folds(self, at: int) -> float:
        """How often the policy folds in a decision."""
        come = self.odds.sum(axis=1) * self._reach[at]
        total = float(come.sum())
        folds = self.block[self.bidding.decisions[at].first]
        return float(come @ folds) / total if total else 0.0


def exploit_start(
    counts: Counts,
    lead: int,
    stake: float,
    seat: int,
    bidding: Bidding,
    blocks: Blocks,
    exploiter: ExploiterScope,
) -> float:
    """What an exploiter in a seat wins after four open cards; ``counts`` are the unseen cards."""
    values = np.zeros((len(bidding.closings), len(exploiter.second), CARDS))
    paid = np.array(bidding.paid)
    # Card by card, so that Ctrl-C is heard.
    for one, two in product(range(CARDS), repeat=2):
        exploit_rest(
            counts, one, two, lead, stake, seat, blocks, bidding.ways, paid, exploiter, values
        )
    sizes = tuple(exploiter.sizes.tolist())
    odds = hidden_odds(counts)
    bids = FirstBids(bidding, seat, blocks.first, odds, stake, sizes, values, exploiter.second)
    return float(bids.best().sum())
