"""Playing cards.

A card is one of the 52, or a rank alone: some games deal from shoes without suits.
Every card exists once, so that comparing and hashing cards is as fast as identity.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from cutcard.errors import Invalid


class InvalidCard(Invalid):
    """A text that names no card."""


class Rank(Enum):
    """Ace to King, each with its letter."""

    # Faster than Enum's hash of the name.
    __hash__ = object.__hash__

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    def __repr__(self) -> str:
        return f"Rank.{self.name}"


class Suit(Enum):
    """The four suits, each with its letter."""

    # Faster than Enum's hash of the name.
    __hash__ = object.__hash__

    SPADES = "s"
    HEARTS = "h"
    CLUBS = "c"
    DIAMONDS = "d"

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    @property
    def symbol(self) -> str:
        """The pip printed on the card: ♠ ♥ ♣ ♦."""
        return {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}[self.value]


class Card:
    """A playing card, written as its rank's letter and, where it has one, its suit's.

    >>> Card("As")
    Card('As')
    >>> Card("As").name, Card("As").points, Card("K").points
    ('Ace of Spades', 1, 10)
    >>> Card("10h") is Card("Th")
    True
    """

    __slots__ = ("name", "points", "rank", "suit", "text")

    rank: Rank
    suit: Suit | None
    points: int
    """Pips; an ace is 1 and a court card 10. Whether an ace may also count 11 is up to the game."""
    text: str
    name: str
    """The card in words, such as ``Ace of Spades``."""

    def __new__(cls, text: str) -> Card:
        try:
            return _CARDS[text]
        except (KeyError, TypeError):
            raise InvalidCard(
                f"{text!r} is not a card: write a rank of A 2 3 4 5 6 7 8 9 T J Q K"
                " and, if it has a suit, one of s h c d, as in 'As' or 'T'"
            ) from None

    @staticmethod
    def of(rank: Rank, suit: Suit | None = None) -> Card:
        """The card of this rank and suit."""
        return _CARDS[rank.value + (suit.value if suit else "")]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card does not change: cannot delete {name!r}")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text


def _print_cards() -> dict[str, Card]:
    """Print the cards once; a ten may also be written ``10``."""
    cards: dict[str, Card] = {}
    for pips, rank in enumerate(Rank, start=1):
        for suit in (None, *Suit):
            card = object.__new__(Card)
            text = rank.value + (suit.value if suit else "")
            words = rank.name.title() + (f" of {suit.name.title()}" if suit else "")
            for name, value in (
                ("rank", rank),
                ("suit", suit),
                ("points", min(pips, 10)),
                ("text", text),
                ("name", words),
            ):
                object.__setattr__(card, name, value)
            cards[text] = card
            if rank is Rank.TEN:
                cards[text.replace("T", "10")] = card
    return cards


_CARDS: Final = _print_cards()

RANKS: Final = tuple(Card.of(rank) for rank in Rank)
"""The thirteen cards without a suit, Ace to King."""

DECK: Final = tuple(Card.of(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards, suit by suit, Ace to King."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Return the cards in a text, separated by blanks or commas.

    >>> read_cards("A 10h,Ks")
    (Card('A'), Card('Th'), Card('Ks'))
    """
    return tuple(Card(word) for word in text.replace(",", " ").split())
