"""The settlement: what an insurance bet gains."""

from __future__ import annotations

import pytest

from cutcard.blackjack.dealer import end_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.settlement import insurance_gain


@pytest.mark.parametrize(
    ("dealer", "stake", "net"),
    [("A T", 1, 2), ("A T", 3, 6), ("A 9", 3, -3), ("A 5 5", 1, -1), ("A", 1, -1)],
)
def test_insurance_pays_two_for_one_on_a_blackjack(dealer: str, stake: int, net: int) -> None:
    assert insurance_gain(stake, end_of(Rules(), Hand.of(dealer))) == net
