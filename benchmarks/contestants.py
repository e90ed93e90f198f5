"""Contestants that are measured in one run, in turn: the best turn of each counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Play = Callable[[int], float]
"""Plays so many rounds, or decisions, and gives the seconds of CPU time that they took."""


@dataclass(frozen=True)
class Contestant:
    """Something that plays, and what it is held against."""

    name: str
    play: Play
    number: int
    """Rounds, or decisions, to a turn."""
    goals: tuple[tuple[str, str], ...] = ()
    """Names of others, and how many times as fast as them it should be."""
    goal: float = 0
    """How many a second it should make."""


def speeds(rivals: list[Contestant], turns: int) -> dict[str, float]:
    """The most that each has made in a second of CPU time."""
    best = {rival.name: 0.0 for rival in rivals}
    for rival in rivals:
        rival.play(1000)  # loaded, or compiled, before the clock
    for _ in range(turns):
        for rival in rivals:
            best[rival.name] = max(best[rival.name], rival.number / rival.play(rival.number))
    return best
