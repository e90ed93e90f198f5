"""The compiled part of risk: the mean squares of what hands gain, as values in `valuation.py`."""

from __future__ import annotations

import numpy as np

from cutcard.blackjack.exact.draws import Draws
from cutcard.blackjack.exact.hands import Codes, Hands
from cutcard.blackjack.exact.payoffs import CardsLeft, Payoffs
from cutcard.blackjack.exact.policy import HIT
from cutcard.blackjack.exact.valuation import Index, alive, ended, fill_stands
from cutcard.compilation import compiled_or_plain as compiled
from cutcard.number_arrays import Floats, Integers


@compiled
def hit_square(
    hands: Hands, payoffs: Payoffs, shoe: CardsLeft, hand: Index, squares: Floats
) -> float:
    """The mean square after one more card, when the hand that it makes has these squares."""
    value = 0.0
    cards = shoe.cards - shoe.step * hands.size[hand]
    if cards <= 0:
        return 0.0
    for card in range(10):
        there = shoe.left[card] - shoe.step * hands.counts[hand, card]
        if there > 0:
            grown = hands.child[hand, card]
            if grown < 0:
                value += there * alive(hands, payoffs, shoe, hand, card)
            elif hands.size[grown] >= payoffs.charlie_at:
                value += there * ended(hands, payoffs, shoe, grown)
            else:
                value += there * squares[grown]
    return float(value / cards)


@compiled
def square_plays(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    wanted: Integers,
    plays: Codes,
    stands: Floats,
    hits: Floats,
    doubles: Floats,
) -> None:
    """The mean squares of standing, hitting and doubling, biggest hands first.

    The payoffs are squares already. Once a hand is hit, it is played by `plays`.
    """
    squares = np.zeros(hands.size.size)
    fill_stands(hands, draws, payoffs, shoe, wanted, stands)
    for at in range(wanted.size - 1, -1, -1):
        hand = wanted[at]
        squares[hand] = hits[hand] = stands[hand]
        if not payoffs.stand_unasked[hands.total[hand]]:
            hits[hand] = hit_square(hands, payoffs, shoe, hand, squares)
            if plays[hand] == HIT:
                squares[hand] = hits[hand]
        if hands.size[hand] == 2:
            doubles[hand] = 4.0 * hit_square(hands, payoffs, shoe, hand, stands)
