"""The best play as a player, which can be asked what to do at the table."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.against import Against
from cutcard.blackjack.exact.composition import Composition, without
from cutcard.blackjack.exact.hands import number_of
from cutcard.blackjack.exact.policy import ACTIONS, ANSWERS, Best
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card


class BestPlay:
    """Plays best by the cards in its hand and the dealer's, as if the shoe were otherwise full.

    After a split each hand is played as it would have been before, as far as that is legal.
    """

    def __init__(self, rules: Rules, *, removed: Iterable[Card] = ()) -> None:
        self._rules = rules
        self._shoe = without(rules, removed)
        self._known: dict[tuple[int, ...], Best] = {}

    @staticmethod
    def from_shoe(rules: Rules, shoe: Composition) -> BestPlay:
        """The best play from any shoe."""
        play = BestPlay(rules)
        play._shoe = shoe
        return play

    def action(self, view: View) -> Action:
        """The best action on the hand in play, or answer to an offer."""
        plays = self.against(view.dealer).plays
        box = view.boxes[view.at]
        at = number_of(box.hand)
        if Action.DECLINE in view.legal:
            return ANSWERS[int(plays.answers[at])]
        if len(box.hand.cards) > 2:
            return ACTIONS[int(plays.later[at])]
        if not box.split:
            return ACTIONS[int(plays.firsts[at])]
        if Action.SPLIT in view.legal:
            return Action.SPLIT
        first, second = (card.points - 1 for card in box.hand.cards)
        return ACTIONS[int(plays.afters[first, second])]

    def against(self, dealer: Hand) -> Best:
        """The best play against these open cards."""
        key = tuple(sorted(card.points - 1 for card in dealer.cards))
        if key not in self._known:
            self._known[key] = Against(self._rules, self._shoe, key).best()
        return self._known[key]
