"""What an exploiter wins in the last bidding round from a stored policy, with raises of any size.

Nothing follows a call there, so that the policy need not read a raise that it does not know as
another: it answers by its hidden card. It folds as often as if it had read the raise by a coin, but
with its lowest cards. Then it raises with the odds between those after the known raise and after a
check, and calls otherwise.

Stakes are chips per player. What was really staked differs from what was read by ``off``.
"""

from __future__ import annotations

import numpy as np

from cutcard.blockhead.equilibrium.biddings import RAISE
from cutcard.blockhead.equilibrium.deviation import read_as_raise
from cutcard.blockhead.equilibrium.public_tree import Integers, Numbers
from cutcard.blockhead.kernel_decks import Integers as Counts
from cutcard.compilation import compiled_making_arrays as compiled


@compiled
def answer_raise(
    counts: Counts,
    reach: Numbers,
    known: Numbers,
    checked: Numbers,
    size: float,
    real: float,
    read: float,
    odds: Numbers,
) -> None:
    """Write down the odds to fold, call and raise after a raise in the last bidding round.

    ``known`` are the odds after the known raise, ``checked`` those to raise after a check. ``real``
    and ``read`` are the stakes before the raise, as they are and as they were read.
    """
    total = folded = 0.0
    for hidden in range(len(reach)):
        come = counts[hidden] * reach[hidden]
        total += come
        folded += come * known[0, hidden]
    folds = folded / total if total > 0.0 else 0.0
    likely = read_as_raise(size, float(RAISE), real, read, folds)
    left = likely * folded
    for hidden in range(len(reach)):
        if likely == 1.0:
            odds[0, hidden], odds[2, hidden] = known[0, hidden], known[2, hidden]
        else:
            odds[2, hidden] = likely * known[2, hidden] + (1.0 - likely) * checked[hidden]
            come = counts[hidden] * reach[hidden]
            most = come * (1.0 - odds[2, hidden])
            if most <= left:
                odds[0, hidden] = 1.0 - odds[2, hidden] if left > 0.0 else 0.0
                left -= most
            else:
                odds[0, hidden] = left / come
                left = 0.0
        odds[1, hidden] = 1.0 - odds[0, hidden] - odds[2, hidden]


@compiled
def _add_folds(counts: Counts, come: Numbers, times: float, worth: Numbers) -> None:
    """Add what is won from all that comes, by hidden card of the exploiter."""
    total = 0.0
    for hidden in range(len(come)):
        total += counts[hidden] * come[hidden]
    for hand in range(len(worth)):
        worth[hand] += times * counts[hand] * (total - come[hand])


@compiled
def _add_showdown(counts: Counts, come: Numbers, lead: int, times: float, worth: Numbers) -> None:
    """Add what is won in a showdown by an exploiter who leads so far."""
    hands = len(come)
    total = beaten = 0.0
    for hidden in range(hands):
        total += counts[hidden] * come[hidden]
        if hidden < lead:
            beaten += counts[hidden] * come[hidden]
    side = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    for hand in range(hands):
        same = hand + lead
        tied = counts[same] * come[same] if 0 <= same < hands else 0.0
        ahead = total - beaten - tied
        # Who hides a card leaves one less of it.
        worth[hand] += times * counts[hand] * (beaten - ahead - side * come[hand])
        beaten += tied


@compiled
def _prefer(worth: Numbers, best: Numbers) -> None:
    """Take what is better, for each hidden card."""
    for hand in range(len(best)):
        best[hand] = max(best[hand], worth[hand])


@compiled
def _times(one: Numbers, two: Numbers, product: Numbers) -> None:
    """Multiply two rows of numbers one by one."""
    for at in range(len(product)):
        product[at] = one[at] * two[at]


