"""The compiled part: what hands are worth against one dealer, from the cards that are left.

Values are not conditional on the dealer's having no blackjack, but weighed with its odds: a
hand played only after the dealer has looked is worth nothing where there is a blackjack. So a
value is a plain mean over the next card, whatever is known of the hole card, and values of the
same hand compare as conditional ones would.
"""

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
from cutcard.blackjack.exact.payoffs import CardsLeft, Payoffs
from cutcard.blackjack.exact.policy import DOUBLE, HIT, STAND, TIE
from cutcard.compilation import compiled_or_plain as compiled
from cutcard.number_arrays import Floats, Integers

Index = int | np.int64


@compiled
def fill_stands(
    hands: Hands, draws: Draws, payoffs: Payoffs, shoe: CardsLeft, wanted: Integers, stands: Floats
) -> None:
    """Compute what standing is worth for the hands wanted that have no value yet (nan)."""
    shoes = shoes_for(draws)
    laid = np.empty(SHOES_AT_ONCE, np.int64)
    used = 0
    by_total = np.full(22, np.nan)
    for hand in wanted:
        if not np.isnan(stands[hand]):
            continue
        # An infinite shoe misses no card: hands of the same total are worth the same.
        if shoe.step == 0 and not np.isnan(by_total[hands.total[hand]]):
            stands[hand] = by_total[hands.total[hand]]
            continue
        lay(shoes, used, shoe, hands.counts[hand], hands.size[hand])
        laid[used] = hand
        used += 1
        if used == SHOES_AT_ONCE or shoe.step == 0:
            stand_on(hands, draws, payoffs, shoe, shoes, laid[:used], stands)
            by_total[hands.total[hand]] = stands[hand]
            used = 0
    stand_on(hands, draws, payoffs, shoe, shoes, laid[:used], stands)


@compiled
def stand_on(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    shoes: ShoeColumns,
    laid: Integers,
    stands: Floats,
) -> None:
    """Compute what standing is worth for the hands whose shoes are laid out."""
    walk(draws, shoes, shoe.step, laid.size)
    for column in range(laid.size):
        signs = payoffs.signs[hands.total[laid[column]]]
        value = 0.0
        for end in range(ENDS):
            value += shoes.odds[end, column] * signs[end]
        stands[laid[column]] = value


@compiled
def alive(hands: Hands, payoffs: Payoffs, shoe: CardsLeft, hand: Index, more: int) -> float:
    """The odds that the dealer has no blackjack, where the hand's bets hang on that.

    `more` is one more card that is gone, or -1.
    """
    if payoffs.target < 0:
        return 1.0
    there = shoe.left[payoffs.target] - shoe.step * hands.counts[hand, payoffs.target]
    cards = shoe.cards - shoe.step * hands.size[hand]
    if more >= 0:
        cards -= shoe.step
        if more == payoffs.target:
            there -= shoe.step
    return float(1.0 - there / cards) if cards > 0 else 1.0


@compiled
def ended(hands: Hands, payoffs: Payoffs, shoe: CardsLeft, hand: Index) -> float:
    """What a hand is worth that wins by its number of cards."""
    odds = alive(hands, payoffs, shoe, hand, -1)
    return odds + payoffs.charlie_bonus * (1.0 - odds)


@compiled
def hit_value(
    hands: Hands, payoffs: Payoffs, shoe: CardsLeft, hand: Index, values: Floats
) -> float:
    """What one more card is worth, when the hand that it makes has these values."""
    value = 0.0
    cards = shoe.cards - shoe.step * hands.size[hand]
    if cards <= 0:
        return 0.0
    for card in range(10):
        there = shoe.left[card] - shoe.step * hands.counts[hand, card]
        if there > 0:
            grown = hands.child[hand, card]
            if grown < 0:
                value -= there * alive(hands, payoffs, shoe, hand, card)
            elif hands.size[grown] >= payoffs.charlie_at:
                value += there * ended(hands, payoffs, shoe, grown)
            else:
                value += there * values[grown]
    return float(value / cards)


