"""A game of Blockhead Poker as a value: the deal in play, and the chips that earlier deals left.

`game.Game` lets players play; a match is for whoever makes the moves from outside, one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.blockhead.deal import Bet, Deal, Event, View, shares
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card


@dataclass(frozen=True, slots=True)
class Match:
    """A moment of a game; the next deal begins as soon as one is over."""

    deal: Deal
    chips: tuple[int, ...]
    """What each seat has, the deal in play not counted until it is over."""
    number: int = 0
    """Of the deal in play, counted from 0."""
    bidding: tuple[tuple[Bet, ...], ...] = ()
    """The bets of the deal in play, bidding round by bidding round."""
    ended: Deal | None = None
    """The deal that the last move ended, if it ended one."""

    @staticmethod
    def start(rules: Rules) -> Match:
        """A game before its first card."""
        return Match(Deal.start(rules), (rules.stake,) * rules.seats)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.deal.rules

    @property
    def turn(self) -> int:
        """A seat's number, CHANCE or OVER."""
        return self.deal.turn

    @property
    def over(self) -> bool:
        """Whether all deals are played."""
        return self.deal.over

    @property
    def unshuffled(self) -> bool:
        """Whether the deal in play waits for its first card."""
        return not any(hand.cards for hand in self.deal.hands)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move caused, as everybody saw it."""
        return (self.ended or self.deal).events

    def view(self, seat: int) -> View:
        """What this seat may see."""
        return self.deal.view(seat)

    def apply(self, move: Card | int) -> Match:
        """The game after a card (at chance's turn) or a bet (at a seat's)."""
        deal = self.deal.apply(move)
        bidding = bidding_after(self.bidding, self.deal, deal)
        if not deal.over:
            return Match(deal, self.chips, self.number, bidding)
        rules = self.rules
        chips = [held + net for held, net in zip(self.chips, deal.nets, strict=True)]
        number = self.number + 1
        if number < rules.deals:
            following = Deal.start(rules, opener_of(rules, number), deal.left)
            return Match(following, tuple(chips), number, (), deal)
        for seat, share in shares(deal.left, list(range(rules.seats))).items():
            chips[seat] += share
        return Match(deal, tuple(chips), self.number, bidding, deal)


def bidding_after(
    bidding: tuple[tuple[Bet, ...], ...], before: Deal, after: Deal
) -> tuple[tuple[Bet, ...], ...]:
    """The bets of a deal, bidding round by bidding round, after a move."""
    bets = tuple(event for event in after.events if isinstance(event, Bet))
    return (*bidding[: before.street], (*before.bets, *bets)) if bets else bidding


def opener_of(rules: Rules, number: int) -> int:
    """The seat that opens a deal, counted from 0: each opens in turn, the first seat first."""
    return number % rules.seats
