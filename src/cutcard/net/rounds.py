"""A round as it goes over the wire: what each seat is told, and who is asked. No sockets here."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from cutcard.blackjack.actions import DEALER, Action, Dealt
from cutcard.blackjack.box import Fate
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import Round
from cutcard.net.fair import FairDeck
from cutcard.net.protocol import Begin, CardDealt, DealerShows, FromDealer
from cutcard.table import CHANCE, OVER

Told = tuple[int, FromDealer]
"""A seat of the round, and a message for it."""

RULES = load_preset("cs50").rules


class Dialect(StrEnum):
    """How a dealer speaks."""

    SEED = "seed"
    """A bust is told as LOOSE, and a word that is no decision is asked again."""
    COURSE = "course"
    """A bust is told as BUST, and a word that is no decision ends the game."""


@cache
def _start(seats: int) -> Round:
    return Round.start(RULES, (1,) * seats)


class WireRound:
    """A round of some seats against the dealer."""

    def __init__(self, deck: FairDeck, seats: int, dialect: Dialect) -> None:
        self._deck = deck
        self._dialect = dialect
        self.state = _start(seats)
        self.moves = ""
        self._begun: set[int] = set()

    @property
    def turn(self) -> int | None:
        """The seat that is asked, or none once the round is over."""
        turn = self.state.turn
        return None if turn == OVER else turn

    def deal(self) -> list[Told]:
        """Deal until a seat is asked or the round is over; what the seats are told of it."""
        told: list[Told] = []
        while self.state.turn == CHANCE:
            dealers_turn = len(self.state.dealer.cards) > 0 and self.state.hole is None
            self.state = self.state.apply(self._deck.draw())
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
        """Let the seat that is asked hit or stand; what the seats are told of it."""
        self.state = self.state.apply(action)
        self.moves += action.value
        return self.deal()

    def results(self) -> list[str]:
        """What came of it for each seat."""
        outcomes = []
        for box in self.state.boxes:
            if box.fate is Fate.BUST and self._dialect is Dialect.COURSE:
                outcomes.append("BUST")
            else:
                outcomes.append("WIN" if box.net > 0 else "LOOSE" if box.net < 0 else "PUSH")
        return outcomes
