"""Boxes: what was missed comes back soon, and then at growing distances, until it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final

DISTANCES: Final = (3, 8, 20, 50)
"""Exercises from one asking of an item to the next, box by box; whoever knows it then knows it."""


class Boxes:
    """Items to be asked, of which those that were missed stand in boxes that say when.

    >>> boxes = Boxes({"16 v 10": 2.0, "12 v 3": 1.0})
    >>> boxes.note("16 v 10", right=False)
    >>> boxes.coming_back
    {'16 v 10': 3}
    """

    def __init__(
        self, weights: Mapping[str, float], history: Iterable[tuple[str, bool]] = ()
    ) -> None:
        """Items by how often they are drawn, after a history of answers, right or not.

        Items of the history that are no longer asked are passed over.
        """
        self._weights = weights
        self._asked = 0
        self._last = ""
        self._box: dict[str, int] = {}
        self._due: dict[str, int] = {}
        for item, right in history:
            self.note(item, right=right)

    def note(self, item: str, *, right: bool) -> None:
        """Take note of an answer: a miss goes to the first box, what is right to the next one."""
        self._asked += 1
        self._last = item
        if item not in self._weights or (right and item not in self._box):
            return
        box = self._box[item] + 1 if right else 0
        if box == len(DISTANCES):
            del self._box[item], self._due[item]
            return
        self._box[item] = box
        self._due[item] = self._asked + DISTANCES[box]

    @property
    def coming_back(self) -> dict[str, int]:
        """The items in the boxes, soonest first, and after how many exercises each is due."""
        soonest = sorted(self._due.items(), key=lambda one: (one[1], one[0]))
        return {item: max(due - self._asked, 1) for item, due in soonest}

    def choose(self, random: Random) -> str:
        """The next item: one that is due, or one drawn by weight that is in no box.

        Nothing comes twice in a row where there is anything else.
        """
        boxed = [item for item in self.coming_back if item != self._last]
        if boxed and self._due[boxed[0]] <= self._asked + 1:
            return boxed[0]
        free = [item for item in self._weights if item not in self._box and item != self._last]
        if free:
            return random.choices(free, [self._weights[item] for item in free])[0]
        return boxed[0] if boxed else next(iter(self._weights))
