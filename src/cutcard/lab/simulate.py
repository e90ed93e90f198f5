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
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel, kernel_for, play_block
from cutcard.lab.pool import Workers
from cutcard.lab.tally import Tally

MOST_ROUNDS = 10**15
"""The most rounds that a simulation may ask for."""


@dataclass(frozen=True)
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

    def run(self, pool: Workers, done: Tally | None = None) -> Iterator[Tally]:
        """Play the rounds not yet done; yield the tally of all so far after each block."""
        kernel = self.kernel
        assert kernel is not None
        whole = Tally(self.rules.unit) if done is None else done
        size = BLOCK_ROUNDS[kernel]
        if self.finished(whole):
            yield whole
            return
        blocks = (
            (
                self.rules,
                self.strategy,
                self.seed,
                block,
                min(size, self.rounds - block * size),
                kernel,
            )
            for block in range(whole.rounds // size, -(-self.rounds // size))
        )
        for tally in pool.run(play_block, blocks):
            whole.add(tally)
            yield whole
            if self.finished(whole):
                return

    def warm_up(self) -> None:
        """Load or compile whatever plays it."""
        assert self.kernel is not None
        play_block(self.rules, self.strategy, self.seed, 0, 2, self.kernel)

    def finished(self, tally: Tally) -> bool:
        """Whether the tally has as many rounds, or as much certainty, as was asked for."""
        if tally.rounds >= self.rounds:
            return True
        if self.until_stderr is None or tally.rounds < 2:
            return False
        return tally.stderr <= self.until_stderr
