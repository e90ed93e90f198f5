"""A player by spots: looks up what its policy does where it finds itself."""

from __future__ import annotations

from random import Random

from cutcard.blockhead.deal import Bet, Dealt, Event, Kind, Tied, View, Won
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import (
    ACTIONS,
    CERTAIN,
    FOLD,
    NOTHING,
    PASSED,
    RAISE,
    RAISED,
    STAY,
    Odds,
    Spots,
    least_claimed,
    most_claimed,
    node_of,
    size_class,
    size_of,
    spot_number,
    spots_of,
)


def claim_after(spots: Spots, claim: tuple[int, int], lead: int, bet: Bet) -> tuple[int, int]:
    """The least and the most hidden points that a seat claims, once it has made this bet.

    The lead is that of the other seat, in open points.
    """
    least, most = claim
    if bet.kind is Kind.RAISE:
        kind = size_class(spots, bet.raised)
        least = max(least, int(least_claimed(spots, lead, kind)))
        most = min(most, int(most_claimed(spots, lead, kind)))
    elif bet.kind is not Kind.FOLD:
        most = min(most, lead)
    return least, most


class SpotPlayer:
    """Plays by the odds of a policy; one random number for each bet."""

    def __init__(self, odds: Odds, rules: Rules, random: Random) -> None:
        self._odds = odds
        self._spots = spots_of(rules)
        self._random = random
        self.odds: dict[int, float] = {}
        self._forget()

    def _forget(self) -> None:
        """Begin a deal: nobody shows or has claimed anything."""
        nothing = (0, self._spots.hidden + 1)
        self._open = [0, 0]
        self._claims = [nothing, nothing]
        """By seat, the least and the most hidden points that its bets claim."""
        self._earlier = [nothing, nothing]
        """The same without the bets of this bidding round."""

    def see(self, event: Event) -> None:
        """Remember what lies open and what bets claim, until the deal is over."""
        match event:
            case Dealt(seat, card):
                self._earlier = list(self._claims)
                if card is not None:
                    self._open[seat] += card.points
            case Bet():
                self._note(event)
            case Won() | Tied():
                self._forget()

    def _note(self, bet: Bet) -> None:
        seat = bet.player
        lead = self._open[1 - seat] - self._open[seat]
        self._claims[seat] = claim_after(self._spots, self._claims[seat], lead, bet)

    def act(self, view: View) -> int:
        odds = self._odds[self.spot(view)]
        self.odds = {}
        for action, part in enumerate(odds.tolist()):
            if part:
                chips = self._chips(view, action)
                self.odds[chips] = self.odds.get(chips, 0.0) + part / CERTAIN
        lot = int(self._random.random() * CERTAIN)
        action = FOLD
        while action < ACTIONS - 1 and lot >= odds[action]:
            lot -= int(odds[action])
            action += 1
        return self._chips(view, action)

    def _chips(self, view: View, action: int) -> int:
        """The bet that an action is."""
        if action == FOLD:
            return 0
        if action == STAY or not view.may_raise:
            return view.to_call
        return view.to_call + int(size_of(self._spots, action - RAISE))

    def spot(self, view: View) -> int:
        """The number of the spot that this seat is in."""
        own, raised, size = NOTHING, 0, 0
        for bet in view.bets:
            if bet.kind is Kind.RAISE:
                raised, size = raised + 1, bet.raised
            if bet.player == view.seat:
                own = PASSED
                if bet.kind is Kind.RAISE:
                    own = RAISED + size_class(self._spots, bet.raised)
        kind = size_class(self._spots, size) if raised else 0
        shown = view.visible[view.seat].points
        least, most = self._earlier[1 - view.seat]
        number = spot_number(
            self._spots,
            view.street,
            view.pot - sum(bet.chips for bet in view.bets),
            least,
            most,
            shown - view.visible[1 - view.seat].points,
            view.hand.points - shown,
            node_of(self._spots, bool(view.bets), raised, own, kind),
        )
        return int(number)
