"""Simulation and exact value agree, every game by its own chart, from a shoe always fresh."""

import pytest

from cutcard.blackjack.exact.solution import value_of
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import Simulation

ROUNDS = 20_000_000


@pytest.mark.parametrize("name", preset_names())
def test_simulation_comes_within_four_standard_errors_of_the_exact_edge(name):
    preset = load_preset(name)
    chart = load_chart(preset.chart)
    fresh = preset.rules.changed({"reshuffle": "every-round", "shuffle": "uniform"})
    simulation = Simulation(fresh, Strategy(IndexedChart((chart,))), seed=11, rounds=ROUNDS)
    with Pool(2, threads=True) as pool:
        *_, tally = simulation.run(pool)
    assert tally.rounds == ROUNDS
    assert abs(tally.edge - value_of(preset.rules, chart).edge) < 4 * tally.stderr
