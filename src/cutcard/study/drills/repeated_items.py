"""What all drills do whose items come back when they were missed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import Generic, TypeVar

from cutcard.streams import stream
from cutcard.study.drills.boxes import Boxes
from cutcard.study.drills.exercise import HandExercise, Mark, TrayExercise

Posed = TypeVar("Posed", HandExercise, TrayExercise)


class RepeatingDrill(ABC, Generic[Posed]):
    """Asks items drawn by weight, and again those that were missed."""

    def __init__(
        self,
        name: str,
        seed: int,
        weights: Mapping[str, float],
        history: Iterable[tuple[str, bool]],
    ) -> None:
        """Items by how often they are drawn, after a history of answers, right or not."""
        self._name, self._seed = name, seed
        self._boxes = Boxes(weights, history)
        self._posed = 0
        self._exercise: Posed = self._next()

    @property
    def exercise(self) -> Posed:
        """The exercise that is posed now."""
        return self._exercise

    @property
    def coming_back(self) -> dict[str, int]:
        """Items that were missed and will come back, and after how many exercises."""
        return self._boxes.coming_back

    def answer(self, reply: str) -> Mark:
        """Mark a reply and go on to the next exercise."""
        mark = self._marked(self._exercise, reply)
        self._boxes.note(mark.exercise.item, right=mark.right)
        self._exercise = self._next()
        return mark

    def _next(self) -> Posed:
        self._posed += 1
        random = stream(self._seed, self._name, self._posed)
        return self._about(self._boxes.choose(random), random)

    @abstractmethod
    def _about(self, item: str, random: Random) -> Posed:
        """An exercise about an item."""

    @abstractmethod
    def _marked(self, exercise: Posed, reply: str) -> Mark:
        """How a reply is marked."""
