"""Bets laid on rounds that were simulated before: what another ramp would have earned.

A simulation keeps its results by count. The cards do not depend on the bets, so that what any ramp
earns on them is known without another simulation, to the last chip wherever payments are not
rounded to whole chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.lab.risk import Winnings

if TYPE_CHECKING:
    from cutcard.lab.counted_paths import CountedPaths
    from cutcard.lab.paths import Paths

HORIZON: Final = 20_000
"""The rounds over which a bankroll is followed."""

ByCount = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True)
class CountedRounds:
    """The rounds of a simulation by the count at the bet."""

    by_count: ByCount
    """For each count, how often each result came, in units."""
    unit: int
    ramp: Ramp
    """The bets that they were played with."""
    seed: int

    @staticmethod
    def of(
        results: Mapping[int, Mapping[int, int]], unit: int, ramp: Ramp, seed: int
    ) -> CountedRounds:
        """The rounds of a tally's results by count."""
        told = ((count, tuple(sorted(hist.items()))) for count, hist in sorted(results.items()))
        return CountedRounds(tuple(told), unit, ramp, seed)

    @cached_property
    def _results(self) -> dict[int, dict[int, int]]:
        return {count: dict(hist) for count, hist in self.by_count}

    @cached_property
    def played(self) -> Winnings:
        """What they earned as they were played."""
        return Winnings.of(self._results, self.unit, self.ramp)

    def paths(self, horizon: int) -> CountedPaths:
        """Sampled paths over this many rounds; kept, because many bets are laid on them."""
        return _sampled(self, horizon)


@dataclass(frozen=True)
class Bets:
    """What is bet, and with which bankroll."""

    ramp: Ramp
    bankroll: int
    leave: int | None = None
    """Rounds at counts below this are watched, not played; None plays them all."""

    def earn(self, rounds: CountedRounds) -> Winnings:
        """What these bets would have earned."""
        return self.bet_on(rounds).betting(self.ramp)

    def bet_on(self, rounds: CountedRounds) -> Winnings:
        """The rounds that are not left, at the bets that they were played with."""
        return rounds.played if self.leave is None else rounds.played.leaving(self.leave)

    def follow(self, rounds: CountedRounds, horizon: int = HORIZON) -> Paths:
        """Sampled bankrolls with these bets, each ending where nothing is left."""
        paths = rounds.paths(horizon)
        stays = self.leave if self.leave is not None else min(paths.counts)
        bets = [self.ramp.multiple(count) if count >= stays else 0 for count in paths.counts]
        return paths.betting(bets, self.bankroll).to_ruin()


@lru_cache(maxsize=4)
def _sampled(rounds: CountedRounds, horizon: int) -> CountedPaths:
    from cutcard.lab.counted_paths import sample_counted_paths

    return sample_counted_paths(
        rounds._results, rounds.unit, rounds.ramp, rounds=horizon, seed=rounds.seed
    )
