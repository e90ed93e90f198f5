"""The kernel of several seats plays what the engine plays: same cards, same tally."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import (
    KernelShoe,
    ahead,
    any_chart,
    cards_of,
    fitting_chart,
)
from blackjack.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.exact.solution import value_of
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.random import fill_values, seeded
from cutcard.blackjack.kernel.scalar import EMPTY, PILE
from cutcard.blackjack.kernel.whole_table_moves import whole_table
from cutcard.blackjack.kernel.whole_table_rounds import new_book, play_whole_table
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.blackjack.strategy.company import Company
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.mistakes import Mistakes, read_mistakes
from cutcard.blackjack.strategy.ramp import Ramp, read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.engine_rounds import mistaken_rounds, rounds_on_engine
from cutcard.lab.kernel_choice import Kernel, booked, play_block
from cutcard.lab.tally import Tally
from cutcard.shoes import ScriptedShoe, Shoe, ShoeEmpty

HI_LO = load_count("hi-lo")
VEGAS = load_chart("vegas-strip")
KEY = 2**64 - 12345
"""What mistakes are decided by."""


def on_kernel(rules: Rules, strategy: Strategy, seed: int, rounds: int) -> Tally:
    book = new_book(rules, strategy.ramp)
    far = None if rules.decks == "infinite" else ahead(rules)
    table = whole_table(rules, strategy)
    if play_whole_table(table, seeded(seed), rules, rounds, book, key=KEY, ahead=far) == EMPTY:
        raise ShoeEmpty("all cards are on the table")
    return booked(book, rules, strategy)


def on_engine(rules: Rules, strategy: Strategy, seed: int, rounds: int) -> Tally:
    """The engine's tally of the same cards; the kernel's values go no further than MOST_COUNT."""
    shoe: Shoe
    if rules.decks == "infinite":
        pile = np.empty(PILE + 16, np.uint8)
        fill_values(seeded(seed), pile, 0, PILE)
        shoe = ScriptedShoe(list(cards_of(pile[:4000])))
    else:
        shoe = KernelShoe(rules, seeded(seed))
    if strategy.mistakes is None:
        tally = rounds_on_engine(rules, strategy, shoe, strategy.player(rules), rounds)
    else:
        tally = mistaken_rounds(rules, strategy, shoe, KEY, rounds)
    held = replace(tally, by_count={}, watched=Counter())
    for value, results in tally.by_count.items():
        held.by_count.setdefault(bounded(value), Counter()).update(results)
    for value, times in tally.watched.items():
        held.watched[bounded(value)] += times
    return held


def bounded(value: int) -> int:
    return min(max(value, -MOST_COUNT), MOST_COUNT)


def assert_same(rules: Rules, strategy: Strategy, seed: int, rounds: int) -> Tally:
    found = on_kernel(rules, strategy, seed, rounds)
    assert found == on_engine(rules, strategy, seed, rounds)
    assert found.rounds == rounds
    return found


RAMPS = (
    "1-1",
    "1-6",
    "-2:2,1:3x2,3:1x3",
    "0:0,1:2",
    "-1:0,0:1,2:4x2,sit:2",
    "spots:3",
    "1:5,spots:2",
)


@pytest.mark.parametrize("name", [name for name in preset_names() if name != "ve280"])
def test_every_preset_is_played_as_the_engine_plays_it(name: str) -> None:
    preset = load_preset(name)
    chart = load_chart(preset.chart)
    for number, text in enumerate(RAMPS):
        ramp = read_ramp(text)
        finite = preset.rules.decks != "infinite"
        if not finite:
            ramp = Ramp(spots=ramp.most_spots)
        strategy = Strategy(IndexedChart((chart,)), HI_LO if finite else None, ramp)
        strategy = strategy.at_table(number % 3 + 1, ramp.spots, chart)
        found = assert_same(preset.rules, strategy, number, 150)
        assert bool(found.watched) == ramp.watches


def test_index_plays_and_insurance_are_by_all_cards_seen() -> None:
    indexed = HI_LO.indexed(VEGAS)
    for number, changes in enumerate(
        (
            {},
            {"hole_card": "none", "surrender": "none"},
            {"hole_card": "hidden", "surrender": "none", "rounding": "down"},
            {"surrender": "early", "decks": 2, "reshuffle": 5},
        )
    ):
        rules = Rules(**{"insurance": True, "decks": 1, "reshuffle": "75%", **changes})
        strategy = Strategy(indexed, HI_LO, read_ramp("0:2,1:3x2,2:5"))
        strategy = strategy.at_table(2, 1, VEGAS)
        assert_same(rules, strategy, number, 500)


@settings(max_examples=40, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1), st.integers(0, 3), st.sampled_from(RAMPS))
def test_any_rules_and_any_charts_are_played_as_the_engine_plays_them(
    rules: Rules, seed: int, players: int, text: str
) -> None:
    random = Random(seed)
    if rules.shuffle is Shuffle.RIFFLE:
        rules = rules.changed({"shuffle": "uniform"})
    chart, other = fitting_chart(random, rules), fitting_chart(random, rules)
    ramp = read_ramp(text)
    if rules.decks == "infinite":
        strategy = Strategy(IndexedChart((chart,)), ramp=Ramp(spots=ramp.spots))
    else:
        more = (chart, fitting_chart(random, rules))
        charts = IndexedChart(more, (random.randrange(-2, 3),), random.randrange(-1, 3))
        strategy = Strategy(charts, load_count(random.choice(["hi-lo", "ko", "halves"])), ramp)
    strategy = strategy.at_table(players + strategy.ramp.watches, strategy.ramp.spots, other)
    if strategy.alone:
        return
    try:
        expected = on_engine(rules, strategy, seed, 60)
    except ShoeEmpty:
        with pytest.raises(ShoeEmpty):
            on_kernel(rules, strategy, seed, 60)
        return
    assert on_kernel(rules, strategy, seed, 60) == expected


def test_a_whole_table_takes_up_the_discards() -> None:
    """One deck, down to the last card: seven hands run it dry within the round, again and again."""
    rules = Rules(decks=1, reshuffle=1)
    strategy = Strategy(IndexedChart((VEGAS,)), HI_LO, read_ramp("0:1,1:2x2")).at_table(2, 1, VEGAS)
    shoe = KernelShoe(rules, seeded(5))
    rounds_on_engine(rules, strategy, shoe, strategy.player(rules), 300)
    assert shoe.dry > 50
    assert_same(rules, strategy, 5, 300)


@pytest.mark.parametrize(("players", "spots"), [(1, 1), (3, 2), (0, 3), (6, 1)])
def test_seats_never_change_the_edge_of_a_fresh_shoe(players: int, spots: int) -> None:
    """Whoever else takes cards, every order of the rest is as likely as before."""
    preset = load_preset("downtown")
    rules = preset.rules.changed({"reshuffle": "every-round"})
    chart = load_chart(preset.chart)
    strategy = Strategy.flat(chart).at_table(players, spots, any_chart(Random(players)))
    tally = play_block(rules, strategy, 3, 0, 300_000, Kernel.TABLE)
    assert tally.wagered == spots * 300_000
    assert abs(tally.edge - value_of(rules, chart).edge) < 4 * tally.stderr


def test_company_takes_cards_and_leaves_fewer_rounds_to_a_shoe() -> None:
    rules = load_preset("vegas-strip").rules
    alone = Strategy(IndexedChart((VEGAS,)), HI_LO)
    shoes = []
    for players in (1, 3, 6):
        strategy = alone.at_table(players, 1, VEGAS)
        shoes.append(play_block(rules, strategy, 1, 0, 60_000, Kernel.TABLE).shoes)
    # A hand takes some 2.7 cards: with seven, a shoe lasts a third as long as with two.
    assert 1.5 < shoes[1] / shoes[0] < 2
    assert 2.2 < shoes[2] / shoes[0] < 3.2


def test_what_others_play_is_seen_and_not_booked() -> None:
    """Bets change what is gained, and no card."""
    rules = load_preset("vegas-strip").rules
    company = Company(2, VEGAS)
    flat = Strategy(IndexedChart((VEGAS,)), HI_LO, company=company)
    ramped = Strategy(IndexedChart((VEGAS,)), HI_LO, read_ramp("1-6"), company=company)
    one, other = (play_block(rules, way, 4, 0, 50_000, Kernel.TABLE) for way in (flat, ramped))
    assert one.happenings == other.happenings
    assert one.wagered == 50_000 < other.wagered
    assert {value: results.total() for value, results in one.by_count.items()} == {
        value: results.total() for value, results in other.by_count.items()
    }


MISTAKES = ("play=30%", "decks=0.5", "bets=40%", "play=20%,decks=1,bets=20%")


@pytest.mark.parametrize("text", MISTAKES)
@pytest.mark.parametrize("ramp", ["1-8", "0:0,1:2,3:8x2,sit:2"])
def test_mistakes_are_made_as_the_engine_makes_them(text: str, ramp: str) -> None:
    """The same cards, the same hands misread, and the same cost."""
    rules = Rules(decks=2, reshuffle=40, insurance=True, surrender="early")
    strategy = Strategy(HI_LO.indexed(VEGAS), HI_LO, read_ramp(ramp))
    strategy = strategy.at_table(None, 1, VEGAS).erring(read_mistakes(text))
    found = assert_same(rules, strategy, 1, 250)
    assert found.lost.n == 250
    assert found.lost.squares > 0


@pytest.mark.parametrize("name", ["easy", "downtown", "double-exposure", "european"])
def test_hands_are_misread_without_a_count(name: str) -> None:
    preset = load_preset(name)
    chart = load_chart(preset.chart)
    rules = preset.rules
    if rules.decks != "infinite":
        rules = rules.changed({"reshuffle": "60%"})
    for spots in (1, 2):
        strategy = Strategy.flat(chart).at_table(spots - 1, spots, chart)
        found = assert_same(rules, strategy.erring(Mistakes(play=0.3)), spots, 150)
        assert found.lost.squares > 0
        assert found.rightly_wagered == found.wagered == 150 * spots


def test_mistakes_cost_more_the_more_are_made() -> None:
    """A fifth of the hands misread costs a fifth of what all do, within four standard errors."""
    rules, rounds = load_preset("vegas-strip").rules, 200_000
    few, all_of_them = (
        play_block(
            rules, Strategy.flat(VEGAS).erring(Mistakes(play=share)), 1, 0, rounds, Kernel.TABLE
        ).lost
        for share in (0.2, 1.0)
    )
    stderr = rounds**0.5 * (few.sd**2 + all_of_them.sd**2 / 25) ** 0.5
    assert few.total > 4 * rounds**0.5 * few.sd
    assert abs(few.total - all_of_them.total / 5) < 4 * stderr


def test_no_mistakes_are_no_mistakes() -> None:
    strategy = Strategy(IndexedChart((VEGAS,)), HI_LO, read_ramp("1-8"))
    assert strategy.erring(Mistakes()) is strategy
