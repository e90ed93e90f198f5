"""A player of one's own: bets by the points it can see, and remembers who folds."""

from random import Random

from cutcard.blockhead.deal import Bet, Event, Kind, View


class Gamma:
    """Raises when ahead, calls when nearly so, and bluffs those who fold often."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.seat = 0
        self.bets = 4
        self.folds = 1

    def act(self, view: View) -> int:
        self.seat = view.seat
        others = [
            hand.points
            for seat, hand in enumerate(view.visible)
            if seat != view.seat and view.live[seat]
        ]
        lead = view.hand.points - max(others) - 6.5  # what a hidden card is worth on average
        if lead > 3 and view.may_raise:
            return view.legal[-1]
        if self.random.random() < 0.5 * self.folds / self.bets and view.may_raise:
            return view.to_call + view.rules.least_raise
        if lead * view.pot > -4 * view.to_call or not view.to_call:
            return view.to_call
        return 0

    def see(self, event: Event) -> None:
        if isinstance(event, Bet) and event.player != self.seat:
            self.bets += 1
            self.folds += event.kind is Kind.FOLD
