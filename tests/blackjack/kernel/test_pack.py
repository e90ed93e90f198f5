"""Tables that lie in one array are read each within its own bounds.

Indices are checked against the whole array at most, so a place behind one table is one in the next.
Here the tables are laid apart, with numbers between them that belong to nobody: whatever is played
must come out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from blackjack.kernel.judge import always_splitting, indexed, no_counts, packed

from cutcard.blackjack.kernel.lanes.play import play_lanes
from cutcard.blackjack.kernel.lanes.word import tables_of
from cutcard.blackjack.kernel.pack import Pack
from cutcard.blackjack.kernel.random import seeded
from cutcard.blackjack.kernel.scalar import play_alone
from cutcard.blackjack.kernel.whole_table_moves import TableLayout, WholeTable, whole_table
from cutcard.blackjack.kernel.whole_table_rounds import new_book, play_whole_table
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistakes import read_mistakes
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy

VEGAS = load_chart("vegas-strip")
HI_LO = load_count("hi-lo")

GAP = 10_000
"""Numbers between two tables: those of a chart more, for lanes, which look at all first cards."""

STATES = ["deal", "next", "split_start", "split_next", "dealer_start", "dealer_next", "looks"]
NUMBERS = ["gains", "tags", "slope", "half", "less", "layers", "insures"]
COUNTED = [*NUMBERS[1:], "bets", "spots", "rows"]
TABLES = list(TableLayout._fields[: TableLayout._fields.index("tags")])
TABLES.remove("layer")


def laid_apart(array: Any, layout: Any, names: Sequence[str], nothing: int) -> tuple[Any, Any]:
    """The tables of an array with gaps around them, and the layout that says where they are."""
    starts = [int(getattr(layout, name)) for name in names]
    assert starts == sorted(starts)
    assert starts[0] == 0
    gap = np.full(GAP, nothing, array.dtype)
    parts = [gap]
    places = {}
    for name, table in zip(names, np.split(array, starts[1:]), strict=True):
        place = sum(map(len, parts))
        places[name] = type(getattr(layout, name))(place)
        parts += [table, gap]
    return np.concatenate(parts), layout._replace(**places)


def pack_laid_apart(pack: Pack) -> Pack:
    # A state that no round ends in, and numbers that are wrong everywhere but harmless.
    states, layout = laid_apart(pack.states, pack.layout, STATES, 15)
    numbers, layout = laid_apart(pack.numbers, layout, NUMBERS, 1)
    return Pack(states, numbers, layout)


def table_laid_apart(table: WholeTable) -> WholeTable:
    tables, layout = laid_apart(table.tables, table.layout, TABLES, 1)
    numbers, layout = laid_apart(table.numbers, layout, COUNTED, 1)
    return WholeTable(tables, numbers, layout)


MANY_HANDS = {"max_hands": 8, "resplit_aces": True, "hit_split_aces": True}
GAMES = {
    "one deck to its last card": {"decks": 1, "reshuffle": 1},
    "eight decks to their last card": {"decks": 8, "reshuffle": 1},
    "two decks and many hands": {"decks": 2, **MANY_HANDS},
    "hands in a queue": {"decks": 2, "split_order": "queue", **MANY_HANDS},
    "no hole card": {"decks": 2, "hole_card": "none", "dealer_blackjack_takes": "original"},
    "open cards and a charlie": {"decks": 2, "hole_card": "open", "charlie": 10},
    "early surrender and insurance": {"decks": 2, "surrender": "early", "insurance": True},
}
STRATEGIES = {
    "flat": Strategy.flat(VEGAS),
    "splitting": Strategy.flat(always_splitting(VEGAS)),
    "by index": Strategy(HI_LO.indexed(VEGAS), HI_LO, read_ramp("1-8")),
    "unbalanced": Strategy(IndexedChart((VEGAS,)), load_count("ko"), read_ramp("1-8")),
}


PLAYED = [
    ("one deck to its last card", "by index"),
    ("one deck to its last card", "splitting"),
    ("eight decks to their last card", "by index"),
    ("two decks and many hands", "by index"),
    ("hands in a queue", "splitting"),
    ("no hole card", "unbalanced"),
    ("open cards and a charlie", "flat"),
    ("early surrender and insurance", "by index"),
]


def strategy_for(rules: Rules, name: str) -> Strategy:
    strategy = STRATEGIES[name]
    if rules.insurance:
        return strategy
    charts = IndexedChart(strategy.charts.charts, strategy.charts.thresholds)
    return Strategy(charts, strategy.count, strategy.ramp)


@pytest.mark.parametrize(("game", "name"), PLAYED)
def test_one_hand_is_played_the_same_where_tables_lie_apart(game: str, name: str) -> None:
    rules = Rules(**GAMES[game])
    strategy = strategy_for(rules, name)
    pack = packed(rules, strategy)
    assert rules.decks != "infinite"
    found = []
    for one in (pack, pack_laid_apart(pack)):
        alone, side_by_side = no_counts(), no_counts()
        play_alone(one, seeded(1), rules, 2000, alone, indexed(strategy))
        play_lanes(
            one,
            tables_of(one, rules.decks),
            1,
            ("apart",),
            decks=rules.decks,
            reshuffle_below=rules.reshuffle_below,
            rounds=512 * 13 * rules.decks,
            counts=side_by_side,
            indexed=indexed(strategy),
        )
        found.append((alone, side_by_side))
    for one, other in zip(*found, strict=True):
        assert one.sum() > 0
        assert np.array_equal(one, other)


@pytest.mark.parametrize(("game", "name"), PLAYED)
def test_a_full_table_is_played_the_same_where_tables_lie_apart(game: str, name: str) -> None:
    rules = Rules(**GAMES[game])
    strategy = strategy_for(rules, name).at_table(2, 2, VEGAS)
    mistakes = {"by index": "play=20%,decks=4,bets=50%", "splitting": "play=100%"}
    if name in mistakes:
        strategy = strategy.erring(read_mistakes(mistakes[name]))
    table = whole_table(rules, strategy)
    books = []
    for one in (table, table_laid_apart(table)):
        books.append(new_book(rules, strategy.ramp))
        play_whole_table(one, seeded(1), rules, 1000, books[-1], key=7)
    for one_part, other_part in zip(*books, strict=True):
        assert np.array_equal(one_part, other_part)
    assert books[0].happened.sum() > 0
