"""Games of hit or stand from one full deck, valued exactly.

Here a way to play is a plain question, whether to take another card; see `solution` for any other.
"""

from __future__ import annotations

from collections.abc import Callable

from cutcard.blackjack.actions import Action
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import DoubleOn, HoleCard, Naturals, Rules
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
        and rules.charlie == "none"
    )
    if not plain:
        raise Illegal(
            "an exact value is known only for hit or stand from one full deck, as in cs50"
        )


class FullDeck:
    """The game from a full deck, dealer standing on 17."""

    def __init__(self, *, hit_soft_17: bool = False) -> None:
        self._rules = Rules(
            decks=1,
            hole_card=HoleCard.HIDDEN,
            naturals=Naturals.NONE,
            double_on=DoubleOn.NONE,
            max_hands=1,
            stand_on_21=False,
            hit_soft_17=hit_soft_17,
        )

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
