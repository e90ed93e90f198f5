"""The driver: the one loop that plays any game with any seats and any watchers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, Self, TypeVar

from cutcard.cards import Card

CHANCE: Final = -1
"""Whose turn it is when a card is to be dealt; seats count from 0."""

OVER: Final = -2
"""Whose turn it is when the game is over."""


class State(Protocol):
    """A moment of a game: a value that knows whose turn it is and what follows a move."""

    @property
    def turn(self) -> int:
        """A seat's number, CHANCE or OVER."""

    def view(self, seat: int) -> Any:
        """What this seat may see."""

    def apply(self, move: Any) -> Self:
        """The state after this move: a card at chance's turn, an action at a seat's."""


class Source(Protocol):
    """Where cards come from."""

    def draw(self) -> Card:
        """The next card."""


class Seat(Protocol):
    """A person, a program or a client: whoever answers a view with an action."""

    def act(self, view: Any) -> Any:
        """The action this seat takes."""


class Watcher(Protocol):
    """A printer, a recorder, a statistic: sees every state and what led to it."""

    def see(self, state: Any) -> None:
        """Look at a new state; its ``events`` say what has just happened."""


S = TypeVar("S", bound=State)


def play(state: S, source: Source, seats: Sequence[Seat], watchers: Sequence[Watcher] = ()) -> S:
    """Play from this state to the end and return the last state."""
    while (turn := state.turn) != OVER:
        move = source.draw() if turn == CHANCE else seats[turn].act(state.view(turn))
        state = state.apply(move)
        for watcher in watchers:
            watcher.see(state)
    return state
