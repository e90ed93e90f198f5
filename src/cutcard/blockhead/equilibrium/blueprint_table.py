"""Stored policies as arrays, and the odds in them, compiled."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.bidding_arrays import (
    ALL_PLAIN,
    BLOCK_ROWS,
    DECISIONS,
    FIRSTS,
    ROWS,
    WIDTHS,
    number_of,
)
from cutcard.blockhead.equilibrium.blueprint import CERTAIN, LEADS, STAKES, Blueprint, Parts
from cutcard.blockhead.equilibrium.lead_tree import CARDS
from cutcard.compilation import compiled_making_arrays as compiled
from cutcard.number_arrays import Integers

LAST: Final = 2
"""The number of the last bidding round."""

# The columns of a beginning.
_OPENING: Final = 0
"""The number of its first bidding round."""
_FIRST_ROW: Final = 1
"""The first row of odds, for each bidding round."""
_SECOND_ROW: Final = 2
_THIRD_ROW: Final = 3
_FIRST_PLACE: Final = 4
"""The first of its places, and after the last."""
_PLACES_END: Final = 5
_COLUMNS: Final = 6


class BlueprintTable(NamedTuple):
    """The policies that two players go by, in the order named; others go by none."""

    parts: Parts
    """All rows of odds, in parts of `CERTAIN`, by hidden card."""
    beginnings: Integers
    """By player, stake, lead and whose odds: where they are. The opener's are 0."""
    places: NDArray[np.uint16]
    """Where blocks of the last bidding round belong, as `Stored` has them."""


class HasBlueprint(Protocol):
    """Whoever goes by a policy."""

    @property
    def blueprint(self) -> Blueprint:
        """The policy."""


@lru_cache(maxsize=4)
def table_of_blueprints(first: HasBlueprint | None, second: HasBlueprint | None) -> BlueprintTable:
    """All blocks of the policies that two players go by, one after the other."""
    beginnings = np.zeros((2, len(STAKES), len(LEADS), 2, _COLUMNS), np.int64)
    rows, places = [np.zeros((0, CARDS), np.uint8)], [np.zeros(0, np.uint16)]
    row = place = 0
    for player, one in enumerate((first, second)):
        if player and one and first and one.blueprint is first.blueprint:
            beginnings[1] = beginnings[0]
            break
        for (stake, lead, seat), stored in one.blueprint.beginnings.items() if one else ():
            start = beginnings[player, STAKES.index(stake), LEADS.index(lead), seat]
            start[_OPENING] = number_of(stored.opening)
            blocks = (stored.first, stored.second, stored.third)
            for column, block in enumerate(blocks, _FIRST_ROW):
                start[column] = row
                rows.append(block.reshape(-1, CARDS))
                row += len(rows[-1])
            start[_FIRST_PLACE], start[_PLACES_END] = place, place + len(stored.places)
            places.append(stored.places)
            place += len(stored.places)
    return BlueprintTable(np.concatenate(rows), beginnings, np.concatenate(places))


@compiled
def bidding_of(start: Integers, street: int) -> int:
    """The number of a bidding round after a beginning: the first may be of another kind."""
    return ALL_PLAIN if street else int(start[_OPENING])


@compiled
def block_at(table: BlueprintTable, start: Integers, seat: int, street: int, path: int) -> int:
    """The first row of a seat's odds in a bidding round; -1 if nothing is stored.

    The path is ways to close and steps of the lead in turn, as one number.
    """
    if street == 0:
        return int(start[_FIRST_ROW])
    rows = BLOCK_ROWS[seat]
    if street < LAST:
        return int(start[_SECOND_ROW] + path * rows)
    low, high = start[_FIRST_PLACE], start[_PLACES_END]
    while low < high:
        middle = (low + high) // 2
        if table.places[middle] < path:
            low = middle + 1
        else:
            high = middle
    if low == start[_PLACES_END] or table.places[low] != path:
        return -1
    return int(start[_THIRD_ROW] + (low - start[_FIRST_PLACE]) * rows)


@compiled
def odds_of_choice(
    table: BlueprintTable, bidding: int, seat: int, block: int, choice: int, card: int
) -> float:
    """How likely a choice of a seat's is with a hidden card."""
    rows = ROWS[bidding, seat]
    if rows[choice] >= 0:
        return float(table.parts[block + rows[choice], card] / CERTAIN) if block >= 0 else 0.0
    # To check or call is what the other choices leave.
    decision = DECISIONS[bidding, choice]
    first = FIRSTS[bidding, decision]
    others = 0.0
    for other in range(first, first + WIDTHS[bidding, decision]):
        if other != choice and block >= 0:
            others += table.parts[block + rows[other], card] / CERTAIN
    return 1.0 - others
