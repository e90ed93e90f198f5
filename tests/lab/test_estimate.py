"""Estimates against published values, their definitions, and their coverage."""

from __future__ import annotations

from math import isclose, sqrt
from random import Random
from statistics import NormalDist, fmean, pstdev, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.lab.estimate import (
    Mean,
    Sprt,
    bootstrap_interval,
    paired_wilson_interval,
    t_quantile,
    wilson_interval,
)

# Two-sided 95% points of Student's distribution, as in NIST/SEMATECH e-Handbook of Statistical
# Methods, 1.3.6.7.2 (and any other table of it).
STUDENT = {
    **dict(enumerate((12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262), start=1)),
    **dict(enumerate((2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101), start=10)),
    **dict(enumerate((2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052), start=19)),
    **dict(enumerate((2.048, 2.045, 2.042), start=28)),
    **{40: 2.021, 50: 2.009, 60: 2.000, 80: 1.990, 100: 1.984, 1000: 1.962},
}


@pytest.mark.parametrize("freedom", STUDENT)
def test_students_quantiles_are_the_published_ones(freedom: int):
    assert round(t_quantile(freedom), 3) == STUDENT[freedom]


def test_students_quantiles_sink_to_the_normal_one():
    quantiles = [t_quantile(freedom) for freedom in range(1, 2000)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert isclose(t_quantile(10**9), NormalDist().inv_cdf(0.975), abs_tol=1e-8)


# Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17
# (1998), table I, method 3.
NEWCOMBE = {
    (81, 263): (0.2553, 0.3662),
    (15, 148): (0.0624, 0.1605),
    (0, 20): (0.0000, 0.1611),
    (1, 29): (0.0061, 0.1718),
}


@pytest.mark.parametrize(("times", "n"), NEWCOMBE)
def test_wilsons_interval_is_the_published_one(times: int, n: int):
    low, high = wilson_interval(times, n)
    assert (round(low, 4), round(high, 4)) == NEWCOMBE[times, n]


@given(st.integers(1, 5000), st.data())
def test_wilsons_bounds_are_where_the_score_test_just_rejects(n: int, data: st.DataObject):
    times = data.draw(st.integers(0, n))
    low, high = wilson_interval(times, n)
    assert 0 <= low <= high <= 1
    assert low - 1e-12 <= times / n <= high + 1e-12
    z = NormalDist().inv_cdf(0.975)
    for bound in (low, high):
        assert isclose((times / n - bound) ** 2, z**2 * bound * (1 - bound) / n, abs_tol=1e-12)
    mirrored = wilson_interval(n - times, n)
    assert isclose(mirrored[0], 1 - high, abs_tol=1e-12)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=50))
def test_a_mean_is_what_its_name_says(results: list[float]):
    mean = Mean.of(results)
    assert mean.n == len(results)
    assert mean.value == fmean(results)
    assert mean.stderr == stdev(results) / sqrt(len(results))
    low, high = mean.interval
    half = t_quantile(len(results) - 1) * mean.stderr
    assert (low, high) == (mean.value - half, mean.value + half)


def test_one_result_says_nothing_about_its_error():
    mean = Mean.of([5.0])
    assert mean.value == 5.0
    assert mean.interval == (float("-inf"), float("inf"))


@pytest.mark.parametrize("n", [2, 5, 12, 40])
def test_the_interval_of_a_mean_covers_it_95_times_in_100(n: int):
    random = Random(n)
    trials = 3000
    covered = 0
    for _ in range(trials):
        low, high = Mean.of([random.gauss(7, 3) for _ in range(n)]).interval
        covered += low <= 7 <= high
    assert abs(covered / trials - 0.95) < 4 * sqrt(0.95 * 0.05 / trials)


@pytest.mark.parametrize(("n", "share"), [(100, 0.5), (400, 0.3)])
def test_wilsons_interval_covers_the_share_as_often_as_it_must(n: int, share: float):
    # Counts are whole, so the coverage is not 95% but what the binomial distribution makes it.
    chance, due = (1 - share) ** n, 0.0
    for times in range(n + 1):
        low, high = wilson_interval(times, n)
        due += chance * (low <= share <= high)
        chance *= (n - times) / (times + 1) * share / (1 - share)
    assert abs(due - 0.95) < 0.01
    random = Random(n)
    trials = 2000
    covered = 0
    for _ in range(trials):
        low, high = wilson_interval(sum(random.random() < share for _ in range(n)), n)
        covered += low <= share <= high
    assert abs(covered / trials - due) < 4 * sqrt(due * (1 - due) / trials)


