"""Spots: each has a number of its own, the same on the engine and in compiled games."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from blockhead.made_up_games import any_rules
from blockhead.made_up_policies import any_odds
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.deal import Bet, Dealt, Kind, Won
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Player
from cutcard.blockhead.kernel import play_pairs
from cutcard.blockhead.kernel_seating import seating_of_tables
from cutcard.blockhead.kernel_tables import (
    BY_SPOTS,
    PlayersTable,
    PoliciesTable,
    players_table,
)
from cutcard.blockhead.players import make_player
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.blockhead.spots import (
    NODES,
    node_of,
    size_class,
    size_of,
    spot_number,
    spots_of,
)
from cutcard.cards import Card
from cutcard.streams import stream


def test_every_part_of_a_spot_has_a_number_of_its_own():
    spots = spots_of(Rules())
    numbers = set()
    for street, pot, least, most, lead, hidden, node in product(
        range(3),
        (20, 30, 45, 60, 80, 110),
        (0, 3, 7, 10),
        (2, 8, 11),
        (-10, 0, 9),
        (1, 10),
        (0, 31),
    ):
        numbers.add(int(spot_number(spots, street, pot, least, most, lead, hidden, node)))
    first = 3 * 3 * 2 * 2  # the first round knows three pots, and no claims
    later = 2 * 6 * 12 * 3 * 2 * 2
    assert len(numbers) == first + later
    assert 0 <= min(numbers) <= max(numbers) < spots.number


@pytest.mark.parametrize(
    ("rules", "sizes", "classes"),
    [
        (Rules(), [1, 5, 10], [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]),
        (Rules(least_raise=10), [10], [0]),
        (Rules(least_raise=4, most_raise=5), [4, 5], [0, 1]),
        (Rules(least_raise=2, most_raise=4), [2, 3, 4], [0, 1, 2]),
    ],
)
def test_raises_come_in_up_to_three_sizes(rules, sizes, classes):
    spots = spots_of(rules)
    assert [size_of(spots, kind) for kind in range(spots.sizes)] == sizes
    raises = range(rules.least_raise, rules.most_raise + 1)
    assert [size_class(spots, size) for size in raises] == classes
    assert [size_class(spots, size) for size in sizes] == list(range(len(sizes)))


def test_every_way_a_bidding_round_can_go_has_a_node_of_its_own():
    spots = spots_of(Rules())
    ways = [(False, 0, 0, 0), (True, 0, 0, 0)]
    ways += [(True, 1, own, kind) for own in (0, 1) for kind in range(3)]
    ways += [
        (True, raised, own, kind) for raised in (2, 3) for own in (2, 3, 4) for kind in range(3)
    ]
    nodes = [node_of(spots, *way) for way in ways]
    assert len(set(nodes)) == len(nodes)
    assert max(nodes) < NODES


def test_what_bets_of_earlier_rounds_claim_is_remembered_until_the_deal_is_over():
    player = SpotPlayer(np.zeros((0, 5), np.uint8), Rules(), Random(1))
    for seat, cards in ((0, "5s 6s"), (1, "9s 8s")):
        player.see(Dealt(seat, None))
        for text in cards.split():
            player.see(Dealt(seat, Card(text)))
    # Seat 1 shows 17 against 11: a large raise claims more than 8 points beyond a lead of -6.
    player.see(Bet(0, 0, Kind.CHECK))
    player.see(Bet(1, 10, Kind.RAISE, 10))
    player.see(Bet(0, 10, Kind.CALL))
    assert player._earlier == [(0, 11), (0, 11)]
    player.see(Dealt(0, Card("2s")))
    assert player._earlier == [(0, 6), (3, 11)]
    player.see(Won(1, 40))
    assert player._earlier == [(0, 11), (0, 11)]


@settings(max_examples=20, deadline=None)
@given(any_rules(), st.integers(0, 2**20), st.sampled_from(["alpha", "random", "policy"]))
def test_policies_score_on_the_kernel_as_on_the_engine(rules: Rules, seed: int, other: str):
    rules = replace(rules, seats=2, valuation="points", stake=1000, deals=min(rules.deals, 20))
    spots = spots_of(rules)
    first = any_odds(spots, seed)
    second = any_odds(spots, seed + 1) if other == "policy" else first
    kinds, lines = players_table("caller", "alpha" if other == "policy" else other)
    kinds[0] = BY_SPOTS
    if other == "policy":
        kinds[1] = BY_SPOTS
    policies = PoliciesTable(spots, first.reshape(-1), second.reshape(-1))
    seating = seating_of_tables(rules, PlayersTable(kinds, lines), policies)
    gains, _ = play_pairs(seating, seed, range(2))
    for pair, scores in enumerate(gains.tolist()):
        for seat, gain in enumerate(scores):
            random = stream(seed, "second", pair)
            table: list[Player] = [SpotPlayer(first, rules, stream(seed, "first", pair))]
            if other == "policy":
                table.append(SpotPlayer(second, rules, random))
            else:
                table.append(make_player(other, random, rules))
            deck = FreshDeck(seed, "pair", pair, deck=rules.deck)
            chips = Game(rules, table[::-1] if seat else table, deck).play_game()
            assert chips[seat] - 1000 == gain
