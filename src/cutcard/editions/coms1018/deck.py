"""The original's deck: one generator for the whole run, a new deck for every round."""

from __future__ import annotations

from random import Random

from cutcard.cards import Card, Rank
from cutcard.shoes import ShoeEmpty
from cutcard.streams import mersenne


class TutorDeck:
    """Ranks A to K, each in hearts, clubs, spades and diamonds, shuffled for every round."""

    def __init__(self, seed: int) -> None:
        self._random = mersenne(seed)
        self._cards: list[Card] = []

    def before_round(self) -> bool:
        cards = [Card(rank.value + suit) for rank in Rank for suit in "hcsd"]
        for at in range(1, 52):
            other = uniform(self._random, at + 1)
            cards[at], cards[other] = cards[other], cards[at]
        self._cards = cards
        return True

    def draw(self) -> Card:
        if not self._cards:
            raise ShoeEmpty("all 52 cards are dealt: the deck is empty")
        return self._cards.pop()


def uniform(random: Random, choices: int) -> int:
    """A number below ``choices``, as libstdc++ makes it: by division, without the uneven rest."""
    scale = 0xFFFFFFFF // choices
    while (number := random.getrandbits(32)) >= choices * scale:
        pass
    return number // scale
