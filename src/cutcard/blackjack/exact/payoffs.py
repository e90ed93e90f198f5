"""The rules against one dealer, as the few numbers that hands are valued by."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.box import Fate, fate_with
from cutcard.blackjack.dealer import End
from cutcard.blackjack.exact.draws import completing
from cutcard.blackjack.exact.hands import ACE
from cutcard.blackjack.rules import HoleCard, Rules
from cutcard.blackjack.settlement import takes_original_only, verdict


class CardsLeft(NamedTuple):
    """The cards left for a hand and the dealer, the hand's own cards still among them."""

    left: NDArray[np.float64]
    cards: float
    step: float
    """1 where a card drawn is gone, 0 where the shoe is infinite."""


class Payoffs(NamedTuple):
    """What hands gain, per unit staked."""

    signs: NDArray[np.float64]
    """The gain of standing, by the player's total and the dealer's end."""
    target: int
    """The hole card that makes a dealer's blackjack, where that ends or voids the hand; -1 if
    there is none, or if it takes the hand's bets like any better total."""
    charlie_at: int
    charlie_bonus: float
    """What a hand that wins by its number of cards gains when the target is there."""
    stand_unasked: NDArray[np.bool_]
    """By total: whether a hand that comes to it stands, and nobody is asked."""


def natural_card(rules: Rules, dealer: tuple[int, ...]) -> int:
    """The hidden card that would make a blackjack of the dealer's open one; -1 if none would."""
    return completing(rules, dealer[0]) if len(dealer) == 1 else -1


def takes_original(rules: Rules) -> bool:
    """A dealer's blackjack may show after the play, and takes the original bet only."""
    hidden = rules.hole_card in (HoleCard.HIDDEN, HoleCard.NONE)
    return hidden and takes_original_only(rules)


def saves_by_charlie(rules: Rules) -> bool:
    """A hand that has won by its number of cards saves the original bet from a blackjack."""
    natural = completing(rules, ACE) >= 0
    return natural and takes_original(rules) and rules.charlie != "none"


@lru_cache(maxsize=1024)
def payoffs_for(rules: Rules, dealer: tuple[int, ...], *, split: bool) -> Payoffs:
    """The payoffs against a dealer who shows these cards.

    Where a blackjack ends the round before it is played, or takes one original bet whatever was
    staked, that loss is the same for every way to play. It is left out of the hands' values and
    added where the round is added up.
    """
    card = natural_card(rules, dealer)
    peeked = rules.hole_card is HoleCard.PEEK
    original = takes_original(rules)
    signs = np.array(
        [[verdict(rules, Fate.STOOD, total, end) for end in End] for total in range(22)], float
    )
    if peeked or original:
        signs[:, End.BLACKJACK] = 0
    # A hand that won at once keeps what it won; alone, it also saves the original bet.
    bonus = 0.0
    if card >= 0 and saves_by_charlie(rules):
        bonus = 1.0 if split else 2.0
    unasked = np.array([fate_with(rules, total, 2) is Fate.STOOD for total in range(22)])
    return Payoffs(signs, card if peeked or original else -1, rules.charlie_at, bonus, unasked)
