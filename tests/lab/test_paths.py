"""Bankroll paths: their law, their seed, and the ruin of a random walk."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt

import numpy as np
import pytest

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import Invalid
from cutcard.lab.paths import Paths, sample_paths
from cutcard.lab.risk import Winnings

RESULTS = {
    -1: Counter({-2: 500, 2: 430, 0: 70, 3: 45}),
    2: Counter({-8: 90, 8: 85, 12: 5, -16: 8, 16: 10, -4: 3, 0: 9}),
}
RAMP = Ramp(((2, 4),))


@pytest.mark.parametrize("rounds", [300, 20_000], ids=["round by round", "by how often"])
def test_the_law_of_a_path_is_that_of_the_rounds(rounds: int) -> None:
    found = Winnings.of(RESULTS, 2, RAMP)
    # The paths draw from the rounds as they are, whose variance has n and not n - 1.
    variance = found.variance * (found.rounds - 1) / found.rounds
    n = 4000
    paths = sample_paths(RESULTS, 2, rounds=rounds, seed=3, bankroll=100, paths=n, points=50)
    assert paths.chips.shape == (n, 51)
    assert paths.rounds[[0, 1, -1]].tolist() == [0, rounds // 50, rounds]
    assert set(paths.chips[:, 0]) == {100.0}
    for moment in (10, 25, 50):
        played = int(paths.rounds[moment])
        gained = paths.chips[:, moment] - 100
        sigma = sqrt(variance * played)
        assert abs(gained.mean() - found.win_rate * played) < 4 * sigma / sqrt(n)
        # A sum of hundreds of rounds is nearly normal: the variance errs by sqrt(2 / n).
        assert abs(gained.var() / sigma**2 - 1) < 4 * sqrt(2 / n)
    # Stretches are independent of each other.
    first, second = np.diff(paths.chips, axis=1)[:, [10, 11]].T
    assert abs(np.corrcoef(first, second)[0, 1]) < 4 / sqrt(n)


@pytest.mark.parametrize("points", [1, 6], ids=["by how often", "round by round"])
def test_sums_of_few_rounds_come_as_often_as_they_should(points: int) -> None:
    """Six rounds of a chip won with 0.6 or lost: wins are binomial."""
    n = 20_000
    paths = sample_paths({0: {1: 6, -1: 4}}, 1, rounds=6, seed=9, paths=n, points=points)
    times = Counter(paths.chips[:, -1].tolist())
    odds = [0.004096, 0.036864, 0.13824, 0.27648, 0.31104, 0.186624, 0.046656]
    for wins, chance in enumerate(odds):
        assert abs(times[2 * wins - 6] / n - chance) < 4 * sqrt(chance * (1 - chance) / n)
    assert times.total() == n
    assert set(times) <= set(range(-6, 7, 2))


def test_the_same_seed_gives_the_same_paths() -> None:
    one, same, other = (
        sample_paths(RESULTS, 2, rounds=1000, seed=seed, paths=5).chips for seed in (1, 1, 2)
    )
    assert one.tobytes() == same.tobytes() != other.tobytes()


def test_there_are_no_more_points_than_rounds() -> None:
    paths = sample_paths(RESULTS, 2, rounds=7, seed=1, paths=3, points=200)
    assert paths.rounds.tolist() == [0, 1, 2, 3, 4, 5, 6, 7]


def test_points_lie_evenly_where_rounds_do_not_divide() -> None:
    paths = sample_paths(RESULTS, 2, rounds=10, seed=1, paths=3, points=4)
    assert paths.rounds.tolist() == [0, 2, 5, 7, 10]


def test_quantiles_are_those_of_the_paths() -> None:
    paths = Paths(np.array([0, 1]), np.array([[5.0, float(end)] for end in range(101)]))
    assert paths.quantiles(0.05, 0.5, 0.95).tolist() == [[5, 5], [5, 50], [5, 95]]


def test_a_ruined_path_stays_at_nothing() -> None:
    lines = [[3.0, 1.0, 2.0, 5.0], [3.0, 0.0, 2.0, 5.0], [3.0, 1.0, -1.0, 4.0]]
    paths = Paths(np.arange(4), np.array(lines))
    assert paths.to_ruin().chips.tolist() == [[3, 1, 2, 5], [3, 0, 0, 0], [3, 1, 0, 0]]
    assert paths.chips.tolist() == lines


@pytest.mark.parametrize("empty", [{}, {0: Counter()}, {0: {2: 0}}])
def test_nothing_is_drawn_from_nothing(empty: dict[int, dict[int, int]]) -> None:
    with pytest.raises(Invalid, match=r"^no round was played: there is nothing to draw from$"):
        sample_paths(empty, 2, rounds=10, seed=1)


@pytest.mark.parametrize("bad", ["rounds", "paths", "points"])
def test_there_is_one_at_least_of_everything(bad: str) -> None:
    sizes = {"rounds": 10, "paths": 10, "points": 10, bad: 0}
    with pytest.raises(Invalid, match=r"cannot be drawn: it takes 1 or more of each$"):
        sample_paths(RESULTS, 2, seed=1, **sizes)


def ruined_within(rounds: int, share: float, bankroll: int) -> float:
    """The exact chance that a walk of single chips comes to nothing in so many rounds."""
    most = bankroll + rounds
    alive = np.zeros(most + 2)
    alive[bankroll] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        moved = np.zeros_like(alive)
        moved[1:] += share * alive[:-1]
        moved[:-1] += (1 - share) * alive[1:]
        ruined += moved[0]
        moved[0] = 0.0
        alive = moved
    return float(ruined)


@pytest.mark.parametrize(("won", "bankroll"), [(52, 25), (52, 10), (53, 20), (55, 8)])
def test_ruin_comes_as_often_as_the_formula_says(won: int, bankroll: int) -> None:
    """A walk round by round against RoR = exp(-2 EV B / Var).

    Allowed are 4 standard errors of the share, the exact chance of ruin after the last round,
    and what the formula differs from ((1 - p) / p)^B, the gambler's ruin.
    """
    rounds, n = 2500, 4000
    share = won / 100
    results = {0: {1: won * 10**6, -1: (100 - won) * 10**6}}
    found = Winnings.of(results, 1, Ramp()).risk_of_ruin(bankroll)
    exact = ((1 - share) / share) ** bankroll
    later = exact - ruined_within(rounds, share, bankroll)
    assert 0 <= later < 0.01
    walks = sample_paths(
        results, 1, rounds=rounds, seed=won, bankroll=bankroll, paths=n, points=rounds
    ).to_ruin()
    simulated = float((walks.chips[:, -1] == 0).mean())
    allowed = 4 * sqrt(exact * (1 - exact) / n) + later + abs(found - exact)
    # With m = 2p - 1 the logarithms differ by less than 2 B m^3 (see test_risk).
    assert abs(log(found / exact)) < 2 * bankroll * (2 * share - 1) ** 3 + 1e-6
    assert abs(simulated - found) < allowed
