"""A Blockhead hand: the cards held, some of which lie face down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cutcard.blockhead.poker import CATEGORIES, standing
from cutcard.blockhead.rules import Valuation
from cutcard.cards import Card, read_cards


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards in the order dealt, and which of them lie face down.

    >>> hand = Hand.of("Kh 7s 9d", down=(0,))
    >>> hand.points, str(hand.visible), hand.visible.points
    (26, '7s 9d', 16)
    """

    cards: tuple[Card, ...] = ()
    down: tuple[int, ...] = ()
    """The positions of the cards that lie face down."""

    @staticmethod
    def of(text: str, down: Iterable[int] = ()) -> Hand:
        """Read a hand such as ``Kh 7s 9d``."""
        return Hand(read_cards(text), tuple(down))

    def plus(self, card: Card, *, down: bool = False) -> Hand:
        """This hand and one more card."""
        places = (*self.down, len(self.cards)) if down else self.down
        return Hand((*self.cards, card), places)

    @property
    def visible(self) -> Hand:
        """The part of the hand that everybody sees."""
        down = self.down
        if not down:
            return self
        if down == (0,):  # as in most games
            return Hand(self.cards[1:])
        return Hand(tuple([card for place, card in enumerate(self.cards) if place not in down]))

    @property
    def points(self) -> int:
        """The sum of the cards' points; an ace is 1 and a court card 10."""
        return sum([card.points for card in self.cards])

    def worth(self, valuation: Valuation) -> Any:
        """What the whole hand is worth, as a value that can be compared."""
        return worth_of(self.cards, valuation)

    def worth_text(self, valuation: Valuation) -> str:
        """What the hand is worth, in words; an unfinished poker hand is worth nothing yet.

        >>> Hand.of("9h 9s 3d 3c 5h").worth_text(Valuation.POKER)
        'two pairs'
        """
        if valuation is Valuation.POINTS:
            return str(self.points)
        return CATEGORIES[standing(self.cards)[0]] if len(self.cards) == 5 else ""

    def __str__(self) -> str:
        return " ".join(card.text for card in self.cards)


def worth_of(cards: Sequence[Card], valuation: Valuation) -> Any:
    """What the cards of a whole hand are worth, as a value that can be compared."""
    if valuation is Valuation.POINTS:
        return sum([card.points for card in cards])
    return standing(cards)
