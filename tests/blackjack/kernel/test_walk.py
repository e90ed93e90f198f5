"""The scalar kernel plays what the engine plays: same cards, same net, same cards used."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from blackjack.kernel.judge import (
    DEALERS,
    always_splitting,
    any_chart,
    assert_same_rounds,
    cards_of,
    engine_rounds,
    fitting_chart,
    flat,
    kernel_rounds,
    no_counts,
    packed,
    told_rounds,
    uniform,
)
from blackjack.made_up_games import any_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.kernel.outcomes import happenings, net
from cutcard.blackjack.kernel.random import seeded
from cutcard.blackjack.kernel.scalar import EMPTY, RESERVE, play_cards, play_shoes
from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.cards import RANKS
from cutcard.driver import play
from cutcard.shoes import ScriptedShoe


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_played_as_the_engine_plays_it(name: str) -> None:
    preset = load_preset(name)
    strategy = flat(load_chart(preset.chart))
    pack = packed(preset.rules, strategy)
    for number, dealer in enumerate(DEALERS):
        values = dealer(Random(number), 4000)
        assert assert_same_rounds(preset.rules, strategy, values, pack) > 300


@settings(max_examples=25, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_any_rules_and_any_chart_are_played_as_the_engine_plays_them(
    rules: Rules, seed: int
) -> None:
    random = Random(seed)
    strategy = flat(fitting_chart(random, rules))
    pack = packed(rules, strategy)
    for dealer in DEALERS:
        assert_same_rounds(rules, strategy, dealer(random, 600), pack)


SPLITTERS = [
    {"max_hands": 8, "resplit_aces": True, "hit_split_aces": True},
    {"max_hands": 8, "resplit_aces": True, "split_order": "queue"},
    {"max_hands": 8, "hole_card": "none", "dealer_blackjack_takes": "original", "charlie": 5},
    {"max_hands": 7, "hole_card": "hidden", "dealer_blackjack_takes": "original"},
    {"max_hands": 3, "hole_card": "none", "dealer_blackjack_takes": "original", "ties": "lose"},
    {"max_hands": 8, "hole_card": "open", "resplit_aces": True, "split_order": "queue"},
    {"max_hands": 2, "hole_card": "open", "naturals": "none", "charlie": 6},
    {"max_hands": 8, "dealer_22": "push", "ties": "lose", "charlie": 5, "hit_soft_17": True},
]


@pytest.mark.parametrize(
    "fields", SPLITTERS, ids=lambda fields: ",".join(map(str, fields.values()))
)
def test_hands_split_as_often_as_may_be_are_played_as_the_engine_plays_them(
    fields: dict[str, object],
) -> None:
    rules = Rules(**fields)
    random = Random(3)
    for chart in (any_chart(random), any_chart(random)):
        strategy = flat(always_splitting(chart))
        pack = packed(rules, strategy)
        splits = 0
        for dealer in DEALERS:
            values = dealer(random, 2500)
            assert_same_rounds(rules, strategy, values, pack)
            splits += sum(
                "splits" in seen.happenings for seen in kernel_rounds(rules, strategy, pack, values)
            )
        assert splits > 150


def assert_told(rules: Rules, chart: Chart, ranks: list[int]) -> int:
    """Every card is told where the engine deals it; return the most hands of a round."""
    rounds = told_rounds(packed(rules, flat(chart)), ranks)
    shoe = ScriptedShoe(cards_of(ranks))
    most = 0
    for told in rounds:
        played = play(Round.start(rules), shoe, (ChartPlayer(chart),))
        # A card that still lies face down is the dealer's, too.
        dealer = [*played.dealer.cards, *([] if played.hole is None else [played.hole])]
        assert sorted(told.dealer) == sorted(map(RANKS.index, dealer))
        assert told.boxes == [
            ([RANKS.index(card) for card in box.hand.cards], box.doubled) for box in played.boxes
        ]
        assert net(told.outcome, rules) == played.nets[0]
        most = max(most, len(played.boxes))
    assert len(rounds) > 50
    return most


@pytest.mark.parametrize("name", preset_names())
def test_every_card_is_told_where_the_engine_deals_it(name: str) -> None:
    preset = load_preset(name)
    random = Random(name)
    # The four ranks that count ten are told apart.
    assert_told(preset.rules, load_chart(preset.chart), random.choices(range(13), k=4000))


@pytest.mark.parametrize(
    "fields", SPLITTERS, ids=lambda fields: ",".join(map(str, fields.values()))
)
def test_every_card_of_a_split_is_told_where_the_engine_deals_it(
    fields: dict[str, object],
) -> None:
    rules = Rules(**fields)
    random = Random(4)
    chart = always_splitting(any_chart(random))
    ranks = random.choices([0, 7, 9, 10, 11, 12], k=4000)
    assert assert_told(rules, chart, ranks) == rules.max_hands


def test_cards_as_they_lie_are_counted_up_as_they_are_played() -> None:
    rules = load_preset("vegas-strip").rules
    strategy = flat(load_chart("vegas-strip"))
    values = uniform(Random(5), 3000)
    counts = no_counts()
    played, used = play_cards(
        *packed(rules, strategy), values, len(values), 200, counts, np.empty(8, np.uint8)
    )
    assert played == 200 == counts.sum()
    seen = list(engine_rounds(rules, strategy, ScriptedShoe(cards_of(values)), 200))
    assert used == sum(round.used for round in seen)
    gained = sum(
        net(outcome, rules) * int(times) for outcome, times in enumerate(counts[0]) if times
    )
    assert gained == sum(round.net for round in seen)
    doubles = sum(
        int(times)
        for outcome, times in enumerate(counts[0])
        if times and "doubles" in happenings(outcome)
    )
    assert doubles == sum("doubles" in round.happenings for round in seen)


def test_a_round_that_the_cards_might_not_suffice_for_is_not_begun() -> None:
    strategy = flat(load_chart("vegas-strip"))
    pack = packed(Rules(), strategy)
    values = uniform(Random(6), RESERVE + 20)
    played, used = play_cards(*pack, values, len(values), 100, no_counts(), np.empty(8, np.uint8))
    assert 0 < played < 100
    assert len(values) - used < RESERVE


def test_open_cards_have_room_for_every_exit() -> None:
    """A chart by the first open card tells a hundred dealers apart, and splits against each."""
    random = Random(8)
    rules = Rules(hole_card=HoleCard.OPEN, naturals="none", charlie=10, max_hands=8)
    strategy = flat(always_splitting(any_chart(random)))
    assert assert_same_rounds(rules, strategy, DEALERS[1](random, 4000)) > 100


def test_a_round_that_wants_more_cards_than_there_are_is_given_up() -> None:
    pack = packed(Rules(), flat(load_chart("vegas-strip")))
    size = 9  # all of them twos: a pair, and again, and again
    room = np.ones(2 * size + RESERVE, np.uint8)
    waiting = np.empty(8, np.uint8)
    shoe = (size, 0, 5, size, 0, 0, size, False)
    assert play_shoes(*pack, seeded(1), room, *shoe, no_counts(), waiting, None) == EMPTY
