"""Paths of a bankroll: what it may become over many rounds like those that were played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.errors import Invalid
from cutcard.lab.risk import ResultsByCount
from cutcard.streams import key

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Paths:
    """Sampled paths: a bankroll in chips at each of some moments."""

    rounds: NDArray[np.int64]
    """Rounds played at each moment, beginning with 0."""
    chips: NDArray[np.float64]
    """A row for each path, a column for each moment."""

    def quantiles(self, *shares: float) -> NDArray[np.float64]:
        """The quantiles over the paths, a row for each share, a column for each moment."""
        import numpy as np

        return np.quantile(self.chips, shares, axis=0)

    def to_ruin(self) -> Paths:
        """The same paths, each at 0 for good from the first moment at which nothing is left."""
        import numpy as np

        ruined = np.maximum.accumulate(self.chips <= 0, axis=1)
        return Paths(self.rounds, np.where(ruined, 0.0, self.chips))


def sample_paths(
    results: ResultsByCount,
    unit: int,
    *,
    rounds: int,
    seed: int,
    bankroll: int = 0,
    paths: int = 1000,
    points: int = 200,
) -> Paths:
    """Sample bankrolls over ``rounds`` rounds, each drawn uniformly from all the results.

    Rounds are drawn independently, with their count and bet. The sum between two moments has the
    exact distribution: it is drawn round by round, or by how often each result comes (a multinomial
    number). A path continues after the bankroll is gone: `Paths.to_ruin` ends it there.
    """
    import numpy as np

    whole: Counter[int] = Counter()
    for hist in results.values():
        whole.update(hist)
    # The most frequent first: once the rounds are used up, a multinomial draw costs nothing more.
    common = [(result, times) for result, times in whole.most_common() if times]
    if not common:
        raise Invalid("no round was played: there is nothing to draw from")
    if rounds < 1 or paths < 1 or points < 1:
        raise Invalid(
            f"{paths} paths of {rounds} rounds at {points} points cannot be drawn: it takes 1"
            " or more of each"
        )
    values = np.array([result for result, _ in common], dtype=np.int64)
    times = np.array([times for _, times in common], dtype=np.float64)
    odds = times / times.sum()
    random = np.random.default_rng(key(seed, "paths"))
    points = min(points, rounds)
    moments = np.array([rounds * point // points for point in range(points + 1)], dtype=np.int64)
    units = np.zeros((paths, points + 1), dtype=np.int64)
    for point, stretch in enumerate(np.diff(moments), start=1):
        if stretch < len(values):
            gained = random.choice(values, size=(paths, stretch), p=odds).sum(axis=1)
        else:
            gained = random.multinomial(stretch, odds, size=paths) @ values
        units[:, point] = units[:, point - 1] + gained
    return Paths(moments, bankroll + units / unit)
