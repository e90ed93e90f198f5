"""Kernels that deal in another order than the table agree with the scalar one in law.

Seeds are fixed. Histograms of outcomes are compared by chi-square, which must lie within four
standard deviations of what chance makes of it.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import (
    Counts,
    always_splitting,
    any_chart,
    compare,
    engine_rounds,
    flat,
    no_counts,
    packed,
)

from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.lanes.play import play_lanes
from cutcard.blackjack.kernel.lanes.word import tables_of
from cutcard.blackjack.kernel.outcomes import happenings, net
from cutcard.blackjack.kernel.random import below, seeded
from cutcard.blackjack.kernel.scalar import play_alone
from cutcard.blackjack.kernel.wavefront import play_wave, wave_of
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.shoes import RiffledDeck

VEGAS = load_chart("vegas-strip")

INFINITE: dict[str, tuple[dict[str, object], Strategy]] = {
    "easy": (load_preset("easy").rules.plain(), flat(load_chart("wizard"))),
    "european": (
        {
            "hole_card": "none",
            "dealer_blackjack_takes": "original",
            "surrender": "early",
            "charlie": 5,
        },
        flat(always_splitting(VEGAS)),
    ),
    "hidden": (
        {
            "hole_card": "hidden",
            "dealer_blackjack_takes": "original",
            "blackjack_tie": "lose",
            "max_hands": 3,
        },
        flat(always_splitting(VEGAS)),
    ),
    "peek": (
        {"surrender": "early", "split_order": "queue", "resplit_aces": True, "max_hands": 8},
        flat(always_splitting(VEGAS)),
    ),
    "two hands": (
        {"max_hands": 2, "hit_split_aces": True, "hit_soft_17": True, "charlie": 6},
        flat(always_splitting(VEGAS)),
    ),
    "five hands": (
        {"max_hands": 5, "double_on": "10-11", "ties": "lose", "blackjack_tie": "win"},
        flat(any_chart(Random(1))),
    ),
    "a dealer's 22 pushes": (
        {"dealer_22": "push", "max_hands": 8, "hole_card": "none", "hit_soft_17": True},
        flat(always_splitting(VEGAS)),
    ),
    "no naturals": (
        {"hole_card": "hidden", "naturals": "none", "max_hands": 6, "double_on": "none"},
        flat(any_chart(Random(2))),
    ),
    "open": (
        {"hole_card": "open", "split_order": "queue", "max_hands": 7, "resplit_aces": True},
        flat(any_chart(Random(3))),
    ),
    "no splits": ({"max_hands": 1, "surrender": "late"}, flat(VEGAS)),
}


def histogram(counts: Counts) -> Counter[int]:
    return Counter({at: int(times) for at, times in enumerate(counts) if times})


def infinite(case: str) -> tuple[Rules, Strategy]:
    fields, strategy = INFINITE[case]
    return Rules(**{**fields, "decks": "infinite"}), strategy


@pytest.mark.parametrize("case", INFINITE)
def test_the_wavefront_agrees_with_the_scalar_kernel(case: str) -> None:
    rules, strategy = infinite(case)
    rounds = 1_500_000
    wave = play_wave(
        wave_of(compile_automaton(rules, strategy.charts.charts)), seeded(1, case), rounds
    )
    counts = no_counts()
    play_alone(packed(rules, strategy), seeded(2, case), rules, rounds, counts, None)
    assert wave.sum() == counts.sum() == rounds
    assert compare(histogram(wave), histogram(counts[MOST_COUNT])).sigmas < 4


@pytest.mark.parametrize("rounds", [1, 3, 4, 20, 4095, 4097])
def test_few_rounds_on_the_wavefront_follow_the_same_law(rounds: int) -> None:
    """What is in the list at the end, and splits that are few, are played like all others."""
    rules, strategy = infinite("peek")
    wave = wave_of(compile_automaton(rules, strategy.charts.charts))
    few = np.zeros(len(play_wave(wave, seeded(3), 1)), np.int64)
    for block in range(400_000 // rounds if rounds > 4 else 8_000):
        played = play_wave(wave, seeded(3, block), rounds)
        assert played.sum() == rounds
        few += played
    many = play_wave(wave, seeded(4, "many"), 4_000_000)
    assert compare(histogram(few), histogram(many)).sigmas < 4


FINITE = [
    name
    for name in preset_names()
    if load_preset(name).rules.decks != "infinite"
    and load_preset(name).rules.shuffle is not Shuffle.RIFFLE
]


@pytest.mark.parametrize("name", FINITE)
def test_lanes_agree_with_the_scalar_kernel(name: str) -> None:
    preset = load_preset(name)
    rules = preset.rules
    assert rules.decks != "infinite"
    strategy = flat(load_chart(preset.chart))
    pack = packed(rules, strategy)
    rounds = 1_500_000
    mine, theirs = no_counts(), no_counts()
    play_lanes(
        pack,
        tables_of(pack, rules.decks),
        5,
        (name,),
        decks=rules.decks,
        reshuffle_below=rules.reshuffle_below,
        rounds=rounds,
        counts=mine,
        indexed=None,
    )
    play_alone(pack, seeded(6, name), rules, rounds, theirs, None)
    assert mine.sum() == theirs.sum() == rounds
    assert compare(histogram(mine.sum(axis=0)), histogram(theirs.sum(axis=0))).sigmas < 4


def test_a_riffled_deck_is_dealt_as_the_engine_deals_it() -> None:
    preset = load_preset("ve280")
    rules = preset.rules
    strategy = flat(load_chart(preset.chart))
    pack = packed(rules, strategy)
    rounds = 300
    counted = [no_counts()]
    for many in range(1, rounds + 1):
        counts = no_counts()
        assert play_alone(pack, seeded(7, "riffle"), rules, many, counts, None) == many
        counted.append(counts)
    cuts = seeded(7, "riffle")
    shoe = RiffledDeck(lambda: 13 + int(below(cuts, 27)), reshuffle_below=rules.reshuffle_below)
    for (before, after), seen in zip(
        pairwise(counted), engine_rounds(rules, strategy, shoe, rounds), strict=True
    ):
        ((_, outcome),) = np.argwhere(after - before).tolist()
        assert (net(outcome, rules), set(happenings(outcome))) == (seen.net, seen.happenings)


def test_cuts_are_even() -> None:
    random = seeded(8, "cuts")
    counted = Counter(int(below(random, 27)) for _ in range(27_000))
    assert set(counted) == set(range(27))
    assert compare(counted, Counter(dict.fromkeys(range(27), 1000000))).sigmas < 4
