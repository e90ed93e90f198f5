"""Exercises: what a drill asks, which replies it accepts, and how a reply is marked.

An exercise is a value that a terminal or a browser can draw. Replies are texts, so that whoever
asks need not know what kind of exercise it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from cutcard.blackjack.round import View
from cutcard.blackjack.strategy.count import Count
from cutcard.cards import Card
from cutcard.errors import Invalid, quoted
from cutcard.study.coach import Values


class InvalidReply(Invalid):
    """A reply that the exercise does not accept; the message says what it does."""


@dataclass(frozen=True)
class HandExercise:
    """A hand to decide about, perhaps at a count."""

    item: str
    """What it is about, such as a cell of the chart: an item that is missed comes back."""
    view: View
    count: Count | None = None
    value: int = 0
    """What the count has come to, its own cards and the dealer's among them."""
    seen: tuple[Card, ...] = ()
    """Cards of earlier rounds with which the count comes to that."""

    def read(self, reply: str) -> str:
        """The action's name, from its letter or its name."""
        word = reply.strip().lower()
        for action in self.view.legal:
            if word in (action.value.lower(), str(action)):
                return str(action)
        raise InvalidReply(f"{quoted(reply)} is not one of them: it takes {self.accepted}")

    @property
    def accepted(self) -> str:
        """What is accepted, in words."""
        return ", ".join(str(action) for action in self.view.legal)


@dataclass(frozen=True)
class Shown:
    """Cards of one hand that lie face up, whose they are, and how many lie face down beside."""

    whose: str
    cards: tuple[Card, ...]
    hidden: int = 0


Group = tuple[Shown, ...]
"""Cards that are shown together."""


@dataclass(frozen=True)
class CountExercise:
    """Cards that leave a shoe, and a count to keep."""

    item: str
    count: Count
    decks: int
    groups: tuple[Group, ...]
    """What has been shown since the count was last asked for."""
    shuffled: bool
    """The shoe was shuffled before these."""
    before: int
    """The running count before these, in parts of the count's scale."""
    left: int
    """Cards not dealt after these."""
    true: bool
    """The true count is asked for, not the running count."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that lie face up in these groups, in the order shown."""
        return tuple(card for group in self.groups for shown in group for card in shown.cards)

    @property
    def running(self) -> int:
        """The running count after these."""
        return self.before + sum(self.count.tag(card) for card in self.cards)

    @property
    def value(self) -> int:
        """What bets and plays go by after these, as the count's convention has it."""
        return self.count.value(self.running, self.left)

    def read(self, reply: str) -> str:
        """The whole number, with its sign if it is negative."""
        found = re.fullmatch(r"([+-]?)(\d{1,4})", reply.strip().replace("−", "-"), re.ASCII)
        if not found:
            raise InvalidReply(f"{quoted(reply)} is not a count: it takes {self.accepted}")
        return str(int(found[1] + found[2]))

    @property
    def accepted(self) -> str:
        """What is accepted, in words."""
        return "a whole number, such as 3 or -2"


@dataclass(frozen=True)
class TrayExercise:
    """A tray of discards, and the decks left in the shoe to estimate by it."""

    item: str
    decks: int
    discards: int
    """Cards in the tray, to be drawn and not to be told."""
    tolerance: float
    """Decks that an estimate may be off."""

    @property
    def left(self) -> float:
        """Decks left in the shoe."""
        return self.decks - self.discards / 52

    def read(self, reply: str) -> str:
        """The number of decks, in halves."""
        found = re.fullmatch(r"(\d?)(?:\.([05]))?", reply.strip(), re.ASCII)
        if (
            found
            and found[0]
            and (halves := int(found[1] or 0) * 10 + int(found[2] or 0)) <= (10 * self.decks)
        ):
            return f"{halves / 10:g}"
        raise InvalidReply(f"{quoted(reply)} is not a number of decks: it takes {self.accepted}")

    @property
    def accepted(self) -> str:
        """What is accepted, in words."""
        return f"0 to {self.decks} in halves, such as 0.5 or 1"


Exercise = HandExercise | CountExercise | TrayExercise


@dataclass(frozen=True)
class Mark:
    """How a reply was marked, and why."""

    exercise: Exercise
    reply: str
    correct: str
    right: bool
    values: Values | None = None
    """What each action is worth, where that was looked up: exactly, in bets."""
    cell: str = ""
    """The letters of the chart's cell that decided."""
    index: str = ""
    """The index play that decided, in words."""

    @property
    def cost(self) -> float | None:
        """What the reply costs against the best, in bets; none where that is not known."""
        if self.values is None or not self.values.advice:
            return None
        worth = next(
            (one.value for one in self.values.advice if str(one.action) == self.reply), None
        )
        return None if worth is None else self.values.advice[0].value - worth


LookUp = Callable[[View, tuple[Card, ...]], Values]
"""How a drill gets to know what actions are worth; whoever asks may tell that it takes a while."""


class Drill(Protocol):
    """Poses one exercise after another; what comes next may depend on how one was answered."""

    @property
    def exercise(self) -> Exercise:
        """The exercise that is posed now."""

    def answer(self, reply: str) -> Mark:
        """Mark a reply and go on to the next exercise; InvalidReply leaves all as it was."""

    @property
    def coming_back(self) -> dict[str, int]:
        """Items that were missed and will come back, and after how many exercises."""
