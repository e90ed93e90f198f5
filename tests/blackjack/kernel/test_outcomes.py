"""Outcomes: what their numbers say, against the settlement of hands that end so."""

from __future__ import annotations

from itertools import product

import pytest

from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import end_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.kernel.outcomes import (
    INSURED,
    MOST,
    OUTCOMES,
    SPAN,
    SPLIT,
    Plain,
    happenings,
    net,
)
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.settlement import insurance_gain, settle

BLACKJACK, NINETEEN, TWENTY = "A T", "T 9", "T T"

ENDS: dict[Plain, tuple[str, Fate, bool, str, dict[str, object]]] = {
    # The player's hand, its fate, whether it was doubled, the dealer's hand, and the rules.
    Plain.BLACKJACK: (BLACKJACK, Fate.BLACKJACK, False, NINETEEN, {}),
    Plain.BLACKJACK_PUSHED: (BLACKJACK, Fate.BLACKJACK, False, BLACKJACK, {}),
    Plain.BLACKJACK_LOST: (
        BLACKJACK,
        Fate.BLACKJACK,
        False,
        BLACKJACK,
        {"blackjack_tie": "lose"},
    ),
    Plain.SURRENDERED: ("T 6", Fate.SURRENDERED, False, TWENTY, {"surrender": "late"}),
    Plain.BUST: ("T 6 T", Fate.BUST, False, TWENTY, {}),
    Plain.BUST_DOUBLED: ("T 2 T", Fate.BUST, True, TWENTY, {}),
    Plain.CHARLIE: ("2 2 2 2 2", Fate.CHARLIE, False, TWENTY, {"charlie": 5}),
    Plain.LOST: (NINETEEN, Fate.STOOD, False, TWENTY, {}),
    Plain.PUSHED: (NINETEEN, Fate.STOOD, False, NINETEEN, {}),
    Plain.WON: (TWENTY, Fate.STOOD, False, NINETEEN, {}),
    Plain.LOST_DOUBLED: ("5 4 T", Fate.STOOD, True, TWENTY, {}),
    Plain.PUSHED_DOUBLED: ("5 4 T", Fate.STOOD, True, NINETEEN, {}),
    Plain.WON_DOUBLED: ("5 5 T", Fate.STOOD, True, NINETEEN, {}),
    Plain.LOST_ORIGINAL: (
        "5 5 T",
        Fate.STOOD,
        True,
        BLACKJACK,
        {"hole_card": "none", "dealer_blackjack_takes": "original"},
    ),
    Plain.BUST_ORIGINAL: (
        "T 2 T",
        Fate.BUST,
        True,
        BLACKJACK,
        {"hole_card": "none", "dealer_blackjack_takes": "original"},
    ),
}

MONEY = [
    {"blackjack_pays": pays, "rounding": rounding}
    for pays, rounding in product(("3:2", "6:5", "1:1", "7:5"), ("exact", "down"))
]


@pytest.mark.parametrize("bet", [1, 2, 3, 5, 7, 10])
@pytest.mark.parametrize("money", MONEY, ids=lambda money: " ".join(money.values()))
@pytest.mark.parametrize("plain", Plain)
def test_an_outcome_gains_what_the_settlement_pays(
    plain: Plain, money: dict[str, str], bet: int
) -> None:
    cards, fate, doubled, dealer, fields = ENDS[plain]
    rules = Rules(**fields, **money)
    stake = bet * rules.unit * (2 if doubled else 1)
    box = Box(0, stake, Hand.of(cards), fate, doubled)
    (paid,) = settle(rules, (bet,), (box,), Hand.of(dealer))
    assert net(plain, rules, bet) == paid.net
    said = happenings(plain)
    assert ("doubles" in said) == doubled
    assert ("busts" in said) == (fate is Fate.BUST)
    assert ("surrenders" in said) == (fate is Fate.SURRENDERED)
    assert ("blackjacks" in said) == (fate is Fate.BLACKJACK)
    assert "splits" not in said


@pytest.mark.parametrize("bet", [1, 3])
@pytest.mark.parametrize("money", MONEY[::2], ids=lambda money: money["blackjack_pays"])
def test_insurance_gains_what_the_settlement_pays(money: dict[str, str], bet: int) -> None:
    rules = Rules(insurance=True, **money)
    stake = bet * rules.unit // 2
    for plain in Plain:
        plainly = net(plain, rules, bet)
        lost, won = (net(plain + times * INSURED, rules, bet) for times in (1, 2))
        assert lost - plainly == insurance_gain(stake, end_of(rules, Hand.of(NINETEEN)))
        assert won - plainly == insurance_gain(stake, end_of(rules, Hand.of(BLACKJACK)))
        assert happenings(plain + INSURED) == happenings(plain + 2 * INSURED) == happenings(plain)


@pytest.mark.parametrize("bet", [1, 3])
@pytest.mark.parametrize("money", MONEY, ids=lambda money: " ".join(money.values()))
def test_a_split_gains_its_bets_and_says_what_happened(money: dict[str, str], bet: int) -> None:
    rules = Rules(max_hands=8, **money)
    for doubled, bust, bets in product((False, True), (False, True), range(-MOST, MOST + 1)):
        outcome = SPLIT + SPAN * (doubled + 2 * bust) + MOST + bets
        assert net(outcome, rules, bet) == bets * bet * rules.unit
        said = set(happenings(outcome))
        assert said == {
            "splits",
            *(["doubles"] if doubled else []),
            *(["busts"] if bust else []),
        }


def test_no_two_outcomes_share_a_number() -> None:
    splits = {SPLIT + SPAN * marks + MOST + bets for marks in range(4) for bets in (-MOST, MOST)}
    assert len(splits) == 8
    assert max(Plain) < min(splits)
    assert max(splits) < INSURED
    assert max(splits) + 2 * INSURED < OUTCOMES


def test_a_number_that_is_no_outcome_has_no_meaning() -> None:
    with pytest.raises(ValueError, match="15"):
        net(15, Rules())
