"""What an exploiter wins in second bidding rounds from a stored policy, with raises of any size.

There, the policy knows raises of one size. It reads any other raise either as that one or as a
check or call, by a coin, and goes on as if that had been bet. Here the exploiter is told how each
bet was read, so that what is found is never too little.

Stakes are chips per player. What was really staked differs from what was read by ``off``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import LIMIT, RAISE
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Floats, ShortIntegers
from cutcard.number_arrays import Integers as Counts

TRUST: Final = 1.0
"""By how much more small raises are called than makes a bluff worth nothing: by nothing. Found by
trying: of 0.7, 1, 1.3 and 1.6, an exploiter wins least in second bidding rounds."""

_LOGS: Final = np.log(np.maximum(np.arange(1024), 1))
"""The logarithms of whole numbers, which stakes are."""

_ROUNDING: Final = 1e-9
"""Powers below this count as none: the raise is the known one, at the stake that was read."""


@compiled
def read_as_raise(size: float, known: float, stake: float, read: float, folds: float) -> float:
    """How likely a raise is read as a larger one that is known, and not as a check or call.

    ``stake`` and ``read`` are the stakes before it, real and as they were read. ``folds`` is how
    often the policy folds to the known raise. If that is as often as makes a bluff worth nothing,
    it will fold to a smaller raise as often as makes such a bluff worth nothing, too;
    whoever always folds, because there is nothing to be won, still does.
    """
    pot = 2.0 * max(stake, 1.0) + size
    whole = int(pot)
    # Stakes are whole numbers, but for halves of carried pots.
    nothing = _LOGS[int(size)] - (_LOGS[whole] if whole == pot else np.log(pot))
    often = known / (2.0 * read + known)
    power = TRUST * (nothing / np.log(often) - 1.0)
    return float(np.exp(np.log(max(folds, often)) * power)) if power > _ROUNDING else 1.0


@compiled
def read_sizes(
    sizes: ShortIntegers, stake: float, read: float, folds: float, likely: Floats
) -> None:
    """Write down how likely raises of each size are read as the known one, as `read_as_raise`."""
    often = RAISE / (2.0 * read + RAISE)
    base, once = np.log(max(folds, often)), TRUST / np.log(often)
    pot = int(2.0 * max(stake, 1.0))
    for at in range(len(sizes)):
        power = once * (_LOGS[sizes[at]] - _LOGS[pot + sizes[at]]) - TRUST
        likely[at] = np.exp(base * power) if power > _ROUNDING else 1.0


@compiled
def fold_odds(odds: Floats, reach: Floats, folds: Floats) -> float:
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
def reach_closings(block: Floats, paths: Counts, seat: int, reach: Floats, after: Floats) -> None:
    """How likely a player has come to each way to close a bidding round, by hidden card."""
    for closing in range(paths.shape[0]):
        for hand in range(reach.shape[0]):
            likely = reach[hand]
            for step in range(seat, paths.shape[1], 2):
                row = paths[closing, step]
                if row >= 0:
                    likely *= block[row, hand]
            after[closing, hand] = likely


@compiled
def _add_closed(
    values: Floats, closing: int, off: float, offs: Floats, times: float, worth: Floats
) -> None:
    """Add what a closed bidding round is worth, between the known values of ``off``."""
    known = len(offs)
    if known == 1:
        for hand in range(len(worth)):
            worth[hand] += times * values[closing, 0, hand]
        return
    at = 0
    while at < known - 2 and off > offs[at + 1]:
        at += 1
    above = times * (off - offs[at]) / (offs[at + 1] - offs[at])
    below = times - above
    for hand in range(len(worth)):
        worth[hand] += below * values[closing, at, hand] + above * values[closing, at + 1, hand]


@compiled
def _add(row: Floats, times: float, worth: Floats) -> None:
    """Add a row of numbers this many times."""
    for hand in range(len(worth)):
        worth[hand] += times * row[hand]


@compiled
def _begin(row: Floats, times: float, worth: Floats) -> None:
    """Begin with a row of numbers this many times."""
    for hand in range(len(worth)):
        worth[hand] = times * row[hand]


@compiled
def _prefer(worth: Floats, best: Floats) -> None:
    """Take what is better, for each hidden card."""
    for hand in range(len(best)):
        best[hand] = max(best[hand], worth[hand])


@compiled
def _times(one: Floats, two: Floats) -> Floats:
    """Two rows of numbers, multiplied one by one."""
    product = np.empty(one.shape[0])
    for at in range(one.shape[0]):
        product[at] = one[at] * two[at]
    return product


@compiled
def _weigh(odds: Floats, reach: Floats, weights: Floats) -> None:
    """How likely the other comes, for each hidden card of the exploiter: rows are the other's."""
    for hand in range(weights.shape[0]):
        weights[hand] = 0.0
    for hidden in range(reach.shape[0]):
        for hand in range(weights.shape[0]):
            weights[hand] += odds[hidden, hand] * reach[hidden]


