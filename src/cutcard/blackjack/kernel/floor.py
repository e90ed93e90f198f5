"""A floor: many tables that wait for their players' actions, moved on together.

The compiled twin of `one_table.py`: the same seed and the same actions play the same rounds.
Arrays are made outside (see `compiled`), and tables know nothing of each other, so that any of
them can be moved on by any thread.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel import floor_facts as fact
from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.automaton import DRAWN, FACE_DOWN, OPEN
from cutcard.blackjack.kernel.choices import (
    BUST,
    CARDS,
    DOUBLE,
    DRAWS,
    FACTS,
    HIT,
    INSURE,
    LOOKS_AT_NATURAL,
    LOOKS_IF_INSURED,
    LOOKS_IF_LOST,
    NATURAL,
    NO_END,
    PLAYING,
    SPLIT,
    STAKE,
    STAND,
    STOOD,
    SURRENDER,
)
from cutcard.blackjack.kernel.floor_shoes import (
    Bits,
    Cards,
    Facts,
    Rows,
    before_round,
    draw_card,
    draw_open,
)
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.one_table import BET, DECIDED, OFFER, ONLY_STAND, OVER, PLAY
from cutcard.compilation import Number, compiled_into
from cutcard.number_arrays import ShortIntegers

_BLACKJACK: Final = int(End.BLACKJACK)
_ENDS: Final = NO_END + 1


@compiled_into
def told(numbers: ShortIntegers, facts: Facts, hand: Number, what: Number) -> Number:
    """What is told of a hand."""
    return numbers[facts[fact.HANDS] + FACTS * hand + what]


@compiled_into
def after_card(numbers: ShortIntegers, facts: Facts, hand: Number, card: Number) -> Number:
    """The hand after a card."""
    return numbers[facts[fact.TAKE] + WIDTH * hand + card]


@compiled_into
def after_action(numbers: ShortIntegers, facts: Facts, hand: Number, action: Number) -> Number:
    """The hand after an action, before its card."""
    return numbers[facts[fact.ACT] + facts[fact.NUMBER] * action + hand]


@compiled_into
def end_of(numbers: ShortIntegers, facts: Facts, dealer: Number) -> Number:
    """What the dealer's hand has come to."""
    return numbers[facts[fact.DEALER_END] + dealer]


@compiled_into
def _with_card(numbers: ShortIntegers, facts: Facts, dealer: Number, card: Number) -> Number:
    """The dealer's hand after a card."""
    return numbers[facts[fact.DEALER_TAKE] + WIDTH * dealer + card]


@compiled_into
def _turn_second(numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number) -> None:
    second = rows[table, place.SECOND]
    rows[table, place.DEALER] = _with_card(numbers, facts, rows[table, place.DEALER], second)
    rows[table, place.SEEN_FROM + second] += 1


@compiled_into
def _finds_blackjack(numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number) -> Number:
    """Whether the dealer looks now, and finds a blackjack; then it lies open."""
    if not facts[fact.PEEKS]:
        return False
    both = _with_card(numbers, facts, rows[table, place.DEALER], rows[table, place.SECOND])
    if end_of(numbers, facts, both) != _BLACKJACK:
        return False
    _turn_second(numbers, facts, rows, table)
    return True


@compiled_into
def _find_decision(
    numbers: ShortIntegers, facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number
) -> Number:
    """Go on to the next hand that needs a decision; False if there is none."""
    held = np.int64(rows[table, place.HELD])
    at = np.int64(rows[table, place.HAND])
    while at < held:
        hand = np.int64(rows[table, place.HELD_FROM + at])
        if told(numbers, facts, hand, PLAYING):
            if told(numbers, facts, hand, CARDS) == 1:
                card = draw_open(facts, rows, cards, random, table)
                rows[table, place.HELD_FROM + at] = after_card(numbers, facts, hand, card)
                continue
            more = np.int64(held < facts[fact.MOST])
            up = np.int64(rows[table, place.UP])
            legal = numbers[facts[fact.LEGAL] + (2 * up + more) * facts[fact.NUMBER] + hand]
            if legal != ONLY_STAND:
                rows[table, place.HAND] = at
                rows[table, place.MOMENT] = PLAY
                rows[table, place.LEGAL] = legal
                return True
            # One card to a split ace.
            rows[table, place.HELD_FROM + at] = after_action(numbers, facts, hand, STAND)
        at += 1
    rows[table, place.HAND] = at - 1
    return False


