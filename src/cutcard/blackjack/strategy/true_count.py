"""How a running count becomes a whole true count: what it is divided by, and what of fractions."""

from __future__ import annotations

from typing import Final

from cutcard.rulebook import Word


class Convention(Word):
    """What becomes of the fraction of a count."""

    FLOOR = "floor"
    TRUNCATE = "truncate"
    ROUND = "round"

    def whole(self, top: int, over: int) -> int:
        """The whole number that ``top`` divided by ``over`` is taken for.

        >>> [[one.whole(top, 2) for top in (-3, -2, 3)] for one in Convention]
        [[-2, -1, 1], [-1, -1, 1], [-1, -1, 2]]
        """
        match self:
            case Convention.FLOOR:
                return top // over
            case Convention.TRUNCATE:
                return top // over if top >= 0 else -(-top // over)
            case Convention.ROUND:
                return (2 * top + over) // (2 * over)

    @property
    def told(self) -> str:
        """What is done, in words."""
        return _TOLD[self]


class Divisor(Word):
    """How exactly the cards left in the shoe are known."""

    CARDS = "cards"
    HALF_DECKS = "half-decks"
    DECKS = "decks"

    @property
    def cards(self) -> int:
        """The cards of a step."""
        return _STEPS[self]

    def estimated(self, left: int) -> int:
        """The cards that are taken to be left: the nearest number of steps, and one at least.

        >>> [one.estimated(90) for one in Divisor], Divisor.DECKS.estimated(5)
        ([90, 78, 104], 52)
        """
        step = self.cards
        return max((left + step // 2) // step, 1) * step

    @property
    def told(self) -> str:
        """How exactly, in words."""
        return f"to the {self.removesuffix('s').replace('-', ' ')}"


_TOLD: Final = {
    Convention.FLOOR: "rounded down",
    Convention.TRUNCATE: "its fraction cut off",
    Convention.ROUND: "rounded to the nearest, halves up",
}
_STEPS: Final = {Divisor.CARDS: 1, Divisor.HALF_DECKS: 26, Divisor.DECKS: 52}
