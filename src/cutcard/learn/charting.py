"""The chart that was learnt: the situations of each cell put together."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import isfinite
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.choices import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from cutcard.blackjack.strategy.chart import (
    PAIR_ROWS,
    ROWS,
    Chart,
    shortened,
)
from cutcard.learn.found import Found
from cutcard.learn.situations import OFFERED, PLAYS, Situations

_LETTERS: Final = "SHDPR"
"""By the numbers of their actions."""


def learnt_chart(situations: Situations, found: Found) -> Chart:
    """The chart that is best by what was found.

    A cell's letters are those that would have brought most, where each situation counts as often
    as it was met. A cell that was never met stands.
    """
    means = found.means()
    cells: dict[tuple[str, str], str] = {}
    for column in situations.columns:
        for row in ROWS:
            # Two twos are the only hard 4; that row is for when they cannot be split.
            of = situations.cell("22" if row == "4" else row, column)
            here = slice(of.start, of.stop)
            cells[row, column] = _cell(
                situations.kinds, means[here], found.met[here], pair=row in PAIR_ROWS
            )
        for row in PAIR_ROWS:
            cells[row, column] = shortened(cells, row, column)
    return Chart(situations.columns, cells, "learnt")


def _cell(
    kinds: tuple[int, ...],
    means: NDArray[np.float64],
    met: NDArray[np.int64],
    *,
    pair: bool,
) -> str:
    """The letters that bring most over all kinds of situations of a cell."""
    worths, times = means.tolist(), met.tolist()
    plays = [at for at, kind in enumerate(kinds) if not kind & OFFERED]
    tried = 0
    for wish in range(PLAYS):
        tried |= any(isfinite(worths[at][wish]) for at in plays) << wish
    best: tuple[float, ...] = ()
    chosen = [STAND]
    for way in _ways(kinds, pair=pair):
        if way.needed & ~tried:
            continue
        low = way.wishes[-1]
        worth = 0.0
        used = 1 << low
        for at, wish in zip(plays, way.answers, strict=True):
            if times[at]:
                worth += times[at] * worths[at][wish]
                used |= 1 << wish
        if way.needed & ~used:
            continue  # nobody would ever come to some of them
        # Where a wish is never come to, the one that seems better.
        rank = (worth, max([worths[at][low] for at in plays]))
        if not best or rank > best:
            best, chosen = rank, way.wishes
    for at, kind in enumerate(kinds):
        if kind & OFFERED and worths[at][SURRENDER] > worths[at][STAND]:
            chosen = [SURRENDER, *chosen]
    return "".join(_LETTERS[wish] for wish in chosen).capitalize()


class _Way(NamedTuple):
    """Letters that a cell may have."""

    wishes: list[int]
    """The first of them that is legal is done."""
    needed: int
    """All of them, as bits."""
    answers: list[int]
    """What is done in each kind of situation that is no offer."""


@cache
def _ways(kinds: tuple[int, ...], *, pair: bool) -> list[_Way]:
    """All letters that a cell may have."""
    ways = []
    for gives_up, splits, doubles, low in product(*[(False, True)] * 3, (STAND, HIT)):
        if splits and not pair:
            continue
        wishes = [SURRENDER] * gives_up + [SPLIT] * splits + [DOUBLE] * doubles + [low]
        answers = [
            next((wish for wish in wishes if kind >> wish & 1), STAND)
            for kind in kinds
            if not kind & OFFERED
        ]
        ways.append(_Way(wishes, sum(1 << wish for wish in wishes), answers))
    return ways
