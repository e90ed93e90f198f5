"""The odds of a showdown by points: how the lead moves with the cards to come, compiled."""

from __future__ import annotations

from typing import Final

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.compilation import compiled_or_plain as compiled
from cutcard.number_arrays import Floats, Integers

CARRY_VALUE: Final = 0.55
"""What a tied pot is worth to a player: a little more than half for the better one."""

REACH: Final = 18
"""How far two cards for each player can move the lead."""


@compiled
def fill_shares(unseen: Integers, to_come: int, ahead: int, shares: Floats) -> None:
    """Fill in the share of the pot that is ours against each hidden card, 1 to 10 points.

    Without the opponent's hidden card we are ``ahead`` by this many points, and both players get
    ``to_come`` of the unseen cards. A share is the chance of winning, with ties at what a carried
    pot is worth.
    """
    moves = np.zeros(2 * REACH + 1)
    _fill_moves(unseen, to_come, moves)
    by_lead = np.empty(2 * REACH + 1)
    above = 0.0
    for at in range(2 * REACH + 1):  # no move at all saves a lead of -REACH, and so on
        chance = moves[2 * REACH - at]
        by_lead[at] = above + CARRY_VALUE * chance
        above += chance
    for hidden in range(1, HIGHEST + 1):
        lead = ahead - hidden
        if lead < -REACH:
            shares[hidden] = 0.0
        elif lead > REACH:
            shares[hidden] = 1.0
        else:
            shares[hidden] = by_lead[REACH + lead]


@compiled
def _fill_moves(unseen: Integers, to_come: int, moves: Floats) -> None:
    """Fill in the chances that the lead moves by -REACH … REACH, which are 0 before."""
    if to_come == 0:
        moves[REACH] = 1.0
        return
    total = 0
    for card in range(1, HIGHEST + 1):
        total += unseen[card]
    ways = total * (total - 1)
    sums = np.zeros(2 * HIGHEST + 1)
    for one in range(1, HIGHEST + 1):
        for two in range(1, HIGHEST + 1):
            more = unseen[two] - 1 if one == two else unseen[two]
            chance = unseen[one] * more / ways
            if to_come == 1:
                moves[REACH + one - two] += chance
            else:
                sums[one + two] += chance
    if to_come == 2:
        # Within a player's pair no card comes twice; between the two pairs it might, which
        # moves the odds by far less than the opponent's hidden card does.
        for mine in range(2, 2 * HIGHEST + 1):
            for other in range(2, 2 * HIGHEST + 1):
                moves[REACH + mine - other] += sums[mine] * sums[other]
