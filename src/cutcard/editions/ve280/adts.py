"""The original's abstract data types: the core's own, under the original's names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from cutcard.blackjack import hand as core
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.count import HI_LO
from cutcard.blackjack.strategy.players import ChartPlayer, CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import Card, InvalidCard
from cutcard.shoes import Deck, DeckEmpty
from cutcard.streams import mersenne

__all__ = [
    "Counting",
    "Deck",
    "DeckEmpty",
    "Hand",
    "HandValue",
    "Player",
    "Simple",
    "get_counting",
    "get_cut",
    "get_simple",
]

DOUBLE_FROM_TWO: Final = Ramp(((2, 2),))
"""Bet double the minimum from a count of +2 on, if the bankroll allows it."""


@dataclass(frozen=True)
class HandValue:
    """What a hand counts, and whether an ace in it counts eleven."""

    count: int
    soft: bool


class Hand:
    """A blackjack hand of zero or more cards."""

    def __init__(self) -> None:
        self.discard_all()

    def discard_all(self) -> None:
        """Discard any cards held."""
        self.cards = core.Hand()

    def add_card(self, card: Card) -> None:
        """Add a card to those held."""
        if not isinstance(card, Card):
            raise InvalidCard(f"{card!r} is not a card: it takes a Card, as in Card('As')")
        self.cards = self.cards.plus(card)

    def hand_value(self) -> HandValue:
        """The highest total possible without going over 21."""
        return HandValue(self.cards.total, self.cards.soft)


class Player(Protocol):
    """The original's player interface."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """The bet, between minimum and bankroll."""

    def draw(self, dealer: Card, player: Hand) -> bool:
        """Whether to be dealt another card against the dealer's up card."""

    def expose(self, card: Card) -> None:
        """See a newly exposed card."""

    def shuffled(self) -> None:
        """Hear that the deck has been shuffled."""


class _Draws(ChartPlayer):
    """Answers the original's question by the chart."""

    def draw(self, dealer: Card, player: Hand) -> bool:
        return self.chart.hits(player.cards, dealer)


class Simple(_Draws):
    """Bets the minimum and plays the chart `simple`."""

    def __init__(self) -> None:
        super().__init__(load_chart("simple"))


class Counting(_Draws, CountingPlayer):
    """Plays as Simple does, and bets double when the count of the cards seen is +2 or more."""

    def __init__(self) -> None:
        CountingPlayer.__init__(self, load_chart("simple"), HI_LO, DOUBLE_FROM_TWO)


@cache
def get_simple() -> Simple:
    """The one Simple player."""
    return Simple()


@cache
def get_counting() -> Counting:
    """The one Counting player."""
    return Counting()


def new_cuts() -> Callable[[], int]:
    """Return a function that returns the course's random cuts, one per call.

    >>> cut = new_cuts()
    >>> [cut() for _ in range(7)]
    [39, 22, 33, 37, 38, 37, 38]
    """
    random = mersenne(0)
    return lambda: 13 + random.getrandbits(32) % 27


_next_cut: Final = new_cuts()


def get_cut() -> int:
    """The next random cut, from 13 to 39; like the course's, it goes on from call to call."""
    return _next_cut()
