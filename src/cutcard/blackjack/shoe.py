"""The shoe that a game's rules ask for."""

from __future__ import annotations

from random import Random

from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.shoes import DeckShoe, InfiniteShoe, RiffledDeck, Shoe


def shoe_for(rules: Rules, random: Random) -> Shoe:
    """A shoe as the rules want it, shuffled by this random stream."""
    if rules.decks == "infinite":
        return InfiniteShoe(random)
    if rules.shuffle is Shuffle.RIFFLE:
        return RiffledDeck(lambda: random.randrange(13, 40), reshuffle_below=rules.reshuffle_below)
    return DeckShoe(rules.decks, random, reshuffle_below=rules.reshuffle_below)
