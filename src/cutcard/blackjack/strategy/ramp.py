"""Ramps: what is bet at each count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutcard.errors import Invalid
from cutcard.rulebook import whole


class InvalidRamp(Invalid):
    """A ramp that makes no sense."""


@dataclass(frozen=True)
class Ramp:
    """What to bet at each count, in multiples of the minimum.

    >>> ramp = Ramp(((2, 2), (4, 8)))
    >>> [ramp.bet(count, bankroll=100, minimum=5) for count in (1, 2, 5)]
    [5, 10, 40]
    >>> str(ramp)
    '2:2,4:8'
    """

    steps: tuple[tuple[int, int], ...] = ()
    """Pairs of the least count and the multiple bet from there on, in rising order of count."""

    def __post_init__(self) -> None:
        counts = [count for count, _ in self.steps]
        if counts != sorted(set(counts)) or any(multiple < 1 for _, multiple in self.steps):
            raise InvalidRamp(
                f"{self.steps} is no ramp: it takes rising counts, each with a multiple from 1 on"
            )

    def bet(self, count: int, *, bankroll: int, minimum: int) -> int:
        """The bet at this count: the highest step reached that the bankroll can pay."""
        for least, multiple in reversed(self.steps):
            if count >= least and bankroll >= multiple * minimum:
                return multiple * minimum
        return minimum

    def multiple(self, count: int) -> int:
        """The multiple at this count, where the bankroll is no concern."""
        for least, multiple in reversed(self.steps):
            if count >= least:
                return multiple
        return 1

    @property
    def spread(self) -> int:
        """The highest multiple that is ever bet."""
        return max((multiple for _, multiple in self.steps), default=1)

    def __str__(self) -> str:
        """The ramp as `read_ramp` reads it."""
        return ",".join(f"{least}:{multiple}" for least, multiple in self.steps) or "1-1"


LARGEST_MULTIPLE: Final = 1000
"""The highest multiple, and the highest count, that a written ramp may name."""


def read_ramp(text: str) -> Ramp:
    """Read a ramp: COUNT:MULTIPLE pairs, or 1-MULTIPLE to bet the count itself within bounds.

    >>> read_ramp("1:2,2:4,3:8")
    Ramp(steps=((1, 2), (2, 4), (3, 8)))
    >>> read_ramp("1-4")
    Ramp(steps=((2, 2), (3, 3), (4, 4)))
    """
    try:
        if ":" not in text:
            least, _, most = text.partition("-")
            whole(least.strip(), 1, 1)
            highest = whole(most.strip(), 1, LARGEST_MULTIPLE)
            return Ramp(tuple((count, count) for count in range(2, highest + 1)))
        return Ramp(tuple(_read_step(word) for word in text.split(",")))
    except InvalidRamp:
        raise InvalidRamp(
            f"the ramp {text!r} falls back: its counts must rise from step to step, as in"
            " 1:2,2:4,3:8"
        ) from None
    except ValueError:
        raise InvalidRamp(
            f"{text!r} is no ramp: write COUNT:MULTIPLE steps as in 1:2,2:4,3:8, or 1-8 to bet"
            f" the count itself from 1 to 8 (multiples are whole"
            f" numbers from 1 to {LARGEST_MULTIPLE})"
        ) from None


def _read_step(word: str) -> tuple[int, int]:
    count, _, multiple = word.partition(":")
    count = count.strip()
    digits = count[1:] if count[:1] in ("-", "+") else count
    size = whole(digits, 0, LARGEST_MULTIPLE)
    return (-size if count.startswith("-") else size), whole(multiple.strip(), 1, LARGEST_MULTIPLE)