@compiled
def _after_raise(
    counts: Counts,
    lead: int,
    block: Numbers,
    first: int,
    again: bool,
    come: Numbers,
    real: float,
    read: float,
    sizes: Integers,
    room: Numbers,
    best: Numbers,
) -> None:
    """What it is worth to an exploiter that the policy has raised.

    ``real`` and ``read`` are the stakes with the raise. ``first`` is the first of the policy's
    choices if it is raised once more, and ``again`` whether it may raise then. ``room`` is for
    what is written down meanwhile.
    """
    hands = len(come)
    worth, after, last, nothing = room[0], room[1], room[2], room[3]
    odds, known = room[4:7], room[7:10]
    total = 0.0
    for hand in range(hands):
        known[0, hand], known[1, hand] = block[first, hand], block[first + 1, hand]
        known[2, hand] = block[first + 2, hand] if again else 0.0
        best[hand], worth[hand], nothing[hand] = 0.0, 0.0, 0.0
        total += counts[hand] * come[hand]
    if total == 0.0:
        return
    _add_folds(counts, come, -(real - RAISE), best)
    _add_showdown(counts, come, lead, real, worth)
    _prefer(worth, best)
    for at in range(len(sizes)):
        size = float(sizes[at])
        answer_raise(counts, come, known, nothing, size, real, read, odds)
        for hand in range(hands):
            worth[hand] = 0.0
        _times(come, odds[0], after)
        _add_folds(counts, after, real, worth)
        _times(come, odds[1], after)
        _add_showdown(counts, after, lead, real + size, worth)
        if again:
            _times(come, odds[2], after)
            for hand in range(hands):
                last[hand], nothing[hand] = 0.0, 0.0
            _add_folds(counts, after, -(real + size), last)
            _add_showdown(counts, after, lead, real + size + RAISE, nothing)
            _prefer(nothing, last)
            for hand in range(hands):
                worth[hand] += last[hand]
                nothing[hand] = 0.0
        _prefer(worth, best)


@compiled
def _raised(
    counts: Counts,
    lead: int,
    block: Numbers,
    first: int,
    then: int,
    come: Numbers,
    checked: Numbers,
    stake: float,
    off: float,
    sizes: Integers,
    room: Numbers,
    best: Numbers,
) -> None:
    """Take the best first raise of an exploiter, if it is better.

    ``first`` is the first of the policy's choices after it, ``then`` the first after one more.
    """
    hands = len(come)
    worth, after, later = room[10], room[11], room[12]
    odds, known = room[13:16], room[16:19]
    for choice in range(3):
        for hand in range(hands):
            known[choice, hand] = block[first + choice, hand]
    for at in range(len(sizes)):
        size = float(sizes[at])
        answer_raise(counts, come, known, checked, size, stake + off, stake, odds)
        for hand in range(hands):
            worth[hand] = 0.0
        _times(come, odds[0], after)
        _add_folds(counts, after, stake + off, worth)
        _times(come, odds[1], after)
        _add_showdown(counts, after, lead, stake + off + size, worth)
        _times(come, odds[2], after)
        real, read = stake + off + size + RAISE, stake + 2 * RAISE
        _after_raise(counts, lead, block, then, False, after, real, read, sizes, room, later)
        for hand in range(hands):
            worth[hand] += later[hand]
        _prefer(worth, best)


@compiled
def best_last(
    counts: Counts,
    lead: int,
    seat: int,
    block: Numbers,
    reach: Numbers,
    stake: float,
    off: float,
    sizes: Integers,
    result: Numbers,
) -> None:
    """What each card of an exploiter in a seat is worth when the last bidding round begins.

    ``counts`` are the unseen cards, ``lead`` is the exploiter's.
    """
    hands = len(reach)
    come, other, nothing, room = (
        np.empty(hands),
        np.empty(hands),
        np.zeros(hands),
        np.empty((19, hands)),
    )
    many = 0
    real, read = stake + off + RAISE, stake + RAISE
    for hand in range(hands):
        result[hand] = 0.0
        many += counts[hand]
    if seat == 0:
        # A check, after which the policy checks or raises, or a raise.
        _times(reach, block[2], come)
        _times(reach, block[3], other)
        _after_raise(counts, lead, block, 7, True, other, real, read, sizes, room, result)
        _add_showdown(counts, come, lead, stake + off, result)
        _raised(counts, lead, block, 12, 18, reach, block[3], stake, off, sizes, room, result)
    else:
        # After a check and after a raise of the policy's.
        _times(reach, block[0], come)
        _add_showdown(counts, come, lead, stake + off, result)
        _raised(counts, lead, block, 4, 10, come, nothing, stake, off, sizes, room, result)
        _times(reach, block[1], other)
        _after_raise(counts, lead, block, 15, True, other, real, read, sizes, room, come)
        for hand in range(hands):
            result[hand] += come[hand]
    for hand in range(hands):
        result[hand] /= many * (many - 1)
