"""A seat at a blackjack table: what a player must answer, and how it sees the cards."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Protocol

from cutcard.blackjack.actions import Action, Dealt, Turned
from cutcard.blackjack.round import Round, View
from cutcard.cards import Card


class Player(Protocol):
    """A player at a blackjack table.

    A subclass must define how it acts and may inherit the rest: it then bets the minimum and
    ignores everything that it is told.
    """

    def __init__(self, random: Random) -> None:
        """Sit down; whatever is left to chance is drawn from this stream."""

    def bet(self, bankroll: int, minimum: int) -> int:
        """Chips bet on the next round, from the minimum up to the bankroll."""
        return minimum

    @abstractmethod
    def act(self, view: View) -> Action:
        """The action taken, one of the view's legal ones."""

    def dealt(self) -> None:
        """Take note that a card has left the shoe, face up or face down."""

    def expose(self, card: Card) -> None:
        """See a card that was dealt or turned face up."""

    def shuffled(self) -> None:
        """Take note that the shoe was shuffled."""


class Eyes:
    """Watches a table for a player, who is told of every card and shown those exposed."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def see(self, state: Round) -> None:
        for event in state.events:
            if isinstance(event, Dealt):
                self._player.dealt()
                if event.card is not None:
                    self._player.expose(event.card)
            elif isinstance(event, Turned):
                self._player.expose(event.card)
