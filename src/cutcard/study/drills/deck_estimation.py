"""The drill on deck estimation: how many decks are left, by the height of the discards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cutcard.blackjack.rules import Rules
from cutcard.errors import Illegal
from cutcard.streams import stream
from cutcard.study.drills.boxes import Boxes
from cutcard.study.drills.exercise import Mark, TrayExercise

_FEW: Final = 2
"""Decks up to which an estimate must be right to the quarter deck; with more, to the half."""


class UnfitShoe(Illegal):
    """A shoe of which nothing can be estimated."""


class TrayDrill:
    """Shows a tray of discards and asks for the decks left, in halves."""

    def __init__(self, rules: Rules, seed: int, history: Iterable[tuple[str, bool]] = ()) -> None:
        if rules.finite_decks is None:
            raise UnfitShoe(
                "there are no decks to estimate with decks = infinite: it takes decks = 1 to 8"
            )
        self._decks = rules.finite_decks
        self._seed = seed
        self._heights = {
            f"{halves / 2:g} of {self._decks}": halves for halves in range(1, 2 * self._decks)
        }
        self._boxes = Boxes(dict.fromkeys(self._heights, 1.0), history)
        self._posed = 0
        self._exercise = self._next()

    @property
    def exercise(self) -> TrayExercise:
        return self._exercise

    @property
    def coming_back(self) -> dict[str, int]:
        return self._boxes.coming_back

    def answer(self, reply: str) -> Mark:
        """Mark an estimate: right if it is off by no more than the tolerance."""
        exercise = self._exercise
        word = exercise.read(reply)
        right = abs(float(word) - exercise.left) <= exercise.tolerance
        self._boxes.note(exercise.item, right=right)
        self._exercise = self._next()
        return Mark(exercise, word, f"{round(2 * exercise.left) / 2:g}", right=right)

    def _next(self) -> TrayExercise:
        self._posed += 1
        random = stream(self._seed, "deck drill", self._posed)
        item = self._boxes.choose(random)
        left = 26 * self._heights[item] + random.randint(-12, 12)
        tolerance = 0.25 if self._decks <= _FEW else 0.5
        return TrayExercise(item, self._decks, 52 * self._decks - left, tolerance)
