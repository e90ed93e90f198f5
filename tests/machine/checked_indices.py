"""All compiled code with every index checked: the workload, and games at the edges of the rules.

Compiled code checks no index, and one that is wrong reads or writes whatever lies there. `make
bounds` has numba compile everything once more, with checks, and runs this and the kernels' tests;
it takes some minutes, and `make test` does not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import always_splitting, any_chart, fitting_chart
from blackjack.made_up_games import KINDS, few
from blockhead.made_up_games import DECKS, SHORT_STREETS, STREETS
from blockhead.made_up_policies import made_up

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import PAIR_ROWS, Chart
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistakes import Mistakes
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blockhead.rules import Rules as PokerRules
from cutcard.compilation import compiled, compiled_within
from cutcard.errors import CutcardError
from cutcard.lab.kernel_choice import Kernel, kernel_for, play_block
from cutcard.lab.pairs import play_on_kernel, why_engine
from cutcard.machine.library import library_of
from cutcard.number_arrays import Floats
from cutcard.rulebook import InvalidRules, Odds
from cutcard.shoes import ShoeEmpty
from foundry.workload import PARTS


@compiled_within
def _deep_inside(row: Floats, at: int) -> float:
    return float(row[at])


@compiled
def _read(table: Floats, at: int) -> float:
    return _deep_inside(table[0], at)


@compiled
def _write(table: Floats, at: int) -> None:
    table[0, at] = 1.0


@pytest.mark.parametrize("at", [-1, 3, np.uint64(3), np.uint64(2**64 - 1)])
@pytest.mark.parametrize("function", [_read, _write])
def test_indices_are_checked_at_all(function: Callable[[Floats, int], None], at: int) -> None:
    assert library_of("lanes") is None, "code that was compiled ahead checks nothing"
    assert os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    function(np.zeros((2, 3)), 2)
    with pytest.raises(IndexError, match=r"index is (negative|out of bounds)"):
        function(np.zeros((2, 3)), at)


@pytest.mark.parametrize("piece", [piece for work in PARTS.values() for piece in work.pieces])
def test_the_workload_keeps_within_its_arrays(piece: Callable[[], None]) -> None:
    piece()


# Blackjack at the edges.

EDGES = {
    "decks": (1, 1, 7, 8, "infinite"),
    "reshuffle": ("every-round", "1%", "100%", 1, 2, 416),
    "max_hands": (1, 8, 8),
    "charlie": ("none", 5, 10),
    "split_order": ("queue", "in-turn"),
    "blackjack_pays": (Odds(3, 2), Odds(1, 100), Odds(100, 1)),
}


def rules_at_the_edge(random: Random) -> Rules:
    while True:
        fields = {name: random.choice(EDGES.get(name) or few(kind)) for name, kind in KINDS.items()}
        try:
            return Rules(**fields)
        except InvalidRules:
            pass


def insatiable(chart: Chart) -> Chart:
    """A chart that splits every pair and hits everything, so that rounds take the most cards."""
    return Chart(
        chart.columns, {cell: "Ph" if cell[0] in PAIR_ROWS else "H" for cell in chart.cells}
    )


def any_count(random: Random) -> Count:
    if random.random() < 0.4:
        return load_count(random.choice(count_names()))
    most = random.choice([1, 2, 100])
    tags = random.choice([[random.randint(-most, most) for _ in range(10)], [most] * 10])
    start, start_per_deck = (random.choice([0, 100, -100]) for _ in range(2))
    return Count(
        "made up",
        tuple(tags),
        scale=random.choice([1, 10]),
        start=start,
        start_per_deck=start_per_deck,
    )


RAMPS = (Ramp(), Ramp(((-63, 2), (63, 10**6))), Ramp(((0, 3), (2, 100))))


def strategy_at_the_edge(random: Random, rules: Rules) -> Strategy:
    makers = (insatiable, insatiable, always_splitting, lambda chart: chart)
    chart = random.choice(makers)(fitting_chart(random, rules))
    if rules.decks == "infinite" or random.random() < 0.2:
        return Strategy.flat(chart)
    many = random.choice([1, 2, 5, 10])
    others = [insatiable(chart), *(any_chart(random, chart.columns) for _ in range(3))]
    charts = (chart, *(random.choice(others) for _ in range(many - 1)))
    thresholds = tuple(sorted(random.sample(range(-63, 64), many - 1)))
    insurance = random.choice([None, -63, 3]) if rules.insurance else None
    indexed = IndexedChart(charts, thresholds, insurance)
    return Strategy(indexed, any_count(random), random.choice(RAMPS))


def at_a_full_table(random: Random, strategy: Strategy) -> Strategy:
    """The same on several spots and among others, as many as there is room for, with mistakes."""
    spots = random.randint(1, 7)
    table = strategy.at_table(7 - spots, spots, strategy.charts.at(0))
    counts = strategy.count is not None
    divided = strategy.count is not None and strategy.count.balanced
    return table.erring(
        Mistakes(
            play=random.choice([0, 0.1, 1.0]),
            decks=random.choice([0, 4.0]) if divided else 0,
            bets=random.choice([0, 1.0]) if counts else 0,
        )
    )


ROUNDS = {
    Kernel.WAVEFRONT: (1, 4097, 20_000),
    Kernel.LANES: (1, 40_000, 150_000),  # fewer than fill the lanes of a shoe are played alone
    Kernel.SCALAR: (1, 2, 2000),
    Kernel.TABLE: (1, 2, 1000),
}


@pytest.mark.parametrize("seed", range(60))
def test_blackjack_at_the_edges_of_its_rules_keeps_within_its_arrays(seed: int) -> None:
    random = Random(seed)
    rules = rules_at_the_edge(random)
    alone = strategy_at_the_edge(random, rules)
    for strategy in (alone, at_a_full_table(random, alone)):
        try:
            strategy.check_fits(rules)
        except CutcardError:
            continue
        best, _ = kernel_for(rules, strategy)
        for kernel in {best, Kernel.SCALAR if best is Kernel.LANES else best} - {Kernel.ENGINE}:
            for rounds in ROUNDS[kernel]:
                with suppress(ShoeEmpty):  # one deck does not always last
                    play_block(rules, strategy, seed, 0, rounds, kernel)


# Blockhead Poker at the edges.


def poker_rules_at_the_edge(random: Random) -> PokerRules:
    least, most = sorted(random.choice([1, 1, 10, 1000]) for _ in range(2))
    fields = {
        "deals": random.choice([1, 2, 40]),
        "ante": random.choice([1, 10, 1000]),
        "least_raise": least,
        "most_raise": most,
        "raises": random.choice([0, 1, 3, 20]),
        "deck": random.choice(DECKS),
        "streets": random.choice(STREETS + SHORT_STREETS),
        "check_closes": random.choice([False, True]),
        "tied_pot": random.choice(["carry", "split"]),
        "valuation": random.choice(["points", "points", "poker"]),
    }
    try:
        return PokerRules(**fields)
    except InvalidRules:
        return PokerRules()


@pytest.mark.parametrize("seed", range(60))
def test_blockhead_at_the_edges_of_its_rules_keeps_within_its_arrays(
    seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    rules = poker_rules_at_the_edge(random)
    names = ["alpha", "caller", "raiser", "random", "beta"]
    with suppress(CutcardError):  # by some rules there are no policies of spots
        made_up(rules, seed).save(tmp_path / "policy.npz")
        names += 2 * [str(tmp_path / "policy.npz")]
    for _ in range(3):
        first, second = random.choices(names, k=2)
        if not why_engine(first, second, rules, 1000):
            play_on_kernel(first, second, rules, seed, range(10**12, 10**12 + 2))
