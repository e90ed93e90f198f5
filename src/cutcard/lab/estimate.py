"""Estimates: means with their intervals, shares with theirs, and a test that may stop early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Final

Z95: Final = NormalDist().inv_cdf(0.975)

_FEW: Final = (12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216)
"""Student's 97.5% quantiles for 1 to 9 degrees of freedom, where the expansion is too rough."""

Interval = tuple[float, float]


def t_quantile(freedom: int) -> float:
    """The 97.5% quantile of Student's distribution.

    >>> [round(t_quantile(n), 3) for n in (1, 5, 10, 30, 1000)]
    [12.706, 2.571, 2.228, 2.042, 1.962]
    """
    if freedom < 10:
        return _FEW[freedom - 1]
    # Cornish and Fisher's expansion around the normal distribution (Abramowitz, Stegun 26.7.5).
    z = Z95
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


@dataclass
class Moments:
    """Results by their number, sum and sum of squares: whole numbers that add up exactly."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, other: Moments) -> None:
        """Add the moments of other results."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    @property
    def sd(self) -> float:
        """Standard deviation of the results, estimated with n - 1; 0 for fewer than two."""
        if self.n < 2:
            return 0.0
        # Whole numbers up to the last step, so that no precision is lost to cancellation.
        spread = self.squares * self.n - self.total**2
        return sqrt(spread / (self.n * (self.n - 1)))


@dataclass(frozen=True)
class Mean:
    """A mean of independent results, and how certain it is."""

    value: float
    stderr: float
    interval: Interval
    """95%, by Student's distribution."""
    n: int

    @staticmethod
    def of(results: Sequence[float]) -> Mean:
        """The mean of these results."""
        n = len(results)
        value = fmean(results)
        if n == 1:
            return Mean(value, float("inf"), (float("-inf"), float("inf")), n)
        return Mean._around(value, stdev(results) / sqrt(n), n)

    @staticmethod
    def by(moments: Moments, divisor: int = 1) -> Mean:
        """The mean of results, two or more, of which the moments of a multiple are known.

        >>> Mean.by(Moments(2, 14, 100), 2) == Mean.of([3.0, 4.0])
        True
        """
        n = moments.n
        return Mean._around(moments.total / n / divisor, moments.sd / sqrt(n) / divisor, n)

    @staticmethod
    def _around(value: float, stderr: float, n: int) -> Mean:
        half = t_quantile(n - 1) * stderr
        return Mean(value, stderr, (value - half, value + half), n)


def bootstrap_interval(results: Sequence[float], random: Random, resamples: int = 1000) -> Interval:
    """A 95% interval of the mean by resampling, which assumes no distribution.

    Many results are first averaged in 500 groups of nearly the same size. Few results spread less
    than what they are drawn from, and resampling takes them for all there is: so its percentiles
    are taken as much farther out as Student's quantile is beyond the normal one (Hesterberg, What
    Teachers Should Know About the Bootstrap, 2015). Fewer than ten results are still too few.
    """
    count = min(500, len(results))
    groups = [fmean(results[at::count]) for at in range(count)]
    means = sorted(fmean(random.choices(groups, k=len(groups))) for _ in range(resamples))
    beyond = sqrt(count / (count - 1)) * t_quantile(count - 1) if count > 1 else Z95
    outside = int(NormalDist().cdf(-beyond) * resamples)
    return means[outside], means[-1 - outside]


def wilson_interval(times: float, n: float) -> Interval:
    """A 95% interval of a share, after Wilson: never below 0 nor above 1.

    >>> low, high = wilson_interval(9, 10)
    >>> round(low, 3), round(high, 3)
    (0.596, 0.982)
    """
    share = times / n
    squared = Z95**2
    centre = (share + squared / (2 * n)) / (1 + squared / n)
    half = Z95 * sqrt(share * (1 - share) / n + squared / (4 * n * n)) / (1 + squared / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def paired_wilson_interval(shares: Sequence[float]) -> Interval:
    """A 95% interval of the share of games won, from the share won in each pair of games.

    The games of a pair have the same cards, so they count for more or for fewer than two that have
    nothing to do with each other: as the spread of the pairs tells. One pair's worth of it is that
    of independent games, so that pairs which are all alike by chance do not look like certainty.

    >>> low, high = paired_wilson_interval([0.5, 1.0, 1.0, 0.5, 1.0])
    >>> round(low, 3), round(high, 3)
    (0.498, 0.942)
    """
    n = len(shares)
    share = fmean(shares)
    independent = share * (1 - share) / 2
    if not independent:
        return wilson_interval(2 * n * share, 2 * n)
    spread = (sum((one - share) ** 2 for one in shares) + independent) / n
    games = 2 * n * independent / spread
    return wilson_interval(share * games, games)


@dataclass(frozen=True)
class Sprt:
    """A sequential test of whether a mean is zero or at least this large.

    It may be consulted after every block, and still errs only at the stated rates.
    """

    gain: float
    """The mean that is worth detecting."""
    error: float = 0.05
    """The chance of being wrong, on either side."""

    def verdict(self, mean: Mean) -> str:
        """``better``, ``not better``, or an empty text while it is undecided."""
        if mean.n < 20:
            return ""
        if mean.stderr == 0:
            return "better" if mean.value >= self.gain / 2 else "not better"
        ratio = self.gain * (2 * mean.value - self.gain) / (2 * mean.stderr**2)
        bound = log((1 - self.error) / self.error)
        return "better" if ratio >= bound else "not better" if ratio <= -bound else ""
