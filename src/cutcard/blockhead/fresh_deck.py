"""The deck that a game is dealt from."""

from __future__ import annotations

from random import Random

from cutcard.blockhead.decks import WHOLE, cards_in
from cutcard.cards import Card
from cutcard.shoes import DeckShoe
from cutcard.streams import stream


class FreshDeck:
    """A deck shuffled for every deal, each from its own stream.

    So the cards of a deal do not depend on how many cards earlier deals used.
    """

    def __init__(self, seed: int, *path: int | str, deck: str = WHOLE) -> None:
        self._deck = cards_in(deck)
        self._seed = seed
        self._path = path
        self._deal = 0

    def shuffle(self) -> None:
        random: Random = stream(self._seed, *self._path, self._deal)
        self._shoe = DeckShoe(1, random, reshuffle_below=len(self._deck), deck=self._deck)
        self._shoe.before_round()
        self._deal += 1

    def draw(self) -> Card:
        return self._shoe.draw()