@pytest.mark.parametrize("n", [400, 2000])
def test_the_bootstrap_finds_the_normal_interval_of_many_results(n: int):
    random = Random(n)
    results = [random.gauss(0, 100) for _ in range(n)]
    resamples = 1000
    low, high = bootstrap_interval(results, Random(1), resamples)
    z = NormalDist().inv_cdf(0.975)
    stderr = pstdev(results) / sqrt(n)
    # The 2.5% quantile of so many resamples is itself uncertain, by this many standard errors;
    # and with 2000 results, averaged by fours, the spread of 500 groups is known to 1 / sqrt(1000).
    error = sqrt(0.025 * 0.975 / resamples) / NormalDist().pdf(z)
    error = sqrt(error**2 + z**2 / 1000)
    assert abs(low - (fmean(results) - z * stderr)) < 4 * error * stderr
    assert abs(high - (fmean(results) + z * stderr)) < 4 * error * stderr


def test_the_bootstrap_covers_the_mean_of_ten_results():
    """Percentiles as they are would cover it 90 times in 100."""
    random = Random(10)
    trials = 800
    covered = 0
    for _ in range(trials):
        low, high = bootstrap_interval([random.gauss(7, 3) for _ in range(10)], random, 400)
        covered += low <= 7 <= high
    assert abs(covered / trials - 0.95) < 4 * sqrt(0.95 * 0.05 / trials)


@pytest.mark.parametrize("likeness", [-0.9, 0.0, 0.9])
def test_the_interval_of_games_won_covers_whatever_the_games_of_a_pair_have_in_common(
    likeness: float,
):
    random = Random(1)
    share = NormalDist().cdf(0.5)
    trials = 1500
    covered = 0
    for _ in range(trials):
        won = []
        for _ in range(60):
            one = random.gauss(0, 1)
            two = likeness * one + sqrt(1 - likeness**2) * random.gauss(0, 1)
            won.append(((one < 0.5) + (two < 0.5)) / 2)
        low, high = paired_wilson_interval(won)
        covered += low <= share <= high
    # Wins are whole, so the coverage is not exactly 95%.
    assert abs(covered / trials - 0.95) < 0.01 + 4 * sqrt(0.95 * 0.05 / trials)


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_games_that_are_all_won_or_lost_are_counted_one_by_one(won: float):
    assert paired_wilson_interval([won] * 10) == wilson_interval(20 * won, 20)


def test_the_bootstrap_repeats_itself_with_its_stream():
    results = [float(number % 17) for number in range(60)]
    assert bootstrap_interval(results, Random(1)) == bootstrap_interval(results, Random(1))
    assert bootstrap_interval([3.0] * 10, Random(1)) == (3.0, 3.0)
    assert bootstrap_interval([3.0], Random(1)) == (3.0, 3.0)


def test_the_bootstrap_leaves_no_result_out():
    # 999 zeros and a last result, large: groups of one. One zero more, and it is dropped.
    with_it = bootstrap_interval([0.0] * 1000 + [1e9], Random(1))
    assert with_it != (0.0, 0.0)


# The sequential test.


def verdict(test: Sprt, mean: float, spread: float, random: Random) -> tuple[str, int]:
    """Ask after every block of ten, as a duel does."""
    n, total, squares = 0, 0.0, 0.0
    while n < 20_000:
        for _ in range(10):
            result = random.gauss(mean, spread)
            n, total, squares = n + 1, total + result, squares + result**2
        variance = (squares - total**2 / n) / (n - 1)
        found = test.verdict(Mean(total / n, sqrt(variance / n), (0, 0), n))
        if found:
            return found, n
    return "", n


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, "better"), (10.0, "not better")])
@pytest.mark.parametrize("spread", [15.0, 40.0])
def test_the_sequential_test_errs_no_more_often_than_it_says(
    mean: float, wrong: str, spread: float
):
    random = Random(f"{mean} {spread}")
    trials = 1000
    verdicts = [verdict(Sprt(10.0), mean, spread, random)[0] for _ in range(trials)]
    assert "" not in verdicts
    assert verdicts.count(wrong) / trials < 0.05 + 4 * sqrt(0.05 * 0.95 / trials)


def test_the_sequential_test_stops_early_where_it_is_clear():
    assert verdict(Sprt(10.0), 300.0, 100.0, Random(1)) == ("better", 20)
    assert verdict(Sprt(10.0), -300.0, 100.0, Random(1)) == ("not better", 20)


def test_the_sequential_test_waits_for_twenty_results():
    assert Sprt(10.0).verdict(Mean.of([300.0, 301.0] * 9)) == ""
    assert Sprt(10.0).verdict(Mean.of([300.0, 301.0] * 10)) == "better"


@settings(max_examples=20)
@given(st.integers(20, 200))
def test_the_sequential_test_takes_equal_results(n: int):
    assert Sprt(10.0).verdict(Mean.of([0.0] * n)) == "not better"
    assert Sprt(10.0).verdict(Mean.of([10.0] * n)) == "better"
