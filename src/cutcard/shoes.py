"""Shoes: where cards come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Protocol

from cutcard.cards import DECK, Card
from cutcard.errors import CutcardError, Illegal
from cutcard.own_numbers import own_number


class ShoeEmpty(CutcardError):
    """No card is left to draw."""


class Shoe(Protocol):
    """Deals cards, and is shuffled between rounds."""

    def draw(self) -> Card:
        """The next card; ShoeEmpty if there is none."""

    def before_round(self) -> bool:
        """Shuffle if it is time to; return whether it was shuffled."""


class ScriptedShoe:
    """Deals the given cards in the given order."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = iter(cards)

    def draw(self) -> Card:
        for card in self._cards:
            return card
        raise ShoeEmpty("the shoe is empty")

    def before_round(self) -> bool:
        return False


class InfiniteShoe:
    """Deals each of the 52 cards with equal probability, for ever."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self) -> Card:
        return DECK[int(self._random.random() * 52)]

    def before_round(self) -> bool:
        return False


class DeckShoe:
    """Whole decks, shuffled before a round that would begin with too few cards left.

    A shoe that runs empty during a round continues with the shuffled discards of earlier rounds,
    as a dealer would.
    """

    def __init__(
        self, decks: int, random: Random, *, reshuffle_below: int, deck: Sequence[Card] = DECK
    ) -> None:
        self._cards = list(deck) * decks
        self._random = random
        self._reshuffle_below = reshuffle_below
        self._left = 0
        self._in_play = 0

    @property
    def cards_left(self) -> int:
        """Cards not dealt since the last shuffle."""
        return self._left

    def draw(self) -> Card:
        if not self._left:
            self._take_up_discards()
        # A lazy Fisher-Yates shuffle: dealt cards stand behind those left, the last dealt first.
        self._left -= 1
        self._in_play += 1
        at = int(self._random.random() * (self._left + 1))
        cards = self._cards
        cards[at], cards[self._left] = cards[self._left], cards[at]
        return cards[self._left]

    def before_round(self) -> bool:
        self._in_play = 0
        if self._left >= self._reshuffle_below and self._left:
            return False
        self._left = len(self._cards)
        return True

    def _take_up_discards(self) -> None:
        # This round's cards are at the front, because the last dealt are.
        in_play = self._cards[: self._in_play]
        discards = self._cards[self._in_play :]
        if not discards:
            raise ShoeEmpty(f"all {len(in_play)} cards are on the table: the shoe is empty")
        self._cards = discards + in_play
        self._left = len(discards)


class DeckEmpty(ShoeEmpty):
    """A deck has no card left."""


class Deck:
    """A deck of 52 cards that keeps its order and is shuffled by riffling at a cut.

    Newly opened it runs from the Two to the Ace of Spades, then Hearts, Clubs and Diamonds.
    """

    def __init__(self, order: Sequence[Card] = ()) -> None:
        self._cards: list[Card]
        self.reset()
        if order:
            self._cards = list(order)

    @property
    def order(self) -> tuple[Card, ...]:
        """All cards, the first to be dealt after the last shuffle first."""
        return tuple(self._cards)

    def reset(self) -> None:
        """Put the cards back in the order of a newly opened deck."""
        suits = [DECK[start : start + 13] for start in range(0, 52, 13)]
        self._cards = [card for suit in suits for card in (*suit[1:], suit[0])]
        self._next = 0

    def shuffle(self, cut: int) -> None:
        """Take all cards back in the order dealt, cut, and riffle, right half first."""
        cut = own_number(cut)
        if type(cut) is not int or not 0 <= cut <= 52:
            raise Illegal(f"a deck cannot be cut at {cut!r}: it takes 0 to 52")
        left, right = self._cards[:cut], self._cards[cut:]
        shorter = min(len(left), len(right))
        riffled = [card for pair in zip(right, left, strict=False) for card in pair]
        self._cards = riffled + right[shorter:] + left[shorter:]
        self._next = 0

    def deal(self) -> Card:
        """The next card; DeckEmpty if there is none."""
        if not self.cards_left:
            raise DeckEmpty("all 52 cards are dealt: the deck is empty")
        self._next += 1
        return self._cards[self._next - 1]

    @property
    def cards_left(self) -> int:
        """Cards not dealt since the last shuffle."""
        return 52 - self._next


class RiffledDeck:
    """A shoe of one deck, riffled at seven cuts before a round that would begin with too few."""

    def __init__(
        self,
        cut: Callable[[], int],
        *,
        reshuffle_below: int,
        first_cuts: Iterable[int] = (),
        order: Sequence[Card] = (),
    ) -> None:
        self._deck = Deck(order)
        self._cut = cut
        self._reshuffle_below = reshuffle_below
        self.cuts: tuple[int, ...] = ()
        """The cuts of the last shuffle."""
        if not order:
            self._shuffle(tuple(first_cuts) or self._new_cuts())

    @property
    def order(self) -> tuple[Card, ...]:
        """All cards, in the order in which they are dealt after the last shuffle."""
        return self._deck.order

    def draw(self) -> Card:
        return self._deck.deal()

    def before_round(self) -> bool:
        if self._deck.cards_left >= self._reshuffle_below:
            return False
        self._shuffle(self._new_cuts())
        return True

    def _new_cuts(self) -> tuple[int, ...]:
        return tuple(self._cut() for _ in range(7))

    def _shuffle(self, cuts: tuple[int, ...]) -> None:
        self.cuts = cuts
        for cut in cuts:
            self._deck.shuffle(cut)
