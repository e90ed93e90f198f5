"""What an exploiter wins from a stored policy in the real deck, from four open cards on, compiled.

Every card that may come is dealt.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, RAISE, RAISES_AT
from cutcard.blockhead.equilibrium.deviation import best_answering, best_opening, reach_closings
from cutcard.blockhead.equilibrium.public_tree import Integers, Numbers
from cutcard.blockhead.kernel_decks import Integers as Counts
from cutcard.compilation import compiled_making_arrays as compiled

_TINY: Final = 1e-6
"""Whoever comes with less is not worth a solution: the exploiter is given the pot."""


class Exploiter(NamedTuple):
    """What an exploiter may do, and where its worth is computed."""

    sizes: Integers
    """The raises that it makes."""
    second: Numbers
    """How far stakes may be from what was read when the second bidding round begins; between these
    numbers, what is known is drawn as a line."""
    third: Numbers
    """The same for the last."""


class Blocks(NamedTuple):
    """The policy after a lead: blocks for each bidding round."""

    first: Numbers
    second: Numbers
    """By the way in which the first closed, and the step of the lead."""
    third: Numbers
    """By ways to close and steps in turn."""


@compiled
def _sum(counts: Counts) -> int:
    total = 0
    for at in range(len(counts)):
        total += counts[at]
    return total


@compiled
def _most(reach: Numbers) -> float:
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
def _pair_odds(counts: Counts, odds: Numbers) -> None:
    """How likely two hidden cards are."""
    many = _sum(counts)
    for one in range(len(counts)):
        for two in range(len(counts)):
            ways = counts[one] * (counts[two] - (one == two))
            odds[one, two] = ways / (many * (many - 1))


@compiled
def _give(
    odds: Numbers, reach: Numbers, stake: float, offs: Numbers, part: float, values: Numbers
) -> None:
    """Add what stakes are worth to an exploiter that wins them with every card."""
    for hand in range(len(reach)):
        come = 0.0
        for hidden in range(len(reach)):
            come += odds[hidden, hand] * reach[hidden]
        for at in range(len(offs)):
            values[at, hand] += part * come * (stake + offs[at])


@compiled
def _step(offs: Numbers) -> float:
    return float(offs[1] - offs[0]) if len(offs) > 1 else 1.0


@compiled
def _best(
    seat: int,
    block: Numbers,
    reach: Numbers,
    odds: Numbers,
    stake: float,
    off: float,
    sizes: Integers,
    values: Numbers,
    offs: Numbers,
    result: Numbers,
) -> None:
    """What each card of an exploiter in a seat is worth when a bidding round begins."""
    if seat == 0:
        best_opening(block, reach, odds, stake, off, sizes, values, offs[0], _step(offs), result)
    else:
        best_answering(block, reach, odds, stake, off, sizes, values, offs[0], _step(offs), result)


@compiled
def _last_values(
    exploiter: Exploiter,
    block: Numbers,
    odds: Numbers,
    lead: int,
    stake: float,
    reach: Numbers,
    part: float,
    closing: int,
    values: Numbers,
) -> None:
    """Add what a last bidding round is worth to exploiters in both seats."""
    hands = reach.shape[1]
    after = np.empty((CLOSINGS, hands))
    shown = np.empty((CLOSINGS, 2, hands))
    result = np.empty(hands)
    linear = np.empty(2)
    linear[0], linear[1] = 0.0, 1.0
    for seat in range(2):
        other = 1 - seat
        if _most(reach[other]) < _TINY:
            for at in range(len(exploiter.third)):
                off = exploiter.third[at : at + 1]
                _give(odds, reach[other], stake, off, part, values[seat, closing, at : at + 1])
            continue
        reach_closings(block, other, reach[other], after)
        for way in range(CLOSINGS):
            staked = stake + RAISE * RAISES_AT[way]
            for hand in range(hands):
                won = 0.0
                for hidden in range(hands):
                    ahead = hand - hidden + (lead if seat == 0 else -lead)
                    won += np.sign(ahead) * odds[hidden, hand] * after[way, hidden]
                shown[way, 0, hand] = won * staked
                shown[way, 1, hand] = won * (staked + 1.0)
        for at in range(len(exploiter.third)):
            off = exploiter.third[at]
            _best(
                seat, block, reach[other], odds, stake, off, exploiter.sizes, shown, linear, result
            )
            for hand in range(hands):
                values[seat, closing, at, hand] += part * result[hand]


@compiled
def exploit_start(
    counts: Counts,
    lead: int,
    stake: float,
    blocks: Blocks,
    exploiter: Exploiter,
    worths: Numbers,
) -> None:
    """What exploiters win who open and who answer, after four open cards.

    ``counts`` are the unseen cards.
    """
    hands = len(counts)
    offs_2, offs_3 = exploiter.second, exploiter.third
    many = _sum(counts)
    odds_1, odds_2 = np.empty((hands, hands)), np.empty((hands, hands))
    odds_3 = np.empty((hands, hands))
    _pair_odds(counts, odds_1)
    come_2 = np.empty((2, CLOSINGS, hands))
    come_3 = np.empty((2, CLOSINGS, hands))
    reach = np.empty((2, hands))
    result = np.empty(hands)
    everything = np.empty(hands)
    for hand in range(hands):
        everything[hand] = 1.0
    for seat in range(2):
        reach_closings(blocks.first, seat, everything, come_2[seat])
    values_2 = np.zeros((2, CLOSINGS, len(offs_2), hands))
    left_2, left_3 = np.empty(hands, np.int64), np.empty(hands, np.int64)
    for one in range(hands):
        for two in range(hands):
            part_2 = counts[one] * (counts[two] - (one == two)) / (many * (many - 1))
            if part_2 == 0.0:
                continue
            _without(counts, one, two, left_2)
            _pair_odds(left_2, odds_2)
            lead_2 = lead + one - two
            for way_2 in range(CLOSINGS):
                stake_2 = stake + RAISE * RAISES_AT[way_2]
                if abs(lead_2) >= 2 * hands - 1:
                    for seat in range(2):
                        ahead = part_2 if (lead_2 > 0) == (seat == 0) else -part_2
                        come = come_2[1 - seat, way_2]
                        _give(odds_2, come, stake_2, offs_2, ahead, values_2[seat, way_2])
                    continue
                step = one - two + hands - 1
                block = blocks.second[way_2, step]
                for seat in range(2):
                    reach_closings(block, seat, come_2[seat, way_2], come_3[seat])
                values_3 = np.zeros((2, CLOSINGS, len(offs_3), hands))
                for three in range(hands):
                    for four in range(hands):
                        ways = left_2[three] * (left_2[four] - (three == four))
                        if ways == 0:
                            continue
                        part_3 = ways / ((many - 2) * (many - 3))
                        _without(left_2, three, four, left_3)
                        _pair_odds(left_3, odds_3)
                        lead_3 = lead_2 + three - four
                        for way_3 in range(CLOSINGS):
                            stake_3 = stake_2 + RAISE * RAISES_AT[way_3]
                            decided = abs(lead_3) >= hands
                            unmet = max(_most(come_3[0, way_3]), _most(come_3[1, way_3])) < _TINY
                            if decided or unmet:
                                for seat in range(2):
                                    behind = decided and (lead_3 > 0) != (seat == 0)
                                    ahead = -part_3 if behind else part_3
                                    come = come_3[1 - seat, way_3]
                                    values = values_3[seat, way_3]
                                    _give(odds_3, come, stake_3, offs_3, ahead, values)
                                continue
                            for hand in range(hands):
                                reach[0, hand] = come_3[0, way_3, hand]
                                reach[1, hand] = come_3[1, way_3, hand]
                            _last_values(
                                exploiter,
                                blocks.third[way_2, step, way_3, three - four + hands - 1],
                                odds_3,
                                lead_3,
                                stake_3,
                                reach,
                                part_3,
                                way_3,
                                values_3,
                            )
                for seat in range(2):
                    come = come_2[1 - seat, way_2]
                    for at in range(len(offs_2)):
                        _best(
                            seat,
                            block,
                            come,
                            odds_2,
                            stake_2,
                            offs_2[at],
                            exploiter.sizes,
                            values_3[seat],
                            offs_3,
                            result,
                        )
                        for hand in range(hands):
                            values_2[seat, way_2, at, hand] += part_2 * result[hand]
    for seat in range(2):
        _best(
            seat,
            blocks.first,
            everything,
            odds_1,
            stake,
            0.0,
            exploiter.sizes,
            values_2[seat],
            offs_2,
            result,
        )
        worths[seat] = 0.0
        for hand in range(hands):
            worths[seat] += result[hand]
