"""Kelly's ramp: no other bets within the bounds do better, and noise is not bet on."""

from __future__ import annotations

from itertools import pairwise
from math import inf, sqrt
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.errors import CutcardError
from cutcard.lab.kelly import SURE, _appetite, _best_bankroll, group_counts, kelly_ramp
from cutcard.lab.risk import Winnings

EDGES = {-2: -0.015, -1: -0.01, 0: -0.005, 1: 0.0, 2: 0.006, 3: 0.011, 4: 0.017}
SHARES = {-2: 15, -1: 20, 0: 30, 1: 15, 2: 10, 3: 6, 4: 4}


def even_money(
    edges: dict[int, float], shares: dict[int, int], rounds: int = 10**7
) -> dict[int, dict[int, int]]:
    """Results of rounds that win or lose a chip, at these edges."""
    whole = sum(shares.values())
    results = {}
    for count, edge in edges.items():
        n = rounds * shares[count] // whole
        won = round(n * (1 + edge) / 2)
        results[count] = {1: won, -1: n - won}
    return results


WINNINGS = Winnings.of(even_money(EDGES, SHARES), 1, Ramp())


def test_a_bankroll_is_bet_in_proportion_to_the_edge() -> None:
    found = kelly_ramp(WINNINGS, bankroll=1000)
    assert found is not None
    # The variance of these rounds is 1, so that the bet is the edge times the bankroll.
    assert found.ramp == Ramp(((2, 6), (3, 11), (4, 17)))
    assert found.bankroll == 1000
    assert found.winnings == WINNINGS.betting(found.ramp)


def test_a_spread_bounds_the_bets_of_a_bankroll() -> None:
    found = kelly_ramp(WINNINGS, bankroll=1000, spread=10)
    assert found is not None
    assert found.ramp == Ramp(((2, 6), (3, 10)))


def test_a_small_bankroll_bets_the_minimum_everywhere() -> None:
    found = kelly_ramp(WINNINGS, bankroll=10)
    assert found is not None
    assert found.ramp == Ramp()
    assert not found.winnings.advantage


def test_a_spread_alone_is_used_to_its_bounds() -> None:
    found = kelly_ramp(WINNINGS, spread=12)
    assert found is not None
    assert found.ramp.spread == 12
    bets = [found.ramp.multiple(count) for count in EDGES]
    assert bets == sorted(bets)
    assert bets[:3] == [1, 1, 1]
    gained = found.winnings
    assert found.bankroll == pytest.approx(gained.variance / gained.win_rate)
    assert gained.risk_of_ruin(found.bankroll) == pytest.approx(0.1353, abs=1e-4)


@pytest.mark.parametrize("spread", [6, 12, 20])
def test_no_ramp_in_whole_chips_does_much_better(spread: int) -> None:
    """Random rising ramps against the best one; only rounding to whole chips may be gained.

    A chip more or less at the lowest of the raised bets is the coarsest step of rounding: half
    a step in every raised bet changes SCORE by less than (0.5 / least raised bet)^2.
    """
    found = kelly_ramp(WINNINGS, spread=spread)
    assert found is not None
    score = found.winnings.score
    assert score is not None
    random = Random(spread)
    raised = [found.ramp.multiple(count) for count in EDGES if found.ramp.multiple(count) > 1]
    slack = 1 + (0.5 / min(raised)) ** 2
    for _ in range(3000):
        bets = sorted(random.randint(1, spread) for _ in EDGES)
        tried = WINNINGS.betting(Ramp(tuple(zip(EDGES, bets, strict=True)))).score
        assert tried is None or tried <= score * slack


