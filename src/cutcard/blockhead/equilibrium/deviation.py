"""What an exploiter wins in one bidding round from a stored policy, with raises of any size.

The policy knows raises of one size. It reads any other raise either as that one or as a check or
call, by a coin, and goes on as if that had been bet. Here the exploiter is told how each bet was
read, so that what is found is never too little.

Stakes are chips per player. What was really staked differs from what was read by ``off``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import PATHS, RAISE
from cutcard.blockhead.equilibrium.public_tree import Integers, Numbers
from cutcard.compilation import compiled_making_arrays as compiled

LIMIT: Final = 3
"""Raises allowed in a bidding round."""

TRUST: Final = 1.3
"""How much more often small raises are called than makes a bluff worth nothing. Found by trying: of
1, 1.3 and 1.6, an exploiter wins least in last bidding rounds."""


@compiled
def read_as_raise(size: float, stake: float, read: float, folds: float) -> float:
    """How likely a raise is read as the known one.

    ``stake`` and ``read`` are the stakes before it, real and as they were read. ``folds`` is how
    often the policy folds to the known raise. If that is as often as makes a bluff worth nothing,
    it will fold to a smaller raise a little less often than makes such a bluff worth nothing;
    whoever always folds, because there is nothing to be won, still does.
    """
    nothing = size / (2.0 * max(stake, 1.0) + size)
    known = RAISE / (2.0 * read + RAISE)
    power = TRUST * (np.log(nothing) / np.log(known) - 1.0)
    return float(max(folds, known) ** max(power, 0.0))


@compiled
def _readings(sizes: Integers, stake: float, read: float, folds: float, likely: Numbers) -> None:
    """How likely raises of each size are read as the known one."""
    for at in range(len(sizes)):
        likely[at] = read_as_raise(float(sizes[at]), stake, read, folds)


@compiled
def fold_odds(odds: Numbers, reach: Numbers, folds: Numbers) -> float:
    """How often a player folds who comes with some odds, by hidden card."""
    total = folded = 0.0
    for hidden in range(reach.shape[0]):
        likely = 0.0
        for hand in range(odds.shape[1]):
            likely += odds[hidden, hand]
        come = likely * reach[hidden]
        total += come
        folded += come * folds[hidden]
    return folded / total if total > 0.0 else 0.0


@compiled
def reach_closings(block: Numbers, seat: int, reach: Numbers, after: Numbers) -> None:
    """How likely a player has come to each way to close a bidding round, by hidden card."""
    for closing in range(PATHS.shape[0]):
        for hand in range(reach.shape[0]):
            likely = reach[hand]
            for step in range(seat, PATHS.shape[1], 2):
                row = PATHS[closing, step]
                if row >= 0:
                    likely *= block[row, hand]
            after[closing, hand] = likely


@compiled
def _closed(
    values: Numbers, closing: int, hand: int, off: float, least: float, step: float
) -> float:
    """What a closed bidding round is worth, between the known values of ``off``."""
    known = values.shape[1]
    if known == 1:
        return float(values[closing, 0, hand])
    place = (off - least) / step
    at = min(max(int(np.floor(place)), 0), known - 2)
    part = place - at
    return float((1.0 - part) * values[closing, at, hand] + part * values[closing, at + 1, hand])


@compiled
def _times(one: Numbers, two: Numbers) -> Numbers:
    """Two rows of numbers, multiplied one by one."""
    product = np.empty(one.shape[0])
    for at in range(one.shape[0]):
        product[at] = one[at] * two[at]
    return product


@compiled
def _weigh(odds: Numbers, reach: Numbers, weights: Numbers) -> None:
    """How likely the other comes, for each hidden card of the exploiter: rows are the other's."""
    for hand in range(weights.shape[0]):
        weights[hand] = 0.0
    for hidden in range(reach.shape[0]):
        for hand in range(weights.shape[0]):
            weights[hand] += odds[hidden, hand] * reach[hidden]


