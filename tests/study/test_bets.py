"""Bets laid on rounds that were simulated before."""

import pytest

import cutcard as cc
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.lab.counted_paths import sample_counted_paths
from cutcard.lab.paths import sample_paths
from cutcard.report.bets import as_dict
from cutcard.study.bets import Bets, CountedRounds

ROUNDS = 400_000


def played(ramp):
    found = cc.simulate("vegas-strip", count="hi-lo", ramp=ramp, rounds=ROUNDS, seed=3, workers=1)
    return found, CountedRounds.of(found._tally.by_count, found._tally.unit, read_ramp(ramp), 3)


@pytest.mark.parametrize("ramp", ["1-1", "1:2,2:4,3:8", "-2:3,5:50", "1-12"])
def test_other_bets_earn_what_a_simulation_with_them_finds(ramp):
    _, rounds = played("1:3,4:7")
    again, _ = played(ramp)
    earned = Bets(read_ramp(ramp), 1000).earn(rounds)
    assert earned == again.winnings


def test_leaving_plays_the_higher_counts_alone():
    _, rounds = played("1:2,2:4")
    whole = Bets(read_ramp("1:2,2:4"), 1000).earn(rounds)
    left = Bets(read_ramp("1:2,2:4"), 1000, leave=1).earn(rounds)
    assert left.rounds == whole.rounds == ROUNDS
    assert left.net == sum(row.net for row in whole.rows if row.count >= 1)
    assert [row.bet for row in left.rows] == [
        row.bet if row.count >= 1 else 0 for row in whole.rows
    ]
    assert left.win_rate > whole.win_rate
    watched = [row for row in left.rows if row.count < 1]
    assert all(row.edge == 0 and row.stderr is None for row in watched)


def test_leaving_before_the_first_bet_earns_nothing_and_risks_all():
    _, rounds = played("1:2")
    idle = Bets(Ramp(), 100, leave=99).earn(rounds)
    assert (idle.win_rate, idle.edge, idle.n0) == (0, 0, None)


@pytest.mark.parametrize("leave", [None, 0, 1, 2])
def test_kellys_ramp_beats_other_bets_on_the_rounds_that_are_not_left(leave):
    _, rounds = played("1:2,2:4")
    told = as_dict(rounds, Bets(read_ramp("1:2,2:4,3:8"), 1000, leave), horizon=100)
    best = Bets(read_ramp(told["kelly"]["ramp"]), 1000, leave).earn(rounds)
    assert told["kelly"]["score"] == best.score > told["score"]


def test_where_every_round_is_left_there_is_no_ramp_of_kellys():
    _, rounds = played("1:2,2:4")
    told = as_dict(rounds, Bets(read_ramp("1:2,2:4"), 1000, 99), horizon=100)
    assert told["kelly"] is None


def test_paths_by_count_spread_as_paths_of_the_same_bets_do():
    found, _ = played("1:2,2:4,3:8")
    horizon, paths = 2000, 3000
    counted = sample_counted_paths(
        found._tally.by_count,
        found._tally.unit,
        read_ramp("1:2,2:4,3:8"),
        rounds=horizon,
        seed=1,
        paths=paths,
        points=4,
    )
    bets = [read_ramp("1:2,2:4,3:8").multiple(count) for count in counted.counts]
    one = counted.betting(bets).chips[:, -1]
    other = sample_paths(
        found._tally.by_count, found._tally.unit, rounds=horizon, seed=2, paths=paths, points=4
    ).chips[:, -1]
    winnings = found.winnings
    expected, deviation = winnings.win_rate * horizon, winnings.sd * horizon**0.5
    for ends in (one, other):
        # Four standard errors of a mean, and of a standard deviation of nearly normal sums.
        assert abs(ends.mean() - expected) < 4 * deviation / paths**0.5
        assert abs(ends.std() - deviation) < 4 * deviation / (2 * paths) ** 0.5
    assert counted.rounds.tolist() == [0, 500, 1000, 1500, 2000]


def test_the_same_seed_samples_the_same_and_other_bets_lie_on_the_same_rounds():
    _, rounds = played("1:2")
    single = Bets(Ramp(), 0).follow(rounds, 100)
    assert (single.chips == Bets(Ramp(), 0).follow(rounds, 100).chips).all()
    flat = rounds.paths(100).betting([1] * len(rounds.paths(100).counts))
    triple = rounds.paths(100).betting([3] * len(rounds.paths(100).counts))
    assert triple.chips == pytest.approx(3 * flat.chips)


def test_a_path_ends_where_nothing_is_left():
    _, rounds = played("1:2")
    ruined = Bets(read_ramp("-100:50"), 60).follow(rounds, 500).chips
    assert (ruined[:, -1] <= 0).any()
    for path in ruined:
        lost = (path <= 0).argmax()
        if path[lost] <= 0:
            assert (path[lost:] == 0).all()
