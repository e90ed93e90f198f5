"""A session: rounds in a row between one player and the house, with a bankroll."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Eyes, Player
from cutcard.driver import Watcher, play
from cutcard.errors import Illegal
from cutcard.own_numbers import own_number
from cutcard.shoes import Shoe

MAXIMUM: Final = sys.maxsize
"""Chips that may be bet where a table names no maximum."""


MOST_CHIPS: Final = 10**15
"""The largest bankroll: in chips and their fractions it still is an exact number in bets."""


class IllegalBet(Illegal):
    """A bet below the minimum or above the bankroll."""


class Onlooker:
    """Watches a session; a subclass defines only the methods it needs."""

    def round_began(self, session: Session) -> None:
        """A round begins; nothing is bet yet."""

    def shuffled(self, session: Session) -> None:
        """The shoe was shuffled."""

    def bet_placed(self, session: Session, bet: int) -> None:
        """The player has placed this bet, in chips."""

    def see(self, state: Round) -> None:
        """A card was dealt or the player acted."""


class Session:
    """Rounds, bets, shuffles, and the bankroll in units.

    A bankroll is a purse that limits: bets come out of it, and so does whatever is doubled, split
    or insured. Without one the player has credit: the maximum alone limits a bet, and whatever the
    rules allow can be staked. Then others may sit before the player, who may bet nothing and watch
    them, or bet on several spots.

    Whether a purse limits is decided by those who open the table, and not by a field of `Rules`.
    The same game is played from a purse by a person and on credit by an experiment; of the
    originals, one has a bankroll, and one a balance that begins at nothing and goes below it.
    Kernels and solver have no purses: rules that differed in this alone would have the same
    answers, and yet be other rules to checkpoints, saved courses and the proofs of fair tables.
    """

    def __init__(
        self,
        rules: Rules,
        shoe: Shoe,
        player: Player,
        *,
        bankroll: int | None = None,
        minimum: int = 1,
        maximum: int = MAXIMUM,
        onlookers: Sequence[Onlooker] = (),
        others: Sequence[Player] = (),
        spots: Callable[[], int] | None = None,
    ) -> None:
        if bankroll is not None and (others or spots is not None):
            raise Illegal("a bankroll is for one player with one hand: leave out others and spots")
        self.rules = rules
        self.bankroll = (bankroll or 0) * rules.unit
        """What the player has, in units; without a bankroll, what was gained."""
        self.minimum = minimum
        self.maximum = maximum
        self.rounds = 0
        """Rounds begun."""
        self._limited = bankroll is not None
        self._shoe = shoe
        self._player = player
        self._others = tuple(others)
        self._spots = spots
        self._onlookers = onlookers
        self._watchers: tuple[Watcher, ...] = (Eyes(player), *onlookers)

    @property
    def chips(self) -> int:
        """Whole chips that can be bet."""
        if not self._limited:
            return self.maximum
        return min(self.bankroll // self.rules.unit, self.maximum)

    @property
    def solvent(self) -> bool:
        """The player can still bet the minimum."""
        return self.chips >= self.minimum

    def play_round(self) -> Round:
        """Play a round and book what it brought."""
        self.rounds += 1
        for onlooker in self._onlookers:
            onlooker.round_began(self)
        if self._shoe.before_round():
            self._player.shuffled()
            for onlooker in self._onlookers:
                onlooker.shuffled(self)
        bet = self._player.bet(self.chips, self.minimum)
        if type(bet) is not int:
            bet = own_number(bet)
        watches = type(bet) is int and bet == 0 and bool(self._others)
        if not watches and (type(bet) is not int or not self.minimum <= bet <= self.chips):
            raise IllegalBet(
                f"a bet of {bet!r} is not allowed: it takes a whole number from {self.minimum} to"
                f" {self.chips}"
            )
        for onlooker in self._onlookers:
            onlooker.bet_placed(self, bet)
        spots = 0 if watches else 1 if self._spots is None else self._spots()
        seats = (*self._others, *(self._player,) * spots)
        played = play(self._start(bet, spots), self._shoe, seats, self._watchers)
        self.bankroll += sum(played.nets[len(self._others) :])
        return played

    def _start(self, bet: int, spots: int) -> Round:
        """The round before its first card; what is not bet can be staked later, and no more."""
        if not self._limited:
            bets = (self.minimum,) * len(self._others) + (bet,) * spots
            return Round.start(self.rules, bets)
        return Round.start(self.rules, (bet,), (self.bankroll - bet * self.rules.unit,))
