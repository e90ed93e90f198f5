"""The rules of Blockhead Poker as a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

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

    accepts = "groups of d (face down) and u (face up) such as duu u u, five cards in all"

    def read(self, value: object) -> str:
        text = str(value)
        letters = text.replace(" ", "")
        if len(letters) != 5 or set(letters) - {"d", "u"} or "  " in text or text != text.strip():
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

    @cached_property
    def street_cards(self) -> tuple[str, ...]:
        """The cards of each street, such as ``("duu", "u", "u")``."""
        return tuple(self.streets.split(" "))