# The dealer.


@compiled_into
def _waiting(numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number) -> Number:
    """How many hands wait for the dealer's total."""
    waiting = np.int64(0)
    for at in range(rows[table, place.HELD]):
        waiting += told(numbers, facts, rows[table, place.HELD_FROM + at], STOOD)
    return waiting


@compiled_into
def _matters(numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number) -> Number:
    """Whether some bet hangs on the dealer's second card."""
    if _waiting(numbers, facts, rows, table):
        return True
    looks = numbers[facts[fact.LOOKS] + rows[table, place.UP]]
    if not looks:
        return False
    if looks & LOOKS_IF_INSURED and rows[table, place.INSURED]:
        return True
    first = rows[table, place.HELD_FROM]
    if looks & LOOKS_AT_NATURAL and told(numbers, facts, first, NATURAL):
        return True
    lost = np.int64(0)
    for at in range(rows[table, place.HELD]):
        hand = rows[table, place.HELD_FROM + at]
        lost += told(numbers, facts, hand, BUST) * told(numbers, facts, hand, STAKE)
    return looks & LOOKS_IF_LOST and lost > 1


@compiled_into
def _show_second(numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number) -> None:
    """Turn the second card if it lies face down and a bet hangs on it."""
    if (
        facts[fact.SECOND] == FACE_DOWN
        and rows[table, place.DEALER] < 10
        and _matters(numbers, facts, rows, table)
    ):
        _turn_second(numbers, facts, rows, table)


@compiled_into
def _settle(numbers: ShortIntegers, facts: Facts, rows: Rows, table: Number) -> None:
    """Pay every hand and the insurance bet."""
    end = np.int64(end_of(numbers, facts, rows[table, place.DEALER]))
    if end == DRAWS:
        end = np.int64(NO_END)
    bet = np.int64(rows[table, place.BET])
    gains = facts[fact.GAINS] + bet * facts[fact.NUMBER] * _ENDS + end
    natural = end == _BLACKJACK
    original = natural and facts[fact.ORIGINAL]
    net = np.int64(0)
    taken = np.int64(0)
    for at in range(rows[table, place.HELD]):
        hand = np.int64(rows[table, place.HELD_FROM + at])
        if original and (
            told(numbers, facts, hand, BUST)
            or told(numbers, facts, hand, STOOD)
            or told(numbers, facts, hand, PLAYING)
        ):
            taken = np.int64(numbers[facts[fact.STAKES] + bet])
        else:
            net += numbers[gains + _ENDS * hand]
    if rows[table, place.INSURED]:
        net += numbers[facts[fact.INSURED] + 2 * bet + np.int64(natural)]
    rows[table, place.NET] = net - taken
    rows[table, place.MOMENT] = OVER
    rows[table, place.LEGAL] = ONLY_STAND


@compiled_into
def _play_out(
    numbers: ShortIntegers, facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number
) -> None:
    """Let the dealer draw as far as any bet still hangs on it, and settle."""
    dealer = np.int64(rows[table, place.DEALER])
    if facts[fact.SECOND] == DRAWN and _matters(numbers, facts, rows, table):
        card = draw_open(facts, rows, cards, random, table)
        dealer = np.int64(_with_card(numbers, facts, dealer, card))
    if _waiting(numbers, facts, rows, table):
        while end_of(numbers, facts, dealer) == DRAWS:
            card = draw_open(facts, rows, cards, random, table)
            dealer = np.int64(_with_card(numbers, facts, dealer, card))
    rows[table, place.DEALER] = dealer
    _settle(numbers, facts, rows, table)


# The player.


