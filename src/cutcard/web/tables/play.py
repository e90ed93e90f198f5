"""What is played at a table, as the table sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from cutcard.study.coach import Move
from cutcard.web.tables.happenings import Happening
from cutcard.web.tables.places import Place
from cutcard.web.tables.terms import Terms


@dataclass
class Decision:
    """What a person decided, and what it cost once that is known."""

    place: int
    spot: str
    """The hand and what it stood against."""
    action: str
    chart: str | None
    """What the game's chart plays."""
    best: str | None = None
    cost: float | None = None
    """In initial bets."""


@dataclass(frozen=True)
class Share:
    """A finished round as one person had it."""

    rounds: int
    """The number of the round at its table."""
    place: int
    holder: int
    bet: int
    """In units."""
    gain: int
    """In units."""
    record: dict[str, Any]
    decisions: list[Decision]
    proof: str | None = None
    """The record that proves a fair round."""


Letter = tuple[int | None, dict[str, Any]]
"""A message beside the view, and the place that it is for; None means all."""


@dataclass(frozen=True)
class Undecided:
    """A decision that the judge has not weighed yet."""

    rounds: int
    decision: Decision
    move: Move


class Play(Protocol):
    """A game in progress: people sit down, answer and leave; chance and machines do the rest."""

    terms: Terms
    places: dict[int, Place]
    rounds: int
    happened: list[Happening]
    finished: list[Share]
    """Rounds that ended with the last move."""
    undecided: list[Undecided]
    letters: list[Letter]

    @property
    def unit(self) -> int:
        """Units to a chip."""

    @property
    def plain_rules(self) -> Mapping[str, bool | int | str]:
        """Every rule of the game; tables of one game share it."""

    @property
    def buy_in(self) -> int:
        """What a person begins with, in units."""

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
    def hurry(self) -> int | None:
        """Seconds in which an answer must come wherever it is waited for; None if it need not."""

    def letters_again(self, place: int | None) -> list[dict[str, Any]]:
        """What somebody who comes back has to hear beside the view."""

    @property
    def thinking(self) -> bool:
        """Whether a machine has to act before people can."""

    def think(self) -> None:
        """Let the machine act."""

    def sit(self, number: int, holder: int, name: str, chips: int) -> None:
        """Seat a person with these chips, in units."""

    def check_seat(self, number: int, holder: int) -> None:
        """Refuse a seat that this person cannot take."""

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

    def last(self, number: int) -> Decision | None:
        """The last decision of this place that the judge weighs."""

    def view(self, you: int | None) -> dict[str, Any]:
        """What the person at this place, or a spectator, may see."""

    def plain(self) -> dict[str, Any]:
        """What has to be kept, so that play can go on from here."""
