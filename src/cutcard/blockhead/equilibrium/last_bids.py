"""What an exploiter wins in the last bidding round from a stored policy, with raises of any size.

Nothing follows a call there, so that the policy need not read a raise that it does not know as
another: it answers by its hidden card. It folds as often as if it had read the raise by a coin, but
with its lowest cards. Then it raises with the odds between those after the known raise and after a
check, and calls otherwise.

Stakes are chips per player. What was really staked differs from what was read by ``off``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from cutcard.blockhead.equilibrium.biddings import RAISE
from cutcard.blockhead.equilibrium.deviation import read_as_raise, read_sizes
from cutcard.compilation import compiled, compiled_making_arrays
from cutcard.number_arrays import Floats, ShortIntegers
from cutcard.number_arrays import Integers as Counts

_CARDS: Final = 10
"""What a card may count: a number that is known when this is compiled makes short loops fast."""

_ALWAYS: Final = np.ones(_CARDS)
_NEVER: Final = np.zeros(_CARDS)


@compiled
def answer_raise(
    counts: Counts,
    reach: Floats,
    known: Floats,
    checked: Floats,
    size: float,
    real: float,
    read: float,
    odds: Floats,
) -> None:
    """Write down the odds to fold, call and raise after a raise in the last bidding round.

    ``known`` are the odds after the known raise, ``checked`` those to raise after a check. ``real``
    and ``read`` are the stakes before the raise, as they are and as they were read.
    """
    total, folded = fold_masses(counts, reach, known[0])
    folds = folded / total if total > 0.0 else 0.0
    likely = read_as_raise(size, float(RAISE), real, read, folds)
    _answer(counts, reach, known, checked, likely, folded, odds)


@compiled
def fold_masses(counts: Counts, reach: Floats, folds: Floats) -> tuple[float, float]:
    """How often all hidden cards come, and how often they fold to the known raise."""
    total = folded = 0.0
    for hidden in range(_CARDS):
        come = counts[hidden] * reach[hidden]
        total += come
        folded += come * folds[hidden]
    return total, folded


@compiled
def _answer(
    counts: Counts,
    reach: Floats,
    known: Floats,
    checked: Floats,
    likely: float,
    folded: float,
    odds: Floats,
) -> None:
    """Write down the odds to fold, call and raise after a raise that is read as the known one."""
    left = likely * folded
    for hidden in range(_CARDS):
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
def _add_folds(counts: Counts, come: Floats, folds: Floats, times: float, worth: Floats) -> None:
    """Add what is won from all that comes and folds, by hidden card of the exploiter."""
    total = 0.0
    for hidden in range(_CARDS):
        total += counts[hidden] * come[hidden] * folds[hidden]
    for hand in range(_CARDS):
        worth[hand] += times * counts[hand] * (total - come[hand] * folds[hand])


@compiled
def _add_showdown(
    counts: Counts,
    come: Floats,
    calls: Floats,
    lead: int,
    times: float,
    below: Floats,
    worth: Floats,
) -> None:
    """Add what is won in a showdown by an exploiter who leads so far.

    ``below`` is for how much comes and calls below each hidden card.
    """
    total = 0.0
    for hidden in range(_CARDS):
        below[hidden] = total
        total += counts[hidden] * come[hidden] * calls[hidden]
    below[_CARDS] = total
    side = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    for hand in range(_CARDS):
        same = hand + lead
        beaten = below[min(max(same, 0), _CARDS)]
        ahead = total - below[min(max(same + 1, 0), _CARDS)]
        # A hidden card leaves one less of its kind.
        less = side * come[hand] * calls[hand]
        worth[hand] += times * counts[hand] * (beaten - ahead - less)


@compiled
def _prefer(worth: Floats, best: Floats) -> None:
    """Take what is better, for each hidden card."""
    for hand in range(_CARDS):
        best[hand] = max(best[hand], worth[hand])


class Room(NamedTuple):
    """Room for what is written down while the answer to a raise is weighed."""

    odds: Floats
    known: Floats
    likely: Floats
    below: Floats
    worth: Floats
    after: Floats
    later: Floats
    more: Floats


@compiled_making_arrays
def make_room(many: int) -> Room:
    """Room for raises of this many sizes."""
    return Room(
        np.empty((3, _CARDS)),
        np.empty((3, _CARDS)),
        np.empty(many),
        np.empty(_CARDS + 1),
        np.empty(_CARDS),
        np.empty(_CARDS),
        np.empty(_CARDS),
        np.empty(_CARDS),
    )


@compiled
def _after_raise(
    counts: Counts,
    lead: int,
    block: Floats,
    first: int,
    again: bool,
    come: Floats,
    real: float,
    read: float,
    sizes: ShortIntegers,
    room: Room,
    best: Floats,
) -> None:
    """What it is worth to an exploiter that the policy has raised.

    ``real`` and ``read`` are the stakes with the raise. ``first`` is the first of the policy's
    choices if it is raised once more, and ``again`` whether it may raise then.
    """
    worth, later, more = room.worth, room.later, room.more
    odds, known = room.odds, room.known
    for hand in range(_CARDS):
        known[0, hand], known[1, hand] = block[first, hand], block[first + 1, hand]
        known[2, hand] = block[first + 2, hand] if again else 0.0
        best[hand], worth[hand] = 0.0, 0.0
    total, folded = fold_masses(counts, come, known[0])
    if total == 0.0:
        return
    _add_folds(counts, come, _ALWAYS, -(real - RAISE), best)
    _add_showdown(counts, come, _ALWAYS, lead, real, room.below, worth)
    _prefer(worth, best)
    read_sizes(sizes, real, read, folded / total, room.likely)
    for at in range(len(sizes)):
        size = float(sizes[at])
        _answer(counts, come, known, _NEVER, room.likely[at], folded, odds)
        for hand in range(_CARDS):
            worth[hand] = 0.0
        _add_folds(counts, come, odds[0], real, worth)
        _add_showdown(counts, come, odds[1], lead, real + size, room.below, worth)
        if again:
            for hand in range(_CARDS):
                later[hand], more[hand] = 0.0, 0.0
            _add_folds(counts, come, odds[2], -(real + size), later)
            _add_showdown(counts, come, odds[2], lead, real + size + RAISE, room.below, more)
            _prefer(more, later)
            for hand in range(_CARDS):
                worth[hand] += later[hand]
        _prefer(worth, best)


@compiled
def _raised(
    counts: Counts,
    lead: int,
    block: Floats,
    first: int,
    then: int,
    come: Floats,
    checked: Floats,
    stake: float,
    off: float,
    sizes: ShortIntegers,
    room: Room,
    inner: Room,
    best: Floats,
) -> None:
    """Take the best first raise of an exploiter, if it is better.

    ``first`` is the first of the policy's choices after it, ``then`` the first after one more.
    """
    worth, after, later = room.worth, room.after, room.later
    known, odds = room.known, room.odds
    for choice in range(3):
        for hand in range(_CARDS):
            known[choice, hand] = block[first + choice, hand]
    total, folded = fold_masses(counts, come, known[0])
    real = stake + off
    read_sizes(sizes, real, stake, folded / total if total > 0.0 else 0.0, room.likely)
    for at in range(len(sizes)):
        size = float(sizes[at])
        _answer(counts, come, known, checked, room.likely[at], folded, odds)
        for hand in range(_CARDS):
            worth[hand] = 0.0
            after[hand] = come[hand] * odds[2, hand]
        _add_folds(counts, come, odds[0], real, worth)
        _add_showdown(counts, come, odds[1], lead, real + size, room.below, worth)
        staked, taken = real + size + RAISE, stake + 2 * RAISE
        _after_raise(counts, lead, block, then, False, after, staked, taken, sizes, inner, later)
        for hand in range(_CARDS):
            worth[hand] += later[hand]
        _prefer(worth, best)


@compiled
def best_last(
    counts: Counts,
    lead: int,
    seat: int,
    block: Floats,
    reach: Floats,
    stake: float,
    off: float,
    sizes: ShortIntegers,
    room: Room,
    inner: Room,
    result: Floats,
) -> None:
    """What each card of an exploiter in a seat is worth when the last bidding round begins.

    ``counts`` are the unseen cards, ``lead`` is the exploiter's.
    """
    come = room.more
    many = 0
    real, read = stake + off + RAISE, stake + RAISE
    for hand in range(_CARDS):
        result[hand] = 0.0
        many += counts[hand]
    if seat == 0:
        # A check, after which the policy checks or raises, or a raise.
        for hand in range(_CARDS):
            come[hand] = reach[hand] * block[3, hand]
        _after_raise(counts, lead, block, 7, True, come, real, read, sizes, inner, result)
        _add_showdown(counts, reach, block[2], lead, stake + off, room.below, result)
        _raised(
            counts,
            lead,
            block,
            12,
            18,
            reach,
            block[3],
            stake,
            off,
            sizes,
            room,
            inner,
            result,
        )
    else:
        # After a check and after a raise of the policy's.
        _add_showdown(counts, reach, block[0], lead, stake + off, room.below, result)
        for hand in range(_CARDS):
            come[hand] = reach[hand] * block[0, hand]
        _raised(
            counts,
            lead,
            block,
            4,
            10,
            come,
            _NEVER,
            stake,
            off,
            sizes,
            room,
            inner,
            result,
        )
        for hand in range(_CARDS):
            come[hand] = reach[hand] * block[1, hand]
        later = room.later
        _after_raise(counts, lead, block, 15, True, come, real, read, sizes, inner, later)
        for hand in range(_CARDS):
            result[hand] += later[hand]
    for hand in range(_CARDS):
        result[hand] /= many * (many - 1)
