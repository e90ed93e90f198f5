"""The tutor's functions: what a hand is worth and what to do with it, in the original's words."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart
from cutcard.cards import Card, InvalidCard
from cutcard.errors import quoted


def read_card(text: str) -> Card:
    """The card that the document writes so: a rank of 2 to 10, J, Q, K or A, and a suit.

    >>> read_card("10h")
    Card('Th')
    """
    try:
        card = Card(text)
    except InvalidCard:
        card = None
    if card is None or card.suit is None or text[0] == "T":  # here a ten is written 10
        shown = quoted(text) if isinstance(text, str) else repr(text)
        raise InvalidCard(
            f"{shown} is not a card: it takes a rank of 2 to 10, J, Q, K or A"
            " and a suit of c, d, h or s, as in 10h"
        )
    return card


def _hand(cards: Sequence[str]) -> Hand:
    return Hand(tuple(read_card(card) for card in cards))


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
    hits = load_chart("coms1018").hits(_hand(player_hand), read_card(dealer_card))
    return "Hit" if hits else "Stand"


def get_high_score(hand: Sequence[str]) -> int:
    """The hand's score, a usable ace counted high."""
    return _hand(hand).total
