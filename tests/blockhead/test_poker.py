"""Real poker hands: how many there are of each kind, and which beats which."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.poker import CATEGORIES, standing
from cutcard.cards import DECK, Card, Rank, read_cards

FREQUENCIES = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pairs": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}
SUITS = "shcd"


def hands_by_ranks() -> list[tuple[list[Card], int]]:
    """A hand of every set of ranks, and how many hands there are that differ in suits alone.

    Five different ranks come twice: in one suit, 4 ways, and in several, 4^5 - 4 ways.
    """
    hands = []
    for ranks in combinations_with_replacement(Rank, 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        suits = {rank: iter(SUITS) for rank in times}
        mixed = [Card(rank.value + next(suits[rank])) for rank in ranks]
        ways = prod(comb(4, many) for many in times.values())
        if len(times) < 5:
            hands.append((mixed, ways))
            continue
        hands.append((mixed, 4))  # each is the first of its rank: all are spades
        hands.append(([*mixed[:4], Card(ranks[4].value + "h")], ways - 4))
    return hands


def test_each_kind_of_hand_is_as_frequent_as_it_should_be():
    found: Counter[str] = Counter()
    for hand, ways in hands_by_ranks():
        found[CATEGORIES[standing(hand)[0]]] += ways
    assert found == FREQUENCIES
    assert sum(found.values()) == comb(52, 5) == 2_598_960


def test_there_are_7462_different_standings():
    assert len({standing(hand) for hand, _ in hands_by_ranks()}) == 7_462


def test_counting_by_ranks_agrees_with_counting_hand_by_hand():
    """Over the ranks ace to six, of which every single hand is looked at."""
    low = set(list(Rank)[:6])
    singly = Counter(
        standing(hand) for hand in combinations([card for card in DECK if card.rank in low], 5)
    )
    by_ranks: Counter[object] = Counter()
    for hand, ways in hands_by_ranks():
        if low.issuperset(card.rank for card in hand):
            by_ranks[standing(hand)] += ways
    assert singly == by_ranks
    assert sum(singly.values()) == comb(24, 5)


@settings(max_examples=300, deadline=None)
@given(st.permutations(DECK).map(lambda deck: deck[:5]), st.permutations(SUITS), st.randoms())
def test_order_and_names_of_suits_do_not_matter(hand: list[Card], suits: list[str], random: Random):
    renamed = dict(zip(SUITS, suits, strict=True))
    other = [Card(card.text[0] + renamed[card.text[1]]) for card in hand]
    random.shuffle(other)
    assert standing(other) == standing(hand)


@settings(max_examples=300, deadline=None)
@given(
    st.permutations(DECK).map(lambda deck: deck[:5]), st.lists(st.sampled_from(SUITS), min_size=5)
)
def test_suits_matter_to_flushes_only(hand: list[Card], suits: list[str]):
    other = [Card(card.text[0] + suit) for card, suit in zip(hand, suits, strict=False)]
    if len({card.suit for card in hand}) > 1 < len({card.suit for card in other}):
        assert standing(other) == standing(hand)


DESCENDING = """
Ah Kh Qh Jh Th   royal flush
Ks Qs Js Ts 9s   straight flush, king high
6c 5c 4c 3c 2c   six high
5d 4d 3d 2d Ad   the steel wheel is the lowest straight flush
As Ah Ac Ad Ks   four aces
As Ah Ac Ad 2s   their kicker
Ks Kh Kc Kd As   four kings
2s 2h 2c 2d 3s   four twos
As Ah Ac Ks Kh   aces full
As Ah Ac 2s 2h   aces full of twos
Ks Kh Kc As Ah   kings full of aces: the three of a kind comes first
2s 2h 2c 3s 3h   twos full
Ah Kh Qh Jh 9h   flush, ace high
Ah Kh Qh Jh 8h   its fifth card
Ah 6h 4h 3h 2h   an ace-high flush is no straight flush for being near one
Kh Qh Jh Th 8h   king high
7h 5h 4h 3h 2h   the lowest flush
Ah Ks Qh Jc Td   broadway
Kh Qs Jh Tc 9d   king high
6h 5s 4h 3c 2d   six high
5h 4s 3h 2c Ad   the wheel is the lowest straight
As Ah Ac Kd Qs   three aces
As Ah Ac Kd Js   their second kicker
As Ah Ac 3d 2s   three aces, low kickers
2s 2h 2c 4d 3s   three twos
As Ah Ks Kh Qd   aces and kings
As Ah Ks Kh 2d   their kicker
As Ah Qs Qh Kd   aces and queens
Ks Kh Qs Qh Ad   kings up
3s 3h 2s 2h 4d   threes and twos
As Ah Kd Qs Jh   a pair of aces
As Ah Kd Qs Th   its third kicker
As Ah Kd 3s 2h   its second
As Ah 4d 3s 2h   its first
2s 2h 5d 4s 3h   a pair of twos
Ah Ks Qh Jc 9d   ace high
Ah Ks Qh Jc 8d   by the fifth card
Ah 6s 4h 3c 2d   ace high, all else low
Kh Qs Jh Tc 8d   king high
7h 5s 4h 3c 2d   the worst hand there is
"""


HANDS = [line[:14] for line in DESCENDING.strip().splitlines()]


@pytest.mark.parametrize(
    ("better", "worse"),
    [pytest.param(one, two, id=f"{one} beats {two}") for one, two in pairwise(HANDS)],
)
def test_the_better_hand_stands_higher(better: str, worse: str):
    assert standing(read_cards(better)) > standing(read_cards(worse))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ah Kh Qh Jh 9h", "As Ks Qs Js 9s"),
        ("5h 4s 3h 2c Ad", "5s 4h 3d 2s Ac"),
        ("As Ah Ks Kh Qd", "Ac Ad Kc Kd Qs"),
        ("Ah Ks Qh Jc 9d", "As Kh Qc Jd 9s"),
        ("As Ah Kd Qs Jh", "Ac Ad Ks Qh Jc"),
    ],
)
def test_no_suit_is_better_than_another(one: str, two: str):
    assert standing(read_cards(one)) == standing(read_cards(two))


@pytest.mark.parametrize("hand", ["Kh As 2h 3c 4d", "Qh Ks Ah 2c 3d", "Jh Qs Kh Ac 2d"])
def test_no_straight_goes_round_the_corner(hand: str):
    assert CATEGORIES[standing(read_cards(hand))[0]] == "high card"
    assert (
        CATEGORIES[standing([Card(card.text[0] + "h") for card in read_cards(hand)])[0]] == "flush"
    )
