"""What lanes do, all of them in turn: settle and begin rounds, take a card, play splits.

Words and tables are those of `lane.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blackjack.kernel.lane import (
    INSURED,
    INSURES,
    LANES,
    RUNNING,
    TAKEN,
    VALUE,
    lane_of,
    place_of,
    second_of,
    taken_of,
    value_of,
)
from cutcard.blackjack.kernel.pack import Layout, Numbers, States
from cutcard.blackjack.kernel.random import WORD, Words
from cutcard.blackjack.kernel.round import SURRENDERED, Cards, Indexed, play_split
from cutcard.blackjack.kernel.scalar import Counts, play_shoes
from cutcard.blackjack.outcomes import INSURED as INSURANCE
from cutcard.blackjack.tables import OPEN, WIDTH
from cutcard.compiled import Number, compiled

_KEPT: Final = np.uint64(0xFFFF0003FFFF0000)
"""What a lane keeps from round to round: running count, cards taken, lane."""

_SIDES: Final = np.uint64(0x0000FFFC00FF0000)
"""What a split leaves as it is: value of the count, second card, insurance, lane."""

_UNINSURED: Final = np.uint64(0xFFFFFFF3FFFFFFFF)
_CHART: Final = np.uint64(0x7F)
_INSURANCE: Final = np.uint64(INSURANCE)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_THREE: Final = np.uint64(3)
_NINE: Final = np.uint64(9)
_TEN: Final = np.uint64(10)
_HUNDRED: Final = np.uint64(100)
_WIDTH: Final = np.uint64(WIDTH)


@compiled
def begin_rounds(
    layout: Layout,
    indexed: Indexed,
    tags: Words,
    hands: Words,
    dealers: Words,
    deals: States,
    values: Cards,
    charts: Cards,
    width: np.uint64,
    flat: Cards,
    size: Number,
    last: Number,
    safe: Number,
    counts: Counts,
    done: Words,
    first: Number,
    stop: Number,
    live: Words,
    playing: Number,
    ended: Words,
    ending: Number,
    exits: Words,
    splits: Number,
    began: Words,
) -> tuple[Number, Number, Number, Number]:
    """Settle rounds that are done, and deal the first cards of the next.

    No round begins behind the card `last`, and one that begins before `safe` cannot run dry.
    Gives the next lane (it stops at one that has run dry), and the numbers of rounds that go on,
    that have ended, and that split.
    """
    one_at, other_at = np.uint64(layout.one * LANES), np.uint64(layout.other * LANES)
    up_at, second_at = np.uint64(layout.up * LANES), np.uint64(layout.second * LANES)
    dealt = np.uint64(splits)
    for at in range(first, stop):
        word = done[np.uint64(at)]
        taken = np.int64(taken_of(word))
        if taken > size:
            stop = at
            break
        outcome = word & WORD
        if indexed is not None:
            outcome += _INSURANCE * (word >> INSURED & _THREE)
        counts[value_of(word), outcome] += 1
        if taken > last:
            continue
        word &= _KEPT
        if taken > safe:
            began[lane_of(word)] = word
        place = place_of(word)
        one = np.uint64(flat[place + one_at])
        other = np.uint64(flat[place + other_at])
        up = np.uint64(flat[place + up_at])
        second = np.uint64(flat[place + second_at])
        value = np.uint64(values[np.uint64(taken) * width + (word >> RUNNING)])
        hand = _TEN * one + other
        if indexed is not None:
            seen = word + tags[one] + tags[other] + tags[up]
            if layout.source == OPEN:
                seen += tags[second]
            row = np.uint64(taken + layout.dealt) * width
            chart = np.uint64(charts[row + (seen >> RUNNING)])
            hand += _HUNDRED * (chart & _CHART)
            # Once for an insurance bet that is lost, twice for one that is won.
            insures = np.uint64(chart >= INSURES) & np.uint64(up == _ZERO)
            word |= insures << np.uint64(second == _NINE) << INSURED
        word += hands[hand] + dealers[_TEN * up + second]
        exits[dealt] = word | value << VALUE
        dealt += _ONE
    # A processor looks only so many steps ahead, and sees more lanes of a shorter loop.
    kinds = layout.first_turn - layout.first_exit
    to_live, to_ended, to_exits = np.uint64(playing), np.uint64(ending), np.uint64(splits)
    for at in range(splits, np.int64(dealt)):
        word = exits[np.uint64(at)]
        deal = word & WORD
        state = np.uint64(deals[deal])
        word += state - deal
        if indexed is not None and layout.early and state == SURRENDERED:
            word &= _UNINSURED
        live[to_live] = word
        to_live += np.uint64(state >= layout.first_turn)
        ended[to_ended] = word
        to_ended += np.uint64(state < layout.first_exit)
        exits[to_exits] = word
        to_exits += np.uint64(state - layout.first_exit < kinds)
    return stop, np.int64(to_live), np.int64(to_ended), np.int64(to_exits)


@compiled
def pass_cards(
    states: States,
    layout: Layout,
    indexed: Indexed,
    tags: Words,
    charts: Cards,
    width: np.uint64,
    flat: Cards,
    live: Words,
    playing: Number,
    ended: Words,
    ending: Number,
) -> tuple[Number, Number]:
    """Give every round that plays a card; give the number of those that go on, and have ended."""
    still = _ZERO
    for at in range(playing):
        word = live[np.uint64(at)]
        state = word & WORD
        turns = np.uint64(state < layout.first_draw)
        card = np.uint64(flat[place_of(word)])
        card ^= (card ^ second_of(word)) & (_ZERO - turns)
        word += tags[card] + ((_ONE - turns) << TAKEN)
        row = layout.next + state * _WIDTH + card
        if indexed is not None:
            chart = np.uint64(charts[taken_of(word) * width + (word >> RUNNING)])
            row += layout.layer * (chart & _CHART)
        after = np.uint64(states[row])
        word += after - state
        live[still] = word
        ended[np.uint64(ending + at) - still] = word
        still += np.uint64(after >= layout.first_turn)
    return np.int64(still), ending + playing - np.int64(still)


@compiled
def play_splits(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    cards: Cards,
    zero: Number,
    size: Number,
    dealt: Number,
    exits: Words,
    at: Number,
    leaving: Number,
    ended: Words,
    ending: Number,
    waiting: Cards,
) -> tuple[Number, Number]:
    """Play splits one by one, as far as the cards dealt suffice."""
    while at < leaving:
        word = exits[np.uint64(at)]
        outcome, stop, running = play_split(
            states,
            numbers,
            layout,
            cards[:, lane_of(word)],
            np.int64(taken_of(word)),
            size,
            np.int64(word >> RUNNING) + zero,
            waiting,
            indexed,
            (word & WORD) - layout.first_exit,
            second_of(word),
        )
        if stop > dealt and dealt < size:
            break
        word = word & _SIDES | np.uint64(outcome) | np.uint64(stop) << TAKEN
        ended[np.uint64(ending)] = word | np.uint64(running - zero) << RUNNING
        ending += 1
        at += 1
    return at, ending


@compiled
def play_dry(
    states: States,
    numbers: Numbers,
    layout: Layout,
    indexed: Indexed,
    random: Words,
    cards: Cards,
    word: np.uint64,
    zero: Number,
    size: Number,
    reshuffle_below: Number,
    rounds: Number,
    counts: Counts,
    shoe: Cards,
    waiting: Cards,
) -> Number:
    """Play the round again in which a shoe ran dry, and the shoe to its end.

    Gives the rounds that this was more than the one, or less than any number if it fails.
    """
    for row in range(size):
        shoe[row] = cards[row, lane_of(word)]
    played = play_shoes(
        states,
        numbers,
        layout,
        random,
        shoe,
        size,
        reshuffle_below,
        rounds,
        np.int64(taken_of(word)),
        np.int64(word >> RUNNING) + zero,
        size,
        size,
        True,
        counts,
        waiting,
        indexed,
    )
    return played - 1 if played > 0 else -(2**62)
