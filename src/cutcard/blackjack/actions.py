"""What a player may do, and what everybody at the table sees happen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from cutcard.cards import Card
from cutcard.errors import Illegal

DEALER: Final = -1
"""Where a card goes that the dealer takes face up; hands of players count from 0."""

HOLE: Final = -2
"""Where a card goes that the dealer takes face down."""


class IllegalAction(Illegal):
    """A move that is not allowed now; the message lists what is."""


class Action(Enum):
    """A player's choice, with the letter it is known by."""

    # Faster than Enum's hash of the name.
    __hash__ = object.__hash__

    STAND = "S"
    HIT = "H"
    DOUBLE = "D"
    SPLIT = "P"
    SURRENDER = "R"
    INSURE = "I"
    DECLINE = "N"

    def __repr__(self) -> str:
        return f"Action.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


def not_legal(answer: object, now: str = "") -> str:
    """Why an answer is refused: it is not legal, or not an action at all, such as a name of one."""
    if isinstance(answer, Action):
        return f"{answer} is not legal{now}"
    return f"{answer!r} is of the class {type(answer).__name__}, not an Action"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card was dealt to a hand or to the dealer; a card dealt face down is not told."""

    to: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Turned:
    """The dealer turned the hole card up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted on one of its hands."""

    seat: int
    hand: int
    action: Action


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand was paid: its net gain in units."""

    seat: int
    hand: int
    net: int


@dataclass(frozen=True, slots=True)
class InsuranceSettled:
    """An insurance bet was paid: its net gain in units."""

    seat: int
    net: int


Event = Dealt | Turned | Acted | Settled | InsuranceSettled
