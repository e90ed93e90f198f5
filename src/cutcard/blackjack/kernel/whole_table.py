"""One round of several seats, from cards in the order in which the engine takes them.

Others sit before the player, who holds some spots, or none. The kernel knows no rules, as
`whole_table_moves.py` tells; only the order of a round is written here. There is no randomness
inside, so that engine and kernel can be given the same cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel.automaton import FACE_DOWN, OPEN
from cutcard.blackjack.kernel.choices import (
    DOUBLE,
    DRAWS,
    HIT,
    LOOKS_AT_NATURAL,
    LOOKS_IF_INSURED,
    LOOKS_IF_LOST,
    NO_END,
    SPLIT,
)
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.random import LOW, U32
from cutcard.blackjack.kernel.walk import Cards, count_value
from cutcard.blackjack.kernel.whole_table_moves import (
    ACTION_SHIFT,
    FIRST_PLACES,
    IS_BUST,
    IS_DOUBLED,
    IS_NATURAL,
    IS_PLAYING,
    IS_SINGLE,
    IS_STOOD,
    IS_SURRENDERED,
    NUMBER,
    TableLayout,
    Tables,
)
from cutcard.blackjack.strategy.mistakes import HALF_DECK, PER_SPOT, WAYS
from cutcard.compilation import Number, compiled_into
from cutcard.number_arrays import Integers

Held = NDArray[np.int32]
"""The hands of each spot, HANDS to a spot."""

HANDS: Final = 8
"""The most hands that a pair can be split into."""

# What happened to a player in a round, as bits in the order of HAPPENINGS.
BLACKJACKS: Final = 1
SPLITS: Final = 2
DOUBLES: Final = 4
SURRENDERS: Final = 8
BUSTS: Final = 16
MARKS: Final = 32

_WORD: Final = (1 << ACTION_SHIFT) - 1
_BLACKJACK: Final = int(End.BLACKJACK)
_ENDS: Final = NO_END + 1

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_U27: Final = np.uint64(27)
_U30: Final = np.uint64(30)
_U31: Final = np.uint64(31)


class RoundOver(NamedTuple):
    """A round that is over."""

    net: Number
    """What the player gained on all spots, in units."""
    happened: Number
    at: Number
    """Where the next round begins."""
    running: Number


@compiled_into
def luck(key: np.uint64, number: Number) -> np.uint64:
    """The bits of a round's or a hand's mistake, as `mistakes.luck` has them."""
    bits = key + _STEP * np.uint64(number + 1)
    bits = (bits ^ bits >> _U30) * _FIRST
    bits = (bits ^ bits >> _U27) * _SECOND
    return bits ^ bits >> _U31


@compiled_into
def misread_way(layout: TableLayout, key: np.uint64, number: Number) -> Number:
    """The way in which a hand is misread, or -1."""
    bits = luck(key, number)
    if np.int64(bits & LOW) >= layout.misreads:
        return np.int64(-1)
    return np.int64(bits >> U32 & np.uint64(WAYS - 1))


@compiled_into
def judged(left: Number, slip: Number, size: Number) -> Number:
    """The cards of a shoe that are taken to be left, as `mistakes.judged` has it."""
    return max(min(left + slip, size), min(left, HALF_DECK))


@compiled_into
def _play_seat(
    tables: Tables,
    numbers: Integers,
    layout: TableLayout,
    cards: Cards,
    at: Number,
    end: Number,
    running: Number,
    held: Held,
    base: Number,
    facing: Number,
    fixed: Number,
    slip: Number,
    key: np.uint64,
    number: Number,
) -> tuple[Number, Number, Number]:
    """Play the hands of a seat, which begin at `base` among those held, by a fixed layer or by the
    count if that is negative; return how many they are, the next card and the running count.

    Mistakes are made if `number`, the first of the seat's hands' mistakes, is not negative.
    """
    hands = 1
    hand_at = 0
    seen = layout.moves + 2 * layout.hands * facing + layout.layer * max(fixed, 0)
    row = seen + layout.hands * np.int64(layout.max_hands > 1)
    while hand_at < hands:
        word = np.int64(held[base + hand_at])
        way = np.int64(-1)
        if number >= 0:
            way = misread_way(layout, key, number + hand_at)
        while word & IS_PLAYING:
            action: Number = HIT
            if not word & IS_SINGLE:
                here = row
                if fixed < 0 or way >= 0:
                    layer = np.int64(0)
                    if fixed < 0:
                        value = count_value(numbers, layout, running, judged(end - at, slip, end))
                        layer = numbers[layout.layers + value]
                    if way >= 0:
                        layer = layout.misread + WAYS * layer + way
                    here += layout.layer * layer
                word = np.int64(tables[here + (word & NUMBER)])
                action = word >> ACTION_SHIFT
                word &= _WORD
            if action in (HIT, DOUBLE):
                card = np.int64(cards[at])
                at += 1
                running += numbers[layout.tags + np.uint64(card)]
                word = np.int64(tables[layout.take + WIDTH * (word & NUMBER) + card])
            elif action == SPLIT:
                if layout.queue:
                    one, other = np.int64(cards[at]), np.int64(cards[at + 1])
                    at += 2
                    running += numbers[layout.tags + np.uint64(one)]
                    running += numbers[layout.tags + np.uint64(other)]
                    single = layout.take + WIDTH * (word & NUMBER)
                    held[base + hands] = tables[single + other]
                    word = np.int64(tables[single + one])
                else:
                    for place in range(hands, hand_at + 1, -1):
                        held[base + place] = held[base + place - 1]
                    held[base + hand_at + 1] = word
                hands += 1
                if hands == layout.max_hands:
                    row = seen
        held[base + hand_at] = word
        hand_at += 1
    return hands, at, running


@compiled_into
def _known(held: Held, base: Number, hands: Number) -> Number:
    """All that is known of a seat's hands together."""
    known = np.int64(held[base])
    for place in range(1, hands):
        known |= held[base + place]
    return known


