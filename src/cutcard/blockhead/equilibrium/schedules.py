"""Schedules of counterfactual regret minimisation: how regrets and strategies count over time.

A schedule says for each iteration, counted from 1, how much of earlier regrets is kept and how much
the strategy of this iteration counts in the average.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol


class Step(NamedTuple):
    """What a schedule says for an iteration."""

    gains: float = 1.0
    """How much is kept of earlier regrets above zero."""
    losses: float = 1.0
    """How much is kept of earlier regrets below zero."""
    floor: bool = False
    """Whether regrets never fall below zero."""
    weight: float = 1.0
    """How much the strategy counts in the average."""
    foresight: float = -1.0
    """How much of the regrets the next iteration will keep, if it takes its own regrets to be those
    of this one; below zero if it does not."""


class Schedule(Protocol):
    """How regrets and strategies count."""

    def step(self, iteration: int) -> Step:
        """What holds in an iteration, counted from 1."""


class Vanilla:
    """Every iteration counts the same."""

    def step(self, iteration: int) -> Step:
        return Step()


class Plus:
    """CFR+: no regret falls below zero, and later strategies count more."""

    def step(self, iteration: int) -> Step:
        return Step(floor=True, weight=float(iteration))


class Linear:
    """Regrets and strategies count by the number of their iteration."""

    def step(self, iteration: int) -> Step:
        kept = (iteration - 1) / iteration
        return Step(gains=kept, losses=kept, weight=float(iteration))


@dataclass(frozen=True)
class Discounted:
    """Earlier regrets count less, those below zero in another way than those above."""

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0

    def step(self, iteration: int) -> Step:
        gains = _kept(iteration - 1, self.alpha)
        losses = _kept(iteration - 1, self.beta)
        return Step(gains=gains, losses=losses, weight=float(iteration) ** self.gamma)


@dataclass(frozen=True)
class PredictivePlus:
    """PDCFR+: discounted, never below zero, and the last regrets are expected once more."""

    alpha: float = 2.3
    gamma: float = 5.0

    def step(self, iteration: int) -> Step:
        return Step(
            gains=_kept(iteration - 1, self.alpha),
            floor=True,
            weight=float(iteration) ** self.gamma,
            foresight=_kept(iteration, self.alpha),
        )


def _kept(iteration: int, power: float) -> float:
    """The part of regrets that is kept after this many iterations."""
    grown: float = float(iteration) ** power
    return grown / (grown + 1)


SCHEDULES: Final[dict[str, Schedule]] = {
    "vanilla": Vanilla(),
    "plus": Plus(),
    "linear": Linear(),
    "discounted": Discounted(),
    "predictive": PredictivePlus(),
}
"""The schedules by name."""
