"""Players by best responses to policies of spots, in compiled games.

What they remember and think is what the engine's player does: `exact.spot_course` has both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.blockhead.exact.lead_paths import HIGHEST
from cutcard.blockhead.exact.spot_biddings import Biddings
from cutcard.blockhead.exact.spot_course import Ground, Known
from cutcard.blockhead.exact.spot_saved import spot_response_policy
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spots import ACTIONS, NODES, no_spots


class RespondersTable(NamedTuple):
    """Two players by best responses to policies of spots, in the order named."""

    ground: Ground
    first: Known
    """What it knows; players of other kinds know nothing."""
    second: Known


@lru_cache(maxsize=1)
def nobody_responds() -> RespondersTable:
    """For a compiled game in which nobody plays such a response."""
    row, rows, block = (np.zeros((0,) * dimensions, np.int64) for dimensions in (1, 2, 3))
    ways = np.zeros((0, HIGHEST, HIGHEST))
    ground = Ground(
        no_spots(),
        Biddings(rows, block, rows, rows, rows, block, rows),
        ways,
        ways,
        possible=row,
        starts=row,
        opened=row,
        ends_before=row,
        closed_starts=rows,
        solved=row,
    )
    nothing = np.zeros((0, HIGHEST))
    known = Known(np.zeros((0, 1, NODES, ACTIONS), np.uint8), nothing, nothing)
    return RespondersTable(ground, known, known)


def responders_table(first: str, second: str, rules: Rules) -> RespondersTable:
    """The players among these two that play such a response, as the compiled game sees them."""
    found = [spot_response_policy(name, rules) for name in (first, second)]
    nobody = nobody_responds()
    ground = next((one.response.ground for one in found if one), nobody.ground)
    known = [one.response.known if one else nobody.first for one in found]
    return RespondersTable(ground, known[0], known[1])
