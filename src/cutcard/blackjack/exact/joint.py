"""The compiled part of results: how hands and the dealer end, together."""

from __future__ import annotations

import numpy as np

from cutcard.blackjack.exact.dealer_ends import (
    ENDS,
    SHOES_AT_ONCE,
    ShoeColumns,
    lay,
    shoes_for,
    walk,
)
from cutcard.blackjack.exact.draws import Draws
from cutcard.blackjack.exact.hands import Codes, Hands
from cutcard.blackjack.exact.payoffs import CardsLeft
from cutcard.blackjack.exact.policy import DOUBLE, STAND
from cutcard.blackjack.exact.valuation import Index
from cutcard.compilation import compiled_or_plain as compiled
from cutcard.number_arrays import Floats, Integers

STOOD_ONE, STOOD_TWO, CHARLIE, BUST_ONE, BUST_TWO = range(5)
"""What becomes of a hand; the numbers are the stakes."""

FATES = 5


@compiled
def fates(
    hands: Hands,
    shoe: CardsLeft,
    wanted: Integers,
    plays: Codes,
    weights: Floats,
    charlie_at: int,
    reached: Floats,
    found: Floats,
) -> None:
    """What becomes of hands of two cards with these weights, as rows of `found` by hand.

    A row holds the weight of standing with one stake and with two, of winning by the number of
    cards, and of what is yet to bust with one stake and with two: hands of two cards that are
    hit or doubled have their weight there, and hands that come of them take theirs off again.
    """
    for hand in wanted:
        reached[hand] = weights[hand] if hands.size[hand] == 2 else 0.0
        for fate in range(FATES):
            found[hand, fate] = 0.0
    for hand in wanted:
        weight = reached[hand]
        if weight == 0.0:
            continue
        more = hands.size[hand] > 2
        if hands.size[hand] >= charlie_at:
            found[hand, CHARLIE] += weight
            found[hand, BUST_ONE] -= weight
            continue
        if plays[hand] == STAND:
            found[hand, STOOD_ONE] += weight
            if more:
                found[hand, BUST_ONE] -= weight
            continue
        double = plays[hand] == DOUBLE
        if not more:
            found[hand, BUST_TWO if double else BUST_ONE] += weight
        cards = shoe.cards - shoe.step * hands.size[hand]
        for card in range(10):
            there = shoe.left[card] - shoe.step * hands.counts[hand, card]
            grown = hands.child[hand, card]
            if there > 0 and grown >= 0:
                odds = weight * there / cards
                if double:
                    found[grown, STOOD_TWO] += odds
                    found[grown, BUST_TWO] -= odds
                else:
                    reached[grown] += odds


@compiled
def comes(found: Floats, hand: Index) -> bool:
    """The hand is reached."""
    weight = 0.0
    for fate in range(FATES):
        weight += abs(found[hand, fate])
    return weight != 0.0


@compiled
def class_of(fate: int, total: Index) -> Index:
    """The class of a hand in `joint`: stands by stake and total, busts by stake, has won."""
    if fate <= STOOD_TWO:
        return 6 * fate + max(0, total - 16)
    return 12 + fate - CHARLIE


@compiled
def joint_of_one(
    hands: Hands,
    draws: Draws,
    shoe: CardsLeft,
    wanted: Integers,
    plays: Codes,
    weights: Floats,
    charlie_at: int,
    joint: Floats,
) -> None:
    """Add up the odds of a hand's class and the dealer's end together."""
    found = np.zeros((hands.size.size, FATES))
    reached = np.empty(hands.size.size)
    fates(hands, shoe, wanted, plays, weights, charlie_at, reached, found)
    shoes = shoes_for(draws)
    laid = np.empty(SHOES_AT_ONCE, np.int64)
    used = 0
    for hand in wanted:
        if comes(found, hand):
            lay(shoes, used, shoe, hands.counts[hand], hands.size[hand])
            laid[used] = hand
            used += 1
            if used == SHOES_AT_ONCE:
                add_one(hands, draws, shoe, shoes, laid, found, joint)
                used = 0
    add_one(hands, draws, shoe, shoes, laid[:used], found, joint)


@compiled
def add_one(
    hands: Hands,
    draws: Draws,
    shoe: CardsLeft,
    shoes: ShoeColumns,
    laid: Integers,
    found: Floats,
    joint: Floats,
) -> None:
    """Add the hands whose shoes are laid out to `joint`."""
    walk(draws, shoes, shoe.step, laid.size)
    for column in range(laid.size):
        hand = laid[column]
        for fate in range(FATES):
            if found[hand, fate] != 0.0:
                here = class_of(fate, hands.total[hand])
                for end in range(ENDS):
                    joint[here, end] += found[hand, fate] * shoes.odds[end, column]


@compiled
def deal_second(hands: Hands, shoe: CardsLeft, card: int, weights: Floats) -> None:
    """The weights of a split hand's second cards."""
    for second in range(10):
        there = shoe.left[second] - (shoe.step if second == card else 0.0)
        weights[hands.pair[card, second]] = max(0.0, there) / (shoe.cards - shoe.step)


@compiled
def joint_of_two(
    hands: Hands,
    draws: Draws,
    shoe: CardsLeft,
    wanted: Integers,
    plays: Codes,
    card: int,
    charlie_at: int,
    joint: Floats,
) -> None:
    """Add up the odds of the classes of a split's two hands and the dealer's end together."""
    first, second = np.zeros((hands.size.size, FATES)), np.zeros((hands.size.size, FATES))
    reached, weights = np.empty(hands.size.size), np.zeros(hands.size.size)
    shoes = shoes_for(draws)
    laid = np.empty(SHOES_AT_ONCE, np.int64)
    left = np.empty(10)
    for value in range(10):
        left[value] = shoe.left[value] - (1.0 if value == card else 0.0)
    without = CardsLeft(left, shoe.cards - 1.0, shoe.step)
    deal_second(hands, without, card, weights)
    fates(hands, without, wanted, plays, weights, charlie_at, reached, first)
    for one in wanted:
        if not comes(first, one):
            continue
        for value in range(10):
            left[value] = shoe.left[value] - hands.counts[one, value]
        without = CardsLeft(left, shoe.cards - hands.size[one], shoe.step)
        deal_second(hands, without, card, weights)
        fates(hands, without, wanted, plays, weights, charlie_at, reached, second)
        used = 0
        for two in wanted:
            # The hands are alike, so that each two are looked at once.
            if two < one or not comes(second, two):
                continue
            lay(shoes, used, without, hands.counts[two], hands.size[two])
            laid[used] = two
            used += 1
            if used == SHOES_AT_ONCE:
                add_two(hands, draws, without, shoes, one, laid, first, second, joint)
                used = 0
        add_two(hands, draws, without, shoes, one, laid[:used], first, second, joint)


@compiled
def add_two(
    hands: Hands,
    draws: Draws,
    shoe: CardsLeft,
    shoes: ShoeColumns,
    one: Index,
    laid: Integers,
    first: Floats,
    second: Floats,
    joint: Floats,
) -> None:
    """Add one hand of a split, with others whose shoes are laid out, to `joint`."""
    walk(draws, shoes, shoe.step, laid.size)
    for column in range(laid.size):
        two = laid[column]
        for fate in range(FATES):
            for other in range(FATES):
                ways = first[one, fate] * second[two, other]
                if ways != 0.0:
                    here = class_of(fate, hands.total[one])
                    there = class_of(other, hands.total[two])
                    for end in range(ENDS):
                        joint[here, there, end] += ways * shoes.odds[end, column]
                        if one != two:
                            joint[there, here, end] += ways * shoes.odds[end, column]
