"""A dealer's open cards: the odds of what is dealt against them, and what is paid before a play."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate, fate_when_dealt
from cutcard.blackjack.dealer import End, dealers_rules, has_blackjack
from cutcard.blackjack.exact.composition import Composition
from cutcard.blackjack.exact.draws import draws_to
from cutcard.blackjack.exact.hands import all_hands, hand_of
from cutcard.blackjack.exact.payoffs import CardsLeft, natural_card, payoffs_for
from cutcard.blackjack.exact.policy import TWO_CARDS, Freedom, freedom
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import price
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.settlement import gain, insurance_gain
from cutcard.cards import RANKS
from cutcard.number_arrays import Floats, Integers

TWO: Final = np.array([all_hands().pair[first, second] for first, second in TWO_CARDS])
"""The numbers of the hands of two cards."""


class Showing:
    """A dealer who shows these cards (values 0 to 9), and the shoe they came from."""

    def __init__(self, rules: Rules, shoe: Composition, dealer: tuple[int, ...]) -> None:
        self.rules = rules
        self.dealer = dealer
        self.left = np.array(shoe.without(*dealer), dtype=np.float64)
        self.step = 0.0 if shoe.infinite else 1.0
        self.shoe = CardsLeft(self.left, float(self.left.sum()), self.step)
        self.natural_card = natural_card(rules, dealer)
        held = tuple(dealer.count(value) for value in range(10))
        self.draws = draws_to(dealers_rules(rules), held)
        self.payoffs = payoffs_for(rules, dealer, split=False)
        self.split_payoffs = payoffs_for(rules, dealer, split=True)
        self.has_blackjack = has_blackjack(rules, self.hand)
        """The dealer shows a blackjack, and the round is over."""

    @property
    def hand(self) -> Hand:
        """The dealer's open cards."""
        return Hand(tuple(RANKS[value] for value in self.dealer))

    @cached_property
    def free(self) -> Freedom:
        """What is legal with two cards."""
        return freedom(self.rules, self.hand)

    @cached_property
    def odds(self) -> Floats:
        """The odds of being dealt each hand of two cards."""
        odds = np.zeros(len(all_hands().size))
        first, second = np.array(TWO_CARDS).T
        alike = first == second
        ways = self.left[first] * (self.left[second] - self.step * alike)
        orders = np.where(alike, 1, 2)
        cards = self.shoe.cards
        odds[TWO] = orders * np.maximum(ways, 0.0) / (cards * (cards - self.step))
        return odds

    @cached_property
    def natural(self) -> NDArray[np.bool_]:
        """The hands that are a blackjack when dealt."""
        return _naturals(self.rules)

    def blackjack_odds(self, at: int) -> float:
        """The odds of a dealer's blackjack that does not show, given a hand."""
        return float(self._blackjack_odds(at))

    def _blackjack_odds(self, at: int | Integers) -> Floats:
        """The same, also of many hands at once."""
        if self.natural_card < 0:
            return np.zeros(np.shape(at))
        hands = all_hands()
        there = self.left[self.natural_card] - self.step * hands.counts[at, self.natural_card]
        odds: Floats = there / (self.shoe.cards - self.step * hands.size[at])
        return odds

    @cached_property
    def loss(self) -> Floats:
        """What a dealer's blackjack costs that is left out of the hands' values, by hand of two."""
        loss = np.zeros(len(all_hands().size))
        if self.payoffs.target >= 0:
            loss[TWO] = self._blackjack_odds(TWO)
        return loss

    @cached_property
    def given_up(self) -> float:
        """What a surrendered bet gains, as a share of it."""
        return self._gain(Fate.SURRENDERED)

    def _gain(self, fate: Fate, end: End | None = None) -> float:
        """What a bet gains that meets this fate, as a share of it."""
        return gain(self.rules, Box(0, self.rules.unit, fate=fate), end) / self.rules.unit

    @cached_property
    def surrendered(self) -> Floats:
        """What surrendering in play is worth by hand of two, weighed like other actions."""
        if self.rules.hole_card is HoleCard.PEEK:
            return self.given_up * (1 - self.loss)
        return self.given_up + self.loss

    def insured(self, at: int) -> float:
        """What an insurance bet is worth with this hand."""
        odds = self.blackjack_odds(at)
        won, lost = self.insurance
        return odds * won + (1 - odds) * lost

    @cached_property
    def insurance(self) -> tuple[float, float]:
        """What an insurance bet gains if the dealer has a blackjack, and if not."""
        unit = self.rules.unit
        stake = price(Action.INSURE, Box(0, unit))
        won, lost = insurance_gain(stake, End.BLACKJACK), insurance_gain(stake, None)
        return won / unit, lost / unit

    def paid_natural(self, at: int) -> float:
        """What a player's blackjack is worth."""
        tied, paid = self.naturals
        odds = 1.0 if self.has_blackjack else self.blackjack_odds(at)
        return odds * tied + (1 - odds) * paid

    @cached_property
    def naturals(self) -> tuple[float, float]:
        """What a player's blackjack gains if the dealer has one too, and if not."""
        return self._gain(Fate.BLACKJACK, End.BLACKJACK), self._gain(Fate.BLACKJACK)


@lru_cache(maxsize=1024)
def _naturals(rules: Rules) -> NDArray[np.bool_]:
    """The hands that are a blackjack when dealt."""
    natural = np.zeros(len(all_hands().size), np.bool_)
    for at in TWO.tolist():
        natural[at] = fate_when_dealt(rules, hand_of(at)) is Fate.BLACKJACK
    natural.flags.writeable = False  # it is every dealer's
    return natural
