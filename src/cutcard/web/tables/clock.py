"""The clock of a table: time for a decision, more of it on request, and seats kept for the absent.

Time runs only where several people sit, since nobody else waits. A seat is kept for a while after
its last connection was lost; at one's own table it is kept for ever, and the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

MOST_EXTENSIONS: Final = 10
"""Of the time for one decision."""


class Due(Enum):
    """What becomes of a place when its time is up."""

    PASS = "pass"
    STAND_UP = "stand up"


@dataclass
class Clock:
    """When whose time is up; times are those of the event loop."""

    seconds: int | None
    """For a decision; None means no limit."""
    kept: float
    """Seconds that the seat of somebody absent is kept."""
    now: Callable[[], float]
    began: float = 0.0
    extensions: int = 0

    def __post_init__(self) -> None:
        self.absent: dict[int, float] = {}
        """Since when nobody is at a place."""
        self._asked: object = None

    def asked(self, question: object) -> None:
        """Start anew if those who are waited for are asked something else."""
        if question != self._asked:
            self._asked = question
            self.began, self.extensions = self.now(), 0

    def extend(self) -> bool:
        """Grant as much time again; False if it was granted often enough."""
        if self.extensions >= MOST_EXTENSIONS:
            return False
        self.extensions += 1
        return True

    @property
    def up(self) -> float | None:
        """When the time for the decision is up."""
        if self.seconds is None:
            return None
        return self.began + self.seconds * (1 + self.extensions)

    def deadlines(
        self,
        waiting: Iterable[int],
        keeping: Iterable[int],
        *,
        shared: bool,
        hurry: float | None = None,
    ) -> list[tuple[float, int, Due]]:
        """Each place's deadline, the earliest first; those kept for ever only pass.

        In a hurry, time runs also where one person sits.
        """
        waits, keeps = set(waiting), set(keeping)
        found = []
        if hurry is not None:
            found += [(self.began + hurry, place, Due.PASS) for place in waits]
        elif shared and self.up is not None:
            found += [(self.up, place, Due.PASS) for place in waits]
        for place, since in self.absent.items():
            if place not in keeps:
                found.append((since + self.kept, place, Due.STAND_UP))
            elif shared and place in waits:
                found.append((since + self.kept, place, Due.PASS))
        return sorted(found, key=lambda one: one[:2])
