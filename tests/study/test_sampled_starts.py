"""What exploiters win from a policy, measured after sampled starts."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cutcard.blockhead.equilibrium.biddings import PLAIN
from cutcard.blockhead.equilibrium.blueprint import Blueprint, Stored
from cutcard.blockhead.equilibrium.lead_tree import CARDS, STEPS, Start
from cutcard.blockhead.rules import Rules
from cutcard.errors import CutcardError, Invalid
from cutcard.lab.pool import Pool
from cutcard.study import sampled_starts
from cutcard.study.equilibria import lead_odds
from cutcard.study.sampled_starts import (
    LADDER,
    MeanWon,
    SampleProgress,
    Sampling,
    drawn_starts,
    measure,
)


def test_starts_are_drawn_by_their_odds() -> None:
    many = 4000
    drawn = Counter(lead for _, lead in drawn_starts(many, Random(1)))
    for lead, likely in lead_odds().items():
        # Parts within a lead's stretch are all its own; of the two that it shares, up to four
        # starts may be its own or not.
        assert abs(drawn[lead] - many * likely) <= 4


def test_two_starts_are_drawn_from_each_part() -> None:
    leads = [lead for _, lead in drawn_starts(40, Random(3))]
    assert all(max(two) <= min(next_two) for two, next_two in pairwise(zip_twos(leads)))


def zip_twos(leads: list[int]) -> list[tuple[int, int]]:
    """Two by two."""
    return list(zip(leads[::2], leads[1::2], strict=True))


def test_the_seed_alone_says_what_is_drawn() -> None:
    assert Sampling(6, 1).drawn() == Sampling(6, 1).drawn() != Sampling(6, 2).drawn()
    assert Sampling(5, 1).drawn() == Sampling(6, 1).drawn()
    samples = Sampling(6, 1).drawn()
    assert [sample.rung for sample in samples] == [2] * 6 + [1] * 24 + [0] * 96


def test_the_error_of_two_from_each_part_is_that_of_repeated_measurements() -> None:
    """Results rise from part to part, which must not count; within a part they differ by chance."""
    random = Random(7)
    trials, parts = 1000, 10
    means, squares = [], []
    for _ in range(trials):
        results = [part + random.gauss(0, 1) for part in range(parts) for _ in range(2)]
        won = MeanWon.of(results)
        means.append(won.value)
        squares.append(won.stderr**2)
    expected = 1 / (2 * parts)
    # Each square is expected/parts times chi-squared with as many degrees of freedom as parts.
    assert np.mean(squares) == pytest.approx(
        expected, abs=4 * expected * (2 / parts / trials) ** 0.5
    )
    assert np.var(means, ddof=1) == pytest.approx(expected, abs=4 * expected * (2 / trials) ** 0.5)


def test_what_the_last_exploiter_wins_is_the_sum_of_all_steps() -> None:
    sampling = Sampling(2, 1)
    measured = sampling.measured([0.1, 0.3, *[0.0, 0.2] * 4, *[0.5, 0.7] * 16])
    errors = [0.2 / (2 * many**0.5) for many in (1, 4, 16)]
    assert measured.one_raise == pytest.approx((0.6, errors[2], 32))
    together = sum(error**2 for error in errors) ** 0.5
    assert measured.any_raise == pytest.approx((0.9, together, 42))


def caller(seat: int) -> Stored:
    """Nothing is stored: all calls."""
    kept = len(PLAIN.kept(seat))
    first = np.zeros((kept, CARDS), np.uint8)
    second = np.zeros((len(PLAIN.closings), STEPS, kept, CARDS), np.uint8)
    return Stored(seat, PLAIN, first, second, second[0, :0], np.zeros(0, np.uint16))


@pytest.fixture
def callers(monkeypatch: pytest.MonkeyPatch) -> Blueprint:
    """A policy that always calls; what it loses is found with far leads, where little is left."""

    def far_starts(samples: int, random: Random) -> list[Start]:
        return [((0, 0, 9, 9), random.choice((18, -18))) for _ in range(samples)]

    monkeypatch.setattr(sampled_starts, "drawn_starts", far_starts)
    first = LADDER[0]._replace(seconds=1.0)
    ladder = (first._replace(times=2), first._replace(times=1))
    monkeypatch.setattr(sampled_starts, "LADDER", ladder)
    beginnings = {(10, lead, seat): caller(seat) for lead in (18, -18) for seat in (0, 1)}
    return Blueprint(Rules(), beginnings)


class Stopped(Exception):
    """The measurement was stopped."""


def test_a_measurement_goes_on_where_it_was_stopped(callers: Blueprint, tmp_path: Path) -> None:
    sampling = Sampling(2, 1)
    kept = SampleProgress(tmp_path / "kept.json", callers, sampling)

    def stop(_: str, done: float, __: float) -> None:
        if done > 4:
            raise Stopped

    with Pool(1) as pool, pytest.raises(Stopped):
        measure(callers, sampling, pool, kept, stop)
    begun = kept.load(6)
    assert len(begun) == 5
    with Pool(2) as pool:
        whole = measure(callers, sampling, pool, kept)
    assert kept.load(6)[: len(begun)] == begun
    with Pool(1) as pool:
        assert measure(callers, sampling, pool) == whole
    assert whole.any_raise.value == whole.one_raise.value > 0


def test_the_progress_of_something_else_is_refused(callers: Blueprint, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    SampleProgress(path, callers, Sampling(2, 1)).save([0.5])
    assert SampleProgress(path, callers, Sampling(1, 1)).load(10) == [0.5]
    with pytest.raises(CutcardError, match="belongs to another measurement"):
        SampleProgress(path, callers, Sampling(2, 2)).load(10)
    other = Blueprint(Rules(), {(10, 18, 0): caller(0)})
    with pytest.raises(CutcardError, match="belongs to another measurement"):
        SampleProgress(path, other, Sampling(2, 1)).load(10)
    for damaged in (path.read_text().replace("0.5", "0.6"), "{}", "no JSON", "[1]"):
        path.write_text(damaged)
        with pytest.raises(Invalid, match=r"is damaged, or something else|is not a JSON file"):
            SampleProgress(path, callers, Sampling(2, 1)).load(10)
