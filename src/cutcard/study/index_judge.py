"""The index of a play: found in what playing by it gains, sample by sample and count by count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.decision_odds import INSURANCE_ROWS, LATER, Window
from cutcard.blackjack.exact.departures import WEIGHT
from cutcard.blackjack.exact.policy import ACTIONS, CODES, DOUBLE, HIT, SPLIT, STAND
from cutcard.blackjack.strategy.chart import HARD_ROW_OF_PAIR, PAIR_ROWS, ROWS, Chart
from cutcard.number_arrays import Floats
from cutcard.study.plays_wanted import Play, PlaysWanted

CERTAIN: Final = 2.0
"""Standard errors that tell two counts apart."""


@dataclass(frozen=True)
class Estimate:
    """A mean, and its standard error."""

    value: float
    stderr: float

    @property
    def sure(self) -> bool:
        """Its sign is certain."""
        return abs(self.value) > CERTAIN * self.stderr


@dataclass(frozen=True)
class FoundIndex:
    """A play and its index, if it has one."""

    play: Play | None
    """None means insurance."""
    index: int | None
    instead: Action
    """What is played below the index, or where there is none the best other play."""
    below: Estimate | None
    """What the play gains at the last count below the index, in bets; mostly less than nothing."""
    at: Estimate | None
    """What it gains at the index."""
    gain: Estimate
    """What the index gains a round over what the chart always does, in average bets."""
    always: bool
    """Where there is no index: the play is better at all counts that occur."""
    charted: bool
    """The chart has the play."""
    under: bool = False
    """The play is better below the index, and not at or above it."""
    beside: tuple[int | None, int | None] = (None, None)
    """The counts below and above the index that occur next to it."""

    @property
    def errs(self) -> bool:
        """The chart does what is worse at all counts."""
        return self.index is None and self.always is not self.charted

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Neighbours that cannot be told from the index."""
        if self.index is None or self.at is None or self.below is None:
            return ()
        return tuple(
            count
            for count, one in zip(self.beside, (self.below, self.at), strict=True)
            if count is not None and not one.sure
        )


def rows_governed(chart: Chart, row: str, column: str) -> list[int]:
    """The rows that a play governs: its own, and the pair of that total if it is not split."""
    pairs = [
        pair
        for pair, total in HARD_ROW_OF_PAIR.items()
        if total == row and pair != "AA" and "P" not in chart.cells[pair, column].upper()
    ]
    return [ROWS.index(one) for one in (row, *pairs)]


