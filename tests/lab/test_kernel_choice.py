"""Which kernel plays what, and what a block of rounds is on each of them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random

import pytest
from blackjack.kernel.judge import any_chart, engine_rounds, flat

from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.blackjack.strategy.chart import PAIR_ROWS, UP_CARD
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.kernel_choice import BLOCK_ROUNDS, Kernel, kernel_for, play_block
from cutcard.lab.tally import Tally
from cutcard.streams import stream

VEGAS = load_chart("vegas-strip")
FLAT = flat(VEGAS)
HI_LO = load_count("hi-lo")
RAMP = read_ramp("-1:2,0:3,1:5,3:8")
INDEXED = Strategy(HI_LO.indexed(VEGAS), HI_LO, RAMP)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_has_a_fast_kernel(name: str) -> None:
    preset = load_preset(name)
    kernel, why = kernel_for(preset.rules, flat(load_chart(preset.chart)))
    expected = {"easy": Kernel.WAVEFRONT, "ve280": Kernel.SCALAR}.get(name, Kernel.LANES)
    assert kernel is expected
    assert bool(why) == (name == "ve280")


@pytest.mark.parametrize(
    ("fields", "strategy", "kernel"),
    [
        ({}, INDEXED, Kernel.LANES),
        ({"insurance": True}, INDEXED, Kernel.LANES),
        ({"insurance": True}, FLAT, Kernel.LANES),
        ({"insurance": True, "hole_card": "none"}, FLAT, Kernel.LANES),
        ({"insurance": True, "hole_card": "none"}, INDEXED, Kernel.ENGINE),
        ({"insurance": True, "hole_card": "hidden"}, INDEXED, Kernel.ENGINE),
        ({"insurance": True, "rounding": "down"}, INDEXED, Kernel.ENGINE),
        ({"hole_card": "none"}, INDEXED, Kernel.LANES),
        ({"decks": "infinite"}, FLAT, Kernel.WAVEFRONT),
        # The kernel tells counts apart from -63 to 63.
        ({}, Strategy(FLAT.charts, HI_LO, Ramp(((-63, 2), (63, 3)))), Kernel.LANES),
        ({}, Strategy(FLAT.charts, HI_LO, Ramp(((1, 2), (64, 3)))), Kernel.ENGINE),
        ({}, Strategy(FLAT.charts, HI_LO, Ramp(((-64, 2),))), Kernel.ENGINE),
        ({}, Strategy(replace(FLAT.charts, insurance=100), HI_LO), Kernel.LANES),
        ({"insurance": True}, Strategy(replace(FLAT.charts, insurance=100), HI_LO), Kernel.ENGINE),
        ({}, Strategy(IndexedChart((VEGAS, VEGAS), (-70,)), HI_LO), Kernel.ENGINE),
        ({"decks": 7}, Strategy(FLAT.charts, Count("huge", (100,) * 10)), Kernel.SCALAR),
        ({"decks": 6}, Strategy(FLAT.charts, Count("huge", (100,) * 10)), Kernel.LANES),
        ({"decks": 6}, Strategy(FLAT.charts, Count("huge", (-100,) * 10)), Kernel.LANES),
    ],
)
def test_what_is_not_compiled_is_left_to_the_engine(
    fields: dict[str, object], strategy: Strategy, kernel: Kernel
) -> None:
    chosen, why = kernel_for(Rules(**fields), strategy)
    assert chosen is kernel
    assert bool(why) == (kernel in (Kernel.ENGINE, Kernel.SCALAR))


def consistent(tally: Tally, strategy: Strategy) -> None:
    """Sums that must agree in any tally."""
    assert sum(results.total() for results in tally.by_count.values()) == tally.rounds
    assert sum((results for results in tally.by_count.values()), start=type(tally.results)()) == (
        tally.results
    )
    bets = {value: strategy.ramp.multiple(value) for value in tally.by_count}
    assert tally.wagered == sum(
        bets[value] * results.total() for value, results in tally.by_count.items()
    )


@pytest.mark.parametrize("kernel", list(Kernel))
def test_a_block_is_a_function_of_its_arguments(kernel: Kernel) -> None:
    rules = Rules(decks="infinite" if kernel is Kernel.WAVEFRONT else 2)
    strategy = FLAT if kernel is Kernel.WAVEFRONT else Strategy(FLAT.charts, HI_LO, RAMP)
    rounds = 400 if kernel is Kernel.ENGINE else 50_000
    first = play_block(rules, strategy, 7, 3, rounds, kernel)
    assert first == play_block(rules, strategy, 7, 3, rounds, kernel)
    assert first != play_block(rules, strategy, 7, 4, rounds, kernel)
    assert first != play_block(rules, strategy, 8, 3, rounds, kernel)
    assert first.rounds == rounds
    consistent(first, strategy)


@pytest.mark.parametrize("charts", [1, 5, 17, 18])
def test_as_many_charts_as_lanes_tell_apart_are_played_there(charts: int) -> None:
    """In charts at random every row is another: no way of playing has more of them."""
    random = Random(charts)
    rules = Rules(surrender="late", resplit_aces=True)
    strategy = Strategy(
        IndexedChart(tuple(any_chart(random) for _ in range(charts)), tuple(range(1, charts))),
        HI_LO,
    )
    kernel, why = kernel_for(rules, strategy)
    assert kernel is (Kernel.LANES if charts < 18 else Kernel.SCALAR)
    assert bool(why) == (charts == 18)
    assert play_block(rules, strategy, 1, 0, 60_000, kernel).rounds == 60_000


def test_pairs_that_are_not_split_are_told_apart_by_their_totals() -> None:
    """Hard rows that differ from chart to chart make as many hands of a pair that stays whole."""
    random = Random(1)
    pairs = {(row, column): "P" for row in PAIR_ROWS for column in UP_CARD}
    pairs |= {(row, "2"): "S" for row in PAIR_ROWS}
    charts = tuple(
        replace(chart, cells={**chart.cells, **pairs})
        for chart in (any_chart(random) for _ in range(17))
    )
    strategy = Strategy(IndexedChart(charts, tuple(range(1, 17))), HI_LO)
    rules = Rules(max_hands=1, surrender="late")
    kernel, _ = kernel_for(rules, strategy)
    assert kernel is Kernel.LANES
    assert play_block(rules, strategy, 1, 0, 60_000, kernel).rounds == 60_000
    more = tuple(any_chart(random) for _ in range(3))
    strategy = Strategy(IndexedChart((*charts, *more), tuple(range(1, 20))), HI_LO)
    assert kernel_for(rules, strategy)[0] is Kernel.SCALAR


def test_ways_that_differ_are_not_taken_for_each_other() -> None:
    """Tables are kept from block to block; other charts, counts and rules have others."""
    chart = replace(VEGAS, cells={**VEGAS.cells, ("16", "10"): "S"})
    strategies = [FLAT, flat(chart), Strategy(FLAT.charts, HI_LO, RAMP), INDEXED]
    strategies.append(Strategy(FLAT.charts, load_count("ko"), RAMP))
    tallies = [
        play_block(rules, strategy, 1, 0, 60_000, Kernel.LANES)
        for rules in (Rules(), Rules(hit_soft_17=True))
        for strategy in strategies
    ]
    for at, tally in enumerate(tallies):
        assert all(tally != other for other in tallies[:at])
    assert tallies[0] == play_block(Rules(), FLAT, 1, 0, 60_000, Kernel.LANES)


def test_the_ramp_is_no_part_of_the_play() -> None:
    counted = Strategy(FLAT.charts, HI_LO, RAMP)
    tally = play_block(Rules(), counted, 1, 0, 60_000, Kernel.LANES)
    flatly = play_block(Rules(), Strategy(FLAT.charts, HI_LO), 1, 0, 60_000, Kernel.LANES)
    assert tally.happenings == flatly.happenings
    assert tally.wagered > flatly.wagered == 60_000


@pytest.mark.parametrize(
    ("fields", "strategy"),
    [
        ({"insurance": True, "hole_card": "none", "decks": 1, "reshuffle": "100%"}, INDEXED),
        ({"insurance": True, "rounding": "down", "decks": 1, "reshuffle": 3}, INDEXED),
        ({"decks": 1}, FLAT),
        ({"decks": "infinite"}, FLAT),
        (load_preset("ve280").rules.plain(), flat(load_chart("simple"))),
    ],
)
def test_a_block_on_the_engine_is_the_engines_own_rounds(
    fields: dict[str, object], strategy: Strategy
) -> None:
    rules = Rules(**fields)
    tally = play_block(rules, strategy, 3, 5, 400, Kernel.ENGINE)
    shoe = shoe_for(rules, stream(3, "simulate", 5))
    seen = list(engine_rounds(rules, strategy, shoe, 400))
    assert tally.wagered == sum(strategy.ramp.multiple(round.value) for round in seen)
    assert tally.net == sum(round.net for round in seen)
    assert tally.happenings["busts"] == sum("busts" in round.happenings for round in seen)
    consistent(tally, strategy)


COUNTER = Strategy(FLAT.charts, HI_LO, read_ramp("1-8"))


@cache
def bet_of_years() -> float:
    """What the counter bets a round who is simulated for long."""
    long = play_block(Rules(), COUNTER, 2, 0, 8_000_000, Kernel.SCALAR)
    return long.wagered / long.rounds


@pytest.mark.parametrize("rounds", [500, 5_000])
def test_few_rounds_on_lanes_see_whole_shoes(rounds: int) -> None:
    """A counter who is simulated for an hour bets as much as one who is for a year."""
    blocks = 200
    parts = [
        play_block(Rules(), COUNTER, 1, block, rounds, Kernel.LANES) for block in range(blocks)
    ]
    bets = [part.wagered / rounds for part in parts]
    mean = sum(bets) / blocks
    stderr = sqrt(sum((bet - mean) ** 2 for bet in bets) / (blocks - 1) / blocks)
    # The first shoe of a block is a new one: less than a shoe's 45 rounds begin with nothing seen.
    assert abs(mean - bet_of_years()) < 4 * stderr + 45 / rounds * 0.3


def test_blocks_are_of_one_size_on_each_kernel() -> None:
    assert set(BLOCK_ROUNDS) == set(Kernel)


def test_nothing_compiled_is_imported_before_it_is_needed() -> None:
    lines = (
        "import sys, cutcard.lab.kernel_choice, cutcard.lab.simulate",
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)",
    )
    assert subprocess.run([sys.executable, "-c", "\n".join(lines)], check=False).returncode == 0


@pytest.mark.parametrize("decks", [1, "infinite"])
def test_who_does_not_count_plays_every_chart_as_at_nothing(decks: object) -> None:
    rules = Rules(decks=decks, insurance=True)
    indexed = replace(INDEXED.charts, insurance=-1)
    kernel = Kernel.WAVEFRONT if decks == "infinite" else Kernel.LANES
    played = play_block(rules, Strategy(indexed), 1, 0, 60_000, kernel)
    assert played == play_block(rules, flat(indexed.at(0)), 1, 0, 60_000, kernel)


@pytest.mark.parametrize("kernel", [Kernel.LANES, Kernel.SCALAR])
def test_large_tags_are_added_up_in_full(kernel: Kernel) -> None:
    """All that a count's file may name: the running count rises from -700 to some 23,000."""
    count = Count("all", (100,) * 10, start=-100, start_per_deck=-100)
    tally = play_block(Rules(decks=6), Strategy(FLAT.charts, count), 1, 0, 60_000, kernel)
    assert set(tally.by_count) == {-64, 0, 64}
    assert tally.by_count[64].total() > 0.9 * 60_000
