"""A box: one hand that a seat plays, the stake on it, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from cutcard.blackjack.drafts import draft_of, finished
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Naturals, Rules


class Fate(Enum):
    """What has become of a player's hand."""

    # Faster than Enum's hash of the name.
    __hash__ = object.__hash__

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
    """One hand that a seat plays, and the stake on it."""

    seat: int
    units: int
    """The stake, in the rules' smallest unit."""
    hand: Hand = Hand()
    fate: Fate = Fate.PLAYING
    doubled: bool = False
    split: bool = False
    """The hand comes from a split, so that its 21 is never a blackjack."""
    net: int = 0
    """What it gained in units, once the round is over."""

    @staticmethod
    def dealt(rules: Rules, hand: Hand) -> Box:
        """A first hand, of two cards or more, with one chip on it."""
        return Box(0, rules.unit, hand, fate_when_dealt(rules, hand))

    @staticmethod
    def of_split(rules: Rules, hand: Hand, *, hands: int) -> tuple[Box, ...]:
        """A hand of a split, and the hands of one card that it came to beside it."""
        other = Box(0, rules.unit, Hand(hand.cards[:1]), split=True)
        return (Box(0, rules.unit, hand, split=True), *[other] * (hands - 1))

    def holding(self, hand: Hand, fate: Fate) -> Box:
        """This box with another hand and fate."""
        return self._changed(hand, fate, 0)

    def meeting(self, fate: Fate) -> Box:
        """This box with another fate."""
        return self._changed(self.hand, fate, 0)

    def paid(self, net: int) -> Box:
        """This box after it gained this much."""
        return self._changed(self.hand, self.fate, net)

    def _changed(self, hand: Hand, fate: Fate, net: int) -> Box:
        box = _Draft()
        box.seat = self.seat
        box.units = self.units
        box.hand = hand
        box.fate = fate
        box.doubled = self.doubled
        box.split = self.split
        box.net = net
        return finished(box, Box)


_Draft: Final = draft_of(Box)


def fate_when_dealt(rules: Rules, hand: Hand) -> Fate:
    """What a first hand is from the beginning: a blackjack, where the rules know one."""
    natural = hand.two_card_21 and rules.naturals is not Naturals.NONE
    return Fate.BLACKJACK if natural else Fate.PLAYING


def fate_with(rules: Rules, total: int, cards: int, *, doubled: bool = False) -> Fate:
    """What becomes of a hand that has just got a card, and comes to this total and size."""
    if total > 21:
        return Fate.BUST
    if cards >= rules.charlie_at:
        return Fate.CHARLIE
    if doubled or (total == 21 and rules.stand_on_21):
        return Fate.STOOD
    return Fate.PLAYING
