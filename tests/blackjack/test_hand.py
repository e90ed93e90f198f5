"""Hands: what cards count."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.blackjack.hand import Hand
from cutcard.cards import DECK, RANKS, Card, InvalidCard, read_cards


@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("", 0, False),
        ("A", 11, True),
        ("T", 10, False),
        ("A A", 12, True),
        ("A 6", 17, True),
        ("A 6 T", 17, False),
        ("A K", 21, True),
        ("A A 9", 21, True),
        ("A A T", 12, False),
        ("5 5 A", 21, True),
        ("6 5 A", 12, False),
        ("T 9 2", 21, False),
        ("T 9 3", 22, False),
        ("K Q J", 30, False),
        ("A A A A A A A A A A A", 21, True),
        ("A " * 21, 21, False),
        ("A " * 22, 22, False),
    ],
)
def test_a_hand_counts_the_highest_that_does_not_bust(text: str, total: int, soft: bool) -> None:
    hand = Hand.of(text)
    assert (hand.total, hand.soft) == (total, soft)
    assert hand.bust == (total > 21)


def naive_total(hand: tuple[Card, ...]) -> int:
    """Try eleven for every subset of the aces."""
    aces = sum(card.points == 1 for card in hand)
    totals = [sum(card.points for card in hand) + 10 * high for high in range(aces + 1)]
    return max((total for total in totals if total <= 21), default=min(totals))


@pytest.mark.parametrize("count", range(5))
def test_every_small_hand_counts_as_trying_every_ace_does(count: int) -> None:
    for held in combinations_with_replacement(RANKS[:10], count):
        hand = Hand(held)
        assert hand.total == naive_total(held)
        assert hand.soft == (hand.total != sum(card.points for card in held))


@given(st.lists(st.sampled_from(DECK), max_size=22), st.randoms())
def test_order_does_not_matter(held: list[Card], random: object) -> None:
    shuffled = list(held)
    random.shuffle(shuffled)
    one, other = Hand(tuple(held)), Hand(tuple(shuffled))
    assert (one.total, one.soft, one.bust) == (other.total, other.soft, other.bust)


@given(st.lists(st.sampled_from((*DECK, *RANKS)), max_size=12).map(tuple))
def test_cards_added_one_by_one_make_the_same_hand(held: tuple[Card, ...]) -> None:
    hand = Hand()
    for card in held:
        hand = hand.plus(card)
    assert hand == Hand(held) == Hand.of(str(hand))
    assert hash(hand) == hash(Hand(held))
    assert eval(repr(hand), {"Hand": Hand, "Card": Card}) == hand
    for twin in (pickle.loads(pickle.dumps(hand)), copy.deepcopy(hand)):
        assert (twin, twin.total, twin.soft) == (hand, hand.total, hand.soft)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        *[("8 8", True), ("K Q", True), ("T J", True), ("A A", True)],
        *[("8 9", False), ("A T", False), ("8", False), ("8 8 8", False), ("", False)],
    ],
)
def test_a_pair_is_two_cards_of_equal_value(text: str, pair: bool) -> None:
    assert Hand.of(text).pair is pair


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("A T", True), ("K A", True), ("7 7 7", False), ("A 9", False), ("A", False)],
)
def test_an_ace_and_a_ten_are_a_two_card_21(text: str, is_one: bool) -> None:
    assert Hand.of(text).two_card_21 is is_one


def test_a_hand_is_read_and_written_as_its_cards() -> None:
    assert Hand.of("As,10h") == Hand(read_cards("As Th"))
    assert Hand.of("A 6").of("As,10h") == Hand.of("As,10h")
    assert str(Hand.of("As 10h")) == "As Th"
    assert repr(Hand.of("A 6")) == "Hand(cards=(Card('A'), Card('6')))"
    with pytest.raises(InvalidCard, match="'1' is not a card"):
        Hand.of("A 1")


def test_a_hand_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Hand.of("A 6").total = 21
