"""The rules of Blockhead Poker as a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cutcard.blockhead.decks import WHOLE, DeckName, cards_in
from cutcard.rulebook import OneOf, Rulebook, WholeNumber, Word, YesNo, rule


class TiedPot(Word):
    """What happens to the pot when the best hands are equal."""

    CARRY = "carry"
    SPLIT = "split"


class Valuation(Word):
    """How hands are compared."""

    POINTS = "points"
    POKER = "poker"


class _Streets:
    """Cards dealt before each bidding round."""

    accepts = "groups of d (face down) and u (face up) such as duu u u, one to five cards in all"

    def read(self, value: object) -> str:
        text = str(value)
        if not re.fullmatch("[du]+( [du]+)*", text) or len(text.replace(" ", "")) > 5:
            raise ValueError(value)
        return text


@dataclass(frozen=True, kw_only=True, repr=False)
class Rules(Rulebook):
    """The rules of a game; a field left out is as in the original.

    >>> Rules(seats=3)
    Rules(seats=3)
    """

    seats: int = rule(2, WholeNumber(2, 6), "Players at the table.")
    deals: int = rule(20, WholeNumber(1, 1000), "Deals to a game; each player opens in turn.")
    stake: int = rule(1000, WholeNumber(1, 1_000_000), "Chips that each player begins with.")
    ante: int = rule(
        10, WholeNumber(1, 1000), "Chips that each player pays into the pot of a deal."
    )
    least_raise: int = rule(1, WholeNumber(1, 1000), "The smallest raise.")
    most_raise: int = rule(10, WholeNumber(1, 1000), "The largest raise.")
    raises: int = rule(
        3, WholeNumber(0, 20), "Raises allowed in a bidding round, all players together."
    )
    deck: str = rule(WHOLE, DeckName(), "The ranks in the deck, and its suits if not all four.")
    streets: str = rule(
        "duu u u",
        _Streets(),
        "Cards dealt to each player before each bidding round: d is face down, u face up.",
    )
    check_closes: bool = rule(
        False, YesNo(), "An opening check ends the bidding round at once, without an answer."
    )
    tied_pot: TiedPot = rule(
        TiedPot.CARRY,
        OneOf(TiedPot),
        "A pot that the best hands tie for is carried over to the next deal, or split.",
    )
    valuation: Valuation = rule(
        Valuation.POINTS,
        OneOf(Valuation),
        "Hands are compared by points (ace 1, court cards 10), or as five-card poker hands.",
    )

    def contradictions(self) -> Iterator[str]:
        if self.least_raise > self.most_raise:
            yield (
                f"least_raise = {self.least_raise} does not go with"
                f" most_raise = {self.most_raise}: no raise would be allowed (raises = 0 says so)"
            )
        if self.valuation is Valuation.POKER and self.hand_size != 5:
            yield (
                f"valuation = poker does not go with streets = {self.streets}:"
                " a poker hand has five cards"
            )
        needed = self.seats * self.hand_size
        there = len(cards_in(self.deck))
        if needed > there:
            yield (
                f"deck = {self.deck} has {there} cards:"
                f" seats = {self.seats} with streets = {self.streets} take {needed}"
            )

    @cached_property
    def street_cards(self) -> tuple[str, ...]:
        """The cards of each street, such as ``("duu", "u", "u")``."""
        return tuple(self.streets.split(" "))

    @cached_property
    def hand_size(self) -> int:
        """Cards in a whole hand."""
        return sum(map(len, self.street_cards))
