"""A counter's figures: by hand, against exact ruin, and under other bets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import exp, log, sqrt
from statistics import fmean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import CutcardError, Invalid
from cutcard.lab.risk import IllegalRisk, Winnings

# Two counts, two units to a chip. At 0 a chip is bet: 6 rounds lost, 4 won. At 3 four chips
# are bet: 3 rounds lost, 6 won, and a blackjack.
RESULTS = {0: Counter({-2: 6, 2: 4}), 3: Counter({-8: 3, 8: 6, 12: 1})}
RAMP = Ramp(((3, 4),))
GAINS = [-1] * 6 + [1] * 4 + [-4] * 3 + [4] * 6 + [6]


def winnings() -> Winnings:
    return Winnings.of(RESULTS, 2, RAMP)


def test_the_figures_of_a_few_rounds_by_hand() -> None:
    found = winnings()
    assert found.rounds == 20
    assert found.net == 16
    assert found.average_bet == 2.5
    assert found.win_rate == 0.8
    assert found.per_100 == 80
    assert found.edge == pytest.approx(0.8 / 2.5, rel=1e-15)
    assert found.win_rate == fmean(GAINS)
    assert found.variance == pytest.approx(variance(GAINS), rel=1e-14)
    assert found.sd == sqrt(found.variance)
    assert found.stderr == pytest.approx(sqrt(variance(GAINS) / 20), rel=1e-14)
    low, high = found.interval
    assert (low + high) / 2 == pytest.approx(0.8)
    assert high - low == pytest.approx(2 * 1.959964 * found.stderr, rel=1e-6)


def test_n0_di_and_score_follow_from_mean_and_variance() -> None:
    found = winnings()
    assert found.advantage
    assert found.n0 == pytest.approx(variance(GAINS) / 0.8**2, rel=1e-14)
    assert found.desirability == pytest.approx(1000 * 0.8 / sqrt(variance(GAINS)), rel=1e-14)
    assert found.score == pytest.approx(1e6 / found.n0, rel=1e-14)


def test_score_is_what_ten_thousand_dollars_gain_at_a_risk_of_one_to_e_squared() -> None:
    found = winnings()
    # A chip is worth so many dollars that $10,000 are ruined with a chance of exp(-2).
    chips = found.bankroll_for(exp(-2))
    dollars_per_chip = 10_000 / chips
    assert found.score == pytest.approx(found.per_100 * dollars_per_chip, rel=1e-12)


def test_rows_tell_the_edge_at_each_count() -> None:
    found = winnings()
    assert [(row.count, row.rounds, row.bet) for row in found.rows] == [(0, 10, 1), (3, 10, 4)]
    assert [found.share(row) for row in found.rows] == [0.5, 0.5]
    low, high = found.rows
    assert low.edge == pytest.approx(-0.2)
    assert high.edge == pytest.approx(18 / 40)
    for row, gains in ((low, GAINS[:10]), (high, GAINS[10:])):
        assert row.variance == pytest.approx(variance(gains))
        assert row.stderr == pytest.approx(sqrt(variance(gains) / 10) / row.bet)


def test_bets_may_be_given_count_by_count() -> None:
    assert Winnings.of(RESULTS, 2, {0: 1, 3: 4}) == winnings()
    assert Winnings.of({**RESULTS, 9: Counter()}, 2, {0: 1, 3: 4}) == winnings()


def test_a_single_round_has_no_standard_error() -> None:
    found = Winnings.of({1: Counter({2: 1})}, 2, Ramp())
    assert (found.win_rate, found.variance, found.stderr) == (1, 0, 0)
    assert found.rows[0].stderr is None
    assert found.score is None
    assert found.risk_of_ruin(10) == 0


@pytest.mark.parametrize("results", [{}, {0: Counter()}, {0: Counter({2: 0})}])
def test_without_rounds_there_are_no_figures(results: dict[int, Counter[int]]) -> None:
    with pytest.raises(Invalid, match=r"^no round was played: there is nothing to calculate with$"):
        Winnings.of(results, 2, Ramp())


@pytest.mark.parametrize("hist", [{-2: 6, 2: 4}, {-2: 5, 2: 5}])
def test_without_an_advantage_ruin_is_certain(hist: dict[int, int]) -> None:
    found = Winnings.of({0: Counter(hist)}, 2, Ramp())
    assert not found.advantage
    assert found.n0 is None
    assert found.desirability is None
    assert found.score is None
    assert found.risk_of_ruin(10**9) == 1
    assert found.bankroll_for(0.05) is None


@pytest.mark.parametrize("risk", [0, 1, -0.1, 1.5, float("nan")])
def test_a_risk_is_a_share(risk: float) -> None:
    with pytest.raises(
        IllegalRisk, match=r"is not possible: it takes a share between 0 and 1, as in 0"
    ):
        winnings().bankroll_for(risk)


@pytest.mark.parametrize("bankroll", [0, -5, float("inf"), float("nan")])
def test_a_bankroll_is_a_number_of_chips(bankroll: float) -> None:
    with pytest.raises(CutcardError, match=r"is not possible: it takes more than 0 chips"):
        winnings().risk_of_ruin(bankroll)


# Ruin.


@pytest.mark.parametrize("risk", [0.5, 0.135, 0.05, 0.01, 1e-6])
def test_the_bankroll_for_a_risk_has_that_risk(risk: float) -> None:
    found = winnings()
    assert found.risk_of_ruin(found.bankroll_for(risk)) == pytest.approx(risk, rel=1e-12)


@pytest.mark.parametrize("won", [501, 505, 510, 520, 550])
@pytest.mark.parametrize("bankroll", [1, 10, 50])
def test_the_risk_of_ruin_is_near_the_gamblers_ruin(won: int, bankroll: int) -> None:
    """A chip is won with chance p or lost: the exact risk is ((1 - p) / p)^B.

    With m = 2p - 1 its logarithm is -2B (m + m^3/3 + ...), that of the formula is
    -2Bm / (1 - m^2) = -2B (m + m^3 + ...); they differ by less than 2B m^3 for small m.
    """
    many = 10**6  # so that the estimate of the variance is no matter
    found = Winnings.of({0: {1: won * many, -1: (1000 - won) * many}}, 1, Ramp())
    share = won / 1000
    exact = bankroll * log((1 - share) / share)
    drift = 2 * share - 1
    assert abs(log(found.risk_of_ruin(bankroll)) - exact) < 2 * bankroll * drift**3 + 1e-6


# Other bets.

HISTS = st.dictionaries(st.integers(-8, 8), st.integers(1, 50), min_size=1, max_size=6)


@given(
    st.dictionaries(st.integers(-5, 5), HISTS, min_size=1),
    st.dictionaries(st.integers(-5, 5), st.integers(1, 9)).map(
        lambda steps: Ramp(tuple(sorted(steps.items())))
    ),
    st.dictionaries(st.integers(-5, 5), st.integers(1, 9)).map(
        lambda steps: Ramp(tuple(sorted(steps.items())))
    ),
)
def test_other_bets_bring_what_they_would_have_brought(
    per_chip: dict[int, dict[int, int]], first: Ramp, second: Ramp
) -> None:
    def at(ramp: Ramp) -> Winnings:
        scaled = {
            count: Counter({result * ramp.multiple(count): times for result, times in hist.items()})
            for count, hist in per_chip.items()
        }
        return Winnings.of(scaled, 2, ramp)

    assert at(first).betting(second) == at(second)


@given(st.dictionaries(st.integers(-3, 3), HISTS, min_size=1))
def test_sums_are_exact(results: dict[int, dict[int, int]]) -> None:
    found = Winnings.of(results, 2, Ramp())
    gains = [
        Fraction(result, 2)
        for hist in results.values()
        for result, times in hist.items()
        for _ in range(times)
    ]
    assert found.net == sum(gains)
    assert found.squares == sum(gain * gain for gain in gains)
    if len(gains) > 1:
        assert found.variance == float(variance(gains))


def walk(won: int) -> Winnings:
    """Rounds of 1000 that win or lose a chip."""
    return Winnings.of({0: Counter({1: won, -1: 1000 - won})}, 1, Ramp())


def ruin_of_a_walk(won: int, bankroll: int, rounds: int) -> float:
    """The chance that a walk of single chips loses a bankroll within some rounds, step by step."""
    up = won / 1000
    chances = {bankroll: 1.0}
    ruined = 0.0
    for _ in range(rounds):
        after: Counter[int] = Counter()
        for chips, chance in chances.items():
            after[chips + 1] += chance * up
            after[chips - 1] += chance * (1 - up)
        ruined += after.pop(0, 0.0)
        chances = after
    return ruined


@pytest.mark.parametrize("won", [480, 500, 505, 530])
def test_the_risk_of_ruin_within_a_trip_is_near_that_of_a_walk(won: int) -> None:
    """A chip is the walk's step: the truth lies between the risks for a chip more and one fewer."""
    found = walk(won)
    exact = ruin_of_a_walk(won, 12, 300)
    assert found.ruin_within(13, 300) < exact < found.ruin_within(11, 300)
    assert found.ruin_within(12, 10**9) == pytest.approx(found.risk_of_ruin(12), rel=1e-3)


