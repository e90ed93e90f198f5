"""Duels: two Blockhead players compared by duplicate pairs of games.

A pair is two games with the same cards and the seats swapped, each player's random numbers
going with it. So luck of the cards cancels, and a player without chance draws with itself to
the last chip.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from cutcard.blockhead.deal import Deal, Shown, Tied
from cutcard.blockhead.dealers import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.rules import Rules
from cutcard.lab.contestants import make_contestant
from cutcard.lab.pool import run_blocks
from cutcard.streams import stream

BLOCK: Final = 10
"""Pairs to a block."""


@dataclass
class Score(Onlooker):
    """What came of pairs of games, seen by the player named first."""

    pairs: list[float] = field(default_factory=list)
    """The net gain per game of each pair."""
    as_first: list[int] = field(default_factory=list)
    """The net gain of each game in the first seat."""
    as_second: list[int] = field(default_factory=list)
    opened: int = 0
    """What the player gained in the deals that it opened."""
    answered: int = 0
    deals: int = 0
    pots: int = 0
    ties: int = 0
    showdowns: int = 0
    _seat: int = 0

    @property
    def games(self) -> list[int]:
        """The net gain of every game."""
        return [*self.as_first, *self.as_second]

    def deal_ended(self, game: Game, deal: Deal) -> None:
        self.deals += 1
        self.pots += deal.pot
        kinds = [type(event) for event in deal.events]
        self.ties += Tied in kinds
        self.showdowns += Shown in kinds
        if deal.opener == self._seat:
            self.opened += deal.nets[self._seat]
        else:
            self.answered += deal.nets[self._seat]

    def play_pair(self, first: str, second: str, rules: Rules, seed: int, pair: int) -> None:
        """Play a pair of games and book it."""
        for seat, gains in ((0, self.as_first), (1, self.as_second)):
            self._seat = seat
            players = [
                make_contestant(first, stream(seed, "first", pair), rules),
                make_contestant(second, stream(seed, "second", pair), rules),
            ]
            if seat:
                players.reverse()
            game = Game(rules, players, FreshDeck(seed, "pair", pair), (self,))
            gains.append(game.play_game()[seat] - rules.stake)
        self.pairs.append((self.as_first[-1] + self.as_second[-1]) / 2)

    def add(self, other: Score) -> None:
        """Add the score of another block."""
        self.pairs += other.pairs
        self.as_first += other.as_first
        self.as_second += other.as_second
        self.opened += other.opened
        self.answered += other.answered
        self.deals += other.deals
        self.pots += other.pots
        self.ties += other.ties
        self.showdowns += other.showdowns


def play_block(first: str, second: str, rules: Rules, seed: int, pairs: range) -> Score:
    """Play some of the pairs."""
    score = Score()
    for pair in pairs:
        score.play_pair(first, second, rules, seed, pair)
    return score


def duel(
    first: str, second: str, rules: Rules, *, pairs: int, seed: int, workers: int = 1
) -> Iterator[Score]:
    """Play so many pairs; give the score of all so far after each block."""
    blocks = (
        (first, second, rules, seed, range(start, min(start + BLOCK, pairs)))
        for start in range(0, pairs, BLOCK)
    )
    whole = Score()
    for score in run_blocks(play_block, blocks, workers):
        whole.add(score)
        yield whole
