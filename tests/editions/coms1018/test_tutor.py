"""The tutor's functions, behaviour by behaviour as the original specifies them."""

from __future__ import annotations

import pytest
from editions.ve280.acceptance import UP, hard_hands, soft_hands

from cutcard.editions.coms1018.tutor import (
    get_advice,
    get_high_score,
    is_blackjack,
    is_bust,
    output_score,
)
from cutcard.errors import CutcardError


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        # The samples of the first, the second and the fourth task.
        ("2d", "2"),
        ("As", "1 or 11"),
        ("Qh", "10"),
        ("Ah Kd", "Blackjack!"),
        ("As Ac", "2 or 12"),
        ("Ac 4d", "5 or 15"),
        ("10d 10h Ac", "21"),
        ("Ac 6h 10d", "17"),
        ("Ac 6h 10d 5d", "Bust!"),
        # Where a sample might mislead.
        ("10h Ac", "Blackjack!"),
        ("7c 7d 7h", "21"),
        ("5c 5d Ah", "11 or 21"),
        ("Ac Ad 9h", "11 or 21"),
        ("Ac Ad 10h", "12"),
        ("Kc Qd 2h", "Bust!"),
        ("Ac Ad Ah As", "4 or 14"),
    ],
)
def test_a_score_is_put_out_as_the_tasks_say(hand: str, score: str) -> None:
    assert output_score(hand.split()) == score


@pytest.mark.parametrize(
    ("hand", "blackjack", "bust", "high"),
    [
        ("Ah Kd", True, False, 21),
        ("10s Ad", True, False, 21),
        ("Ah 9d", False, False, 20),
        ("7c 7d 7h", False, False, 21),
        ("5c 5d Ah", False, False, 21),
        ("Kd Qh 2s", False, True, 22),
        ("Kd Qh As", False, False, 21),
        ("Kd Qh As Ac", False, True, 22),
        ("Ah", False, False, 11),
        ("Ah Ac", False, False, 12),
        ("Ah 6c 10d", False, False, 17),
        ("9h", False, False, 9),
    ],
)
def test_a_hand_is_a_blackjack_or_bust_or_has_a_high_score(
    hand: str, blackjack: bool, bust: bool, high: int
) -> None:
    held = hand.split()
    assert is_blackjack(held) is blackjack
    assert is_bust(held) is bust
    assert get_high_score(held) == high


@pytest.mark.parametrize(
    ("dealer", "player", "advice"),
    [
        # The samples of the third task.
        ("4d", "Ac As", "Hit"),
        ("Ac", "10s 10h", "Stand"),
        ("2d", "Ah 6c", "Hit"),
        ("8d", "7d 7h", "Hit"),
    ],
)
def test_the_samples_are_advised_as_the_task_says(dealer: str, player: str, advice: str) -> None:
    assert get_advice(player.split(), dealer) == advice


ADVICE_ROWS = [
    # Hands, and the dealer's cards against which the advice is to stand.
    *((hand, "") for total in range(4, 12) for hand in hard_hands(total)),
    *((hand, "456") for hand in hard_hands(12)),
    *((hand, "23456") for total in range(13, 17) for hand in hard_hands(total)),
    *((hand, UP) for total in range(17, 22) for hand in hard_hands(total)),
    *((hand, "") for total in range(12, 18) for hand in soft_hands(total)),
    *((hand, "2345678") for hand in soft_hands(18)),
    *((hand, UP) for total in (19, 20) for hand in soft_hands(total)),
    *((hand, UP) for hand in soft_hands(21)[1:]),
    *[("A 5 6", "456"), ("A 9 6", "23456"), ("A 9 7", UP)],
]


def test_the_whole_tables_are_advised() -> None:
    for text, stands in ADVICE_ROWS:
        hand = [f"{word}c" for word in text.split()]
        for up in UP:
            dealer = f"{'10' if up == 'T' else up}h"
            assert get_advice(hand, dealer) == ("Stand" if up in stands else "Hit"), (text, up)


@pytest.mark.parametrize("court", ["Jh", "Qh", "Kh"])
def test_advice_against_a_court_card_is_advice_against_a_ten(court: str) -> None:
    for hand in (["9c", "7d"], ["Ac", "7d"], ["10c", "7d"]):
        assert get_advice(hand, court) == get_advice(hand, "10h")


@pytest.mark.parametrize("card", ["Th", "T", "A", "10", "1h", "", 7, None])
def test_what_the_tasks_refuse_the_functions_refuse(card: str) -> None:
    says = (
        f"{card!r} is not a card: it takes a rank of 2 to 10, J, Q, K or A and a suit of c, d, h or"
        " s, as in 10h"
    )
    for ask in (output_score, is_blackjack, is_bust, get_high_score):
        with pytest.raises(CutcardError) as caught:
            ask(["Ac", card])
        assert str(caught.value) == says
    for hand, dealer in ((["Ac", card], "10h"), (["Ac", "9h"], card)):
        with pytest.raises(CutcardError) as caught:
            get_advice(hand, dealer)
        assert str(caught.value) == says