@compiled_into
def deal(
    numbers: ShortIntegers,
    facts: Facts,
    rows: Rows,
    cards: Cards,
    random: Bits,
    table: Number,
    bet: Number,
) -> None:
    """Deal the first cards of a round with this bet."""
    one = other = up = second = np.int64(0)
    places = facts[fact.PLACES]
    for at in range(facts[fact.DEALT]):
        card = draw_card(facts, rows, cards, random, table)
        if at == numbers[places]:
            one = card
        if at == numbers[places + 1]:
            other = card
        if at == numbers[places + 2]:
            up = card
        if at == numbers[places + 3]:
            second = card
    rows[table, place.SEEN_FROM + one] += 1
    rows[table, place.SEEN_FROM + other] += 1
    rows[table, place.SEEN_FROM + up] += 1
    rows[table, place.UP] = rows[table, place.DEALER] = up
    rows[table, place.SECOND] = second
    hand = np.int64(numbers[facts[fact.FIRST] + 10 * one + other])
    rows[table, place.HELD_FROM] = hand
    rows[table, place.HELD] = 1
    rows[table, place.HAND] = 0
    rows[table, place.BET] = bet
    rows[table, place.INSURED] = 0
    decided = False
    if facts[fact.SECOND] == OPEN:
        _turn_second(numbers, facts, rows, table)
        decided = end_of(numbers, facts, rows[table, place.DEALER]) == _BLACKJACK
    offered = numbers[facts[fact.OFFERS] + 20 * bet + 2 * up + told(numbers, facts, hand, PLAYING)]
    if not decided:
        if offered:
            rows[table, place.MOMENT] = OFFER
            rows[table, place.LEGAL] = offered
        elif _finds_blackjack(numbers, facts, rows, table):
            decided = True
        elif not _find_decision(numbers, facts, rows, cards, random, table):
            _show_second(numbers, facts, rows, table)
            decided = True
    if decided:
        rows[table, place.MOMENT] = DECIDED
        rows[table, place.LEGAL] = ONLY_STAND


@compiled_into
def begin(
    numbers: ShortIntegers, facts: Facts, rows: Rows, cards: Cards, random: Bits, table: Number
) -> None:
    """Begin the next round: with its first cards, or with a bet to choose."""
    before_round(facts, rows, cards, random, table)
    if facts[fact.BETS] == 1:
        deal(numbers, facts, rows, cards, random, table, 0)
        return
    rows[table, place.MOMENT] = BET
    rows[table, place.LEGAL] = (1 << facts[fact.BETS]) - 1
    rows[table, place.HELD] = rows[table, place.HAND] = 0
    rows[table, place.INSURED] = rows[table, place.BET] = 0


@compiled_into
def _split(
    numbers: ShortIntegers,
    facts: Facts,
    rows: Rows,
    cards: Cards,
    random: Bits,
    table: Number,
    single: Number,
) -> None:
    """Make two hands of the one in play; `single` is one card of the pair."""
    held = np.int64(rows[table, place.HELD])
    hand = np.int64(rows[table, place.HAND])
    rows[table, place.HELD] = held + 1
    if facts[fact.QUEUE]:
        card = draw_open(facts, rows, cards, random, table)
        rows[table, place.HELD_FROM + hand] = after_card(numbers, facts, single, card)
        card = draw_open(facts, rows, cards, random, table)
        rows[table, place.HELD_FROM + held] = after_card(numbers, facts, single, card)
        return
    for at in range(held, hand + 1, -1):
        rows[table, place.HELD_FROM + at] = rows[table, place.HELD_FROM + at - 1]
    rows[table, place.HELD_FROM + hand] = single
    rows[table, place.HELD_FROM + hand + 1] = single


@compiled_into
def act(
    numbers: ShortIntegers,
    facts: Facts,
    rows: Rows,
    cards: Cards,
    random: Bits,
    table: Number,
    action: Number,
) -> None:
    """Play a legal action, and go on to the next decision or to the end of the round."""
    moment = rows[table, place.MOMENT]
    if moment == BET:
        deal(numbers, facts, rows, cards, random, table, action)
        return
    if moment != DECIDED:
        at = place.HELD_FROM + np.int64(rows[table, place.HAND])
        hand = np.int64(rows[table, at])
        if moment == OFFER:
            if action == INSURE:
                rows[table, place.INSURED] = 1
            elif action == SURRENDER:
                rows[table, at] = after_action(numbers, facts, hand, SURRENDER)
            if _finds_blackjack(numbers, facts, rows, table):
                _settle(numbers, facts, rows, table)
                return
        else:
            after = np.int64(after_action(numbers, facts, hand, action))
            if action == SPLIT:
                _split(numbers, facts, rows, cards, random, table, after)
            elif action in (HIT, DOUBLE):
                card = draw_open(facts, rows, cards, random, table)
                rows[table, at] = after_card(numbers, facts, after, card)
            else:
                rows[table, at] = after
        if _find_decision(numbers, facts, rows, cards, random, table):
            return
        _show_second(numbers, facts, rows, table)
    _play_out(numbers, facts, rows, cards, random, table)
