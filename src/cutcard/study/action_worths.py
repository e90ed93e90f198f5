"""What every action on a hand is worth, given all the cards in view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import Preset
from cutcard.cards import Card

if TYPE_CHECKING:
    from cutcard.blackjack.exact.advice import Advice


@dataclass(frozen=True)
class CardsInView:
    """A hand to decide about, and all that is known."""

    preset: Preset
    hand: Hand
    dealer: Hand
    seen: tuple[Card, ...]
    hands: int

    @property
    def shoe(self) -> str:
        """The shoe that values are for, in words."""
        from cutcard.blackjack.exact.composition import compose

        return compose(self.preset.rules, self.seen).text


@dataclass(frozen=True)
class ActionWorths:
    """The choices for a hand, and what each is worth, the best first."""

    on: CardsInView
    offered: tuple[Advice, ...]
    """Answers to what is offered before the dealer looks for blackjack."""
    found: tuple[Advice, ...]
    """Actions on the hand."""


def decide(on: CardsInView) -> ActionWorths:
    """What answers to an offer, and actions, are worth; either may be empty."""
    from cutcard.blackjack.exact.advice import NothingToDecide, advise, advise_offer

    rules = on.preset.rules
    offered: list[Advice] = []
    if on.hands == 1 and len(on.hand.cards) == 2:
        offered = advise_offer(rules, on.hand, on.dealer, seen=on.seen)
    try:
        found = advise(rules, on.hand, on.dealer, seen=on.seen, hands=on.hands)
    except NothingToDecide:
        if not offered:
            raise
        found = []  # a blackjack can only be insured
    return ActionWorths(on, tuple(offered), tuple(found))