class Judge:
    """Finds the indices in what was added up: by sample, row, sum and count."""

    def __init__(
        self,
        chart: Chart,
        wanted: PlaysWanted,
        window: Window,
        sums: Mapping[str, Floats],
        average_bet: float,
    ) -> None:
        self._chart = chart
        self._wanted = wanted
        self._window = window
        self._sums = sums
        self._average_bet = average_bet

    def found(self) -> tuple[FoundIndex, ...]:
        """All plays that are legal, what gains most first."""
        found = [self._of(play) for play in self._wanted.plays if self._legal(play)]
        if self._insurable:
            found.append(self._insurance(INSURANCE_ROWS))
        return tuple(sorted(found, key=lambda one: -one.gain.value))

    def own_tens(self) -> tuple[FoundIndex, ...]:
        """Insurance by own tens."""
        return tuple(self._insurance((row,)) for row in INSURANCE_ROWS if self._insurable)

    @property
    def _insurable(self) -> bool:
        return self._wanted.insurance and bool(self._sums["A"][:, INSURANCE_ROWS, WEIGHT].any())

    def _insurance(self, rows: tuple[int, ...]) -> FoundIndex:
        sums = self._sums["A"][:, rows].sum(axis=1)
        others = [Action.DECLINE] * self._window.size
        return self._judged(None, sums[:, 0], sums[:, WEIGHT], others, charted=False)

    def _legal(self, play: Play) -> bool:
        row, column, action = play
        if action is Action.STAND:
            return True
        rows = rows_governed(self._chart, row, column)
        return bool(self._sums[column][:, rows, CODES[action]].any())

    def _of(self, play: Play) -> FoundIndex:
        row, column, action = play
        rows = rows_governed(self._chart, row, column)
        sums = self._sums[column][:, rows].sum(axis=1)
        cell = self._chart.cells[row, column].upper()
        if action is Action.STAND:
            sums = sums + self._sums[column][:, LATER + ROWS.index(row)]
            gains = sums[:, STAND] - sums[:, HIT]
            others = [Action.HIT] * self._window.size
            return self._judged(play, gains, sums[:, WEIGHT], others, charted=cell.endswith("S"))
        # The best other play at each count, for that has an index of its own.
        codes = [STAND, HIT]
        if action is not Action.DOUBLE:
            codes.append(DOUBLE)
        if action is Action.SURRENDER and row in PAIR_ROWS:
            codes.append(SPLIT)
        codes = [code for code in codes if sums[:, code].any()]
        best = np.array(codes)[sums.sum(axis=0)[codes].argmax(axis=0)]
        rest = np.take_along_axis(sums, best[None, None, :], axis=1)[:, 0]
        gains = sums[:, CODES[action]] - rest
        others = [ACTIONS[code] for code in best.tolist()]
        charted = action.value in cell
        return self._judged(play, gains, sums[:, WEIGHT], others, charted=charted)

    def _judged(
        self,
        play: Play | None,
        gains: Floats,
        weights: Floats,
        others: list[Action],
        *,
        charted: bool,
    ) -> FoundIndex:
        """Find the index of a play from its gains and their weights, by sample and count."""
        # Some counts never come: of one deck, no true count to the card is just below zero.
        there = np.flatnonzero(weights.any(axis=0))
        gains, weights = gains[:, there], weights[:, there]
        others = [others[at] for at in there]
        counts = (there + self._window.lowest).tolist()
        # What it gains to play at or above each count; the last is never to play.
        above = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1]
        above = np.concatenate((above, np.zeros((len(gains), 1))), axis=1)
        always = bool(above.mean(axis=0)[0] > 0)
        # Below each count: the first is never to play. Nobody insures below a count.
        sides = [(above, False)] if play is None else [(above, False), (above[:, :1] - above, True)]
        for earned, under in sides:
            at = int(earned.mean(axis=0).argmax())
            over = [_mean(earned[:, at] - earned[:, other]) for other in (0, -1)]
            if all(one.sure and one.value > 0 for one in over):
                fixed = 0 if charted is not under else -1
                return FoundIndex(
                    play,
                    counts[at],
                    others[at if under else at - 1],
                    _ratio(gains[:, at - 1], weights[:, at - 1]),
                    _ratio(gains[:, at], weights[:, at]),
                    _mean((earned[:, at] - earned[:, fixed]) / self._average_bet),
                    always,
                    charted,
                    under,
                    (counts[at - 1], counts[at + 1] if at + 1 < len(counts) else None),
                )
        usual = others[min(int(np.searchsorted(counts, 0)), len(others) - 1)]
        return FoundIndex(play, None, usual, None, None, Estimate(0.0, 0.0), always, charted)


def _mean(results: Floats) -> Estimate:
    """The mean of independent samples."""
    return Estimate(float(results.mean()), float(results.std(ddof=1)) / sqrt(len(results)))


def _ratio(gains: Floats, weights: Floats) -> Estimate:
    """The mean gain of a decision: a ratio of sums, its error by leaving out each sample."""
    number = len(gains)
    whole = gains.sum() / weights.sum()
    rest = (gains.sum() - gains) / np.maximum(weights.sum() - weights, 1e-300)
    spread = ((rest - rest.mean()) ** 2).sum()
    return Estimate(float(whole), sqrt((number - 1) / number * float(spread)))
