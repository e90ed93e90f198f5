"""A blackjack hand: cards held, and what they count."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from cutcard.blackjack.drafts import draft_of, finished
from cutcard.cards import Card, read_cards


def total_of(points: int, ace: bool) -> tuple[int, bool]:
    """The total of cards with these points, an ace among them or not, and whether it is soft.

    Each ace has one point; one of them counts eleven, where that does not bust.
    """
    return (points + 10, True) if ace and points <= 11 else (points, False)


@cache  # found sooner than computed, and every card of a round asks
def total_with(total: int, soft: bool, points: int) -> tuple[int, bool]:
    """The total of a hand with one more card of these points, and whether it is soft."""
    # Where no ace counts eleven, there is none, or the next one cannot either.
    return total_of(total - 10 * soft + points, soft or points == 1)


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
        total, soft = 0, False
        for card in self.cards:
            total, soft = total_with(total, soft, card.points)
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "soft", soft)

    @staticmethod
    def of(text: str) -> Hand:
        """Read a hand such as ``A 6``."""
        return Hand(read_cards(text))

    def plus(self, card: Card) -> Hand:
        """This hand and one more card."""
        more = _Draft()
        more.cards = (*self.cards, card)
        more.total, more.soft = total_with(self.total, self.soft, card.points)
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
