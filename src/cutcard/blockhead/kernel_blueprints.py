"""Policies near an equilibrium and their bidding rounds, as arrays for compiled games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blockhead.equilibrium.biddings import FIRST, PLAIN, Bidding, Decision
from cutcard.blockhead.equilibrium.blueprint import LEADS, STAKES
from cutcard.blockhead.equilibrium.lead_tree import CARDS
from cutcard.blockhead.equilibrium.saved import EquilibriumPolicy, equilibrium_policy
from cutcard.blockhead.kernel_decks import Integers
from cutcard.blockhead.rules import Rules

Parts = NDArray[np.uint8]

_BIDDINGS: Final = (PLAIN, *FIRST)
"""The bidding rounds that there are, by number."""
ALL_PLAIN: Final = 0

# The columns of a beginning.
OPENING: Final = 0
"""The number of its first bidding round."""
FIRST_ROW: Final = 1
"""The first row of odds, for each bidding round."""
SECOND_ROW: Final = 2
THIRD_ROW: Final = 3
FIRST_PLACE: Final = 4
"""The first of its places, and after the last."""
PLACES_END: Final = 5
_COLUMNS: Final = 6


def _padded(nested: Any) -> Integers:
    """Lists of lists of numbers as an array; shorter ones are filled up with -1."""
    array = np.full(_shape(nested), -1, np.int64)
    _fill(array, nested)
    return array


def _shape(nested: Any) -> tuple[int, ...]:
    """The shape of the smallest array that has room for lists of lists."""
    if isinstance(nested, int):
        return ()
    inner = zip_longest(*map(_shape, nested), fillvalue=0)
    return len(nested), *map(max, inner)


def _fill(array: Integers, nested: Any) -> None:
    for at, one in enumerate(nested):
        if isinstance(one, int):
            array[at] = one
        else:
            _fill(array[at], one)


def _by_decision(of: Callable[[Decision], int | tuple[int, ...]]) -> Integers:
    """Something of all decisions, by bidding round."""
    return _padded([[of(decision) for decision in one.decisions] for one in _BIDDINGS])


def _rows(bidding: Bidding, seat: int) -> list[int]:
    """For each choice, the row of a block in which it is stored; -1 if it is not."""
    kept = bidding.kept(seat).tolist()
    return [kept.index(choice) if choice in kept else -1 for choice in range(bidding.choices)]


# Bidding rounds as arrays: what compiled functions are built with need not be handed over.
FIRSTS: Final = _by_decision(lambda decision: decision.first)
"""By bidding round and decision, the first choice."""
FOLDS: Final = _by_decision(lambda decision: int(decision.folds))
"""Whether that is to fold."""
WIDTHS: Final = _by_decision(lambda decision: decision.width)
PAID: Final = _by_decision(lambda decision: decision.paid)
CALLED: Final = _by_decision(lambda decision: decision.called)
"""Where a check or call leads: another decision, or ~closing."""
RAISED: Final = _by_decision(lambda decision: decision.raised)
"""Where a raise leads, by its size."""
SIZES: Final = _by_decision(lambda decision: decision.sizes)
PATHS: Final = _padded([one.paths for one in _BIDDINGS])
"""The choices that lead to each decision, the opener's and the answerer's in turn."""
CLOSED_BY: Final = _padded([one.closings for one in _BIDDINGS])
"""The choices that lead to each way to close."""
PAID_AT: Final = _padded([one.paid for one in _BIDDINGS])
"""What each player has bet, by way to close."""
DECISIONS: Final = _padded(
    [
        [at for at, decision in enumerate(one.decisions) for _ in range(decision.width)]
        for one in _BIDDINGS
    ]
)
"""The decision that each choice belongs to."""
ROWS: Final = _padded([[_rows(one, seat) for seat in (0, 1)] for one in _BIDDINGS])
"""By bidding round, player and choice, the row of a block in which it is stored."""
BLOCK_ROWS: Final = (len(PLAIN.kept(0)), len(PLAIN.kept(1)))
"""How many rows of a plain bidding round are stored for each player."""


class FollowersTable(NamedTuple):
    """Two players that follow a policy, in the order named; players of other kinds follow none."""

    parts: Parts
    """All rows of odds, in parts of `CERTAIN`, by hidden card."""
    beginnings: Integers
    """By player, stake, lead and place in the bidding: where its odds are."""
    places: NDArray[np.uint16]
    """Where blocks of the last bidding round belong, as `Stored` has them."""


@lru_cache(maxsize=1)
def nobody_follows() -> FollowersTable:
    """For a compiled game in which nobody follows a policy."""
    beginnings = np.zeros((2, len(STAKES), len(LEADS), 2, _COLUMNS), np.int64)
    return FollowersTable(np.zeros((0, CARDS), np.uint8), beginnings, np.zeros(0, np.uint16))


def followers_table(first: str, second: str, rules: Rules) -> FollowersTable:
    """The players among these two that follow a policy, as the compiled game sees them."""
    return _in_arrays(*(equilibrium_policy(name, rules) for name in (first, second)))


@lru_cache(maxsize=4)
def _in_arrays(first: EquilibriumPolicy | None, second: EquilibriumPolicy | None) -> FollowersTable:
    """All blocks of two policies, one after the other."""
    nobody = nobody_follows()
    rows, places = [nobody.parts], [nobody.places]
    beginnings = nobody.beginnings.copy()
    row = place = 0
    for player, policy in enumerate((first, second)):
        if player and policy is first:
            beginnings[1] = beginnings[0]
            break
        for (stake, lead, seat), stored in policy.blueprint.beginnings.items() if policy else ():
            start = beginnings[player, STAKES.index(stake), LEADS.index(lead), seat]
            start[OPENING] = _BIDDINGS.index(stored.opening)
            for column, block in enumerate((stored.first, stored.second, stored.third), FIRST_ROW):
                start[column] = row
                rows.append(block.reshape(-1, CARDS))
                row += len(rows[-1])
            start[FIRST_PLACE], start[PLACES_END] = place, place + len(stored.places)
            places.append(stored.places)
            place += len(stored.places)
    return FollowersTable(np.concatenate(rows), beginnings, np.concatenate(places))
