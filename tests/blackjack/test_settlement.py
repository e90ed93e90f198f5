"""The settlement: whose blackjack counts, and what an insurance bet gains."""

from __future__ import annotations

import pytest

from cutcard.blackjack.dealer import end_of, has_blackjack, may_have_blackjack
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.settlement import insurance_gain

BOTH = Rules()
PLAYER = Rules(hole_card="hidden", naturals="player")
NONE = Rules(hole_card="hidden", naturals="none")


@pytest.mark.parametrize(
    ("rules", "dealer", "has", "may_have"),
    [
        (BOTH, "", False, False),
        (BOTH, "A", False, True),
        (BOTH, "T", False, True),
        (BOTH, "K", False, True),
        (BOTH, "9", False, False),
        (BOTH, "2", False, False),
        (BOTH, "A T", True, False),
        (BOTH, "K A", True, False),
        (BOTH, "A 9", False, False),
        (BOTH, "T T", False, False),
        (BOTH, "T 6 5", False, False),
        (PLAYER, "A", False, False),
        (PLAYER, "A T", False, False),
        (NONE, "T", False, False),
        (NONE, "A T", False, False),
    ],
)
def test_a_dealer_has_a_blackjack_or_may_have_one(
    rules: Rules, dealer: str, has: bool, may_have: bool
) -> None:
    assert has_blackjack(rules, Hand.of(dealer)) is has
    assert may_have_blackjack(rules, Hand.of(dealer)) is may_have


@pytest.mark.parametrize(
    ("dealer", "stake", "net"),
    [("A T", 1, 2), ("A T", 3, 6), ("A 9", 3, -3), ("A 5 5", 1, -1), ("A", 1, -1)],
)
def test_insurance_pays_two_for_one_on_a_blackjack(dealer: str, stake: int, net: int) -> None:
    assert insurance_gain(stake, end_of(BOTH, Hand.of(dealer))) == net
