"""The shoe that a game's rules ask for, and the cards that can come from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.cards import Card, Rank
from cutcard.errors import Illegal
from cutcard.shoes import DeckShoe, InfiniteShoe, RiffledDeck, Shoe


class ImpossibleCards(Illegal):
    """More cards of a kind are asked for than there are, or too few are left to play."""


def shoe_for(rules: Rules, random: Random, order: Sequence[Card] = ()) -> Shoe:
    """A shoe as the rules want it, shuffled by this random stream.

    A deck that is riffled may be in some order already; it is then shuffled only when it is time.
    """
    if rules.decks == "infinite":
        return InfiniteShoe(random)
    if rules.shuffle is Shuffle.RIFFLE:
        return RiffledDeck(
            lambda: random.randrange(13, 40), reshuffle_below=rules.reshuffle_below, order=order
        )
    return DeckShoe(rules.decks, random, reshuffle_below=rules.reshuffle_below)


def check_there(decks: int, cards: Iterable[Card]) -> None:
    """Complain about more cards of a kind than the decks hold.

    T without a suit may be any card that counts ten, as players write it.
    """
    named: Counter[Card] = Counter(cards)
    kinds: Counter[str] = Counter()
    for card, count in named.items():
        if card.suit is not None and count > decks:
            raise _too_many(card.text, count, decks, decks)
        if card.rank is not Rank.TEN:
            kinds[card.rank.value] += count
        if card.points == 10:
            kinds["T"] += count
    for kind, count in kinds.items():
        there = (16 if kind == "T" else 4) * decks
        if count > there:
            raise _too_many(kind, count, there, decks)


def _too_many(name: str, count: int, there: int, decks: int) -> ImpossibleCards:
    verb = "is" if there == 1 else "are"
    return ImpossibleCards(
        f"{count} times {name} is not possible: there {verb} {there} in {decks_in_words(decks)}"
    )


def decks_in_words(decks: int) -> str:
    """The number of decks, as in ``6 decks``."""
    return f"{decks} deck{'s' if decks > 1 else ''}"
