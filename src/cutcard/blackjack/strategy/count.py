"""Card counting as data: what each card counts, and what the count is worth.

The running count is the count's start plus the tags of all cards that have come to lie face up
since the shuffle; a hole card that is never turned is never counted. What bets and index plays
go by is the count's value, and each count says in its ``convention`` how that is computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Final

from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.indices import IndexedChart, IndexSet, index_chart
from cutcard.blackjack.strategy.true_count import Convention, Divisor
from cutcard.cards import Card
from cutcard.errors import Illegal, Invalid
from cutcard.rulebook import nearest


class InvalidCount(Invalid):
    """A count that makes no sense."""


class UnfitCount(Illegal):
    """A count for another kind of shoe."""


@dataclass(frozen=True)
class Count:
    """A counting system: a tag for each card value, added up as cards are seen.

    Two counts are equal if they count alike; index plays, title and source are not compared.

    >>> HI_LO.tag(Card("5")), HI_LO.tag(Card("8")), HI_LO.tag(Card("K"))
    (1, 0, -1)
    """

    name: str
    tags: tuple[int, ...]
    """Tags of the values ace, two, … nine, ten, in parts of the scale."""
    scale: int = 1
    """Parts to a point: halves are counted doubled, with a scale of 2."""
    start: int = 0
    """Where the running count begins, in parts, before decks are considered."""
    start_per_deck: int = 0
    """What each deck of the shoe adds to that beginning, in parts."""
    whole: Convention = Convention.FLOOR
    """What becomes of fractions."""
    divisor: Divisor = Divisor.CARDS
    """How exactly the cards left are known that a balanced count is divided by."""
    indices: tuple[IndexSet, ...] = field(default=(), compare=False)
    title: str = field(default="", compare=False)
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if len(self.tags) != 10:
            raise InvalidCount(f"{self.name} has {len(self.tags)} tags: it takes 10, ace to ten")
        if self.scale < 1:
            raise InvalidCount(f"{self.name} has a scale of {self.scale}: it takes 1 or more")
        if self.balanced and (self.start or self.start_per_deck):
            raise InvalidCount(
                f"{self.name} is balanced (its tags add up to 0 over a deck) and begins at"
                f" {self._start_text()}: a balanced count begins at 0"
            )
        if not self.balanced and self.divisor is not Divisor.CARDS:
            raise InvalidCount(
                f"{self.name} is unbalanced and used as it runs: a divisor of {self.divisor} is for"
                " balanced counts"
            )

    def __repr__(self) -> str:
        """The code that makes it; the usual convention goes without saying."""
        usual = {"whole": Convention.FLOOR, "divisor": Divisor.CARDS}
        said = ((one.name, getattr(self, one.name)) for one in fields(self))
        shown = (f"{name}={value!r}" for name, value in said if value != usual.get(name))
        return f"Count({', '.join(shown)})"

    def tag(self, card: Card) -> int:
        """What this card adds to the running count."""
        return self.tags[card.points - 1]

    @property
    def balanced(self) -> bool:
        """The tags of a deck add up to nothing."""
        return sum(self.tags) + 3 * self.tags[9] == 0  # four ranks are worth ten

    def initial(self, decks: int) -> int:
        """The running count after a shuffle, in parts.

        >>> Count("ko", (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1), start=4, start_per_deck=-4).initial(6)
        -20
        """
        return self.start + self.start_per_deck * decks

    def value(self, running: int, left: int) -> int:
        """What bets and index plays go by, with `left` cards left in the shoe.

        Balanced: the true count, running * 52 / (scale * left), where the cards left are those
        that are not dealt (a card that lies face down has left the shoe), as exactly as the
        divisor knows them. Unbalanced: the running count itself, running / scale. Either is made
        whole by the convention, usually rounded down.

        >>> HI_LO.value(7, 104), HI_LO.value(-7, 104)
        (3, -4)
        """
        if self.balanced:
            # With all cards on the table there is no shoe left: it is taken for one step.
            return self.whole.whole(running * 52, self.scale * self.divisor.estimated(left))
        return self.whole.whole(running, self.scale)

    @property
    def convention(self) -> str:
        """How the count's value is computed, in a sentence."""
        parts = ""
        if self.scale != 1:
            parts = f" (of tags times {self.scale}, divided by {self.scale} again)"
        if self.balanced:
            return (
                f"True count: the running count{parts} per 52 cards that are not yet dealt,"
                f" {self.divisor.told}, {self.whole.told}; a face-down card is dealt, but not"
                " counted."
            )
        return (
            f"Running count{parts}, undivided, {self.whole.told}; it begins at"
            f" {self._start_text()} after a shuffle; a face-down card is not counted."
        )

    def _start_text(self) -> str:
        if not self.start_per_deck:
            return str(self.start)
        sign = "-" if self.start_per_deck < 0 else "+"
        return f"{self.start} {sign} {abs(self.start_per_deck)} * decks"

    def indexed(self, chart: Chart, sets: Iterable[str] | None = None) -> IndexedChart:
        """A chart with this count's index plays: those of all its sets, or of these."""
        known = {one.name: one for one in self.indices}
        chosen = list(known) if sets is None else list(sets)
        for name in chosen:
            if name not in known:
                there = nearest(name, list(known)) if known else f"{self.name} has none"
                raise InvalidCount(f"{self.name} has no index plays {name!r}: {there}")
        found = [known[name] for name in chosen]
        plays = [play for one in found for play in one.plays]
        insurance = {one.insurance for one in found if one.insurance is not None}
        if len(insurance) > 1:
            raise InvalidCount(
                f"{' and '.join(chosen)} of {self.name} disagree on insurance: they say"
                f" {' and '.join(str(index) for index in sorted(insurance))}"
            )
        return index_chart(chart, plays, insurance.pop() if insurance else None)

    def check_fits(self, rules: Rules) -> None:
        """Complain if there is nothing to count under these rules."""
        if rules.decks == "infinite":
            raise UnfitCount(
                "cards cannot be counted with decks = infinite: what was dealt says nothing of"
                " what comes (decks = 1 to 8 does)"
            )


HI_LO: Final = Count("hi-lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))
