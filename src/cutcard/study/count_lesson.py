"""A lesson in counting at the table: what a person is asked, and what was right."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.chart import row_of
from cutcard.blackjack.strategy.count import Count
from cutcard.blackjack.strategy.indices import IndexPlay
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.ramp import Ramp
from cutcard.cards import Card
from cutcard.errors import Invalid

_ASKED: Final = 0.25
"""The share of rounds before which the count is asked; never before the first of a shoe."""


@dataclass
class CountLesson:
    """Counts beside a person, asks for the count now and then, and remembers the answers."""

    player: CountingPlayer
    plays: tuple[IndexPlay, ...]
    """The index plays that the player knows."""
    random: Random
    judges_bets: bool
    """Whether there is a ramp that bets are judged by."""
    errors: list[float | None] = field(default_factory=list)
    """By how many points each answer was wrong; None where there was none."""
    bets: list[tuple[int, int]] = field(default_factory=list)
    """Each bet, and the bet of the ramp."""
    _fresh: bool = True
    _wanted: int = 1

    @property
    def count(self) -> Count:
        """What is counted."""
        return self.player.count

    @property
    def running(self) -> float:
        """The running count now, in points."""
        return self.player.running / self.count.scale

    @property
    def decks_left(self) -> float:
        """The decks that are not yet dealt."""
        return self.player.tray.left / 52

    def begin_round(self, bankroll: int, minimum: int) -> bool:
        """A round begins; whether the count is asked before it."""
        self._wanted = self.player.bet(bankroll, minimum)
        asked = self.random.random() < _ASKED and not self._fresh
        self._fresh = False
        return asked

    @property
    def wanted(self) -> int:
        """What the ramp bets on this round."""
        return self._wanted

    def answer(self, text: str) -> float | None:
        """Note an answer to what the running count is; by how much it is wrong, None for none."""
        try:
            error = abs(float(text) - self.running) if text else None
        except ValueError:
            error = float("nan")
        if error is not None and not error < float("inf"):
            raise Invalid(f"{text!r} is not a count: it takes a number, such as -3")
        self.errors.append(error)
        return error

    def bet(self, chips: int) -> None:
        """Note a bet."""
        self.bets.append((chips, self._wanted))

    def advised(self, view: View) -> Action:
        """What chart and count play."""
        return self.player.act(view)

    def plays_for(self, view: View) -> list[IndexPlay]:
        """The index plays for a hand of two cards, or for the total of more."""
        if view.hand.total > 20:  # such hands have no row
            return []
        chart = self.player.indexed.at(self.player.value)
        row, column = row_of(view.hand), chart.column_of(view.dealer)
        return [
            play
            for play in self.plays
            if (play.row, play.column) == (row, column)
            and (play.action in view.legal or play.action is Action.STAND)
        ]

    def dealt(self) -> None:
        """A card has left the shoe."""
        self.player.dealt()

    def expose(self, card: Card) -> None:
        """A card lies face up."""
        self.player.expose(card)

    def shuffled(self) -> None:
        """All cards are in the shoe again."""
        self._fresh = True
        self.player.shuffled()


def usual_ramp(count: Count) -> Ramp | None:
    """The bets that a lesson judges by if none are named: the true count, from 1 to 8 chips.

    None for a count that is used as it runs: what it is worth depends on the decks.
    """
    return Ramp(tuple((value, value) for value in range(2, 9))) if count.balanced else None
