"""Games of hit or stand from one full deck, valued exactly.

Here a way to play is a plain question, whether to take another card; see `solution` for any other.
"""

from __future__ import annotations

from collections.abc import Callable

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import DoubleOn, HoleCard, Naturals, Rules, Surrender
from cutcard.cards import Card
from cutcard.errors import Illegal

Wants = Callable[[Hand, Card], bool]
"""A way of playing: whether to take another card."""


def check_plain(rules: Rules) -> None:
    """Refuse rules that are not a plain game of hit or stand from one deck."""
    plain = (
        rules.decks == 1
        and rules.reshuffle == "every-round"
        and rules.naturals is Naturals.NONE
        and rules.hole_card is HoleCard.HIDDEN
        and rules.double_on is DoubleOn.NONE
        and rules.max_hands == 1
        and rules.surrender is Surrender.NONE
        and rules.charlie == "none"
    )
    if not plain:
        raise Illegal(
            "an exact value is known only for hit or stand from one full deck, as in cs50"
        )


class FullDeck:
    """A plain game from a full deck."""

    def __init__(self, rules: Rules) -> None:
        check_plain(rules)
        self._rules = rules

    def best(self) -> float:
        """What the best play is worth per round, each decision knowing all cards seen."""
        from cutcard.blackjack.exact.solution import solve

        return solve(self._rules).edge

    def worth(self, wants: Wants) -> float:
        """What a way of playing is worth per round."""
        from cutcard.blackjack.exact.solution import value_of

        def act(view: View) -> Action:
            return Action.HIT if wants(view.hand, view.dealer.cards[0]) else Action.STAND

        return value_of(self._rules, act).edge
