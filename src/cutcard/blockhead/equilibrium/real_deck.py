"""What an exploiter wins from a stored policy in the real deck, from four open cards on, compiled.

Every card that may come is dealt.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PAID_AT, PATHS
from cutcard.blockhead.equilibrium.deviation import best_answering, best_opening, reach_closings
from cutcard.blockhead.equilibrium.last_bids import best_last, make_room
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, ShortIntegers
from cutcard.number_arrays import Integers as Counts

_TINY: Final = 1e-6
"""Whoever comes with less is not worth a solution: the exploiter is given the pot."""


class ExploiterScope(NamedTuple):
    """What an exploiter may do, and where its worth is computed."""

    sizes: ShortIntegers
    """The raises that it makes in the first two bidding rounds."""
    last: ShortIntegers
    """Those in the last."""
    second: Floats
    """How far stakes may be from what was read when the second bidding round begins; between these
    numbers, what is known is drawn as a line."""
    third: Floats
    """The same for the last."""


class Blocks(NamedTuple):
    """The policy after a lead: blocks for each bidding round."""

    first: Floats
    second: Floats
    """By the way in which the first closed, and the step of the lead."""
    third: Floats
    """By ways to close and steps in turn."""


@compiled
def _sum(counts: Counts) -> int:
    total = 0
    for at in range(len(counts)):
        total += counts[at]
    return total


@compiled
def _most(reach: Floats) -> float:
    """The largest of some odds."""
    most = 0.0
    for hand in range(len(reach)):
        most = max(most, reach[hand])
    return most


@compiled
def _without(counts: Counts, one: int, two: int, left: Counts) -> None:
    """Write down the cards that are left without two."""
    for at in range(len(counts)):
        left[at] = counts[at]
    left[one] -= 1
    left[two] -= 1


@compiled
def _pair_odds(counts: Counts, odds: Floats) -> None:
    """How likely two hidden cards are."""
    many = _sum(counts)
    for one in range(len(counts)):
        for two in range(len(counts)):
            ways = counts[one] * (counts[two] - (one == two))
            odds[one, two] = ways / (many * (many - 1))


@compiled
def _give(
    odds: Floats, reach: Floats, stake: float, offs: Floats, part: float, values: Floats
) -> None:
    """Add what stakes are worth to an exploiter that wins them with every card."""
    for hand in range(len(reach)):
        come = 0.0
        for hidden in range(len(reach)):
            come += odds[hidden, hand] * reach[hidden]
        for at in range(len(offs)):
            values[at, hand] += part * come * (stake + offs[at])


@compiled
def _best(
    seat: int,
    block: Floats,
    reach: Floats,
    odds: Floats,
    stake: float,
    off: float,
    sizes: ShortIntegers,
    values: Floats,
    offs: Floats,
    result: Floats,
) -> None:
    """What each card of an exploiter in a seat is worth when a bidding round begins."""
    if seat == 0:
        best_opening(block, reach, odds, stake, off, sizes, values, offs, result)
    else:
        best_answering(block, reach, odds, stake, off, sizes, values, offs, result)


@compiled
def _second_values(
    exploiter: ExploiterScope,
    seat: int,
    counts: Counts,
    odds: Floats,
    lead: int,
    stake: float,
    block: Floats,
    third: Floats,
    reach: Floats,
    part: float,
    values: Floats,
) -> None:
    """Add what a second bidding round is worth to an exploiter in a seat, before the last cards."""
    hands = len(counts)
    many = _sum(counts)
    offs = exploiter.third
    left, odds_3 = np.empty(hands, np.int64), np.empty((hands, hands))
    come = np.empty((CLOSINGS, hands))
    reach_closings(block, PATHS, 1 - seat, reach, come)
    values_3 = np.zeros((CLOSINGS, len(offs), hands))
    result = np.empty(hands)
    room, inner = make_room(len(exploiter.last)), make_room(len(exploiter.last))
    for one in range(hands):
        for two in range(hands):
            ways = counts[one] * (counts[two] - (one == two))
            if ways == 0:
                continue
            part_3 = ways / (many * (many - 1))
            _without(counts, one, two, left)
            _pair_odds(left, odds_3)
            now = lead + one - two
            for way in range(CLOSINGS):
                stake_3 = stake + PAID_AT[way]
                decided = abs(now) >= hands
                if decided or _most(come[way]) < _TINY:
                    behind = decided and (now > 0) != (seat == 0)
                    ahead = -part_3 if behind else part_3
                    _give(odds_3, come[way], stake_3, offs, ahead, values_3[way])
                    continue
                block_3 = third[way, one - two + hands - 1]
                mine = now if seat == 0 else -now
                for at in range(len(offs)):
                    off = offs[at]
                    best_last(
                        left,
                        mine,
                        seat,
                        block_3,
                        come[way],
                        stake_3,
                        off,
                        exploiter.last,
                        room,
                        inner,
                        result,
                    )
                    for hand in range(hands):
                        values_3[way, at, hand] += part_3 * result[hand]
    for at in range(len(exploiter.second)):
        off = exploiter.second[at]
        _best(seat, block, reach, odds, stake, off, exploiter.sizes, values_3, offs, result)
        for hand in range(hands):
            values[at, hand] += part * result[hand]


@compiled
def exploit_rest(
    counts: Counts,
    one: int,
    two: int,
    lead: int,
    stake: float,
    seat: int,
    blocks: Blocks,
    paths: Counts,
    paid: Counts,
    exploiter: ExploiterScope,
    values: Floats,
) -> None:
    """Add what each card of an exploiter is worth after each way to close the first round.

    ``counts`` are the unseen cards, ``one`` and ``two`` those that come next, to opener and
    answerer. ``paths`` and ``paid`` are the choices that lead to the ways to close, and what was
    bet. ``values`` are by way, by what stakes differ from what was read, and by hidden card.
    """
    hands = len(counts)
    many = _sum(counts)
    part = counts[one] * (counts[two] - (one == two)) / (many * (many - 1))
    if part == 0.0:
        return
    left, odds = np.empty(hands, np.int64), np.empty((hands, hands))
    _without(counts, one, two, left)
    _pair_odds(left, odds)
    come = np.empty((len(paid), hands))
    everything = np.empty(hands)
    for hand in range(hands):
        everything[hand] = 1.0
    reach_closings(blocks.first, paths, 1 - seat, everything, come)
    now = lead + one - two
    for way in range(len(paid)):
        staked = stake + paid[way]
        decided = abs(now) >= 2 * hands - 1
        if decided or _most(come[way]) < _TINY:
            behind = decided and (now > 0) != (seat == 0)
            ahead = -part if behind else part
            _give(odds, come[way], staked, exploiter.second, ahead, values[way])
            continue
        step = one - two + hands - 1
        _second_values(
            exploiter,
            seat,
            left,
            odds,
            now,
            staked,
            blocks.second[way, step],
            blocks.third[way, step],
            come[way],
            part,
            values[way],
        )