@compiled
def fill_hits(
    hands: Hands, payoffs: Payoffs, shoe: CardsLeft, wanted: Integers, values: Floats, hits: Floats
) -> None:
    """Compute what one more card is worth to the hands wanted, when hands have these values."""
    for hand in wanted:
        hits[hand] = hit_value(hands, payoffs, shoe, hand, values)


@compiled
def best_play(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    wanted: Integers,
    stands: Floats,
    values: Floats,
    plays: Codes,
    firsts: Floats,
) -> None:
    """The best play of every hand by itself, biggest hands first.

    Fills the value and play (stand or hit) of hands of three cards or more, and what standing,
    hitting and doubling are worth with two.
    """
    fill_stands(hands, draws, payoffs, shoe, wanted, stands)
    for at in range(wanted.size - 1, -1, -1):
        hand = wanted[at]
        if payoffs.stand_unasked[hands.total[hand]]:
            values[hand] = stands[hand]
            plays[hand] = STAND
            firsts[hand, STAND] = firsts[hand, HIT] = firsts[hand, DOUBLE] = stands[hand]
            continue
        hit = hit_value(hands, payoffs, shoe, hand, values)
        plays[hand] = HIT if hit > stands[hand] + TIE else STAND
        values[hand] = max(hit, stands[hand])
        if hands.size[hand] == 2:
            firsts[hand, STAND] = stands[hand]
            firsts[hand, HIT] = hit
            firsts[hand, DOUBLE] = 2.0 * hit_value(hands, payoffs, shoe, hand, stands)


@compiled
def follow(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    wanted: Integers,
    stands: Floats,
    plays: Codes,
    weights: Floats,
    reached: Floats,
    stood: Floats,
) -> float:
    """What given plays are worth from hands of two cards with these weights.

    Leaves in `reached` the weight with which each hand is reached, in `stood` the stakes that
    stand on it.
    """
    value = 0.0
    for hand in wanted:
        reached[hand] = weights[hand] if hands.size[hand] == 2 else 0.0
        stood[hand] = 0.0
    for hand in wanted:
        weight = reached[hand]
        if weight == 0.0:
            continue
        if plays[hand] == STAND:
            stood[hand] += weight
            continue
        stake = 2.0 if plays[hand] == DOUBLE else 1.0
        cards = shoe.cards - shoe.step * hands.size[hand]
        for card in range(10):
            there = shoe.left[card] - shoe.step * hands.counts[hand, card]
            if there <= 0:
                continue
            odds = weight * there / cards
            grown = hands.child[hand, card]
            if grown < 0:
                value -= stake * odds * alive(hands, payoffs, shoe, hand, card)
            elif hands.size[grown] >= payoffs.charlie_at:
                value += stake * odds * ended(hands, payoffs, shoe, grown)
            elif plays[hand] == DOUBLE:
                stood[grown] += 2.0 * odds
            else:
                reached[grown] += odds
    used = np.empty(wanted.size, np.int64)
    count = 0
    for hand in wanted:
        if stood[hand] != 0.0:
            used[count] = hand
            count += 1
    fill_stands(hands, draws, payoffs, shoe, used[:count], stands)
    for at in range(count):
        value += stood[used[at]] * stands[used[at]]
    return value


@compiled
def come_to(
    hands: Hands, shoe: CardsLeft, wanted: Integers, weights: Floats, reached: Floats
) -> None:
    """The weight with which each hand is reached by a player who always hits."""
    for hand in wanted:
        reached[hand] = weights[hand] if hands.size[hand] == 2 else 0.0
    for hand in wanted:
        cards = shoe.cards - shoe.step * hands.size[hand]
        for card in range(10):
            there = shoe.left[card] - shoe.step * hands.counts[hand, card]
            grown = hands.child[hand, card]
            if there > 0 and grown >= 0:
                reached[grown] += reached[hand] * there / cards


