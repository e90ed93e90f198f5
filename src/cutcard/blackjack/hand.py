"""A blackjack hand: cards held, and what they count."""

from __future__ import annotations

from dataclasses import dataclass, field

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
        return Hand((*self.cards, card))

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