@compiled_into
def _reasons(held: Held, base: Number, hands: Number, known: Number) -> Number:
    """Why a dealer would look for a blackjack because of a seat's hands, as bits."""
    reasons = LOOKS_AT_NATURAL if known & IS_NATURAL else 0
    if known & IS_BUST and (hands > 1 or known & IS_DOUBLED):
        lost = 0
        for place in range(hands):
            word = held[base + place]
            if word & IS_BUST:
                lost += 2 if word & IS_DOUBLED else 1
        if lost > 1:
            reasons |= LOOKS_IF_LOST
    return reasons


@compiled_into
def _settled(
    tables: Tables,
    layout: TableLayout,
    held: Held,
    base: Number,
    hands: Number,
    bet: Number,
    end: Number,
) -> Number:
    """What a spot gains, apart from insurance."""
    net = np.int64(0)
    taken = np.int64(0)
    for place in range(hands):
        word = np.int64(held[base + place])
        if layout.original and end == _BLACKJACK and word & (IS_BUST | IS_STOOD | IS_PLAYING):
            taken = np.int64(tables[layout.stakes + bet])
        else:
            hand = bet * layout.hands + (word & NUMBER)
            net += tables[layout.gains + hand * _ENDS + end]
    return net - taken


@compiled_into
def _happened(known: Number, hands: Number) -> Number:
    """What happened to a spot."""
    happened = BLACKJACKS if known & IS_NATURAL else 0
    happened |= SPLITS if hands > 1 else 0
    happened |= DOUBLES if known & IS_DOUBLED else 0
    happened |= SURRENDERS if known & IS_SURRENDERED else 0
    return happened | (BUSTS if known & IS_BUST else 0)


