"""The chart that was learnt: the situations of each cell put together."""

from __future__ import annotations

from itertools import product
from typing import Final

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
    plays = [at for at, kind in enumerate(kinds) if not kind & OFFERED]
    best: tuple[float, ...] = ()
    chosen = [STAND]
    tried = {wish for wish in range(PLAYS) if np.isfinite(means[plays, wish]).any()}
    for gives_up, splits, doubles, low in product(*[(False, True)] * 3, (STAND, HIT)):
        wishes = [SURRENDER] * gives_up + [SPLIT] * splits + [DOUBLE] * doubles + [low]
        if (splits and not pair) or not tried.issuperset(wishes):
            continue
        worth = 0.0
        used = {low}
        for at in plays:
            wish = next((wish for wish in wishes if kinds[at] >> wish & 1), STAND)
            if met[at]:
                worth += float(met[at] * means[at, wish])
                used.add(wish)
        if not used.issuperset(wishes):
            continue  # nobody would ever come to some of them
        # Where a wish is never come to, the one that seems better.
        rank = (worth, float(means[plays, low].max()))
        if not best or rank > best:
            best, chosen = rank, wishes
    for at, kind in enumerate(kinds):
        if kind & OFFERED and means[at, SURRENDER] > means[at, STAND]:
            chosen = [SURRENDER, *chosen]
    return "".join(_LETTERS[wish] for wish in chosen).capitalize()
