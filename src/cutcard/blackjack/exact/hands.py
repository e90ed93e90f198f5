"""Every hand a player can hold without busting, as numbered sets of card values.

The order of the cards never matters to what a hand is worth, so a hand is how many aces,
twos, … tens it holds. Card values are numbered from 0 (ace) to 9 (ten) here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.hand import Hand, total_of
from cutcard.cards import RANKS

Counts = tuple[int, ...]
"""How many aces, twos, … tens."""

Codes = NDArray[np.int8]

TEN: Final = 9
ACE: Final = 0

BITS: Final = 5
"""Bits that tell up to twenty-one cards of a value."""
ONE_OF: Final = tuple(1 << BITS * value for value in range(10))
"""A card of each value, in sets that are one whole number: some bits for each value's count."""


class Hands(NamedTuple):
    """The hands by number, smaller hands first; the hands of one card are numbers 0 to 9."""

    counts: NDArray[np.int64]
    total: NDArray[np.int64]
    soft: NDArray[np.bool_]
    size: NDArray[np.int64]
    child: NDArray[np.int64]
    """The hand with one more card, by that card's value; -1 for a bust."""
    pair: NDArray[np.int64]
    """The hand of two cards, by their values."""


@cache
def all_hands() -> Hands:
    """The table of all hands from one card to twenty-one aces."""
    # While they are numbered, hands are sets in one whole number each.
    number: dict[int, int] = {}
    layer = {card: value + 1 for value, card in enumerate(ONE_OF)}
    points: list[int] = []
    while layer:
        for hand in layer:
            number[hand] = len(number)
        points += layer.values()
        layer = {
            hand + ONE_OF[value]: held + value + 1
            for hand, held in layer.items()
            for value in range(min(10, 21 - held))
        }
    child = np.full((len(number), 10), -1, dtype=np.int64)
    for (hand, at), held in zip(number.items(), points, strict=True):
        fits = min(10, 21 - held)
        child[at, :fits] = [number[hand + card] for card in ONE_OF[:fits]]
    counts = np.array(list(number))[:, None] >> BITS * np.arange(10) & (1 << BITS) - 1
    by_points = np.array([[total_of(held, ace) for ace in (False, True)] for held in range(22)])
    total, soft = by_points[points, (counts[:, ACE] > 0).astype(int)].T
    return Hands(counts, total, soft > 0, counts.sum(axis=1), child, child[:10].copy())


@cache
def holding(card: int) -> NDArray[np.int64]:
    """The hands of two cards or more that hold a card of this value, smaller hands first."""
    hands = all_hands()
    return np.flatnonzero((hands.counts[:, card] > 0) & (hands.size >= 2))


@cache
def of_two_or_more() -> NDArray[np.int64]:
    """The hands of two cards or more, smaller hands first."""
    return np.flatnonzero(all_hands().size >= 2)


def number_of(hand: Hand) -> int:
    """The number of a hand that has not bust."""
    hands = all_hands()
    at = hand.cards[0].points - 1
    for card in hand.cards[1:]:
        at = int(hands.child[at, card.points - 1])
    return at


@cache
def hand_of(at: int) -> Hand:
    """The cards of a numbered hand, without suits."""
    return as_hand(all_hands().counts[at])


def as_hand(counts: Sequence[int] | NDArray[np.int64]) -> Hand:
    """A hand of these counts, without suits."""
    return Hand(tuple(RANKS[value] for value, count in enumerate(counts) for _ in range(count)))
