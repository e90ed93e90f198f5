"""One round, walked through the tables.

The kernel knows no rules: it reads what `compiler.py` has made of them. `play_round` has no
randomness inside and takes the cards in the order in which the engine takes them, so that both
can be given the same cards. It is the judge of the faster ways to simulate.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import AGAIN, DRAWN, OPEN, TURNED
from cutcard.blackjack.kernel.counting import MOST_COUNT
from cutcard.blackjack.kernel.fields import DOUBLED_FIELD, FIELD, HANDS_FIELD, LOST_FIELD
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.outcomes import INSURED, MOST, SPAN, SPLIT, Plain
from cutcard.blackjack.kernel.pack import Layout, States
from cutcard.compilation import Number, Switch, compiled_into
from cutcard.number_arrays import Integers

Cards = NDArray[np.uint8]

Told = NDArray[np.uint8] | None
"""Where each card went, if somebody asks: the number of a hand, with DOUBLING on the card that it
was doubled for, or TO_DEALER."""

DOUBLING: Final = 64
TO_DEALER: Final = 128

SURRENDERED: Final = int(Plain.SURRENDERED)

_WIDTH: Final = np.uint64(WIDTH)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_TWO: Final = np.uint64(2)
_AGAIN: Final = np.uint64(AGAIN)
_ENDS: Final = np.uint64(len(End))
_BUST: Final = int(End.BUST)
_TWENTY_ONE: Final = int(End.TWENTY_ONE)
_BLACKJACK: Final = int(End.BLACKJACK)
_HUNDRED: Final = np.uint64(100)
_TEN: Final = np.uint64(10)
_DEALS: Final = np.uint64(10_000)
_NINE: Final = np.uint64(9)
_FLAG: Final = np.uint64(TURNED.bit_length() - 1)
_STATE: Final = np.uint64(TURNED - 1)


@compiled_into
def _deal_two(
    numbers: Integers,
    layout: Layout,
    cards: Cards,
    at: Number,
    running: Number,
    waiting: Cards,
    hand: Number,
    new: Number,
) -> tuple[Number, Number]:
    """Deal the second cards of both hands of a split at once."""
    waiting[hand] = cards[at]
    waiting[new] = cards[at + 1]
    running += numbers[layout.tags + np.uint64(cards[np.uint64(at)])]
    running += numbers[layout.tags + np.uint64(cards[at + 1])]
    return at + 2, running


@compiled_into
def _tell_two(told: Told, at: Number, hand: Number, new: Number) -> None:
    """Tell where those cards go."""
    if told is not None:
        told[at] = hand
        told[at + 1] = new


@compiled_into
def _tell_split(told: Told, start: Number, at: Number, hand: Number, new: Number) -> None:
    """Move the second card of a hand to a new one, which has hands before and behind it."""
    if told is not None:
        for place in range(start, at):
            if new <= told[place] < DOUBLING:
                told[place] += 1
        place = at - 1
        while told[place] != hand:
            place -= 1
        told[place] = new


@compiled_into
def some_stood(fields: Number) -> Number:
    """A hand stood: against a dealer's bust it wins, against a 21 it does not."""
    return fields >> FIELD * _BUST & 63 != fields >> FIELD * _TWENTY_ONE & 63


@compiled_into
def bets_lost(fields: Number) -> Number:
    """The bets of the hands that have bust."""
    return fields >> LOST_FIELD & 31


@compiled_into
def split_outcome(fields: Number, dealer: Number, original: bool) -> Number:
    """The outcome of a split, from the fields of its hands and the end of the dealer's."""
    bets = (fields >> (FIELD * dealer) & 63) - 2 * (fields >> HANDS_FIELD)
    doubled = fields >> DOUBLED_FIELD & 15 > 0
    bust = bets_lost(fields) > 0
    if original and dealer == _BLACKJACK and (bust or some_stood(fields)):
        bets -= 1
    return SPLIT + SPAN * (doubled + 2 * bust) + MOST + bets


class CountPlaces(Protocol):
    """Where what a count's value follows from begins among the numbers."""

    @property
    def slope(self) -> np.uint64:
        """By cards left."""

    @property
    def half(self) -> np.uint64:
        """By cards left."""

    @property
    def less(self) -> np.uint64:
        """By cards left."""


@compiled_into
def count_value(numbers: Integers, layout: CountPlaces, running: Number, left: Number) -> Number:
    """The number of the count's value among those that have a chart."""
    at = np.uint64(max(left, 1))
    value = running * numbers[layout.slope + at] + numbers[layout.half + at]
    value += running >> 63 & numbers[layout.less + at]
    value >>= 32
    return np.uint64(min(max(value + MOST_COUNT, 0), 2 * MOST_COUNT))


