"""The drill on deck estimation: how many decks are left, by the height of the discards."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from cutcard.blackjack.rules import Rules
from cutcard.errors import Illegal
from cutcard.study.drills.exercise import Mark, TrayExercise
from cutcard.study.drills.repeated_items import RepeatingDrill

_FEW: Final = 2
"""Decks up to which an estimate must be right to the quarter deck; with more, to the half."""


class UnfitShoe(Illegal):
    """A shoe of which nothing can be estimated."""


class TrayDrill(RepeatingDrill[TrayExercise]):
    """Shows a tray of discards and asks for the decks left, in halves."""

    def __init__(self, rules: Rules, seed: int, history: Iterable[tuple[str, bool]] = ()) -> None:
        if rules.finite_decks is None:
            raise UnfitShoe(
                "there are no decks to estimate with decks = infinite: it takes decks = 1 to 8"
            )
        self._decks = rules.finite_decks
        self._heights = {
            f"{halves / 2:g} of {self._decks}": halves for halves in range(1, 2 * self._decks)
        }
        super().__init__("deck drill", seed, dict.fromkeys(self._heights, 1.0), history)

    def _marked(self, exercise: TrayExercise, reply: str) -> Mark:
        """An estimate is right if it is off by no more than the tolerance."""
        word = exercise.read(reply)
        right = abs(float(word) - exercise.left) <= exercise.tolerance
        return Mark(exercise, word, f"{round(2 * exercise.left) / 2:g}", right=right)

    def _about(self, item: str, random: Random) -> TrayExercise:
        left = 26 * self._heights[item] + random.randint(-12, 12)
        tolerance = 0.25 if self._decks <= _FEW else 0.5
        return TrayExercise(item, self._decks, 52 * self._decks - left, tolerance)
