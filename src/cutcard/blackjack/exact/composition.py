"""The cards a round is dealt from: whole decks, less what has been removed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cutcard.blackjack.exact.hands import Counts
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import ImpossibleCards, check_there, decks_in_words
from cutcard.cards import Card


@dataclass(frozen=True)
class Composition:
    """How many cards of each value are left, and how that came about."""

    counts: Counts
    infinite: bool
    text: str
    """The shoe in words."""

    @property
    def cards(self) -> int:
        """Cards left; the period of an infinite shoe."""
        return sum(self.counts)

    def without(self, *values: int) -> Counts:
        """The counts with cards of these values (0 to 9) gone."""
        if self.infinite:
            return self.counts
        counts = list(self.counts)
        for value in values:
            counts[value] -= 1
        return tuple(counts)


def compose(rules: Rules, removed: Iterable[Card] = ()) -> Composition:
    """The shoe of these rules, freshly shuffled, when some cards are known to be gone.

    >>> from cutcard.cards import read_cards
    >>> compose(Rules(decks=1), read_cards("A A 5")).text
    '1 deck less A A 5, every order alike'
    """
    gone = tuple(removed)
    less = f" less {' '.join(card.text for card in gone)}" if gone else ""
    if rules.decks == "infinite":
        return Composition(
            (1,) * 9 + (4,), True, f"infinite shoe{less and ' (cards removed change nothing)'}"
        )
    check_there(rules.decks, gone)
    counts = [4 * rules.decks] * 9 + [16 * rules.decks]
    for card in gone:
        counts[card.points - 1] -= 1
    return Composition(
        tuple(counts), False, f"{decks_in_words(rules.decks)}{less}, every order alike"
    )


def without(rules: Rules, removed: Iterable[Card]) -> Composition:
    """The shoe of these rules without some cards; an infinite one is refused."""
    gone = tuple(removed)
    if gone and rules.decks == "infinite":
        raise ImpossibleCards(
            f"{gone[0].text} cannot be removed: an infinite shoe never lacks one"
            " (decks = 1 to 8 does)"
        )
    return compose(rules, gone)


def check_enough(rules: Rules, left: Composition) -> None:
    """Complain if a round could need more cards than are left."""
    if left.infinite:
        return
    # A hand is at 20 at most and the dealer at 16 before the last card, whatever that is.
    points = [value + 1 for value, count in enumerate(left.counts) for _ in range(max(0, count))]
    last = rules.max_hands + 1
    if sum(points[:-last]) <= 20 * rules.max_hands + 16:
        raise ImpossibleCards(
            f"{left.cards} cards left may not be enough for a round with max_hands ="
            f" {rules.max_hands}: remove fewer"
        )
