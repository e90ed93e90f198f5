"""What lanes do, all of them in turn: settle and begin rounds, take a card.

Bits and tables are those of `word.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blackjack.kernel.automaton import OPEN
from cutcard.blackjack.kernel.lanes.rows import Rows
from cutcard.blackjack.kernel.lanes.word import (
    CHART,
    INSURANCE,
    INSURES,
    LANES,
    ONE_CARD,
    RUNNING,
    TAKEN,
    VALUE,
    LaneTables,
    Lists,
    count_of,
    lane_of,
    place_of,
    second_of,
    taken_of,
    value_of,
)
from cutcard.blackjack.kernel.minimiser import WIDTH
from cutcard.blackjack.kernel.outcomes import INSURED
from cutcard.blackjack.kernel.pack import Layout, Pack
from cutcard.blackjack.kernel.random import WORD, Bits
from cutcard.blackjack.kernel.scalar import EMPTY, OutcomeCounts, play_shoes
from cutcard.blackjack.kernel.walk import SURRENDERED, Cards
from cutcard.compilation import Number, Switch, compiled, compiled_within

_KEPT: Final = np.uint64(0xFFFFFFFFC0000000)
"""What a lane keeps from round to round: running count, cards taken, lane."""

_UNINSURED: Final = np.uint64(0xFFFFFFFFFFCFFFFF)
_INSURED: Final = np.uint64(INSURED)
_UPPER: Final = np.uint64(16)
_ZERO: Final = np.uint64(0)
_ONE: Final = np.uint64(1)
_THREE: Final = np.uint64(3)
_NINE: Final = np.uint64(9)
_WIDTH: Final = np.uint64(WIDTH)


@compiled_within
def begin_rounds(
    layout: Layout,
    indexed: Switch,
    late: Switch,
    tables: LaneTables,
    rows: Rows,
    last: Number,
    safe: Number,
    counts: OutcomeCounts,
    done: Bits,
    lanes: Number,
    lists: Lists,
    splits: Number,
    dry: Number,
    ended: Bits,
) -> tuple[Number, Number, Number, Number]:
    """Settle rounds that are done, and deal the first cards of the next.

    No round begins behind the card `last`, and one that begins before `safe` cannot run dry;
    where all are before both, it is not `late`. Return the numbers of rounds that go on, that
    split, that have run dry, and that are done again.
    """
    live = lists.live
    one_at, other_at = np.uint64(layout.one * LANES), np.uint64(layout.other * LANES)
    up_at, second_at = np.uint64(layout.up * LANES), np.uint64(layout.second * LANES)
    dealt = _ZERO
    for at in range(lanes):
        word = done[np.uint64(at)]
        taken = np.int64(taken_of(word))
        if late is not None and taken > rows.size:
            lists.dry[np.uint64(dry)] = lists.began[lane_of(word)]
            dry += 1
            continue
        outcome = word & WORD
        if outcome >= layout.first_exit:
            lists.exits[np.uint64(splits)] = word
            splits += 1
            continue
        if indexed is not None:
            outcome += _INSURED * (word >> INSURANCE & _THREE)
        counts[value_of(word), outcome] += 1
        word &= _KEPT
        if late is not None:
            if taken > last:
                continue
            if taken > safe:
                lists.began[lane_of(word)] = word
        place = place_of(word)
        one = np.uint64(rows.flat[place + one_at])
        other = np.uint64(rows.flat[place + other_at])
        up = np.uint64(rows.flat[place + up_at])
        second = np.uint64(rows.flat[place + second_at])
        value = np.uint64(tables.values[count_of(tables, word)])
        hand = _WIDTH * one + other
        if indexed is not None:
            seen = word + tables.tags[one] + tables.tags[other] + tables.tags[up]
            if layout.source == OPEN:
                seen += tables.tags[second]
            seen += np.uint64(layout.dealt) * ONE_CARD
            chart = np.uint64(tables.charts[count_of(tables, seen)])
            hand += _WIDTH * _WIDTH * (chart & CHART)
            # Once for an insurance bet that is lost, twice for one that is won.
            insures = np.uint64(chart >= INSURES) & np.uint64(up == _ZERO)
            word |= insures << np.uint64(second == _NINE) << INSURANCE
        word += tables.hands[hand] + tables.dealers[_WIDTH * up + second]
        live[dealt] = word | value << VALUE
        dealt += _ONE
    # A processor looks only a few steps ahead, and sees more lanes of a shorter loop.
    still = over = _ZERO
    for at in range(np.int64(dealt)):
        word = live[np.uint64(at)]
        deal = word & WORD
        state = np.uint64(tables.deals[deal])
        word += state >> _UPPER << RUNNING
        state &= WORD
        word += state - deal
        if indexed is not None and layout.early and state == SURRENDERED:
            word &= _UNINSURED
        live[still] = word
        ended[over] = word
        goes_on = np.uint64(state >= layout.first_turn)
        still += goes_on
        over += _ONE - goes_on
    return np.int64(still), splits, dry, np.int64(over)


@compiled_within
def pass_cards(
    pack: Pack,
    indexed: Switch,
    tables: LaneTables,
    rows: Rows,
    live: Bits,
    playing: Number,
    ended: Bits,
    ending: Number,
) -> tuple[Number, Number]:
    """Deal a card to every round in play; return the numbers that go on and that have ended."""
    states, _, layout = pack
    still = _ZERO
    for at in range(playing):
        word = live[np.uint64(at)]
        state = word & WORD
        turns = np.uint64(state < layout.first_draw)
        card = np.uint64(rows.flat[place_of(word)])
        card ^= (card ^ second_of(word)) & (_ZERO - turns)
        word += tables.tags[card] + ((_ONE - turns) << TAKEN)
        row = layout.next + state * _WIDTH + card
        if indexed is not None:
            row += layout.layer * (np.uint64(tables.charts[count_of(tables, word)]) & CHART)
        after = np.uint64(states[row])
        word += after - state
        live[still] = word
        ended[np.uint64(ending + at) - still] = word
        still += np.uint64(after >= layout.first_turn)
    return np.int64(still), ending + playing - np.int64(still)


@compiled
def play_dry(
    pack: Pack,
    indexed: Switch,
    random: Bits,
    rows: Rows,
    lists: Lists,
    dry: Number,
    zero: Number,
    reshuffle_below: Number,
    rounds: Number,
    counts: OutcomeCounts,
    shoe: Cards,
    waiting: Cards,
) -> Number:
    """Play the rounds again in which shoes ran dry, and those shoes to their end.

    Return how many rounds were played beyond one for each, at most `rounds`; or EMPTY.
    """
    size = rows.size
    more = 0
    for at in range(dry):
        word = lists.dry[at]
        for row in range(size):
            shoe[row] = rows.cards[row, lane_of(word)]
        played = play_shoes(
            pack.states,
            pack.numbers,
            pack.layout,
            random,
            shoe,
            size,
            reshuffle_below,
            rounds - more + 1,
            np.int64(taken_of(word)),
            np.int64(word >> RUNNING) + zero,
            size,
            size,
            np.bool_(True),  # a plain True would be of a type of its own, and compiled for anew
            counts,
            waiting,
            indexed,
        )
        if played < 0:
            return EMPTY
        more += played - 1
    return more
