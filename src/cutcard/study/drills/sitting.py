"""A sitting: a drill, and how everything was answered from its beginning to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cutcard.study.drills.exercise import Drill, Exercise, Mark

LONGEST_NAME: Final = 300
"""Characters of a game's title, or of a chart's name, that are kept."""


@dataclass(frozen=True)
class Subject:
    """What a sitting is about; what was missed comes back in sittings about the same."""

    drill: str
    game: str
    """The game's title, with the rules that were changed."""
    by: str
    """The chart or the count that is right."""

    def __post_init__(self) -> None:
        # A file's name may hold anything, and what is kept must be read again.
        for name in ("game", "by"):
            shown = (letter if letter.isprintable() else "?" for letter in getattr(self, name))
            object.__setattr__(self, name, "".join(shown)[:LONGEST_NAME])


@dataclass
class Sitting:
    """Exercises in a row, and the marks so far."""

    subject: Subject
    drill: Drill
    seed: int
    marks: list[Mark] = field(default_factory=list)

    @property
    def exercise(self) -> Exercise:
        """The exercise that is posed now."""
        return self.drill.exercise

    def answer(self, reply: str) -> Mark:
        """Have a reply marked; InvalidReply leaves all as it was."""
        mark = self.drill.answer(reply)
        self.marks.append(mark)
        return mark

    @property
    def right(self) -> int:
        """Replies that were right."""
        return sum(mark.right for mark in self.marks)

    @property
    def mistakes(self) -> Sequence[Mark]:
        """Replies that were wrong, the costliest first."""
        return sorted(
            (mark for mark in self.marks if not mark.right), key=lambda mark: -(mark.cost or 0)
        )

    @property
    def cost(self) -> float | None:
        """What the mistakes cost in all, in bets; none where costs are not known."""
        costs = [mark.cost for mark in self.mistakes]
        return None if None in costs or not costs else sum(cost or 0 for cost in costs)
