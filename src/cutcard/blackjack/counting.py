"""Card counting as data: what each card counts, and what is bet at each count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.cards import Card
from cutcard.errors import Invalid


class InvalidCount(Invalid):
    """A count or a ramp that makes no sense."""


@dataclass(frozen=True)
class Count:
    """A counting system: a tag for each card value, added up as cards are seen.

    >>> HI_LO.tag(Card("5")), HI_LO.tag(Card("8")), HI_LO.tag(Card("K"))
    (1, 0, -1)
    """

    name: str
    tags: tuple[int, ...]
    """Tags of the values ace, two, … nine, ten."""

    def __post_init__(self) -> None:
        if len(self.tags) != 10:
            raise InvalidCount(f"{self.name} has {len(self.tags)} tags: it takes 10, ace to ten")

    def tag(self, card: Card) -> int:
        """What this card adds to the count."""
        return self.tags[card.points - 1]


HI_LO: Final = Count("hi-lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))


@dataclass(frozen=True)
class Ramp:
    """What to bet at each count, in multiples of the minimum.

    >>> ramp = Ramp(((2, 2), (4, 8)))
    >>> [ramp.bet(count, bankroll=100, minimum=5) for count in (1, 2, 5)]
    [5, 10, 40]
    """

    steps: tuple[tuple[int, int], ...] = ()
    """Pairs of the least count and the multiple bet from there on, in rising order of count."""

    def __post_init__(self) -> None:
        counts = [count for count, _ in self.steps]
        if counts != sorted(set(counts)) or any(multiple < 1 for _, multiple in self.steps):
            raise InvalidCount(
                f"{self.steps} is no ramp: it takes rising counts, each with a multiple from 1 on"
            )

    def bet(self, count: int, *, bankroll: int, minimum: int) -> int:
        """The bet at this count: the highest step reached that the bankroll can pay."""
        for least, multiple in reversed(self.steps):
            if count >= least and bankroll >= multiple * minimum:
                return multiple * minimum
        return minimum
