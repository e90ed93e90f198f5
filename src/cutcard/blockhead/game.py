"""A game of Blockhead Poker: deals in a row, openers in turn, and the chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cutcard.blockhead.deal import Deal, Event, View, shares
from cutcard.blockhead.match import opener_of
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card
from cutcard.driver import Watcher, play
from cutcard.errors import Illegal


class Player(Protocol):
    """A player at the table: answers a view with a bet, and sees what everybody sees.

    A player may remember what it has seen, from bet to bet and from deal to deal. One that bets by
    chance may keep in ``odds`` the bets that it last chose from, each with its odds: so its luck
    can be told from its skill (`equilibrium.luck`).
    """

    def act(self, view: View) -> int:
        """The chips put into the pot, one of the view's legal bets."""

    def see(self, event: Event) -> None:
        """See what has happened at the table."""


class Dealer(Protocol):
    """Where the cards of a game come from."""

    def shuffle(self) -> None:
        """Shuffle for a new deal."""

    def draw(self) -> Card:
        """The next card."""


class Onlooker:
    """Watches a game; a subclass overrides what it is interested in."""

    def deal_began(self, game: Game) -> None:
        """A new deal begins."""

    def see(self, state: Deal) -> None:
        """A card was dealt or somebody bet."""

    def deal_ended(self, game: Game, deal: Deal) -> None:
        """A deal is over, and its chips are paid."""


@dataclass
class Game:
    """A game: who plays, how many chips each has left, and whose turn it is to open."""

    rules: Rules
    players: Sequence[Player]
    dealer: Dealer
    onlookers: Sequence[Onlooker] = ()

    def __post_init__(self) -> None:
        if len(self.players) != self.rules.seats:
            raise Illegal(
                f"{len(self.players)} players cannot sit at a table of {self.rules.seats} seats"
            )
        self.chips = [self.rules.stake] * self.rules.seats
        self.carry = 0
        """What the pot of the next deal starts with."""
        self.deals = 0
        """Deals begun."""

    @property
    def opener(self) -> int:
        """The seat that opens the next deal: the first player opens the first."""
        return opener_of(self.rules, self.deals)

    def play_game(self) -> list[int]:
        """Play all deals and return the chips that each player ends with."""
        while self.deals < self.rules.deals:
            self.play_deal()
        self.divide_carry()
        return self.chips

    def play_deal(self) -> Deal:
        """Play one deal and add its gains to the chips."""
        opener = self.opener
        for onlooker in self.onlookers:
            onlooker.deal_began(self)
        self.deals += 1
        self.dealer.shuffle()
        watchers: list[Watcher] = [_Eyes(self.players), *self.onlookers]
        start = Deal.start(self.rules, opener, self.carry)
        deal = play(start, self.dealer, self.players, watchers)
        for seat, net in enumerate(deal.nets):
            self.chips[seat] += net
        self.carry = deal.left
        for onlooker in self.onlookers:
            onlooker.deal_ended(self, deal)
        return deal

    def divide_carry(self) -> None:
        """Divide the pot that is left after the last deal."""
        for seat, share in shares(self.carry, list(range(self.rules.seats))).items():
            self.chips[seat] += share
        self.carry = 0


class _Eyes:
    """Shows every player what everybody sees, and nothing else."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players

    def see(self, state: Deal) -> None:
        for event in state.events:
            for player in self._players:
                player.see(event)