@given(
    st.lists(st.tuples(st.integers(1, 1000), st.floats(-0.05, 0.05)), min_size=1, max_size=6),
    st.integers(1, 30),
    st.randoms(use_true_random=False),
)
def test_no_bets_within_the_bounds_have_a_higher_score(
    counts: list[tuple[int, float]], spread: int, random: Random
) -> None:
    """Against bets at random, and bets at random bounds; before they are whole chips."""
    edges = dict(enumerate(sorted(edge for _, edge in counts)))
    shares = dict(enumerate(share for share, _ in counts))
    winnings = Winnings.of(even_money(edges, shares, rounds=10**9), 1, Ramp())
    groups = group_counts(winnings)
    found = kelly_ramp(winnings, spread=spread)

    def merit(bets: list[float]) -> float:
        """EV / sqrt(E[X^2]), which grows with SCORE."""
        gain = sum(bet * float(group.net) for bet, group in zip(bets, groups, strict=True))
        square = sum(bet**2 * float(group.squares) for bet, group in zip(bets, groups, strict=True))
        return gain / sqrt(square)

    tries = [[random.uniform(1, spread) for _ in groups] for _ in range(50)]
    tries += [[random.choice((1, spread)) for _ in groups] for _ in range(50)]
    best = max(merit(bets) for bets in tries)
    if found is None:
        assert best <= 1e-9 * sqrt(winnings.rounds)
        return
    assume(found.winnings.advantage)
    base = _best_bankroll(groups, spread)
    assert base is not None
    exact = [min(spread, max(1.0, base * _appetite(group))) for group in groups]
    assert merit(exact) >= best * (1 - 1e-12)
    for bet, group in zip(exact, groups, strict=True):
        assert abs(found.ramp.multiple(group.count) - bet) <= 0.5


def test_where_nothing_wins_there_is_no_ramp() -> None:
    losing = Winnings.of(even_money({0: -0.01, 1: -0.001}, {0: 1, 1: 1}), 1, Ramp())
    assert kelly_ramp(losing, spread=100) is None
    assert kelly_ramp(losing, bankroll=1000) is None
    # A spread may be too small to win.
    narrow = Winnings.of(even_money({0: -0.01, 1: 0.002}, {0: 1, 1: 1}), 1, Ramp())
    assert kelly_ramp(narrow, spread=3) is None
    found = kelly_ramp(narrow, spread=8)
    assert found is not None
    assert found.winnings.advantage


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "Kelly's ramp takes a bankroll or a spread"),
        ({"spread": 0}, "a spread of 0 is not possible: it takes 1 or more"),
        ({"bankroll": 0}, "a bankroll of 0 is not possible: it takes more than 0 chips"),
        ({"bankroll": inf}, "a bankroll of inf is not possible: it takes more than 0 chips"),
    ],
)
def test_bounds_that_cannot_be_are_refused(arguments: dict[str, int], sentence: str) -> None:
    with pytest.raises(CutcardError) as caught:
        kelly_ramp(WINNINGS, **arguments)
    assert str(caught.value) == sentence


# Groups.


def test_a_count_that_was_hardly_seen_joins_its_neighbour() -> None:
    results = {**even_money(EDGES, SHARES), 9: {1: 1}, -9: {1: 2, -1: 1}}
    groups = group_counts(Winnings.of(results, 1, Ramp()))
    assert [group.count for group in groups] == [-9, -1, 0, 1, 2, 3, 4]
    assert groups[-1].rounds == 10**7 * 4 // 100 + 1
    found = kelly_ramp(Winnings.of(results, 1, Ramp()), bankroll=1000)
    assert found is not None
    assert found.ramp == Ramp(((2, 6), (3, 11), (4, 17)))


@given(
    st.dictionaries(
        st.integers(-10, 10),
        st.dictionaries(st.integers(-3, 3), st.integers(1, 10**6), min_size=1),
        min_size=1,
    )
)
def test_groups_are_sure_and_rise(results: dict[int, dict[int, int]]) -> None:
    winnings = Winnings.of(results, 1, Ramp())
    groups = group_counts(winnings)
    assert [group.count for group in groups] == sorted(group.count for group in groups)
    assert groups[0].count == min(results)
    assert sum(group.rounds for group in groups) == winnings.rounds
    assert sum(group.net for group in groups) == winnings.net
    edges = [group.edge for group in groups]
    assert all(low < high for low, high in pairwise(edges))
    if len(groups) > 1:
        enough = winnings.variance / SURE**2
        assert all(group.rounds >= enough for group in groups)