@compiled
def best_answering(
    block: Numbers,
    reach: Numbers,
    odds: Numbers,
    stake: float,
    off: float,
    sizes: Integers,
    values: Numbers,
    least: float,
    step: float,
    result: Numbers,
) -> None:
    """What each card of an exploiter who answers is worth; the policy opens."""
    hands = reach.shape[0]
    checked, raised = _times(reach, block[0]), _times(reach, block[1])
    again = _times(checked, block[6])
    folds_2, there_3 = np.empty(hands), np.empty(hands)
    folds_4, there_5 = np.empty(hands), np.empty(hands)
    folds_6, there_7 = np.empty(hands), np.empty(hands)
    _weigh(odds, _times(checked, block[4]), folds_2)
    _weigh(odds, again, there_3)
    _weigh(odds, _times(again, block[10]), folds_4)
    _weigh(odds, raised, there_5)
    _weigh(odds, _times(raised, block[15]), folds_6)
    _weigh(odds, _times(raised, block[17]), there_7)
    fold_2 = fold_odds(odds, checked, block[4])
    fold_4 = fold_odds(odds, again, block[10])
    fold_6 = fold_odds(odds, raised, block[15])
    real = stake + off
    many = len(sizes)
    likely_1, likely_5, again_3 = np.empty(many), np.empty(many), np.empty((many, many))
    _readings(sizes, real, stake, fold_2, likely_1)
    _readings(sizes, real + RAISE, stake + RAISE, fold_6, likely_5)
    twice = stake + 2 * RAISE
    for at in range(many):
        _readings(sizes, twice + off + sizes[at] - RAISE, twice, fold_4, again_3[at])
    for hand in range(hands):
        # After a check: check, or raise.
        best_1 = _closed(values, 0, hand, off, least, step)
        for at in range(many):
            size, likely = float(sizes[at]), likely_1[at]
            now = off + size - RAISE
            best_3 = max(
                -(stake + RAISE + now) * there_3[hand], _closed(values, 2, hand, now, least, step)
            )
            for then in range(many):
                more, once_more = float(sizes[then]), again_3[at, then]
                worth = (stake + 2 * RAISE + now) * folds_4[hand]
                worth += _closed(values, 3, hand, now + more - RAISE, least, step)
                called = _closed(values, 2, hand, now + more, least, step)
                best_3 = max(best_3, once_more * worth + (1 - once_more) * called)
            worth = real * folds_2[hand] + _closed(values, 1, hand, now, least, step) + best_3
            called = _closed(values, 0, hand, off + size, least, step)
            best_1 = max(best_1, likely * worth + (1 - likely) * called)
        # After a raise: fold, call, or raise.
        best_5 = max(-real * there_5[hand], _closed(values, 4, hand, off, least, step))
        for at in range(many):
            size, likely = float(sizes[at]), likely_5[at]
            now = off + size - RAISE
            best_7 = max(
                -(stake + 2 * RAISE + now) * there_7[hand],
                _closed(values, 6, hand, now, least, step),
            )
            worth = (real + RAISE) * folds_6[hand]
            worth += _closed(values, 5, hand, now, least, step) + best_7
            called = _closed(values, 4, hand, off + size, least, step)
            best_5 = max(best_5, likely * worth + (1 - likely) * called)
        result[hand] = best_1 + best_5


@compiled
def best_opening(
    block: Numbers,
    reach: Numbers,
    odds: Numbers,
    stake: float,
    off: float,
    sizes: Integers,
    values: Numbers,
    least: float,
    step: float,
    result: Numbers,
) -> None:
    """What each card of an exploiter who opens is worth; the policy answers."""
    hands = reach.shape[0]
    there_2, folds_3, there_4 = np.empty(hands), np.empty(hands), np.empty(hands)
    folds_5, there_6, folds_7 = np.empty(hands), np.empty(hands), np.empty(hands)
    bet, raised = _times(reach, block[3]), _times(reach, block[14])
    _weigh(odds, bet, there_2)
    _weigh(odds, _times(bet, block[7]), folds_3)
    _weigh(odds, _times(bet, block[9]), there_4)
    _weigh(odds, _times(reach, block[12]), folds_5)
    _weigh(odds, raised, there_6)
    _weigh(odds, _times(raised, block[18]), folds_7)
    fold_3 = fold_odds(odds, bet, block[7])
    fold_5 = fold_odds(odds, reach, block[12])
    fold_7 = fold_odds(odds, raised, block[18])
    real = stake + off
    many = len(sizes)
    likely_0, again_6 = np.empty(many), np.empty((many, many))
    again_2 = np.empty((many + 1, many))
    _readings(sizes, real, stake, fold_5, likely_0)
    once, twice = stake + RAISE, stake + 2 * RAISE
    _readings(sizes, once + off, once, fold_3, again_2[many])  # after a check
    for at in range(many):
        _readings(sizes, once + off + sizes[at], once, fold_3, again_2[at])
        _readings(sizes, twice + off + sizes[at] - RAISE, twice, fold_7, again_6[at])
    for hand in range(hands):
        # A check, or a raise that is read as one: the policy checks or calls, or raises.
        best = -np.inf
        for opened in range(-1, many):
            size = float(sizes[opened]) if opened >= 0 else 0.0
            likely = likely_0[opened] if opened >= 0 else 0.0
            worth = 0.0
            if likely < 1.0:
                now = off + size
                raises = 1 if opened < 0 else 2
                best_2 = max(
                    -(stake + now) * there_2[hand], _closed(values, 1, hand, now, least, step)
                )
                if raises < LIMIT:
                    for other in range(many):
                        more, again = float(sizes[other]), again_2[opened, other]
                        then = now + more - RAISE
                        part = (stake + RAISE + now) * folds_3[hand]
                        part += _closed(values, 2, hand, then, least, step)
                        if raises + 1 < LIMIT:
                            part += max(
                                -(stake + 2 * RAISE + then) * there_4[hand],
                                _closed(values, 3, hand, then, least, step),
                            )
                        else:
                            part += _closed(values, 3, hand, then - RAISE, least, step)
                        called = _closed(values, 1, hand, now + more, least, step)
                        best_2 = max(best_2, again * part + (1 - again) * called)
                worth += (1 - likely) * (_closed(values, 0, hand, now, least, step) + best_2)
            if likely > 0.0:
                now = off + size - RAISE
                best_6 = max(
                    -(stake + RAISE + now) * there_6[hand],
                    _closed(values, 5, hand, now, least, step),
                )
                for other in range(many):
                    more, again = float(sizes[other]), again_6[opened, other]
                    part = (stake + 2 * RAISE + now) * folds_7[hand]
                    part += _closed(values, 6, hand, now + more - RAISE, least, step)
                    called = _closed(values, 5, hand, now + more, least, step)
                    best_6 = max(best_6, again * part + (1 - again) * called)
                part = real * folds_5[hand] + _closed(values, 4, hand, now, least, step) + best_6
                worth += likely * part
            best = max(best, worth)
        result[hand] = best
