"""The shoes of tables that are stepped: cards by value, drawn from a stream of numbers.

They are dealt here in plain Python, number by number as `floor.py` does it for many tables at
once: the same seed deals the same cards there and here, and nothing has to be compiled. The
numbers are those of xoshiro256++, as in `random.py`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from cutcard.blackjack.rules import Rules, Shuffle
from cutcard.streams import key

AHEAD: Final = 16
"""Cards that are drawn from the numbers at a time."""

_MASK: Final = 2**64 - 1
_LOW: Final = 2**32 - 1
_FOUR_RANKS: Final = 13**4
_EIGHT_RANKS: Final = 13**8
_UNEVEN: Final = 2**32 % 13**8
"""Halves of a number that would make some eight ranks likelier than others."""

NEW_DECK: Final = [*range(1, 10), 9, 9, 9, 0] * 4
"""A newly opened deck, suit by suit: two, three, … king, ace."""


def first_words(seed: int) -> tuple[int, int, int, int]:
    """The four words that a table's stream of numbers begins with."""
    number = key(seed, "table")
    return (number >> 192, number >> 128 & _MASK, number >> 64 & _MASK, number & _MASK)


@cache
def _fours() -> list[tuple[int, ...]]:
    """Four cards for each number of four digits to the base of 13."""
    ranks = [min(rank, 9) for rank in range(13)]
    return list(product(ranks, repeat=4))


class TableShoe:
    """Deals values from 0 (an ace) to 9 (a ten), and knows which of them were exposed."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._words = first_words(seed)
        self._infinite = rules.decks == "infinite"
        self._fours = _fours() if self._infinite else []
        self._riffled = rules.shuffle is Shuffle.RIFFLE
        self._below = rules.reshuffle_below
        decks = rules.finite_decks or 0
        self._size = 52 * decks
        ranks = [min(rank, 9) for rank in range(13) for _ in range(4 * decks)]
        self._cards = NEW_DECK.copy() if self._riffled else ranks
        self._at = self._size
        self._drawn = self._end = self._size
        """Cards that are in their places, and those that can be had in this round."""
        self._start = 0
        self.seen = [0] * 10
        """Cards exposed since the shuffle, by value."""
        self._seen_before = self.seen

    @property
    def left(self) -> int:
        """Cards of a finite shoe that are not dealt."""
        return max(self._size - self._at, 0)

    def before_round(self) -> None:
        """Shuffle if it is time to."""
        if self._infinite:
            return
        if self._at > self._size:
            # What is left of the discards is the shoe now, and only the last round is out of it.
            self._cards = self._cards[self._start :]
            self._at -= self._start
            self._drawn -= self._start
            self.seen = [
                now - before for now, before in zip(self.seen, self._seen_before, strict=True)
            ]
        if self._size - self._at < self._below or self._at >= self._size:
            self._at = self._drawn = 0
            self.seen = [0] * 10
            if self._riffled:
                for _ in range(7):
                    self._riffle(13 + self._under(27))
                self._drawn = self._size
        self._end = self._size
        self._start = self._at
        self._seen_before = self.seen.copy()

    def draw(self) -> int:
        """The next card."""
        at = self._at
        if at == self._drawn:
            self._draw_on()
            at = self._at
        self._at = at + 1
        return self._cards[at]

    def draw_many(self, number: int) -> list[int]:
        """The next cards, as many as are asked for."""
        at = self._at
        after = at + number
        if after > self._drawn:
            if not self._infinite:
                return [self.draw() for _ in range(number)]
            self._draw_on()
            at, after = 0, number
        self._at = after
        return self._cards[at:after]

    def draw_open(self) -> int:
        """The next card, face up."""
        card = self.draw()
        self.seen[card] += 1
        return card

    def _draw_on(self) -> None:
        if self._infinite:
            self._draw_values()
            return
        if self._drawn == self._end:
            # The shoe has run dry: the discards are shuffled and dealt on.
            self._cards += self._cards[: self._start]
            self._end += self._start
        self._shuffle_on(min(self._drawn + AHEAD, self._end))

    def _number(self) -> int:
        """The next number of 64 bits."""
        a, b, c, d = self._words
        total = a + d & _MASK
        number = ((total << 23 | total >> 41) + a) & _MASK
        c ^= a
        d ^= b
        self._words = (a ^ d, b ^ c, c ^ b << 17 & _MASK, (d << 45 | d >> 19) & _MASK)
        return number

    def _draw_values(self) -> None:
        """Draw cards of an infinite shoe: eight digits each of two fractions to the base of 13."""
        while True:
            number = self._number()
            one = (number & _LOW) * _EIGHT_RANKS
            other = (number >> 32) * _EIGHT_RANKS
            if one & _LOW >= _UNEVEN and other & _LOW >= _UNEVEN:
                break
        fours = self._fours
        high, low = divmod(one >> 32, _FOUR_RANKS)
        third, fourth = divmod(other >> 32, _FOUR_RANKS)
        # Whatever was left comes first.
        left = self._cards[self._at : self._drawn]
        self._cards = [*left, *fours[high], *fours[low], *fours[third], *fours[fourth]]
        self._at, self._drawn = 0, len(self._cards)

    def _shuffle_on(self, stop: int) -> None:
        """Draw the next cards out of all that are left (Fisher and Yates)."""
        cards, here, end = self._cards, self._drawn, self._end
        while here < stop:
            number = self._number()
            for _ in range(4):
                left = end - here
                product = (number & 0xFFFF) * left
                number >>= 16
                if here < stop and product & 0xFFFF >= 2**16 % left:
                    other = here + (product >> 16)
                    cards[here], cards[other] = cards[other], cards[here]
                    here += 1
        self._drawn = stop

    def _under(self, bound: int) -> int:
        """A whole number from 0 up to, and without, the bound."""
        while True:
            product = (self._number() & _LOW) * bound
            if product & _LOW >= 2**32 % bound:
                return product >> 32

    def _riffle(self, cut: int) -> None:
        left, right = self._cards[:cut], self._cards[cut:]
        shorter = min(len(left), len(right))
        riffled = [card for pair in zip(right, left, strict=False) for card in pair]
        self._cards = riffled + right[shorter:] + left[shorter:]
