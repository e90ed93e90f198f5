"""Company: who else sits at a table."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.blackjack.round import MAX_SEATS
from cutcard.blackjack.strategy.chart import Chart
from cutcard.blackjack.strategy.players import ChartPlayer
from cutcard.errors import Illegal


class UnfitCompany(Illegal):
    """More hands than a table has seats, or none at all."""


@dataclass(frozen=True)
class Company:
    """Other players, who bet the minimum and play by a chart.

    They sit before the player of whom a simulation tells, and so act before that player.
    """

    players: int
    chart: Chart

    def __post_init__(self) -> None:
        if not 0 <= self.players < MAX_SEATS:
            raise UnfitCompany(
                f"{self.players} other players are not possible: a table takes 0 to"
                f" {MAX_SEATS - 1} of them"
            )

    def seated(self) -> tuple[ChartPlayer, ...]:
        """The players, at a table of the engine."""
        return (ChartPlayer(self.chart),) * self.players

    def check_room(self, spots: int) -> None:
        """Complain if there are not enough seats for them and this many spots."""
        if self.players + spots > MAX_SEATS:
            raise UnfitCompany(
                f"{self.players} other players and {spots} spots need"
                f" {self.players + spots} seats: a table has {MAX_SEATS}"
            )
