"""Lessons: many rounds played by a table of actions, and what each decision brought, compiled.

At most one decision of a round is taken at random. Which one it will be is drawn before the round
begins, so that what is learnt from the rest does not depend on accidents of the round.

What a decision brought is what its own hand gained. A split makes two hands of one, and brought
what both gain.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.dealer import End
from cutcard.blackjack.kernel import floor_facts as fact
from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.choices import DRAWS, NO_END, SPLIT, STAND
from cutcard.blackjack.kernel.floor import act, begin, end_of
from cutcard.blackjack.kernel.floor_shoes import Bits, Cards, Facts, Rows
from cutcard.blackjack.kernel.one_table import OFFER, OVER
from cutcard.blackjack.kernel.random import draw
from cutcard.compilation import Number, compiled, compiled_into
from cutcard.learn.situations import OFFERED, PLAYS
from cutcard.number_arrays import ShortIntegers

MOST_DECISIONS: Final = 512
"""More decisions than any round has: 8 hands of 21 cards at most."""

# The columns of the log of a round.
SITUATION: Final = 0
ACTION: Final = 1
BEFORE: Final = 2
"""The decision before it on the same hand, or the split that made the hand."""
BROUGHT: Final = 3
LOG: Final = 4

MONTE_CARLO: Final = 0
"""A decision brought what its hand gained in the end."""
Q_LEARNING: Final = 1
"""It brought what the situation after it is worth, by what is known of that."""

Log = NDArray[np.int64]
Places = NDArray[np.int32]

_NEVER: Final = MOST_DECISIONS
_TABLE: Final = np.uint64(0)
_U4: Final = np.uint64(4)
_FIFTEEN: Final = np.uint64(15)
_WORD: Final = np.uint64(0xFFFF)
_BLACKJACK: Final = int(End.BLACKJACK)
_ENDS: Final = NO_END + 1


@compiled_into
def _explored(number: np.uint64) -> Number:
    """Which decision of a round is taken at random: mostly the first or second, often none."""
    lot = np.int64(number & _FIFTEEN)
    if lot < 5:
        return 0
    if lot < 9:
        return 1
    if lot < 11:
        return 2
    return 3 if lot == 11 else _NEVER


@compiled_into
def _any_of(legal: Number, number: np.uint64) -> Number:
    """One of the legal actions, each as likely as any other."""
    several = np.int64(0)
    for action in range(PLAYS):
        several += legal >> action & 1
    lot = np.int64(number >> _U4 & _WORD) * several >> 16
    for action in range(PLAYS):
        if legal >> action & 1:
            if lot == 0:
                return action
            lot -= 1
    return STAND


@compiled_into
def _share_out(
    numbers: ShortIntegers, facts: Facts, rows: Rows, log: Log, latest: Log, part: Number
) -> None:
    """Give what each hand has gained to the last decision about it."""
    held = rows[_TABLE, place.HELD]
    end = np.int64(end_of(numbers, facts, rows[_TABLE, place.DEALER]))
    if end == DRAWS:
        end = np.int64(NO_END)
    if held == 1 or (end == _BLACKJACK and facts[fact.ORIGINAL]):
        # A loss of one bet that is common to all hands is the first hand's.
        log[latest[0], BROUGHT] += part * rows[_TABLE, place.NET]
        return
    for hand in range(held):
        gain = numbers[facts[fact.GAINS] + end + _ENDS * rows[_TABLE, place.HELD_FROM + hand]]
        log[latest[hand], BROUGHT] += part * gain


@compiled_into
def _split_log(latest: Log, hand: Number, held: Number, queue: Number) -> None:
    """Let both hands of a split go on from the same decision."""
    if queue:
        latest[held] = latest[hand]
        return
    for at in range(held, hand, -1):
        latest[at] = latest[at - 1]


@compiled
def play_lessons(
    numbers: ShortIntegers,
    facts: Facts,
    rows: Rows,
    cards: Cards,
    random: Bits,
    lots: Bits,
    row_of: Places,
    column_of: Places,
    kind_of: Places,
    legal_of: Log,
    plays: Log,
    worths: Log,
    method: Number,
    part: Number,
    rounds: Number,
    log: Log,
    latest: Log,
    times: Log,
    totals: Log,
    met: Log,
) -> None:
    """Play `rounds` rounds at one table by `plays`, and add up what was brought.

    `times` and `totals` are by situation and action; a total has `part` parts to a unit. `met`
    is how often a situation was come to in rounds without a random decision. The last line of the
    log is for what no decision has led to.
    """
    a, b, c, d = lots[0], lots[1], lots[2], lots[3]
    nobody = len(log) - 1
    for _ in range(rounds):
        number, a, b, c, d = draw(a, b, c, d)
        explored = _explored(number)
        made = 0
        latest[0] = nobody
        begin(numbers, facts, rows, cards, random, _TABLE)
        while rows[_TABLE, place.MOMENT] != OVER:
            hand = np.int64(rows[_TABLE, place.HAND])
            row = row_of[rows[_TABLE, place.HELD_FROM + hand]]
            bits = np.int64(rows[_TABLE, place.LEGAL]) & OFFERED - 1
            if rows[_TABLE, place.MOMENT] == OFFER:
                bits |= OFFERED
            kind = kind_of[bits]
            action = np.int64(STAND)
            if row >= 0 and kind >= 0:
                situation = np.int64(row + column_of[rows[_TABLE, place.DEALER]] + kind)
                if made == explored:
                    action = np.int64(_any_of(legal_of[situation], number))
                else:
                    action = plays[situation]
                before = latest[hand]
                log[made, SITUATION] = situation
                log[made, ACTION] = action
                log[made, BEFORE] = before
                log[made, BROUGHT] = 0
                if method == Q_LEARNING:
                    log[before, BROUGHT] += worths[situation]
                latest[hand] = made
                made += 1
                if action == SPLIT:
                    _split_log(latest, hand, np.int64(rows[_TABLE, place.HELD]), facts[fact.QUEUE])
            act(numbers, facts, rows, cards, random, _TABLE, action)
        if made == 0:
            continue
        _share_out(numbers, facts, rows, log, latest, part)
        # What follows a random decision was played by the table; what came before it was not.
        first = 0 if method == Q_LEARNING or explored == _NEVER else explored
        for at in range(made - 1, first - 1, -1):
            where = PLAYS * log[at, SITUATION] + log[at, ACTION]
            times[where] += 1
            totals[where] += log[at, BROUGHT]
            if method == MONTE_CARLO:
                log[log[at, BEFORE], BROUGHT] += log[at, BROUGHT]
        if explored == _NEVER:
            for at in range(made):
                met[log[at, SITUATION]] += 1
    lots[0], lots[1], lots[2], lots[3] = a, b, c, d
