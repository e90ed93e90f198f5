"""Hands to decide about under given rules: all of them, how often they come, and with suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from random import Random
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_with
from cutcard.blackjack.dealer import has_blackjack
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import offers, plays
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.cards import DECK, RANKS, Card

_VALUES: Final = RANKS[:10]
"""A card of each value, ace to ten."""


@dataclass(frozen=True)
class Decision:
    """What a player may be asked with some cards, and how often these cards come."""

    view: View
    odds: float


@lru_cache(maxsize=16)
def decisions(rules: Rules, cards: int) -> tuple[Decision, ...]:
    """All decisions with this many cards in a first hand; suits and kinds of tens are left out."""
    return tuple(_decisions(rules, cards))


def _decisions(rules: Rules, cards: int) -> Iterator[Decision]:
    shown = 2 if rules.hole_card is HoleCard.OPEN else 1
    for up in combinations_with_replacement(_VALUES, shown):
        dealer = Hand(up)
        if has_blackjack(rules, dealer):
            continue
        for held in combinations_with_replacement(_VALUES, cards):
            if _in_one_deck((*up, *held)):
                odds = _odds(up) * _odds(held)
                for view in _views(rules, Hand(held), dealer):
                    yield Decision(view, odds)


def _views(rules: Rules, hand: Hand, dealer: Hand) -> Iterator[View]:
    """What is asked: an offer before the dealer looks, and what to do with the hand."""
    box = Box.dealt(rules, hand)
    if len(hand.cards) == 2 and (asked := offers(rules, dealer, box)):
        yield View(rules, 0, dealer, (box,), 0, asked)
    # A 21 is not a cell of any chart, also where the rules ask for it.
    asked_for = box.fate is Fate.PLAYING and hand.total < 21
    if asked_for and fate_with(rules, hand.total, len(hand.cards)) is Fate.PLAYING:
        legal = plays(rules, dealer, (box,), 0)
        if len(legal) > 1:
            yield View(rules, 0, dealer, (box,), 0, legal)


def _in_one_deck(cards: tuple[Card, ...]) -> bool:
    counted = Counter(card.points for card in cards)
    return all(times <= 4 for points, times in counted.items() if points < 10)


def _odds(cards: tuple[Card, ...]) -> float:
    """How likely these cards are, in any order, from an endless shoe."""
    orders = factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))
    return orders * prod((4 if card.points == 10 else 1) / 13 for card in cards)


def suited(view: View, random: Random) -> View:
    """The same decision with cards of one deck, in some order."""
    left = list(DECK)
    random.shuffle(left)

    def dealt(hand: Hand) -> Hand:
        cards = []
        for card in random.sample(hand.cards, len(hand.cards)):
            found = next(one for one in left if one.points == card.points)
            left.remove(found)
            cards.append(found)
        return Hand(tuple(cards))

    dealer = dealt(view.dealer)
    box = Box.dealt(view.rules, dealt(view.hand))
    return View(view.rules, view.seat, dealer, (box,), view.at, view.legal)


def is_offer(view: View) -> bool:
    """Something is offered before the dealer looks for blackjack."""
    return Action.DECLINE in view.legal
