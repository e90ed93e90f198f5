"""The settlement: who wins, what that gains, and when the dealer must look for a blackjack."""

from __future__ import annotations

import pytest

from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import End, end_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.settlement import gain, insurance_gain, must_look, verdict


@pytest.mark.parametrize(
    ("fields", "fate", "total", "end", "won"),
    [
        ({}, Fate.STOOD, 19, End.EIGHTEEN, 1),
        ({}, Fate.STOOD, 18, End.EIGHTEEN, 0),
        ({}, Fate.STOOD, 17, End.EIGHTEEN, -1),
        ({}, Fate.STOOD, 12, End.SEVENTEEN, -1),
        ({}, Fate.STOOD, 21, End.SEVENTEEN, 1),
        ({"ties": "lose"}, Fate.STOOD, 18, End.EIGHTEEN, -1),
        ({}, Fate.STOOD, 12, End.BUST, 1),
        ({}, Fate.STOOD, 21, End.BLACKJACK, -1),
        ({}, Fate.PLAYING, 20, End.BLACKJACK, -1),
        ({"dealer_22": "push"}, Fate.STOOD, 12, End.TWENTY_TWO, 0),
        ({}, Fate.BUST, 22, End.BUST, -1),
        ({}, Fate.BUST, 22, None, -1),
        ({}, Fate.SURRENDERED, 16, None, -1),
        ({}, Fate.BLACKJACK, 21, None, 1),
        ({}, Fate.BLACKJACK, 21, End.TWENTY_ONE, 1),
        ({}, Fate.BLACKJACK, 21, End.BLACKJACK, 0),
        ({"blackjack_tie": "win"}, Fate.BLACKJACK, 21, End.BLACKJACK, 1),
        ({"blackjack_tie": "lose"}, Fate.BLACKJACK, 21, End.BLACKJACK, -1),
        ({}, Fate.CHARLIE, 18, End.TWENTY, 1),
        ({}, Fate.CHARLIE, 18, None, 1),
    ],
    ids=str,
)
def test_a_hand_wins_ties_or_loses(
    fields: dict[str, object], fate: Fate, total: int, end: End | None, won: int
) -> None:
    assert verdict(Rules(**fields), fate, total, end) == won


@pytest.mark.parametrize(
    ("fields", "fate", "hand", "end", "net"),
    [
        ({}, Fate.STOOD, "T 9", End.EIGHTEEN, 6),
        ({}, Fate.STOOD, "T 8", End.EIGHTEEN, 0),
        ({}, Fate.STOOD, "T 7", End.EIGHTEEN, -6),
        ({}, Fate.SURRENDERED, "T 6", None, -3),
        ({}, Fate.BLACKJACK, "A T", End.TWENTY, 9),
        ({}, Fate.BLACKJACK, "A T", End.BLACKJACK, 0),
        ({"blackjack_tie": "win"}, Fate.BLACKJACK, "A T", End.BLACKJACK, 9),
        ({"blackjack_tie": "lose"}, Fate.BLACKJACK, "A T", End.BLACKJACK, -6),
    ],
    ids=str,
)
def test_a_hand_of_six_units_gains(
    fields: dict[str, object], fate: Fate, hand: str, end: End | None, net: int
) -> None:
    assert gain(Rules(**fields), Box(0, 6, Hand.of(hand), fate), end) == net


@pytest.mark.parametrize(("stake", "net"), [(1, -1), (5, -3), (6, -3)])
def test_half_of_a_surrendered_stake_comes_back_rounded_down(stake: int, net: int) -> None:
    box = Box(0, stake, Hand.of("T 6"), Fate.SURRENDERED)
    assert gain(Rules(), box, None) == net


@pytest.mark.parametrize(
    ("dealer", "stake", "net"),
    [("A T", 1, 2), ("A T", 3, 6), ("A 9", 3, -3), ("A 5 5", 1, -1), ("A", 1, -1)],
)
def test_insurance_pays_two_for_one_on_a_blackjack(dealer: str, stake: int, net: int) -> None:
    assert insurance_gain(stake, end_of(Rules(), Hand.of(dealer))) == net


ALL = {"hole_card": "none", "blackjack_tie": "win"}
ORIGINAL = ALL | {"dealer_blackjack_takes": "original"}


@pytest.mark.parametrize("bet", [1, 3])
@pytest.mark.parametrize("pays", ["1:1", "3:2", "6:5"])
@pytest.mark.parametrize(
    ("fields", "chips", "looks"),
    [
        (ALL, (2,), False),
        (ORIGINAL, (1,), False),
        (ORIGINAL, (2,), True),
        (ORIGINAL, (1, 1), True),
        (ORIGINAL, (), False),
    ],
    ids=str,
)
def test_a_dealer_looks_if_more_than_the_original_bet_is_lost(
    fields: dict[str, object], chips: tuple[int, ...], looks: bool, pays: str, bet: int
) -> None:
    rules = Rules(**(fields | {"blackjack_pays": pays}))
    lost = [
        Box(1, stake * bet * rules.unit, Hand.of("T 6 T"), Fate.BUST, split=len(chips) > 1)
        for stake in chips
    ]
    boxes = [Box(0, rules.unit, Hand.of("T 6 T"), Fate.BUST), *lost]
    assert must_look(rules, (1, bet), boxes, (0, 0), Hand.of("A")) is looks
