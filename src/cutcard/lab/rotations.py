"""Tables of more than two: Blockhead players compared by rotations of games.

A rotation is as many games as there are seats, with the same cards; from game to game everybody
moves on by one seat. So each player has had every hand, and a table of players that are all alike
and use no chance comes out even, to the last chip. Each player keeps its own random numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.contestants import make_contestant, seated
from cutcard.lab.estimate import Mean
from cutcard.lab.pool import Pool
from cutcard.lab.strangers import SECONDS, PlayerFailed
from cutcard.lab.stretches import Work, Workers
from cutcard.streams import stream

LEAST_ROTATIONS: Final = 2
"""Fewer than this say nothing about how far results spread."""

CONTROL_ROTATIONS: Final = 5
"""The most rotations of a control, whose outcome is known."""


@dataclass
class Rotations:
    """What each player at a table gained in some rotations."""

    names: tuple[str, ...]
    gains: list[array[int]] = field(default_factory=list)
    """By player, in the order named: its net gain in all games of each rotation."""
    failure: PlayerFailed | None = None
    """Why no further rotation was played, if a player from a file was the reason."""

    def __post_init__(self) -> None:
        self.gains = self.gains or [array("q") for _ in self.names]

    @property
    def played(self) -> int:
        """How many rotations were played."""
        return len(self.gains[0])

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.played * len(self.names)

    def mean(self, player: int) -> Mean:
        """What a player gained a game; a rotation is one result."""
        return Mean.of([gain / len(self.names) for gain in self.gains[player]])

    def mean_of_all(self, name: str) -> Mean:
        """What the players of a name gained per game, on average."""
        rows = [gains for one, gains in zip(self.names, self.gains, strict=True) if one == name]
        games = len(rows) * len(self.names)
        return Mean.of([sum(together) / games for together in zip(*rows, strict=True)])

    def add(self, other: Rotations) -> None:
        """Add later rotations."""
        for gains, more in zip(self.gains, other.gains, strict=True):
            gains.extend(more)
        self.failure = self.failure or other.failure


def check_rotations(names: tuple[str, ...], rules: Rules, rotations: int) -> None:
    """Complain about players or a number of rotations that say nothing."""
    if len(names) != rules.seats:
        raise Illegal(
            f"{len(names)} players are named: a table of seats = {rules.seats} takes"
            f" {rules.seats}, the same name several times if need be"
        )
    if rotations < LEAST_ROTATIONS:
        raise Illegal("1 rotation says nothing about the spread: it takes 2 or more")


def play_rotation(
    names: tuple[str, ...], rules: Rules, seed: int, number: int, seconds: float = SECONDS
) -> Rotations:
    """Play a rotation; if a player fails, there is none, and the reason."""
    seats = rules.seats
    totals = [0] * seats
    for moved in range(seats):
        # Player p sits in seat (p + moved) % seats.
        order = [(seat - moved) % seats for seat in range(seats)]
        players = [
            make_contestant(names[one], stream(seed, "player", one, number), rules, seconds)
            for one in order
        ]
        try:
            with seated(players):
                deck = FreshDeck(seed, "rotation", number, deck=rules.deck)
                chips = Game(rules, players, deck).play_game()
        except PlayerFailed as failure:
            return Rotations(names, failure=failure)
        for one, held in zip(order, chips, strict=True):
            totals[one] += held - rules.stake
    return Rotations(names, [array("q", [total]) for total in totals])


def play_rotations(
    names: tuple[str, ...],
    rules: Rules,
    *,
    rotations: int,
    seed: int,
    workers: int | Workers = 1,
    seconds: float = SECONDS,
) -> Iterator[Rotations]:
    """Play rotations; yield all so far after some each. A player that fails ends them."""
    whole = Rotations(names)
    do = partial(_numbered, names, rules, seed, seconds)
    with ExitStack() as stack:
        if isinstance(workers, int):
            workers = stack.enter_context(Pool(min(workers, rotations)))
        work = Work[Rotations, None](do, Rotations.add)
        for stretch in workers.sums(work, range(rotations)):
            whole.add(stretch.total)
            yield whole
            if whole.failure:
                return


def _numbered(
    names: tuple[str, ...], rules: Rules, seed: int, seconds: float, number: int
) -> Rotations:
    return play_rotation(names, rules, seed, number, seconds)


def play_control(name: str, rules: Rules, *, rotations: int, seed: int) -> Rotations:
    """A player in all seats: if it uses no chance, every rotation comes out even."""
    names = (name,) * rules.seats
    whole = Rotations(names)
    for number in range(min(CONTROL_ROTATIONS, rotations)):
        whole.add(play_rotation(names, rules, seed, number))
    return whole
