"""Simulations: the same result wherever, and however often interrupted, it is worked out."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from blackjack.kernel.judge import flat

from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import UnfitChart
from cutcard.blackjack.strategy.count import UnfitCount
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.errors import Illegal
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import Simulation
from cutcard.lab.tally import Tally

VEGAS = load_chart("vegas-strip")
HI_LO = load_count("hi-lo")
COUNTED = Strategy(HI_LO.indexed(VEGAS), HI_LO, read_ramp("1-8"))
BACK_COUNTING = replace(COUNTED, ramp=read_ramp("0:0,1:2,3:8x2")).at_table(1, 1, VEGAS)


def simulation(kernel: Kernel) -> Simulation:
    """Two whole blocks and a part of one."""
    rules, strategy = {
        Kernel.WAVEFRONT: (load_preset("easy").rules, flat(load_chart("wizard"))),
        Kernel.LANES: (Rules(insurance=True), COUNTED),
        Kernel.SCALAR: (load_preset("ve280").rules, flat(load_chart("simple"))),
        Kernel.TABLE: (Rules(insurance=True), BACK_COUNTING),
        Kernel.ENGINE: (Rules(insurance=True, hole_card="none"), COUNTED),
    }[kernel]
    made = Simulation(rules, strategy, 11, 2 * BLOCK_ROUNDS[kernel] + BLOCK_ROUNDS[kernel] // 3)
    assert made.kernel is kernel
    return made


def result(simulation: Simulation, pool: Pool, done: Tally | None = None) -> Tally:
    *_, tally = simulation.run(pool, done)
    return tally


@cache
def steps_alone(kernel: Kernel) -> tuple[Tally, ...]:
    """What one worker finds, block by block; to be copied by whoever goes on from there."""
    return tuple(deepcopy(tally) for tally in simulation(kernel).run(Pool(1)))


@pytest.mark.parametrize("kernel", list(Kernel))
def test_one_worker_threads_and_processes_give_the_same_tally(kernel: Kernel) -> None:
    wanted = simulation(kernel)
    alone = steps_alone(kernel)[-1]
    with Pool(2, threads=True) as pool:
        assert result(wanted, pool) == alone
    with Pool(2) as pool:
        assert result(wanted, pool) == alone
    assert alone.rounds == wanted.rounds
    with Pool(1) as pool:
        assert repr(alone.mean) == repr(result(wanted, pool).mean)


@pytest.mark.parametrize("kernel", list(Kernel))
def test_a_simulation_goes_on_where_it_was_broken_off(kernel: Kernel) -> None:
    wanted = simulation(kernel)
    pool = Pool(1)
    steps = steps_alone(kernel)
    assert [tally.rounds for tally in steps] == [
        BLOCK_ROUNDS[kernel],
        2 * BLOCK_ROUNDS[kernel],
        wanted.rounds,
    ]
    for step in steps:
        assert result(wanted, pool, deepcopy(step)) == steps[-1]


def test_seeds_give_other_rounds() -> None:
    wanted = simulation(Kernel.WAVEFRONT)
    assert steps_alone(Kernel.WAVEFRONT)[-1] != result(replace(wanted, seed=12), Pool(1))


def test_it_stops_when_it_is_certain_enough() -> None:
    wanted = replace(simulation(Kernel.ENGINE), rounds=50_000, until_stderr=0.03)
    steps = [deepcopy(tally) for tally in wanted.run(Pool(1))]
    assert steps[-1].rounds < 50_000
    assert steps[-1].stderr <= 0.03 < steps[-2].stderr
    assert all(after.rounds - before.rounds == 1000 for before, after in pairwise(steps))
    # Done is done: nothing more is played.
    assert result(wanted, Pool(1), deepcopy(steps[-1])) == steps[-1]


@pytest.mark.parametrize("rounds", [-1, 0, 1])
def test_too_few_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(Illegal, match="2 or more"):
        Simulation(Rules(), flat(VEGAS), 1, rounds)


def test_what_does_not_fit_the_rules_is_refused() -> None:
    with pytest.raises(UnfitCount, match="infinite"):
        Simulation(Rules(decks="infinite"), COUNTED, 1, 10)
    with pytest.raises(UnfitChart, match="both dealer cards"):
        Simulation(Rules(), flat(load_chart("wizard")), 1, 10)


@pytest.mark.parametrize("rounds", [2, 255, 1000, 4097])
@pytest.mark.parametrize("kernel", [Kernel.WAVEFRONT, Kernel.LANES, Kernel.SCALAR])
def test_as_many_rounds_are_played_as_asked_for(kernel: Kernel, rounds: int) -> None:
    wanted = replace(simulation(kernel), rounds=rounds)
    tally = result(wanted, Pool(1))
    assert tally.rounds == rounds
    assert sum(tally.share(name) for name in ("wins", "pushes", "losses")) == pytest.approx(1)


def test_a_kernel_can_be_chosen() -> None:
    """The scalar kernel and the wavefront play other rounds of the same game."""
    wanted = simulation(Kernel.WAVEFRONT)
    fast = steps_alone(Kernel.WAVEFRONT)[-1]
    slow = result(replace(wanted, kernel=Kernel.SCALAR, rounds=1_000_000), Pool(1))
    assert abs(fast.mean - slow.mean) < 4 * (fast.stderr**2 + slow.stderr**2) ** 0.5
