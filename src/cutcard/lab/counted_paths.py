"""Paths of a bankroll told apart by count, so that any bets can be laid on the same rounds.

What a path gains is the sum over the counts of the bet there times what one chip gained there.
So the rounds are sampled once, at one chip, and other bets take a product of two small tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import Invalid
from cutcard.lab.paths import Paths
from cutcard.lab.risk import ResultsByCount
from cutcard.streams import key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class CountedPaths:
    """Sampled rounds: what one chip a round would have gained at each count."""

    rounds: NDArray[np.int64]
    """Rounds played at each moment, beginning with 0."""
    counts: tuple[int, ...]
    gains: NDArray[np.float64]
    """Chips gained up to each moment: by count, path and moment."""

    def betting(self, bets: Sequence[int], bankroll: int = 0) -> Paths:
        """The paths of a bankroll with these chips bet at the counts."""
        import numpy as np

        chips = np.tensordot(np.asarray(bets, dtype=np.float64), self.gains, axes=1)
        return Paths(self.rounds, bankroll + chips)


def sample_counted_paths(
    results: ResultsByCount,
    unit: int,
    ramp: Ramp,
    *,
    rounds: int,
    seed: int,
    paths: int = 400,
    points: int = 60,
) -> CountedPaths:
    """Sample rounds, each drawn uniformly from all the results, which came at the bets of a ramp.

    Rounds are drawn independently. Sums between two moments have the exact distribution: how often
    each count comes is drawn, and then how often each result comes at it.
    """
    import numpy as np

    if rounds < 1 or paths < 1 or points < 1:
        raise Invalid(
            f"{paths} paths of {rounds} rounds at {points} points cannot be drawn: it takes 1"
            " or more of each"
        )
    hists = {count: Counter(hist) for count, hist in results.items() if any(hist.values())}
    if not hists:
        raise Invalid("no round was played: there is nothing to draw from")
    # The most frequent first: once the rounds are used up, a multinomial draw costs nothing more.
    frequent = sorted(hists, key=lambda count: -hists[count].total())
    random = np.random.default_rng(key(seed, "counted paths"))
    points = min(points, rounds)
    moments = np.array([rounds * point // points for point in range(points + 1)], dtype=np.int64)
    stretches = np.repeat(np.diff(moments)[None, :], paths, axis=0)
    times = random.multinomial(stretches, _odds([hists[count].total() for count in frequent]))
    counts = tuple(sorted(hists))
    gains = np.zeros((len(counts), paths, points + 1))
    for at, count in enumerate(frequent):
        common = hists[count].most_common()
        drawn = random.multinomial(times[:, :, at], _odds([number for _, number in common]))
        chips = np.array([result / (unit * ramp.multiple(count)) for result, _ in common])
        gains[counts.index(count), :, 1:] = np.cumsum(drawn @ chips, axis=1)
    return CountedPaths(moments, counts, gains)


def _odds(times: list[int]) -> NDArray[np.float64]:
    import numpy as np

    return np.array(times, dtype=np.float64) / sum(times)
