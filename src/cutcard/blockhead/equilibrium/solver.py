"""Counterfactual regret minimisation in vector form, and how far a policy is from equilibrium."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from cutcard.blockhead.equilibrium.public_tree import CHANCE, PublicTree, Table, both_sides
from cutcard.blockhead.equilibrium.regret_walk import BEST, LEARN, PLAY, walk
from cutcard.blockhead.equilibrium.schedules import Schedule, Step
from cutcard.number_arrays import Floats


class Solver:
    """Solves a game by letting two players learn against each other, in turn.

    ``tables`` are the odds that endings point to, by the hands of the first and of the second
    player; they include how likely chance deals these hands and shows what has been seen.
    """

    def __init__(
        self,
        tree: PublicTree,
        tables: Floats,
        schedule: Schedule,
        *,
        reach: Floats | None = None,
        precision: DTypeLike = np.float64,
    ) -> None:
        hands = tables.shape[1]
        self.tree = tree
        self.iterations = 0
        self._schedule = schedule
        self._odds = both_sides(tables).astype(precision)
        self._reach = np.ones((2, hands)) if reach is None else reach
        self._reach = self._reach.astype(precision)
        self._regrets = np.zeros((tree.choices, hands), precision)
        self._sums = np.zeros_like(self._regrets)
        self._strategy = uniform(tree, hands).astype(precision)

    def iterate(self, times: int = 1) -> None:
        """Let each player learn this many times."""
        for _ in range(times):
            self.iterations += 1
            step = self._schedule.step(self.iterations)
            for player in (0, 1):
                self._walk(player, LEARN, self._strategy, step)

    def average(self) -> Table:
        """The average of the strategies so far: the policy that comes near an equilibrium."""
        return normalised(self.tree, self._sums)

    def worth(self, policy: Table) -> float:
        """What a policy is worth to the first player, against itself."""
        return self._walk(0, PLAY, policy)

    def exploitability(self, policy: Table) -> float:
        """What a best response wins from a policy, averaged over both seats."""
        return sum(self._walk(player, BEST, policy) for player in (0, 1)) / 2

    def _walk(self, player: int, mode: int, policy: Table, step: Step | None = None) -> float:
        result = np.zeros(policy.shape[1], policy.dtype)
        walk(
            self.tree,
            self._odds,
            player,
            mode,
            self._reach,
            policy,
            self._regrets,
            self._sums,
            *(step or Step()),
            result,
        )
        return float(self._reach[player].astype(np.float64) @ result)


def uniform(tree: PublicTree, hands: int) -> Table:
    """The policy that makes all choices alike."""
    return normalised(tree, np.zeros((tree.choices, hands)))


def normalised(tree: PublicTree, sums: Table) -> Table:
    """The odds of choices in each decision; where nothing is known, all are alike."""
    nodes = tree.kinds < CHANCE
    widths = tree.widths[nodes]
    firsts = tree.places[nodes]
    known = np.add.reduceat(sums, firsts, axis=0)
    known, many = np.repeat(known, widths, axis=0), np.repeat(widths, widths)[:, None]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(known > 0, sums / known, 1 / many).astype(sums.dtype)