@compiled
def weigh(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    wanted: Integers,
    stands: Floats,
    plays: Codes,
    weights: Floats,
    odds: Floats,
    spare: Floats,
    leaning: Floats,
    firsts: Floats,
) -> float:
    """What given plays are worth, and how much each hand would rather hit than stand.

    Adds to `leaning` what hitting gains over standing on hands of three cards or more, by the
    weight of coming there and a spare one, and to `firsts` what standing, hitting and doubling
    are worth with two, times the odds.
    """
    reached = np.empty(hands.size.size)
    stood = np.empty(hands.size.size)
    values = np.empty(hands.size.size)
    fill_stands(hands, draws, payoffs, shoe, wanted, stands)
    value = follow(hands, draws, payoffs, shoe, wanted, stands, plays, weights, reached, stood)
    for at in range(wanted.size - 1, -1, -1):
        hand = wanted[at]
        values[hand] = stands[hand]
        hit = hit_value(hands, payoffs, shoe, hand, values)
        if plays[hand] == HIT:
            values[hand] = hit
        if hands.size[hand] == 2:
            double = 2.0 * hit_value(hands, payoffs, shoe, hand, stands)
            firsts[hand, STAND] += odds[hand] * stands[hand]
            firsts[hand, HIT] += odds[hand] * hit
            firsts[hand, DOUBLE] += odds[hand] * double
        else:
            leaning[hand] += (reached[hand] + spare[hand]) * (hit - stands[hand])
    return value


@compiled
def split_value(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    wanted: Integers,
    stands: Floats,
    plays: Codes,
    card: int,
    shares: Floats,
) -> float:
    """What a split of a pair of this card is worth.

    `stands` has a row for each number of pair cards gone; `shares` weigh those shoes, first for
    second cards that do not pair, then for those that do.
    """
    weights, left = np.zeros(hands.size.size), np.empty(10)
    reached, stood = np.empty(hands.size.size), np.empty(hands.size.size)
    value = 0.0
    for gone in range(shares.shape[1]):
        if shares[0, gone] != 0.0 or shares[1, gone] != 0.0:
            without = second_cards(hands, shoe, card, gone, shares, left, weights)
            value += follow(
                hands, draws, payoffs, without, wanted, stands[gone], plays, weights, reached, stood
            )
    return value


@compiled
def split_leaning(
    hands: Hands,
    draws: Draws,
    payoffs: Payoffs,
    shoe: CardsLeft,
    wanted: Integers,
    stands: Floats,
    plays: Codes,
    card: int,
    shares: Floats,
    leaning: Floats,
    firsts: Floats,
) -> float:
    """What a split is worth, as above, and the leanings of its hands."""
    weights, left = np.zeros(hands.size.size), np.empty(10)
    nothing = np.zeros(hands.size.size)
    value = 0.0
    for gone in range(shares.shape[1]):
        if shares[0, gone] != 0.0 or shares[1, gone] != 0.0:
            without = second_cards(hands, shoe, card, gone, shares, left, weights)
            value += weigh(
                hands,
                draws,
                payoffs,
                without,
                wanted,
                stands[gone],
                plays,
                weights,
                weights,
                nothing,
                leaning,
                firsts,
            )
    return value


@compiled
def second_cards(
    hands: Hands,
    shoe: CardsLeft,
    card: int,
    gone: int,
    shares: Floats,
    left: Floats,
    weights: Floats,
) -> CardsLeft:
    """The shoe of a split hand with `gone` more pair cards gone, and its second cards' weights."""
    for other in range(10):
        left[other] = shoe.left[other]
    left[card] -= shoe.step * (1 + gone)
    without = CardsLeft(left, shoe.cards - shoe.step * (1 + gone), shoe.step)
    for second in range(10):
        there = left[second] - (shoe.step if second == card else 0.0)
        odds = max(0.0, there) / (without.cards - shoe.step)
        weights[hands.pair[card, second]] = odds * shares[1 if second == card else 0, gone]
    return without
