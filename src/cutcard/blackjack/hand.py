"""A blackjack hand: cards held, and what they count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cutcard.blackjack.drafts import draft_of, finished
from cutcard.cards import Card, read_cards


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards held; the total is the highest that does not bust, if there is one.

    >>> Hand.of("A 6").total, Hand.of("A 6").soft, Hand.of("A 6 T").total
    (17, True, 17)
    """

    cards: tuple[Card, ...] = ()
    total: int = field(init=False, repr=False, compare=False)
    soft: bool = field(init=False, repr=False, compare=False)
    """An ace counts eleven."""

    def __post_init__(self) -> None:
        total = 0
        ace = False
        for card in self.cards:
            points = card.points
            total += points
            if points == 1:
                ace = True
        soft = ace and total <= 11
        object.__setattr__(self, "total", total + 10 if soft else total)
        object.__setattr__(self, "soft", soft)

    @staticmethod
    def of(text: str) -> Hand:
        """Read a hand such as ``A 6``."""
        return Hand(read_cards(text))

    def plus(self, card: Card) -> Hand:
        """This hand and one more card."""
        more = _Draft()
        more.cards = (*self.cards, card)
        points = card.points
        # Where no ace counts eleven, there is none, or the next one cannot either.
        total = self.total + points - 10 if self.soft else self.total + points
        more.soft = soft = total <= 11 and (self.soft or points == 1)
        more.total = total + 10 if soft else total
        return finished(more, Hand)

    @property
    def bust(self) -> bool:
        """Over 21."""
        return self.total > 21

    @property
    def two_card_21(self) -> bool:
        """An ace and a ten: a blackjack, where the rules know one and it is not a split hand."""
        return self.total == 21 and len(self.cards) == 2

    @property
    def pair(self) -> bool:
        """Two cards of equal value; a king and a queen are one."""
        return len(self.cards) == 2 and self.cards[0].points == self.cards[1].points

    def __str__(self) -> str:
        return " ".join([card.text for card in self.cards])


_Draft: Final = draft_of(Hand)
