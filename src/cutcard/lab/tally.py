"""A tally: the results of many rounds, in whole numbers that add up exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Final

from cutcard.blackjack.box import Fate
from cutcard.blackjack.round import Round
from cutcard.lab.estimate import Z95, Interval, Moments

HAPPENINGS: Final = ("blackjacks", "splits", "doubles", "surrenders", "busts")
"""What may happen in a round, besides its result."""


@dataclass
class Evidence:
    """What the standard error of the edge follows from, in whole numbers that add up exactly."""

    unit: int
    """Units to a chip."""
    results: Moments
    """The rounds' gains, in units."""
    wagered: int
    """Chips bet at the beginning of rounds."""

    def add(self, other: Evidence) -> None:
        """Add the evidence of another part."""
        self.results.add(other.results)
        self.wagered += other.wagered

    @property
    def sd(self) -> float:
        """Standard deviation of a round's gain, in chips."""
        return self.results.sd / self.unit

    @property
    def stderr(self) -> float:
        """Standard error of the edge."""
        return self.sd * sqrt(self.results.n) / self.wagered if self.wagered else inf


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
    watched: Counter[int] = field(default_factory=Counter)
    """Rounds that a counter saw without a bet, by value of the count; they have no result."""
    shoes: int = 0
    """Shoes begun, where several sat at the table; 0 where nobody counted them."""
    lost: Moments = field(default_factory=Moments)
    """What mistakes have cost in each round seen, in units: what more was gained without them
    from the same cards. Empty where none are made."""
    rightly_wagered: int = 0
    """Chips that would have been bet without mistakes."""

    def book(self, played: Round, value: int, bet: int, others: int = 0) -> None:
        """Add a round bet on at the count ``value``, of the seats behind this many others.

        A round that nobody plays but the others was watched.
        """
        spots = len(played.bets) - others
        if not spots:
            self.watched[value] += 1
            return
        net = sum(played.nets[others:])
        self.results[net] += 1
        self.by_count.setdefault(value, Counter())[net] += 1
        self.wagered += bet * spots
        boxes = [box for box in played.boxes if box.seat >= others]
        fates = {box.fate for box in boxes}
        happened = (
            Fate.BLACKJACK in fates,
            len(boxes) > spots,
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
        self.watched.update(other.watched)
        self.shoes += other.shoes
        self.lost.add(other.lost)
        self.rightly_wagered += other.rightly_wagered

    @property
    def rounds(self) -> int:
        """Rounds seen: those played and those watched."""
        return self.played + self.watched.total()

    @property
    def played(self) -> int:
        """Rounds that were bet on."""
        return self.results.total()

    @property
    def net(self) -> int:
        """Total gain, in units."""
        return sum(result * times for result, times in self.results.items())

    @property
    def seen_by_count(self) -> dict[int, Counter[int]]:
        """Results by count where rounds that were watched gained nothing."""
        return {
            value: self.by_count.get(value, Counter()) + Counter({0: self.watched[value]})
            for value in {*self.by_count, *self.watched}
        }

    def evidence(self) -> Evidence:
        """What the standard error follows from."""
        squares = sum(result * result * times for result, times in self.results.items())
        return Evidence(self.unit, Moments(self.played, self.net, squares), self.wagered)

    @property
    def mean(self) -> float:
        """Gain per round played, in chips."""
        return self.net / self.played / self.unit

    @property
    def sd(self) -> float:
        """Standard deviation of a round's gain, in chips."""
        return self.evidence().sd

    @property
    def edge(self) -> float:
        """What was gained, as a share of what was bet at the beginning of the rounds."""
        return self.net / (self.unit * self.wagered) if self.wagered else 0.0

    @property
    def stderr(self) -> float:
        """Standard error of the edge."""
        return self.evidence().stderr

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
        """The share of rounds played with that: what happened, or won, pushed or lost ones."""
        return self.times(name) / self.played