@compiled_into
def play_split(
    states: States,
    numbers: Integers,
    layout: Layout,
    cards: Cards,
    at: Number,
    end: Number,
    running: Number,
    waiting: Cards,
    indexed: Switch,
    told: Told,
    exit: Number,
    second: Number,
) -> tuple[Number, Number, Number]:
    """Play the hands of a split, then the dealer's; as `play_round` does."""
    start = at - layout.dealt
    hands = 2
    fields: Number = np.int64(0)
    _tell_split(told, start, at, 0, 1)
    if layout.queue:
        _tell_two(told, at, 0, 1)
        at, running = _deal_two(numbers, layout, cards, at, running, waiting, 0, 1)
    hand = 0
    while hand < hands:
        state = _AGAIN
        while state >= _AGAIN:
            if state == _AGAIN:  # a card of the pair waits for its second
                more = np.uint64(hands < layout.max_hands)
                state = np.uint64(states[layout.split_start + _TWO * exit + more])
                dealt = layout.queue
            else:
                dealt = False
            if dealt:
                card = np.uint64(waiting[hand])
            else:
                if told is not None:
                    told[at] = hand
                card = np.uint64(cards[np.uint64(at)])
                at += 1
                running += numbers[layout.tags + card]
            row = layout.split_next + state * _WIDTH
            if indexed is not None:
                value = count_value(numbers, layout, running, end - at)
                row += layout.split_layer * np.uint64(numbers[layout.layers + value])
            state = np.uint64(states[row + card])
            if state == _AGAIN:
                _tell_split(told, start, at, hand, hands if layout.queue else hand + 1)
                if layout.queue:
                    _tell_two(told, at, hand, hands)
                    at, running = _deal_two(
                        numbers, layout, cards, at, running, waiting, hand, hands
                    )
                hands += 1
        fields += numbers[layout.gains + state]
        if told is not None and numbers[layout.gains + state] >> DOUBLED_FIELD & 15:
            told[at - 1] += DOUBLING
        hand += 1
    dealer = np.uint64(_BUST)  # or any end but a blackjack, if no hand waits for it
    stood = some_stood(fields)
    if stood or (bets_lost(fields) > 1 and states[layout.looks + exit]):
        dealer = np.uint64(states[layout.dealer_start + exit])
        if layout.source != OPEN:
            if layout.source == DRAWN:
                if told is not None:
                    told[at] = TO_DEALER
                second = np.uint64(cards[np.uint64(at)])
                at += 1
            running += numbers[layout.tags + second]
            dealer = np.uint64(states[layout.dealer_next + dealer * _WIDTH + second])
        if stood:
            while dealer >= _ENDS:
                if told is not None:
                    told[at] = TO_DEALER
                card = np.uint64(cards[np.uint64(at)])
                at += 1
                running += numbers[layout.tags + card]
                dealer = np.uint64(states[layout.dealer_next + dealer * _WIDTH + card])
        elif dealer != np.uint64(_BLACKJACK):
            dealer = np.uint64(_BUST)
    return split_outcome(fields, np.int64(dealer), layout.original), at, running


@compiled_into
def play_round(
    states: States,
    numbers: Integers,
    layout: Layout,
    cards: Cards,
    at: Number,
    end: Number,
    running: Number,
    waiting: Cards,
    indexed: Switch,
    told: Told,
) -> tuple[Number, Number, Number]:
    """Play a round from the cards at `at`, the shoe ending at `end`.

    Return the outcome, where the next round begins, and the running count.
    """
    if told is not None:
        told[at + layout.one] = told[at + layout.other] = 0
        told[at + layout.up] = told[at + layout.second] = TO_DEALER
    one = np.uint64(cards[np.uint64(at + layout.one)])
    other = np.uint64(cards[np.uint64(at + layout.other)])
    up = np.uint64(cards[np.uint64(at + layout.up)])
    second = np.uint64(cards[np.uint64(at + layout.second)])
    at += layout.dealt
    running += numbers[layout.tags + one] + numbers[layout.tags + other]
    running += numbers[layout.tags + up]
    if layout.source == OPEN:
        running += numbers[layout.tags + second]
    deal = layout.deal + (_TEN * one + other) * _HUNDRED + _TEN * up + second
    insured = np.int64(0)
    if indexed is not None:
        value = count_value(numbers, layout, running, end - at)
        deal += _DEALS * np.uint64(numbers[layout.layers + value])
        if up == _ZERO and numbers[layout.insures + value]:
            # Once for an insurance bet that is lost, twice for one that is won.
            insured = np.int64(INSURED) << np.int64(second == _NINE)
    state = np.uint64(states[deal])
    running += numbers[layout.tags + second] & -np.int64(state >> _FLAG)
    state &= _STATE
    if insured and layout.early and state == SURRENDERED:
        insured = np.int64(0)
    while state >= layout.first_turn:
        # Without a branch, which would be guessed wrong every other time.
        turns = np.uint64(state < layout.first_draw)
        if told is not None:
            player = DOUBLING if state >= layout.first_double else 0
            told[at] = TO_DEALER if state >= layout.first_dealer else player
        card = np.uint64(cards[np.uint64(at)])
        card ^= (card ^ second) & (_ZERO - turns)
        at += np.int64(_ONE - turns)
        running += numbers[layout.tags + card]
        row = layout.next + state * _WIDTH
        if indexed is not None:
            value = count_value(numbers, layout, running, end - at)
            row += layout.layer * np.uint64(numbers[layout.layers + value])
        state = np.uint64(states[row + card])
    if state < layout.first_exit:
        return np.int64(state) + insured, at, running
    exit = state - layout.first_exit
    outcome, at, running = play_split(
        states, numbers, layout, cards, at, end, running, waiting, indexed, told, exit, second
    )
    return outcome + insured, at, running
