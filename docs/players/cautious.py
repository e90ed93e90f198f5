"""A blackjack player of one's own: never busts, and bets more after many low cards."""

from random import Random

import cutcard as cc


class Cautious(cc.Player):
    """Stands on every hard 12 and bets two chips when low cards have gone."""

    def __init__(self, random: Random) -> None:
        self.low = 0

    def bet(self, bankroll: int, minimum: int) -> int:
        return 2 * minimum if self.low > 6 else minimum

    def act(self, view: cc.View) -> cc.Action:
        if cc.Action.DECLINE in view.legal:
            return cc.Action.DECLINE
        hand = view.hand
        if hand.total == 11 and cc.Action.DOUBLE in view.legal:
            return cc.Action.DOUBLE
        return cc.Action.HIT if hand.total < (18 if hand.soft else 12) else cc.Action.STAND

    def expose(self, card: cc.Card) -> None:
        self.low += 1 if 2 <= card.points <= 6 else -1 if card.points in (1, 10) else 0

    def shuffled(self) -> None:
        self.low = 0
