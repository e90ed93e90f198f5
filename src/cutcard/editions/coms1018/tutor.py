"""The tutor's functions: what a hand is worth and what to do with it, in the original's words."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.cards import Card


def _hand(cards: Sequence[str]) -> Hand:
    return Hand(tuple(Card(card) for card in cards))


def output_score(hand: Sequence[str]) -> str:
    """The valuation of a hand.

    >>> output_score(["Ac", "4d"]), output_score(["Ah", "Kd"]), output_score(["Ac", "6h", "10d"])
    ('5 or 15', 'Blackjack!', '17')
    """
    held = _hand(hand)
    if held.two_card_21:
        return "Blackjack!"
    if held.bust:
        return "Bust!"
    return f"{held.total - 10} or {held.total}" if held.soft else str(held.total)


def is_blackjack(hand: Sequence[str]) -> bool:
    """Whether the hand is a Blackjack hand."""
    return _hand(hand).two_card_21


def is_bust(hand: Sequence[str]) -> bool:
    """Whether the hand is a bust hand."""
    return _hand(hand).bust


def get_advice(player_hand: Sequence[str], dealer_card: str) -> str:
    """What should be done: Hit or Stand."""
    hits = load_chart("coms1018").hits(_hand(player_hand), Card(dealer_card))
    return "Hit" if hits else "Stand"


def get_high_score(hand: Sequence[str]) -> int:
    """The hand's score, a usable ace counted high."""
    return _hand(hand).total