@compiled_into
def play_table(
    tables: Tables,
    numbers: Integers,
    layout: TableLayout,
    cards: Cards,
    at: Number,
    end: Number,
    running: Number,
    held: Held,
    spots: Number,
    bet: Number,
    slip: Number,
    key: np.uint64,
    number: Number,
) -> RoundOver:
    """Play a round from the cards at `at`, the shoe ending at `end`, with a bet on each spot.

    The cards left are misjudged by `slip`. Hands are misread by luck, with this key and the number
    of the round's luck; where that is negative, nothing is misread.
    """
    others = layout.others
    seats = others + spots
    firsts = layout.firsts + FIRST_PLACES * seats
    one, other = at + tables[firsts], at + tables[firsts + 1]
    up = np.int64(cards[at + tables[firsts + 2]])
    second = np.int64(cards[at + tables[firsts + 3]])
    at += tables[firsts + 4]
    for seat in range(seats):
        running += numbers[layout.tags + np.uint64(cards[one + seat])]
        running += numbers[layout.tags + np.uint64(cards[other + seat])]
    running += numbers[layout.tags + np.uint64(up)]
    dealer = facing = up
    natural = False
    if layout.source == OPEN:
        running += numbers[layout.tags + np.uint64(second)]
        dealer = np.int64(tables[layout.dealer_take + WIDTH * up + second])
        facing = 10 * up + second
        natural = tables[layout.dealer_end + dealer] == _BLACKJACK
    elif layout.peeks:
        both = tables[layout.dealer_take + WIDTH * up + second]
        natural = tables[layout.dealer_end + both] == _BLACKJACK

    # Offers, before the dealer looks.
    value = count_value(numbers, layout, running, judged(end - at, slip, end))
    insures = False
    if up == 0 and layout.source != OPEN and numbers[layout.insures + value]:
        insures = bool(tables[layout.insurable + bet])
    wide = layout.facings * layout.hands
    insured: Number = 0
    for spot in range(spots):
        place = others + spot
        layer = numbers[layout.layers + value]
        if number >= 0:
            way = misread_way(layout, key, number + 1 + PER_SPOT * spot)
            if way >= 0:
                layer = layout.misread + WAYS * layer + way
        early = layout.early + layout.hands * facing + wide * layer
        word = np.int64(tables[layout.first + 10 * cards[one + place] + cards[other + place]])
        given_up = tables[early + (word & NUMBER)]
        held[HANDS * (1 + spot)] = given_up if given_up else word
        insured += np.int64(insures and not given_up)

    # The seats, one after the other; hands of others are not kept.
    known = np.int64(0)
    fixed = -1 if layout.indexed else 0
    reasons = LOOKS_IF_INSURED if insured else 0
    happened = 0
    early = layout.early + layout.hands * facing + wide * layout.company
    playing = not natural
    for seat in range(others if playing else 0):
        word = np.int64(tables[layout.first + 10 * cards[one + seat] + cards[other + seat]])
        given_up = tables[early + (word & NUMBER)]
        held[0] = given_up if given_up else word
        hands, at, running = _play_seat(
            tables,
            numbers,
            layout,
            cards,
            at,
            end,
            running,
            held,
            0,
            facing,
            layout.company,
            0,
            key,
            -1,
        )
        mine = _known(held, 0, hands)
        known |= mine
        reasons |= _reasons(held, 0, hands, mine)
    for spot in range(spots):
        base = HANDS * (1 + spot)
        hands = 1
        if playing:
            hands, at, running = _play_seat(
                tables,
                numbers,
                layout,
                cards,
                at,
                end,
                running,
                held,
                base,
                facing,
                fixed,
                slip,
                key,
                number + 1 + PER_SPOT * spot if number >= 0 else -1,
            )
        mine = _known(held, base, hands)
        held[HANDS * (1 + spots) + spot] = hands
        known |= mine
        reasons |= _reasons(held, base, hands, mine)
        happened |= _happened(mine, hands)

    # The dealer shows and draws as far as any bet hangs on it.
    waiting = playing and known & IS_STOOD != 0
    if natural and layout.source != OPEN:
        dealer = np.int64(tables[layout.dealer_take + WIDTH * up + second])
        running += numbers[layout.tags + np.uint64(second)]
    elif layout.source != OPEN and (waiting or reasons & tables[layout.looks + up]):
        card = second
        if layout.source != FACE_DOWN:
            card = np.int64(cards[at])
            at += 1
        running += numbers[layout.tags + np.uint64(card)]
        dealer = np.int64(tables[layout.dealer_take + WIDTH * up + card])
    if waiting:
        while tables[layout.dealer_end + dealer] == DRAWS:
            card = np.int64(cards[at])
            at += 1
            running += numbers[layout.tags + np.uint64(card)]
            dealer = np.int64(tables[layout.dealer_take + WIDTH * dealer + card])
    ended = np.int64(tables[layout.dealer_end + dealer])
    if ended == DRAWS:
        ended = np.int64(NO_END)

    net = np.int64(0)
    for spot in range(spots):
        hands = np.int64(held[HANDS * (1 + spots) + spot])
        net += _settled(tables, layout, held, HANDS * (1 + spot), hands, bet, ended)
    net += insured * tables[layout.insured + 2 * bet + np.int64(ended == _BLACKJACK)]
    return RoundOver(net, happened, at, running)
