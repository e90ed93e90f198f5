"""Bidding rounds in which all raises are of 10, between an exploiter and a policy, compiled.

What the exploiter may do in such a round is the same in the second and in the last one. The policy
either checks or raises when the exploiter has not raised, and the exploiter may raise first. So
there are four decisions: to raise first or to check, what to do after a raise of the policy's, what
to do if that is raised again twice, and what to do if the exploiter's own raise is raised. They
need to know what each of the seven ways to close is worth, how likely the policy comes there, and
how likely it folds to each of three raises: ten numbers for each hidden card of the exploiter.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PLAIN, RAISE
from cutcard.compilation import compiled_within
from cutcard.number_arrays import Floats

RAISED_FIRST, RAISED_BACK, RAISED_TWICE = CLOSINGS, CLOSINGS + 1, CLOSINGS + 2
"""Where the policy folds: to a first raise, to a raise of its own raise, to a raise of its raise of
the exploiter's. They follow the ways to close."""
ENDS: Final = CLOSINGS + 3
"""All ways in which a policy may be met or fold."""

FOLD, CALL, AGAIN = 0, 1, 2
"""What may be done after a raise."""

Done = tuple[float, bool, int, int, int]
"""What a round is worth, and what is done in it: whether to raise first, what to answer to a raise
of the policy's, to one more, and to a raise of one's own raise."""

Bytes = NDArray[np.uint8]

_FOLDS: Final = ((4, 15, 10), (12, 7, 18))
"""The choices to fold of the opener and of the answerer, in the order above."""


def _paths_of(seat: int) -> list[tuple[int, ...]]:
    """The choices that lead to each end, for the policy's seat."""
    found = {
        decision.first: (*path, decision.first)
        for decision, path in zip(PLAIN.decisions, PLAIN.paths, strict=True)
        if decision.folds
    }
    return [*PLAIN.closings, *(found[choice] for choice in _FOLDS[seat])]


PATHS_TO_ENDS: Final = (_paths_of(0), _paths_of(1))
"""By the policy's seat and end: the choices that lead there."""


def arrivals(blocks: Floats, seat: int, come: Floats) -> Floats:
    """How likely a policy in a seat comes to each end of plain rounds: by hidden card and end.

    ``blocks`` may have any dimensions before choice and hidden card; ``come`` is how likely it
    comes to the rounds.
    """
    whole = np.broadcast_to(come, (*blocks.shape[:-2], blocks.shape[-1]))
    found = np.empty((*whole.shape, ENDS))
    for end, path in enumerate(PATHS_TO_ENDS[seat]):
        found[..., end] = whole
        for row in path[seat::2]:
            found[..., end] *= blocks[..., row, :]
    return found


@compiled_within
def choose(seat: int, stake: float, worths: Floats, odds: Floats) -> Done:
    """What a round is worth to an exploiter with a hidden card, and what it does.

    ``worths`` are those of the ways to close, ``odds`` those of all ends; both hold how likely the
    hidden card is.
    """
    # Where ways to close begin after a first raise of its own, and after one of the policy's.
    own, theirs = (4, 1) if seat == 0 else (1, 4)
    thrice, lost = worths[theirs + 2], -(stake + 2 * RAISE) * odds[theirs + 2]
    third = CALL
    if lost > thrice:
        thrice, third = lost, FOLD
    raised, second = worths[theirs], CALL
    lost = -stake * odds[theirs]
    if lost > raised:
        raised, second = lost, FOLD
    again = (stake + RAISE) * odds[RAISED_BACK] + worths[theirs + 1] + thrice
    if again > raised:
        raised, second = again, AGAIN
    back, answer = worths[own + 1], CALL
    lost = -(stake + RAISE) * odds[own + 1]
    if lost > back:
        back, answer = lost, FOLD
    again = (stake + 2 * RAISE) * odds[RAISED_TWICE] + worths[own + 2]
    if again > back:
        back, answer = again, AGAIN
    first = stake * odds[RAISED_FIRST] + worths[own] + back
    checked = worths[0] + raised if seat == 0 else worths[0]
    raises = first > checked
    best = first if raises else checked
    return (best if seat == 0 else best + raised), raises, second, third, answer


@compiled_within
def note_met(
    seat: int, raises: bool, second: int, third: int, answer: int, met: Bytes, folded: Bytes
) -> None:
    """Note which ends are met by an exploiter who does these four things, and where it folds.

    ``met`` is by end; ``folded`` is by end, too, for the ways to close at which it folds instead.
    """
    own, theirs = (4, 1) if seat == 0 else (1, 4)
    for end in range(ENDS):
        met[end] = folded[end] = 0
    if raises:
        met[RAISED_FIRST] = met[own] = 1
        if answer == FOLD:
            folded[own + 1] = 1
        elif answer == CALL:
            met[own + 1] = 1
        else:
            met[RAISED_TWICE] = met[own + 2] = 1
    else:
        met[0] = 1
    if seat == 1 or not raises:
        if second == FOLD:
            folded[theirs] = 1
        elif second == CALL:
            met[theirs] = 1
        else:
            met[RAISED_BACK] = met[theirs + 1] = 1
            if third == FOLD:
                folded[theirs + 2] = 1
            else:
                met[theirs + 2] = 1
