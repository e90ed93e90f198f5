"""Counting on the kernel: the same bets, plays and counts as the engine's counting player."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import (
    KernelShoe,
    cards_of,
    compiled_insurance,
    engine_rounds,
    fitting_chart,
    kernel_rounds,
    packed,
    shoe_rounds,
    whole_decks,
)
from blackjack.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.kernel import pack as packing
from cutcard.blackjack.kernel.automaton import Automaton
from cutcard.blackjack.kernel.compiler import compile_automaton
from cutcard.blackjack.kernel.counting import MOST_COUNT, count_tables, values_of
from cutcard.blackjack.kernel.lanes.word import tables_of as lane_tables
from cutcard.blackjack.kernel.random import seeded, shuffle_part
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.count_files import count_names, load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.shoes import ScriptedShoe

VEGAS = load_chart("vegas-strip")
INDEXED = load_count("hi-lo").indexed(VEGAS)
RAMP = read_ramp("-2:2,0:3,1:5,3:8")

TABLES: dict[str, dict[str, object]] = {
    "peek": {},
    "one deck": {"decks": 1, "insurance": True},
    "late surrender": {"decks": 2, "surrender": "late", "insurance": True},
    "early surrender": {"decks": 2, "surrender": "early", "insurance": True},
    "insurance at six to five": {"decks": 8, "insurance": True, "blackjack_pays": "6:5"},
    "whole chips": {
        "decks": 2,
        "rounding": "down",
        "surrender": "late",
        "blackjack_pays": "6:5",
    },
    "hidden": {"decks": 2, "hole_card": "hidden", "dealer_blackjack_takes": "original"},
    "european": {"decks": 2, "hole_card": "none", "surrender": "early"},
    "open": {"decks": 3, "hole_card": "open"},
    "two at once": {"decks": 1, "split_order": "queue", "resplit_aces": True, "max_hands": 8},
    "every round": {"decks": 1, "reshuffle": "every-round", "insurance": True},
    "to the last card": {"decks": 1, "reshuffle": "100%", "insurance": True},
    "one card left": {"decks": 1, "reshuffle": 1, "hole_card": "none"},
    "two cards left": {"decks": 1, "reshuffle": 2, "hole_card": "hidden", "max_hands": 8},
}

DRY = ("to the last card", "one card left", "two cards left")


@cache
def tables_of(table: str) -> tuple[Rules, IndexedChart, Automaton]:
    """The rules of a table, the charts that the kernel can play there, and both compiled."""
    rules = Rules(**TABLES[table])
    charts = replace(INDEXED, insurance=INDEXED.insurance if compiled_insurance(rules) else None)
    return rules, charts, compile_automaton(rules, charts.charts)


@pytest.mark.parametrize(
    ("name", "table"),
    [
        *(("hi-lo", table) for table in TABLES),
        *product(count_names()[1:], ("early surrender", "hidden", *DRY[:2])),
    ],
)
def test_whole_shoes_are_bet_on_and_played_as_the_engine_does(name: str, table: str) -> None:
    rules, charts, tables = tables_of(table)
    strategy = Strategy(charts, load_count(name), RAMP)
    random = seeded(3, name, table)
    shoe = KernelShoe(rules, random)
    rounds = 150
    pack = packing.packed(tables, count_tables(rules, charts, strategy.count))
    mine = list(shoe_rounds(rules, strategy, pack, random, rounds))
    theirs = list(engine_rounds(rules, strategy, shoe, rounds))
    assert mine == [(seen.value, seen.net, seen.happenings) for seen in theirs]
    assert (shoe.dry > 1) == (table in DRY)
    values = {seen.value for seen in theirs}
    # A count that has nothing to count is always where it began.
    assert len(values) == 1 if table == "every round" else len(values) > 3


@pytest.mark.parametrize("name", count_names())
@pytest.mark.parametrize("table", ["late surrender", "hidden", "open", "two at once"])
def test_running_count_and_cards_used_are_the_engines_at_every_round(name: str, table: str) -> None:
    rules, charts, tables = tables_of(table)
    assert isinstance(rules.decks, int)
    strategy = Strategy(charts, load_count(name), RAMP)
    pack = packing.packed(tables, count_tables(rules, charts, strategy.count))
    size = 52 * rules.decks
    for shoe in range(5):
        room = whole_decks(rules.decks)
        shuffle_part(seeded(shoe, name, table), room, 0, size, size)
        values = room[:size]
        mine = kernel_rounds(rules, strategy, pack, values, below=30)
        theirs = list(engine_rounds(rules, strategy, ScriptedShoe(cards_of(values)), len(mine)))
        assert mine == theirs
        assert len(mine) > 2


def any_count(random: Random) -> Count:
    """A count with tags of any size and any convention; nearly all of them are unbalanced."""
    count = any_tags(random)
    whole = random.choice(list(Convention))
    divisor = random.choice(list(Divisor)) if count.balanced else Divisor.CARDS
    return replace(count, whole=whole, divisor=divisor)


def any_tags(random: Random) -> Count:
    tags = [random.randint(-3, 3) for _ in range(9)]
    ten = random.randint(-3, 3)
    if random.random() < 0.6:
        # The ace balances what the tens and the others leave.
        tags[0] = -(sum(tags[1:]) + 4 * ten)
        return Count("any", (*tags, ten), scale=random.randint(1, 3))
    start = 0 if sum(tags) + 4 * ten == 0 else random.randint(-9, 9)
    return Count("any", (*tags, ten), scale=random.randint(1, 3), start=start)


@settings(max_examples=8, deadline=None)
@given(any_rules(), st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_any_count_and_any_charts_under_any_rules_are_played_as_the_engine_plays_them(
    rules: Rules, decks: int, seed: int
) -> None:
    random = Random(seed)
    rules = replace(rules, decks=decks, shuffle="uniform")
    charts = tuple(fitting_chart(random, rules) for _ in range(random.randint(1, 3)))
    thresholds = tuple(sorted(random.sample(range(-4, 5), len(charts) - 1)))
    insurance = random.randint(-2, 4) if compiled_insurance(rules) else None
    steps = sorted(random.sample(range(-6, 7), 3))
    strategy = Strategy(
        IndexedChart(charts, thresholds, insurance),
        any_count(random),
        Ramp(tuple((step, random.randint(1, 9)) for step in steps)),
    )
    stream = seeded(seed, "any")
    rounds = 40
    theirs = list(engine_rounds(rules, strategy, KernelShoe(rules, stream), rounds))
    mine = list(shoe_rounds(rules, strategy, packed(rules, strategy), stream, rounds))
    assert mine == [(seen.value, seen.net, seen.happenings) for seen in theirs]


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("name", count_names())
def test_values_are_floors_to_the_last_card(name: str, decks: int) -> None:
    """Whatever the running count and the cards left, the rounded slopes give the exact floor."""
    count = load_count(name)
    tables = count_tables(Rules(decks=decks), IndexedChart((VEGAS,)), count)
    left = np.arange(1, 52 * decks + 1)
    for running in range(-40 * decks, 40 * decks + 1):
        mine = (running * tables.slope[1:] + tables.half[1:]) >> 32
        if count.balanced:
            exact = running * 52 // (count.scale * left)
        else:
            exact = np.full_like(left, running // count.scale)
        assert np.array_equal(mine, exact)
    assert tables.slope[0] == tables.slope[1]  # no cards left count as one


@pytest.mark.parametrize("convention", Convention)
@pytest.mark.parametrize(
    ("name", "divisor"),
    [*product(["hi-lo", "halves"], Divisor), ("ko", Divisor.CARDS)],
)
def test_every_convention_is_the_same_in_tables_and_in_arrays(
    name: str, divisor: Divisor, convention: Convention
) -> None:
    count = replace(load_count(name), whole=convention, divisor=divisor)
    charts = IndexedChart((VEGAS,))
    tables = count_tables(Rules(decks=2), charts, count)
    pack = packing.packed(compile_automaton(Rules(decks=2), charts.charts), tables)
    left = np.arange(105)
    for running in range(-90, 91):
        exact = np.array([count.value(running, cards) for cards in left.tolist()])
        mine = running * tables.slope + tables.half + (tables.less if running < 0 else 0)
        assert np.array_equal(mine >> 32, exact)
        assert np.array_equal(values_of(count, np.full_like(left, running), left), exact)
    lanes = lane_tables(pack, 2)
    width, zero = int(lanes.width), lanes.zero
    values = lanes.values[: 105 * width].reshape(105, width)
    for running in (-17, -1, 0, 1, 17):
        exact = np.array([count.value(running, cards) for cards in range(104, -1, -1)])
        mine = values[:, running - zero].astype(int) - MOST_COUNT
        assert mine.tolist() == exact.clip(-MOST_COUNT, MOST_COUNT).tolist()


@pytest.mark.parametrize("insurance", [True, False])
def test_insurance_and_layers_go_by_value(insurance: bool) -> None:
    tables = count_tables(Rules(insurance=insurance), INDEXED, load_count("hi-lo"))
    for value in range(-MOST_COUNT, MOST_COUNT + 1):
        at = value + MOST_COUNT
        assert INDEXED.charts[tables.layers[at]] is INDEXED.at(value)
        assert tables.insures[at] == (insurance and value >= 3)


def test_without_a_count_nothing_is_counted() -> None:
    tables = count_tables(Rules(), IndexedChart((VEGAS,)), None)
    assert not tables.tags.any()
    assert not tables.slope.any()
    assert not tables.insures.any()
    assert tables.initial == 0
