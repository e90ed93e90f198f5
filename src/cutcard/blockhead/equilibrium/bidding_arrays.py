"""Bidding rounds as arrays: what compiled functions are built with need not be handed over."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any, Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import FIRST, PLAIN, Bidding, Decision
from cutcard.number_arrays import Integers

BIDDINGS: Final = (PLAIN, *FIRST)
"""The bidding rounds that there are, by number."""
ALL_PLAIN: Final = 0


def number_of(bidding: Bidding) -> int:
    """The number of a bidding round, which may have come from another process."""
    kinds = [(one.seat, one.sizes) for one in BIDDINGS]
    return kinds.index((bidding.seat, bidding.sizes))


def padded(nested: Any) -> Integers:
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
    return padded([[of(decision) for decision in one.decisions] for one in BIDDINGS])


def _rows(bidding: Bidding, seat: int) -> list[int]:
    """For each choice, the row of a block in which it is stored; -1 if it is not."""
    kept = bidding.kept(seat).tolist()
    return [kept.index(choice) if choice in kept else -1 for choice in range(bidding.choices)]


FIRSTS: Final = _by_decision(lambda decision: decision.first)
"""By bidding round and decision, the first choice."""
FOLDS: Final = _by_decision(lambda decision: int(decision.folds))
"""Whether that is to fold."""
WIDTHS: Final = _by_decision(lambda decision: decision.width)
SEATS: Final = _by_decision(lambda decision: decision.seat)
"""Who decides: 0 opens."""
OWED: Final = _by_decision(lambda decision: decision.owed)
PAID: Final = _by_decision(lambda decision: decision.paid)
CALLED: Final = _by_decision(lambda decision: decision.called)
"""Where a check or call leads: another decision, or ~closing."""
RAISED: Final = _by_decision(lambda decision: decision.raised)
"""Where a raise leads, by its size."""
SIZES: Final = _by_decision(lambda decision: decision.sizes)
PATHS: Final = padded([one.paths for one in BIDDINGS])
"""The choices that lead to each decision, the opener's and the answerer's in turn."""
CLOSED_BY: Final = padded([one.closings for one in BIDDINGS])
"""The choices that lead to each way to close."""
PAID_AT: Final = padded([one.paid for one in BIDDINGS])
"""What each player has bet, by way to close."""
DECISIONS: Final = padded(
    [
        [at for at, decision in enumerate(one.decisions) for _ in range(decision.width)]
        for one in BIDDINGS
    ]
)
"""The decision that each choice belongs to."""
ROWS: Final = padded([[_rows(one, seat) for seat in (0, 1)] for one in BIDDINGS])
"""By bidding round, player and choice, the row of a block in which it is stored."""
BLOCK_ROWS: Final = (len(PLAIN.kept(0)), len(PLAIN.kept(1)))
"""How many rows of a plain bidding round are stored for each player."""