@pytest.mark.parametrize("won", [480, 499, 500, 501, 520])
def test_the_risk_of_ruin_before_a_goal_is_near_the_gamblers_ruin(won: int) -> None:
    odds = (1000 - won) / won
    exact = 0.6 if won == 500 else (odds**20 - odds**50) / (1 - odds**50)
    found = walk(won)
    assert found.ruin_before(21, 50) < exact < found.ruin_before(19, 50)
    assert found.ruin_before(20, 10**6) == pytest.approx(found.risk_of_ruin(20), rel=1e-3)


def test_a_goal_is_beyond_the_bankroll_and_a_trip_has_rounds() -> None:
    with pytest.raises(IllegalRisk, match="a goal of 20 chips is not possible"):
        winnings().ruin_before(20, 20)
    with pytest.raises(IllegalRisk, match="a trip of 0 rounds is not possible"):
        winnings().ruin_within(20, 0)


def test_ruin_of_a_hopeless_game_needs_no_large_numbers() -> None:
    found = walk(10)
    assert found.ruin_within(10**9, 10) == 0
    assert found.ruin_within(10, 10**9) == 1
    assert found.ruin_before(10**6, 10**9) == 1


def test_the_certainty_equivalent_of_a_few_rounds_by_hand() -> None:
    squares = sum(gain * gain for gain in GAINS) / 20
    assert winnings().certainty_equivalent(50) == pytest.approx(0.8 - squares / 100, rel=1e-14)


def test_the_interval_of_score_is_that_of_the_win_rate() -> None:
    found = winnings()
    low, high = found.score_interval
    assert low < found.score < high
    assert high == pytest.approx(1e6 * found.interval[1] ** 2 / found.variance)
    assert low == pytest.approx(1e6 * max(0.0, found.interval[0]) ** 2 / found.variance)
    assert walk(490).score_interval is None
