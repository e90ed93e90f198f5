"""Spots for compiled games: what `spots` numbers, kept while a deal is played.

What a bidding round has brought so far is kept in the memory of a deal, a row for each seat.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead import spots as numbering
from cutcard.blockhead.spots import ACTIONS, FOLD, NOTHING, PASSED, RAISE, RAISED, STAY, Spots
from cutcard.compilation import Number, compiled_into
from cutcard.number_arrays import Integers

Odds = NDArray[np.uint8]

# The columns of the memory of a deal.
LEAST: Final = 0
"""The least hidden points that the seat's bets of earlier bidding rounds claim."""
MOST: Final = 1
NEXT_LEAST: Final = 2
"""The same with the bets of this bidding round."""
NEXT_MOST: Final = 3
OWN: Final = 4
"""What the seat did last in this bidding round."""
MEMORY: Final = 5

_size_class = compiled_into(numbering.size_class)
_size_of = compiled_into(numbering.size_of)
_node_of = compiled_into(numbering.node_of)
_least_claimed = compiled_into(numbering.least_claimed)
_most_claimed = compiled_into(numbering.most_claimed)
_spot_number = compiled_into(numbering.spot_number)


@compiled_into
def forget_deal(spots: Spots, memory: Integers) -> None:
    """Begin a deal: nobody has claimed anything."""
    for seat in range(2):
        memory[seat, NEXT_LEAST] = 0
        memory[seat, NEXT_MOST] = spots.hidden + 1


@compiled_into
def begin_bidding(memory: Integers) -> None:
    """Begin a bidding round: what the last one claimed now counts."""
    for seat in range(2):
        memory[seat, LEAST] = memory[seat, NEXT_LEAST]
        memory[seat, MOST] = memory[seat, NEXT_MOST]
        memory[seat, OWN] = NOTHING


@compiled_into
def spot_at(
    spots: Spots,
    memory: Integers,
    seat: Number,
    street: Number,
    pot: Number,
    points: Integers,
    shown: Integers,
    bets: Number,
    raised: Number,
    raise_size: Number,
) -> Number:
    """The spot of a seat at its turn; the pot is the one before this bidding round."""
    kind = _size_class(spots, raise_size) if raised else 0
    return _spot_number(
        spots,
        street,
        pot,
        memory[1 - seat, LEAST],
        memory[1 - seat, MOST],
        shown[seat] - shown[1 - seat],
        points[seat] - shown[seat],
        _node_of(spots, bets > 0, raised, memory[seat, OWN], kind),
    )


@compiled_into
def chips_of(spots: Spots, action: Number, to_call: Number, may_raise: Number) -> Number:
    """The chips that an action puts in."""
    if action == FOLD:
        return 0
    if action == STAY or not may_raise:
        return to_call
    return to_call + _size_of(spots, action - RAISE)


@compiled_into
def action_by_odds(odds: Odds, spot: Number, lot: Number) -> Number:
    """The action that a lot of 255 falls to."""
    action = FOLD
    while action < ACTIONS - 1 and lot >= odds[ACTIONS * spot + action]:
        lot -= odds[ACTIONS * spot + action]
        action += 1
    return action


@compiled_into
def note_bet(
    spots: Spots, memory: Integers, seat: Number, shown: Integers, chips: Number, to_call: Number
) -> None:
    """Remember a bet that is not a fold."""
    lead = shown[1 - seat] - shown[seat]
    if chips > to_call:
        kind = _size_class(spots, chips - to_call)
        memory[seat, OWN] = RAISED + kind
        memory[seat, NEXT_LEAST] = max(memory[seat, NEXT_LEAST], _least_claimed(spots, lead, kind))
        memory[seat, NEXT_MOST] = min(memory[seat, NEXT_MOST], _most_claimed(spots, lead, kind))
    else:
        memory[seat, OWN] = PASSED
        memory[seat, NEXT_MOST] = min(memory[seat, NEXT_MOST], lead)
