"""The drill on basic strategy: hands of one's rules, marked by a chart, with what they cost.

Hands at the borders of a chart, where the next cell says something else, come more often.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Final

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.chart import HARD_ROWS, PAIR_ROWS, SOFT_ROWS, Chart, row_of
from cutcard.study.coach import values_of
from cutcard.study.drills.dealt_hands import Decision, decisions, is_offer, suited
from cutcard.study.drills.exercise import HandExercise, LookUp, Mark
from cutcard.study.drills.repeated_items import RepeatingDrill

_AT_BORDER: Final = 4
"""How much more often a cell comes whose neighbour says something else."""

INSURANCE: Final = "insurance"
"""The item of an offer of insurance alone: the hand has no part in that."""


class StrategyDrill(RepeatingDrill[HandExercise]):
    """Asks what to do with a hand; the chart is right, and so is what is best without it."""

    def __init__(
        self,
        rules: Rules,
        chart: Chart,
        seed: int,
        history: Iterable[tuple[str, bool]] = (),
        look_up: LookUp = values_of,
    ) -> None:
        chart.check_fits(rules)
        self._look_up = look_up
        self._chart = chart
        self._decisions = _by_item(rules, chart)
        weights = {item: self._weight(item) for item in self._decisions}
        super().__init__("strategy drill", seed, weights, history)

    def _marked(self, exercise: HandExercise, reply: str) -> Mark:
        """By the chart; a departure from it is right if nothing is better with these cards."""
        view = exercise.view
        word = exercise.read(reply)
        correct = str(self._chart.action(view))
        cell = "" if exercise.item == INSURANCE else self._chart.cell(view.hand, view.dealer)
        if word == correct:
            return Mark(exercise, word, correct, right=True, cell=cell)
        values = self._look_up(view, ())
        mark = Mark(exercise, word, correct, right=False, values=values, cell=cell)
        return replace(mark, right=True) if mark.cost == 0 else mark

    def _about(self, item: str, random: Random) -> HandExercise:
        there = self._decisions[item]
        found = random.choices(there, [one.odds for one in there])[0]
        return HandExercise(item, suited(found.view, random))

    def _weight(self, item: str) -> float:
        there = self._decisions[item]
        # The root, so that pairs and soft hands come often enough to be learnt.
        weight = sqrt(sum(one.odds for one in there))
        view = there[0].view
        border = item == INSURANCE or at_border(
            self._chart, row_of(view.hand), self._chart.column_of(view.dealer)
        )
        return weight * (_AT_BORDER if border else 1)


def at_border(chart: Chart, row: str, column: str) -> bool:
    """A cell beside this one, of the same kind of hand, says something else."""
    kind = next(rows for rows in (PAIR_ROWS, SOFT_ROWS, HARD_ROWS) if row in rows)
    cells = [(row, other) for other in _beside(chart.columns, column)]
    if kind is not PAIR_ROWS:  # one pair says nothing of the next
        cells += [(other, column) for other in _beside(kind, row)]
    return any(chart.cells[cell] != chart.cells[row, column] for cell in cells)


def _beside(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    at = names.index(name)
    return (*names[max(at - 1, 0) : at], *names[at + 1 : at + 2])


def _by_item(rules: Rules, chart: Chart) -> dict[str, list[Decision]]:
    """All decisions by the cell of the chart that they belong to."""
    found: dict[str, list[Decision]] = {}
    for one in decisions(rules, 2):
        found.setdefault(_item(one.view, chart), []).append(one)
    for one in decisions(rules, 3):
        cell = _item(one.view, chart)
        # Three cards are asked for where two are played otherwise, as 11 that cannot be doubled.
        two = found.get(cell)
        if two and chart.action(two[0].view) is not chart.action(one.view):
            found.setdefault(f"{cell}, three cards", []).append(one)
    return found


def _item(view: View, chart: Chart) -> str:
    """The name of the cell that a decision belongs to."""
    if is_offer(view) and Action.SURRENDER not in view.legal:
        return INSURANCE
    cell = f"{row_of(view.hand)} v {chart.column_of(view.dealer)}"
    return f"{cell}, offered" if is_offer(view) else cell
