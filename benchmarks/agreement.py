"""Simulation against exact values, every game by its own chart: `python -m benchmarks.agreement`.

First with a shoe shuffled before each round, which is what is solved: there a difference is
luck, and is told in standard errors. Then as the game is dealt: there it is what the cut card
does, and in ve280 the riffles. The number of rounds may be given, as in 1e8.
"""

import sys

from cutcard.blackjack.exact.solution import value_of
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.commandline import read_count
from cutcard.cores import usable_cores
from cutcard.lab.pool import Pool
from cutcard.lab.simulate import Simulation
from cutcard.lab.tally import Tally

SEED = 7

FRESH = {"reshuffle": "every-round", "shuffle": Shuffle.UNIFORM}


def simulated(rules: Rules, chart: str, rounds: int) -> Tally:
    simulation = Simulation(rules, Strategy(IndexedChart((load_chart(chart),))), SEED, rounds)
    with Pool(usable_cores(), threads=True) as pool:
        *_, tally = simulation.run(pool)
    return tally


def main(rounds: int) -> None:
    print(f"{rounds:,} rounds each, seed {SEED}; edges and standard errors in percent of the bet")
    print("\nthe shoe shuffled before each round: nothing but luck")
    print(f"  {'game':15} {'chart':15} {'solved':>12} {'simulated':>11} {'error':>8} {'z':>6}")
    for name in preset_names():
        preset = load_preset(name)
        exact = value_of(preset.rules, load_chart(preset.chart)).edge
        tally = simulated(preset.rules.changed(FRESH), preset.chart, rounds)
        print(
            f"  {name:15} {preset.chart:15} {100 * exact:+12.6f} {100 * tally.edge:+11.6f}"
            f" {100 * tally.stderr:8.6f} {(tally.edge - exact) / tally.stderr:+6.2f}",
            flush=True,
        )
    print("\nas the game is dealt, less what was solved")
    print(f"  {'game':15} {'dealt':36} {'simulated':>11} {'effect':>10} {'error':>8}")
    for name in preset_names():
        preset = load_preset(name)
        if preset.rules.decks == "infinite" or preset.rules.reshuffle == "every-round":
            continue
        exact = value_of(preset.rules, load_chart(preset.chart)).edge
        for shuffle in sorted({Shuffle.UNIFORM, preset.rules.shuffle}, reverse=True):
            rules = preset.rules.changed({"shuffle": shuffle})
            tally = simulated(rules, preset.chart, rounds)
            dealt = f"reshuffle = {rules.reshuffle}, shuffle = {shuffle}"
            print(
                f"  {name:15} {dealt:36} {100 * tally.edge:+11.6f}"
                f" {100 * (tally.edge - exact):+10.6f} {100 * tally.stderr:8.6f}",
                flush=True,
            )


if __name__ == "__main__":
    main(read_count(sys.argv[1]) if len(sys.argv) > 1 else 10**9)
