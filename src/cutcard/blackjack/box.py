"""A box: one hand that a seat plays, the stake on it, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cutcard.blackjack.hand import Hand


class Fate(Enum):
    """What has become of a player's hand."""

    PLAYING = "playing"
    STOOD = "stood"
    BUST = "bust"
    SURRENDERED = "surrendered"
    BLACKJACK = "blackjack"
    CHARLIE = "charlie"

    def __repr__(self) -> str:
        return f"Fate.{self.name}"


@dataclass(frozen=True, slots=True)
class Box:
    """One hand that a seat plays, and the stake on it in units."""

    seat: int
    stake: int
    hand: Hand = Hand()
    fate: Fate = Fate.PLAYING
    doubled: bool = False
    split: bool = False
    """The hand comes from a split, so that its 21 is never a blackjack."""
    net: int = 0
    """What it gained in units, once the round is over."""

    def holding(self, hand: Hand, fate: Fate) -> Box:
        """This box with another hand and fate."""
        return Box(self.seat, self.stake, hand, fate, self.doubled, self.split)

    def meeting(self, fate: Fate) -> Box:
        """This box with another fate."""
        return Box(self.seat, self.stake, self.hand, fate, self.doubled, self.split)

    def paid(self, net: int) -> Box:
        """This box after it gained this much."""
        return Box(self.seat, self.stake, self.hand, self.fate, self.doubled, self.split, net)
