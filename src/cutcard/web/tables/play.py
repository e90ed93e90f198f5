"""What is played at a table, as the table sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from cutcard.study.coach import Move
from cutcard.web.tables.happenings import Happening
from cutcard.web.tables.places import Place
from cutcard.web.tables.terms import Terms


class Play(Protocol):
    """A game in progress: people sit down, answer and leave; chance and machines do the rest."""

    terms: Terms
    places: dict[int, Place]
    rounds: int
    happened: list[Happening]
    finished: list[dict[str, Any]]
    undecided: list[tuple[int, int, Move]]

    @property
    def empty(self) -> list[int]:
        """The numbers of free seats."""

    @property
    def turn(self) -> int | None:
        """The place whose turn it is."""

    @property
    def waiting(self) -> list[int]:
        """The places whose answer everybody waits for."""

    @property
    def thinking(self) -> bool:
        """Whether a machine has to act before people can."""

    def think(self) -> None:
        """Let the machine act."""

    def sit(self, number: int, holder: str, name: str) -> None:
        """Seat a person."""

    def stand_up(self, number: int) -> None:
        """Let a person leave."""

    def answer(self, number: int, message: Mapping[str, Any]) -> None:
        """Do what the person at this place says."""

    def pass_turn(self, number: int) -> None:
        """Answer for somebody whose time is up."""

    def question(self, number: int) -> tuple[object, ...]:
        """What a place is asked now; a change of it makes earlier answers stale."""

    def advised(self, number: int) -> tuple[dict[str, Any], Move | None]:
        """Advice for this place, and the decision that the judge has to weigh, if any."""

    def cost(self, number: int) -> dict[str, Any] | None:
        """What the last decision of this place cost, once that is known."""

    def judged(self, rounds: int, decision: int, best: str, cost: float) -> bool:
        """Take note of what a decision cost; False if its round is over and kept already."""

    def view(self, you: int | None) -> dict[str, Any]:
        """What the person at this place, or a spectator, may see."""

    def plain(self) -> dict[str, Any]:
        """What has to be kept, so that play can go on from here."""
