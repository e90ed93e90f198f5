"""Simulation: a strategy, played many times.

Work is cut into blocks of rounds, and block k draws from its own stream. So the result depends only
on the rules, the strategy, the seed and the number of rounds, not on where or in which order the
blocks are played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.errors import Illegal
from cutcard.lab.interrupts import interrupts_held
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel, kernel_for, play_block
from cutcard.lab.stretches import Work, Workers, sums_until
from cutcard.lab.tally import Evidence, Tally

MOST_ROUNDS = 10**15
"""The most rounds that a simulation may ask for."""


@dataclass(frozen=True, repr=False)
class Simulation:
    """What is to be simulated."""

    rules: Rules
    strategy: Strategy
    seed: int
    rounds: int
    until_stderr: float | None = None
    """Stop after the block in which the standard error, in bets, falls to this."""
    kernel: Kernel | None = None
    """What plays it; by default the fastest that can."""

    def __post_init__(self) -> None:
        self.strategy.check_fits(self.rules)
        if self.rounds < 2:
            raise Illegal(
                f"{self.rounds} round says nothing about the spread: a simulation takes 2 or more"
            )
        if self.kernel is None:
            object.__setattr__(self, "kernel", kernel_for(self.rules, self.strategy)[0])

    def __repr__(self) -> str:
        return f"<simulation of up to {self.rounds:,} rounds, seed {self.seed}, {self.kernel}>"

    def run(self, workers: Workers, done: Tally | None = None) -> Iterator[Tally]:
        """Play the rounds not yet done; yield the tally of all so far after some blocks each."""
        assert self.kernel is not None
        whole = Tally(self.rules.unit) if done is None else done
        if self.finished(whole):
            yield whole
            return
        size = BLOCK_ROUNDS[self.kernel]
        blocks = range(whole.rounds // size, -(-self.rounds // size))
        for part in self._parts(workers, blocks, whole.evidence()):
            with interrupts_held():  # whoever stops it looks at what was found until then
                whole.add(part)
            yield whole

    def _parts(self, workers: Workers, blocks: range, evidence: Evidence) -> Iterator[Tally]:
        """The tallies of consecutive blocks, up to the one in which it is certain enough."""
        if self.until_stderr is None:
            plain = Work[Tally, None](self.play_block, Tally.add)
            return (stretch.total for stretch in workers.sums(plain, blocks))

        def enough(block: Evidence) -> bool:
            evidence.add(block)
            return self._certain(evidence)

        return sums_until(workers, Work(self.play_block, Tally.add, Tally.evidence), blocks, enough)

    def play_block(self, block: int) -> Tally:
        """Play the block of this number; the last one may be shorter than the others."""
        assert self.kernel is not None
        size = BLOCK_ROUNDS[self.kernel]
        rounds = min(size, self.rounds - block * size)
        return play_block(self.rules, self.strategy, self.seed, block, rounds, self.kernel)

    def warm_up(self) -> None:
        """Load or compile whatever plays it."""
        assert self.kernel is not None
        play_block(self.rules, self.strategy, self.seed, 0, 2, self.kernel)

    def finished(self, tally: Tally) -> bool:
        """Whether the tally has as many rounds, or as much certainty, as was asked for."""
        return tally.rounds >= self.rounds or self._certain(tally.evidence())

    def _certain(self, evidence: Evidence) -> bool:
        if self.until_stderr is None or evidence.results.n < 2:
            return False
        return evidence.stderr <= self.until_stderr