@compiled
def best_answering(
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
    readings, readings_3 = np.empty(many), np.empty(many)
    best, best_3, best_5 = result, np.empty(hands), np.empty(hands)
    worth = np.empty(hands)
    twice = stake + 2 * RAISE
    # After a check: check, or raise.
    _begin(folds_2, 0.0, best)
    _add_closed(values, 0, off, offs, 1.0, best)
    read_sizes(sizes, real, stake, fold_2, readings)
    for at in range(many):
        size, likely = float(sizes[at]), readings[at]
        now = off + size - RAISE
        _begin(there_3, -(stake + RAISE + now), best_3)
        _begin(there_3, 0.0, worth)
        _add_closed(values, 2, now, offs, 1.0, worth)
        _prefer(worth, best_3)
        read_sizes(sizes, twice + now, twice, fold_4, readings_3)
        for then in range(many):
            more, once_more = float(sizes[then]), readings_3[then]
            _begin(folds_4, once_more * (twice + now), worth)
            _add_closed(values, 3, now + more - RAISE, offs, once_more, worth)
            _add_closed(values, 2, now + more, offs, 1.0 - once_more, worth)
            _prefer(worth, best_3)
        _begin(folds_2, likely * real, worth)
        _add_closed(values, 1, now, offs, likely, worth)
        _add(best_3, likely, worth)
        _add_closed(values, 0, off + size, offs, 1.0 - likely, worth)
        _prefer(worth, best)
    # After a raise: fold, call, or raise.
    _begin(there_5, -real, best_5)
    _begin(there_5, 0.0, worth)
    _add_closed(values, 4, off, offs, 1.0, worth)
    _prefer(worth, best_5)
    read_sizes(sizes, real + RAISE, stake + RAISE, fold_6, readings)
    for at in range(many):
        size, likely = float(sizes[at]), readings[at]
        now = off + size - RAISE
        _begin(there_7, -(twice + now), best_3)
        _begin(there_7, 0.0, worth)
        _add_closed(values, 6, now, offs, 1.0, worth)
        _prefer(worth, best_3)
        _begin(folds_6, likely * (real + RAISE), worth)
        _add_closed(values, 5, now, offs, likely, worth)
        _add(best_3, likely, worth)
        _add_closed(values, 4, off + size, offs, 1.0 - likely, worth)
        _prefer(worth, best_5)
    _add(best_5, 1.0, best)


@compiled
def best_opening(
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
    readings, again = np.empty(many), np.empty(many)
    once, twice = stake + RAISE, stake + 2 * RAISE
    worth, part = np.empty(hands), np.empty(hands)
    best_2, best_4, best_6 = np.empty(hands), np.empty(hands), np.empty(hands)
    read_sizes(sizes, real, stake, fold_5, readings)
    for opened in range(-1, many):
        size = float(sizes[opened]) if opened >= 0 else 0.0
        likely = readings[opened] if opened >= 0 else 0.0
        _begin(there_2, 0.0, worth)
        if likely < 1.0:
            # A check, or a raise that is read as one: the policy checks or calls, or raises.
            now = off + size
            raises = 1 if opened < 0 else 2
            _begin(there_2, -(stake + now), best_2)
            _begin(there_2, 0.0, part)
            _add_closed(values, 1, now, offs, 1.0, part)
            _prefer(part, best_2)
            read_sizes(sizes, once + now, once, fold_3, again)
            for other in range(many):
                more, read = float(sizes[other]), again[other]
                then = now + more - RAISE
                _begin(folds_3, read * (once + now), part)
                _add_closed(values, 2, then, offs, read, part)
                if raises + 1 < LIMIT:
                    _begin(there_4, -(twice + then), best_4)
                    _begin(there_4, 0.0, best_6)
                    _add_closed(values, 3, then, offs, 1.0, best_6)
                    _prefer(best_6, best_4)
                    _add(best_4, read, part)
                else:
                    _add_closed(values, 3, then - RAISE, offs, read, part)
                _add_closed(values, 1, now + more, offs, 1.0 - read, part)
                _prefer(part, best_2)
            _add_closed(values, 0, now, offs, 1.0 - likely, worth)
            _add(best_2, 1.0 - likely, worth)
        if likely > 0.0:
            now = off + size - RAISE
            _begin(there_6, -(once + now), best_6)
            _begin(there_6, 0.0, part)
            _add_closed(values, 5, now, offs, 1.0, part)
            _prefer(part, best_6)
            read_sizes(sizes, twice + now, twice, fold_7, again)
            for other in range(many):
                more, read = float(sizes[other]), again[other]
                _begin(folds_7, read * (twice + now), part)
                _add_closed(values, 6, now + more - RAISE, offs, read, part)
                _add_closed(values, 5, now + more, offs, 1.0 - read, part)
                _prefer(part, best_6)
            _add(folds_5, likely * real, worth)
            _add_closed(values, 4, now, offs, likely, worth)
            _add(best_6, likely, worth)
        if opened < 0:
            _begin(worth, 1.0, result)
        else:
            _prefer(worth, result)
