"""Rounds on the engine: a session of the player that a strategy seats, booked in a tally."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Final

from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.seat import Eyes, Player
from cutcard.blackjack.session import Onlooker, Session
from cutcard.blackjack.strategy.players import CountingPlayer
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.estimate import Moments
from cutcard.lab.tally import Tally
from cutcard.shoes import Shoe

LARGEST_BET: Final = 1000
"""The most chips that a guest may bet; nobody runs out of chips in an experiment."""


def rounds_on_engine(
    rules: Rules, strategy: Strategy, shoe: Shoe, player: Player, rounds: int
) -> Tally:
    """The tally of rounds that a player plays from a shoe."""
    tally = Tally(rules.unit)
    onlooker = _AtTheBet(player)
    session = _session(rules, strategy, shoe, player, (onlooker,))
    for _ in range(rounds):
        played = session.play_round()
        tally.book(played, onlooker.value, played.bets[-1], strategy.players)
    tally.shoes = 0 if strategy.alone else onlooker.shoes
    return tally


def mistaken_rounds(rules: Rules, strategy: Strategy, shoe: Shoe, key: int, rounds: int) -> Tally:
    """The tally of rounds that are played with mistakes, by this key, and beside them without.

    Both players know the cards of the rounds with mistakes, by which the shoe goes on.
    """
    tally = Tally(rules.unit)
    player = strategy.mistaken_player(rules, key)
    onlooker = _AtTheBet(player)
    beside = _Beside(rules, strategy, shoe)
    session = _session(rules, strategy, shoe, player, (beside, onlooker))
    for _ in range(rounds):
        before = session.bankroll
        played = session.play_round()
        tally.book(played, onlooker.value, played.bets[-1], strategy.players)
        loss = beside.net - (session.bankroll - before)
        tally.lost.add(Moments(1, loss, loss * loss))
        tally.rightly_wagered += beside.staked
    tally.shoes = 0 if strategy.alone else onlooker.shoes
    return tally


class _AtTheBet(Onlooker):
    """Remembers the value of the count that a player bets by, and the shoes begun."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.value = 0
        self.shoes = 0
        """How many were begun."""

    def shuffled(self, session: Session) -> None:
        self.shoes += 1

    def bet_placed(self, session: Session, bet: int) -> None:
        if isinstance(self._player, CountingPlayer):
            self.value = self._player.bet_value


class _Beside(Onlooker):
    """Plays every round without mistakes before it is played, with copies of shoe and player."""

    def __init__(self, rules: Rules, strategy: Strategy, shoe: Shoe) -> None:
        self._rules, self._strategy, self._shoe = rules, strategy, shoe
        self._player = strategy.player(rules)
        self._eyes = Eyes(self._player)
        self.net = 0
        """What the round gained, in units."""
        self.staked = 0
        """Chips bet on it."""

    def round_began(self, session: Session) -> None:
        player = copy(self._player)
        if isinstance(player, CountingPlayer):
            player.tray = deepcopy(player.tray)
        beside = _session(self._rules, self._strategy, deepcopy(self._shoe), player, ())
        played = beside.play_round()
        self.net, self.staked = beside.bankroll, sum(played.bets[self._strategy.players :])

    def shuffled(self, session: Session) -> None:
        self._player.shuffled()

    def bet_placed(self, session: Session, bet: int) -> None:
        self._player.bet(session.maximum, session.minimum)  # remembers whether it is seated

    def see(self, state: Round) -> None:
        self._eyes.see(state)


def _session(
    rules: Rules,
    strategy: Strategy,
    shoe: Shoe,
    player: Player,
    onlookers: tuple[Onlooker, ...],
) -> Session:
    """A session of the player, and of the company that the strategy has at the table."""
    maximum = max(LARGEST_BET, strategy.ramp.spread)
    if strategy.alone:
        return Session(rules, shoe, player, maximum=maximum, onlookers=onlookers)
    return Session(
        rules,
        shoe,
        player,
        maximum=maximum,
        onlookers=onlookers,
        others=() if strategy.company is None else strategy.company.seated(),
        spots=lambda: player.spots if isinstance(player, CountingPlayer) else strategy.ramp.spots,
    )
