"""The dealer's part: when to draw, what the hand comes to, and what counts as a blackjack."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import Final

from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import HoleCard, Naturals, Rules, TwentyTwo

LEAST: Final = 17
"""The dealer draws below it."""


class End(IntEnum):
    """What a dealer's hand comes to; kernels and solver number the ends as they are here."""

    # Faster than Enum's hash of the name.
    __hash__ = int.__hash__

    SEVENTEEN = 0
    EIGHTEEN = 1
    NINETEEN = 2
    TWENTY = 3
    TWENTY_ONE = 4
    BUST = 5
    BLACKJACK = 6
    TWENTY_TWO = 7
    """Where 22 is not a bust."""


TOTALS: Final = {end: LEAST + end for end in End if end <= End.TWENTY_ONE}
"""The totals of the ends that hands are compared with."""

_ENDS: Final = {total: end for end, total in TOTALS.items()}


def totals(rules: Rules) -> dict[End, int]:
    """The totals short of a bust that the dealer may end with."""
    return TOTALS | ({End.TWENTY_TWO: 22} if rules.dealer_22 is TwentyTwo.PUSH else {})


def draws(rules: Rules, total: int, *, soft: bool) -> bool:
    """The dealer takes another card."""
    return total < LEAST or (total == LEAST and soft and rules.hit_soft_17)


def end_at(rules: Rules, total: int) -> End:
    """The end of a finished hand that is not a blackjack."""
    if total == 22 and rules.dealer_22 is TwentyTwo.PUSH:
        return End.TWENTY_TWO
    return _ENDS.get(total, End.BUST)


def end_of(rules: Rules, dealer: Hand) -> End | None:
    """What the dealer's hand has come to; None where no bet hung on playing it out."""
    if has_blackjack(rules, dealer):
        return End.BLACKJACK
    total = dealer.total
    return None if draws(rules, total, soft=dealer.soft) else end_at(rules, total)


def has_blackjack(rules: Rules, dealer: Hand) -> bool:
    """The dealer holds a blackjack, where the rules give the dealer one."""
    return dealer.two_card_21 and rules.naturals is Naturals.BOTH


def may_have_blackjack(rules: Rules, dealer: Hand) -> bool:
    """The dealer's only open card may be half a blackjack."""
    return (
        rules.naturals is Naturals.BOTH
        and len(dealer.cards) == 1
        and dealer.cards[0].points in (1, 10)
    )


@lru_cache(maxsize=1024)
def dealers_rules(rules: Rules) -> Rules:
    """The rules with everything at its default that the dealer's hand does not depend on.

    Games whose dealers play alike have equal ones, so that what is known of one dealer serves all.
    """
    return Rules(
        hit_soft_17=rules.hit_soft_17,
        naturals=rules.naturals,
        dealer_22=rules.dealer_22,
        hole_card=HoleCard.HIDDEN,  # the one that goes with all naturals
    )
