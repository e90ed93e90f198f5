"""How deals end when a best response to a policy of spots is played, over all cards, compiled.

What a walk has kept tells what we do; here only the ways that we take are followed.
"""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import ILLEGAL, SpotBidding
from cutcard.blockhead.exact.spot_rounds import (
    Stand,
    Walk,
    after_cards,
    choose,
    fold_ends,
    judge_round,
    moves_at,
    pick_up,
    put_down,
    rows_of,
)
from cutcard.blockhead.exact.spot_walk import next_cards
from cutcard.blockhead.spots import ACTIONS
from cutcard.compilation import Number, compiled_within
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, Integers


@compiled_within
def _follow(bidding: SpotBidding, actions: Integers, ours: Integers) -> None:
    """With which of our cards we come to each place, if we make the best bets."""
    ends = len(bidding.signs)
    for number in range(len(bidding.ours)):
        for action in range(ACTIONS):
            after = bidding.after[number, action]
            if after == ILLEGAL:
                continue
            for own in range(HIGHEST):
                ours[after, own] = ours[ends + number, own]
                if bidding.ours[number] and actions[number, own] != action:
                    ours[after, own] = 0


@compiled_within
def _count_folds(
    bidding: SpotBidding,
    stand: Stand,
    half_carried: Number,
    rows: Floats,
    deals: Floats,
    ours: Integers,
    sums: Floats,
) -> None:
    """Add up how often somebody folds in a bidding round, and the chips that brings."""
    for end in range(fold_ends(bidding)):
        way = 0 if bidding.signs[end] < 0 else 1
        net = float(bidding.signs[end] * stand.half + bidding.paid[end] + half_carried)
        for own in range(HIGHEST):
            if ours[end, own]:
                often = 0.0
                for card in range(HIGHEST):
                    often += rows[end, card] * deals[card, own]
                sums[stand.street, way, 0] += often
                sums[stand.street, way, 1] += often * net


@compiled_within
def _count_showdowns(
    bidding: SpotBidding,
    stand: Stand,
    half_carried: Number,
    ante: Number,
    rows: Floats,
    deals: Floats,
    ours: Integers,
    sums: Floats,
    ties: Floats,
) -> None:
    """Add up how often each showdown is won, lost and tied, and the chips that brings."""
    for end in range(fold_ends(bidding), len(bidding.signs)):
        half = stand.half + bidding.paid[end]
        staked = half - half_carried
        for own in range(HIGHEST):
            if not ours[end, own]:
                continue
            for card in range(HIGHEST):
                often = rows[end, card] * deals[card, own]
                if card == own + stand.lead:
                    ties[staked - ante, 0] += often
                    ties[staked - ante, 1] -= often * staked
                elif card < own + stand.lead:
                    sums[stand.street, 2, 0] += often
                    sums[stand.street, 2, 1] += often * (half + half_carried)
                else:
                    sums[stand.street, 3, 0] += often
                    sums[stand.street, 3, 1] -= often * staked


@compiled
def earn(
    table: Walk,
    stand: Stand,
    half_carried: int,
    ante: int,
    rows: Floats,
    kept: Floats,
    sums: Floats,
    ties: Floats,
) -> None:
    """Add up how deals end that begin so, with every hidden card possible.

    ``kept`` is what `walk` has kept; sums and ties are as `response.Earnings` has them.
    """
    bidding = table.bidding
    begin, last = stand.street, len(table.opened) - 1
    closings, ends = len(bidding.claimed), len(bidding.signs)
    folds, places = fold_ends(bidding), ends + len(bidding.ours)
    lanes, worths = np.empty((3, HIGHEST, HIGHEST)), np.empty((places, HIGHEST))
    actions = np.empty((len(bidding.ours), HIGHEST), np.int64)
    scratch = np.empty((closings, HIGHEST))
    # By bidding round on the way, as in a walk.
    stands = np.empty((last + 1, len(stand)), np.int64)
    put_down(stands[begin], stand)
    reached = np.ones((last + 1, HIGHEST))
    steps = np.empty((last + 1, 2), np.int64)
    slots, firsts = np.zeros(last + 1, np.int64), np.zeros(last + 2, np.int64)
    ours = np.ones((last + 1, places, HIGHEST), np.int64)
    rounds = 1
    for street in range(begin, last):
        firsts[street + 1] = firsts[street] + rounds
        rounds *= closings * moves_at(table, street + 1)
    at = begin
    steps[at, 0] = -1
    while True:
        stand = pick_up(stands[at])
        row, behind = rows_of(table, stand)
        here = rows if at == begin else table.reaches[row:behind]
        if steps[at, 0] < 0:
            closed = kept[firsts[at] + slots[at]] if at < last else scratch
            judge_round(table, stand, here, reached[at], closed, lanes, worths)
            choose(bidding, worths, actions)
            _follow(bidding, actions, ours[at])
            _count_folds(bidding, stand, half_carried, here, lanes[0], ours[at], sums)
            if at == last:
                _count_showdowns(
                    bidding, stand, half_carried, ante, here, lanes[0], ours[at], sums, ties
                )
        if at < last and next_cards(table, stand, here, reached[at], reached[at + 1], steps[at]):
            closing, move = steps[at, 0], steps[at, 1]
            moves = moves_at(table, at + 1)
            taken = False
            for own in range(HIGHEST):
                ours[at + 1, ends, own] = ours[at, folds + closing, own]
                taken = taken or ours[at, folds + closing, own] == 1
            if not taken:
                steps[at, 1] = moves - 1  # we never close the round so
                continue
            slot = (slots[at] * closings + closing) * moves + move
            at += 1
            slots[at] = slot
            steps[at, 0] = -1
            put_down(stands[at], after_cards(table, stand, closing, move))
            continue
        if at == begin:
            return
        at -= 1
