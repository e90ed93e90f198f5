"""A round as it goes over the wire: what each seat is told, and who is asked. No sockets here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import Protocol

from cutcard.blackjack.actions import DEALER, HOLE, Action, Dealt
from cutcard.blackjack.box import Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import Round
from cutcard.cards import Card
from cutcard.driver import CHANCE, OVER
from cutcard.net.messages import Begin, CardDealt, DealerShows, FromDealer

Told = tuple[int, FromDealer]
"""A seat of the round, and a message for it."""

RULES = load_preset("cs50").rules


class Dialect(StrEnum):
    """How a dealer speaks."""

    ORIGINAL = "original"
    """A bust is told as LOOSE, and after a word that is not a decision the dealer asks again."""
    COURSE = "course"
    """A bust is told as BUST, and a word that is not a decision ends the game."""

    @classmethod
    def _missing_(cls, value: object) -> Dialect | None:
        # The name that older commands and records have for it.
        return cls.ORIGINAL if value == "seed" else None


class Cards(Protocol):
    """Where the cards of one round come from."""

    def draw(self, to: int) -> Card:
        """The next card for a seat of the round, for DEALER or for HOLE."""


class InTurn:
    """The top card of the deck, whoever it is for."""

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = iter(order)

    def draw(self, to: int) -> Card:
        return next(self._order)


class ByPlace:
    """Each party's own places: the k-th card of party j is at place k * parties + j.

    The dealer is the last party; its first card is the hidden one.
    """

    def __init__(self, order: Sequence[Card], parties: int, seats: Sequence[int]) -> None:
        self._order = order
        self._parties = parties
        self._seats = seats
        """The party that each seat of this round is."""
        self._taken = [0] * parties

    def draw(self, to: int) -> Card:
        party = self._parties - 1 if to in (DEALER, HOLE) else self._seats[to]
        place = self._taken[party] * self._parties + party
        self._taken[party] += 1
        return self._order[place]


@cache
def _start(seats: int) -> Round:
    return Round.start(RULES, (1,) * seats)


class WireRound:
    """A round of one or more seats against the dealer."""

    def __init__(self, cards: Cards, seats: int, dialect: Dialect) -> None:
        self._cards = cards
        self._dialect = dialect
        self.state = _start(seats)
        self.moves = [""] * seats
        """The decisions of each seat, H or S."""
        self._begun: set[int] = set()

    @property
    def turn(self) -> int | None:
        """The seat that is asked, or None once the round is over."""
        turn = self.state.turn
        return None if turn == OVER else turn

    @property
    def dealer(self) -> Hand:
        """The dealer's hand, the hidden card first, even if it was never turned over."""
        shown = self.state.dealer.cards
        if self.state.hole is not None:
            return Hand((self.state.hole, *shown))
        # Turned over, the hidden card lies behind the open one.
        return Hand((shown[1], shown[0], *shown[2:])) if len(shown) > 1 else self.state.dealer

    def deal(self) -> list[Told]:
        """Deal until a seat is asked or the round is over; return what the seats are told."""
        told: list[Told] = []
        while self.state.turn == CHANCE:
            dealers_turn = len(self.state.dealer.cards) > 0 and self.state.hole is None
            self.state = self.state.apply(self._cards.draw(self.state.owed[0]))
            for event in self.state.events:
                if not isinstance(event, Dealt) or event.card is None:
                    continue  # what lies face down and what is turned up are never told
                if event.to != DEALER:
                    if event.to not in self._begun:
                        self._begun.add(event.to)
                        told.append((event.to, Begin()))
                    told.append((event.to, CardDealt(event.card)))
                elif not dealers_turn:
                    told += [(seat, DealerShows(event.card)) for seat in sorted(self._begun)]
        return told

    def decide(self, action: Action) -> list[Told]:
        """Let the seat that is asked hit or stand; return what the seats are told."""
        seat = self.state.turn
        self.state = self.state.apply(action)
        self.moves[seat] += action.value
        return self.deal()

    def results(self) -> list[str]:
        """The result of each seat."""
        results = []
        for box in self.state.boxes:
            if box.fate is Fate.BUST and self._dialect is Dialect.COURSE:
                results.append("BUST")
            else:
                results.append("WIN" if box.net > 0 else "LOOSE" if box.net < 0 else "PUSH")
        return results


def replayed(cards: Cards, moves: Sequence[str], dialect: Dialect) -> WireRound:
    """Deal a round again, with the moves that every seat made; return it.

    Raises ValueError, illegal moves included, if that does not play it to its end.
    """
    again = WireRound(cards, len(moves), dialect)
    again.deal()
    for seat, letters in enumerate(moves):
        for letter in letters:
            if again.turn != seat:
                raise ValueError(f"seat {seat} decides {letter} when it is not asked")
            again.decide(Action(letter))
    if again.turn is not None:
        raise ValueError(f"seat {again.turn} has not played to the end")
    return again
