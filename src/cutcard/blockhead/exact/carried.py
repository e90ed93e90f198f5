"""A whole game from what single deals are worth: the pot that a tie leaves is carried along."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

NEGLIGIBLE: Final = 1e-10
"""A carried pot that is less likely than this is halved at once, as after the last deal."""


@dataclass(frozen=True)
class DealWorth:
    """What a deal is worth to a player, and the pots that it may leave."""

    gain: float
    """The mean of the chips won and paid, in this deal alone."""
    left: dict[int, float]
    """How likely a tie is to leave a pot of each size."""


@dataclass(frozen=True)
class GameWorth:
    """What a game is worth to a player who takes both seats in turn, in chips."""

    deals: int
    opened: float
    """What is gained in the deals that the player opens, together."""
    answered: float
    left: float
    """The player's half of the pot that is left after the last deal."""
    ties: float
    """Deals that end in a tie."""
    plain: tuple[float, float] = field(default=(0.0, 0.0))
    """What a deal without a carried pot is worth when answering and when opening, its tied pot
    halved."""

    @property
    def per_game(self) -> float:
        """What a game is worth."""
        return self.opened + self.answered + self.left

    @property
    def per_deal(self) -> float:
        """What a deal is worth, averaged over a game."""
        return self.per_game / self.deals


def play_out(deal: Callable[[int, bool], DealWorth], deals: int) -> GameWorth:
    """What a game is worth; ``deal`` knows each deal by the pot carried and whether we open."""
    gains = {True: 0.0, False: 0.0}
    ties = halves = 0.0
    for first_seat in (True, False):
        chances = {0: 0.5}
        for number in range(deals):
            we_open = (number % 2 == 0) == first_seat
            after: dict[int, float] = defaultdict(float)
            for carry, chance in chances.items():
                if chance < NEGLIGIBLE:
                    halves += chance * carry / 2
                    after[0] += chance
                    continue
                worth = deal(carry, we_open)
                gains[we_open] += chance * worth.gain
                for pot, odds in worth.left.items():
                    after[pot] += chance * odds
                    ties += chance * odds
                after[0] += chance * (1 - sum(worth.left.values()))
            chances = after
        halves += sum(chance * carry / 2 for carry, chance in chances.items())
    plain = (_alone(deal(0, False)), _alone(deal(0, True)))
    return GameWorth(deals, gains[True], gains[False], halves, ties, plain)


def _alone(worth: DealWorth) -> float:
    return worth.gain + sum(odds * pot / 2 for pot, odds in worth.left.items())
