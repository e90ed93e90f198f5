"""A tally: the results of many rounds, in whole numbers that add up exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from cutcard.blackjack.box import Fate
from cutcard.blackjack.round import Round
from cutcard.lab.estimate import Z95, Interval

HAPPENINGS: Final = ("blackjacks", "splits", "doubles", "surrenders", "busts")
"""What may happen in a round, besides its result."""


@dataclass
class Tally:
    """How often each result, in units, and each happening occurred.

    Tallies of parts add up to the tally of the whole, in any order.
    """

    unit: int
    """Units to a chip."""
    results: Counter[int] = field(default_factory=Counter)
    happenings: Counter[str] = field(default_factory=Counter)
    wagered: int = 0
    """Chips bet at the beginning of rounds."""
    by_count: dict[int, Counter[int]] = field(default_factory=dict)
    """Results by value of the count at the bet."""

    def book(self, played: Round, value: int, bet: int) -> None:
        """Add a round of one seat, bet on at the count ``value``."""
        self.results[played.nets[0]] += 1
        self.by_count.setdefault(value, Counter())[played.nets[0]] += 1
        self.wagered += bet
        boxes = played.boxes
        fates = {box.fate for box in boxes}
        happened = (
            Fate.BLACKJACK in fates,
            len(boxes) > 1,
            any(box.doubled for box in boxes),
            Fate.SURRENDERED in fates,
            Fate.BUST in fates,
        )
        for name, so in zip(HAPPENINGS, happened, strict=True):
            if so:
                self.happenings[name] += 1

    def add(self, other: Tally) -> None:
        """Add the tally of another part."""
        self.results.update(other.results)
        self.happenings.update(other.happenings)
        self.wagered += other.wagered
        for value, results in other.by_count.items():
            self.by_count.setdefault(value, Counter()).update(results)

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return self.results.total()

    @property
    def net(self) -> int:
        """Total gain, in units."""
        return sum(result * times for result, times in self.results.items())

    @property
    def mean(self) -> float:
        """Gain per round, in chips."""
        return self.net / self.rounds / self.unit

    @property
    def sd(self) -> float:
        """Standard deviation of a round's gain, in chips."""
        if self.rounds < 2:
            return 0.0
        squares = sum(result * result * times for result, times in self.results.items())
        # Whole numbers up to the last step, so that no precision is lost to cancellation.
        spread = squares * self.rounds - self.net**2
        return sqrt(spread / (self.rounds * (self.rounds - 1))) / self.unit

    @property
    def edge(self) -> float:
        """What was gained, as a share of what was bet at the beginning of the rounds."""
        return self.net / (self.unit * self.wagered)

    @property
    def stderr(self) -> float:
        """Standard error of the edge."""
        return self.sd * sqrt(self.rounds) / self.wagered

    @property
    def interval(self) -> Interval:
        """The 95% interval of the edge."""
        return self.edge - Z95 * self.stderr, self.edge + Z95 * self.stderr

    def times(self, name: str) -> int:
        """The rounds in which something happened, or that were won, pushed or lost."""
        match name:
            case "wins":
                return sum(times for result, times in self.results.items() if result > 0)
            case "losses":
                return sum(times for result, times in self.results.items() if result < 0)
            case "pushes":
                return self.results[0]
            case _:
                return self.happenings[name]

    def share(self, name: str) -> float:
        """The share of rounds in which something happened, or that were won, pushed or lost."""
        return self.times(name) / self.rounds
