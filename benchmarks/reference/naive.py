"""Easy Blackjack in numba as one writes it in a notebook: readable, and a draw for every card.

A hand is a total and whether an ace in it counts eleven.
"""

import numba
import numpy as np

FIRST_TWO, SPLIT_AGAIN, SPLIT_LAST, LATER = range(4)
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
SOFT, PAIR = 32, 53
MOST = 16
"""The most that a round can win or lose, in half bets."""


@numba.njit
def draw_card():
    """The value of a card."""
    return min(np.random.randint(1, 14), 10)


@numba.njit
def add_card(total, soft, card):
    """The hand with one more card."""
    points = total - 10 * soft + card
    soft = (soft or card == 1) and points <= 11
    return points + 10 * soft, soft


@numba.njit
def two_cards(card, other):
    """The hand of two cards."""
    total, soft = add_card(0, False, card)
    return add_card(total, soft, other)


@numba.njit
def place_in_chart(total, soft, pair):
    """Where the chart has a hand; pair is the card of which there are two, or 0."""
    if pair > 0:
        return PAIR + pair
    if soft:
        return SOFT + total
    return total


@numba.njit
def play_dealer(total, soft):
    """The dealer's last total; soft 17 is hit."""
    while total < 17 or (total == 17 and soft):
        total, soft = add_card(total, soft, draw_card())
    return total


@numba.njit
def hit_hand(plays, total, soft, column):
    """The total after one card and as many more as the chart takes."""
    while True:
        total, soft = add_card(total, soft, draw_card())
        if total >= 21 or plays[LATER, place_in_chart(total, soft, 0), column] != HIT:
            return total


@numba.njit
def settle(total, dealer, stake):
    """What a hand gains, in half bets."""
    if total > 21:
        return -stake
    if dealer > 21 or total > dealer:
        return stake
    if total < dealer:
        return -stake
    return 0


@numba.njit
def play_split(plays, card, dealer, dealer_soft, column):
    """Play a round in which the first two cards are split.

    The dealer draws first: from an infinite shoe it makes no difference.
    """
    dealer = play_dealer(dealer, dealer_soft)
    net = 0
    hands = 2
    waiting = 2
    while waiting > 0:
        waiting -= 1
        second = draw_card()
        total, soft = two_cards(card, second)
        if card == 1:  # one card to an ace
            net += settle(total, dealer, 2)
            continue
        situation = SPLIT_AGAIN if hands < 4 else SPLIT_LAST
        pair = card if second == card else 0
        action = plays[situation, place_in_chart(total, soft, pair), column]
        stake = 2
        if action == SPLIT:
            hands += 1
            waiting += 2
            continue
        if action == DOUBLE:
            total, soft = add_card(total, soft, draw_card())
            stake = 4
        elif action == HIT:
            total = hit_hand(plays, total, soft, column)
        net += settle(total, dealer, stake)
    return net


@numba.njit
def play_round(plays):
    """Play a round and give what it gained, in half bets."""
    up, hole = draw_card(), draw_card()
    first, second = draw_card(), draw_card()
    dealer, dealer_soft = two_cards(up, hole)
    total, soft = two_cards(first, second)

    if dealer == 21:
        return 0 if total == 21 else -2
    if total == 21:
        return 3

    column = place_in_chart(dealer, dealer_soft, up if up == hole else 0)
    pair = first if first == second else 0
    action = plays[FIRST_TWO, place_in_chart(total, soft, pair), column]
    stake = 2
    if action == SURRENDER:
        return -1
    if action == SPLIT:
        return play_split(plays, first, dealer, dealer_soft, column)
    if action == DOUBLE:
        total, soft = add_card(total, soft, draw_card())
        stake = 4
    elif action == HIT:
        total = hit_hand(plays, total, soft, column)
    if total > 21:
        return -stake
    return settle(total, play_dealer(dealer, dealer_soft), stake)


@numba.njit(cache=True)
def play_rounds(plays, seed, rounds):
    """Rounds by what they gained, in half bets from -MOST to MOST."""
    np.random.seed(seed)
    histogram = np.zeros(2 * MOST + 1, np.int64)
    for _ in range(rounds):
        histogram[MOST + play_round(plays)] += 1
    return histogram
