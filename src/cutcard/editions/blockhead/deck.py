"""The distributed program's deck: the C library's generator, never seeded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cutcard.blockhead.decks import WHOLE, cards_in
from cutcard.cards import Card
from cutcard.editions.glibc import rand
from cutcard.shoes import ShoeEmpty

UNSEEDED: Final = 1
"""The seed that the C library starts from."""


class SwappedDeck:
    """A deck shuffled by a thousand swaps of the order that the deal before left."""

    def __init__(self, numbers: Iterator[int], deck: str = WHOLE) -> None:
        self._numbers = numbers
        # Newly opened: diamonds before clubs.
        self._cards = sorted(cards_in(deck), key=lambda card: "shdc".index(card.text[1]))
        self._next = 0

    def shuffle(self) -> None:
        size = len(self._cards)
        for _ in range(1000):
            one, two = next(self._numbers) % size, next(self._numbers) % size
            self._cards[one], self._cards[two] = self._cards[two], self._cards[one]
        self._next = 0

    def draw(self) -> Card:
        if self._next == len(self._cards):
            raise ShoeEmpty(f"all {self._next} cards are dealt: the deck is empty")
        self._next += 1
        return self._cards[self._next - 1]


def unseeded_numbers() -> Iterator[int]:
    """Return what `rand()` returns in a program that never called `srand()`."""
    return rand(UNSEEDED)
