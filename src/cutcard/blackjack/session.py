"""A session: rounds in a row between one player and the house, with a bankroll."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Eyes, Player
from cutcard.driver import Watcher, play
from cutcard.errors import Illegal
from cutcard.shoes import Shoe


class IllegalBet(Illegal):
    """A bet below the minimum or above the bankroll."""


class Onlooker:
    """Watches a session; what it does not care for, it passes over."""

    def round_began(self, session: Session) -> None:
        """A round begins; nothing is bet yet."""

    def shuffled(self, session: Session) -> None:
        """The shoe was shuffled."""

    def bet_placed(self, session: Session, bet: int) -> None:
        """The player has bet so many chips."""

    def see(self, state: Round) -> None:
        """A card was dealt or the player acted."""


class Session:
    """Rounds, bets, shuffles, and the bankroll in units."""

    def __init__(
        self,
        rules: Rules,
        shoe: Shoe,
        player: Player,
        *,
        bankroll: int,
        minimum: int = 1,
        onlookers: Sequence[Onlooker] = (),
    ) -> None:
        self.rules = rules
        self.bankroll = bankroll * rules.unit
        self.minimum = minimum
        self.rounds = 0
        """Rounds begun."""
        self._shoe = shoe
        self._player = player
        self._onlookers = onlookers
        self._watchers: tuple[Watcher, ...] = (Eyes(player), *onlookers)

    @property
    def chips(self) -> int:
        """Whole chips that can be bet."""
        return self.bankroll // self.rules.unit

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
        if not self.minimum <= bet <= self.chips:
            raise IllegalBet(
                f"a bet of {bet} is not allowed: it takes {self.minimum} to {self.chips}"
            )
        for onlooker in self._onlookers:
            onlooker.bet_placed(self, bet)
        # What is not bet can be staked later in the round, and nothing beyond it.
        start = Round.start(self.rules, (bet,), (self.bankroll - bet * self.rules.unit,))
        played = play(start, self._shoe, (self._player,), self._watchers)
        self.bankroll += played.nets[0]
        return played
