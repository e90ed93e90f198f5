"""The driver plays with anything that has the original's four operations."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cutcard.blackjack.session import IllegalBet
from cutcard.cards import Card
from cutcard.editions.ve280.adts import Hand, HandValue, Simple, get_cut, new_cuts
from cutcard.editions.ve280.driver import deal_hands
from cutcard.errors import CutcardError

PAGE = Path(__file__).parents[3] / "docs" / "one-deck.md"


class Parrot:
    """Prints all that is asked and told; stands on so much and bets so much."""

    def __init__(self, stands_on: int, wager: int) -> None:
        self._stands_on = stands_on
        self._wager = wager

    def bet(self, bankroll: int, minimum: int) -> int:
        print(f"> bet {bankroll} {minimum}")
        return self._wager

    def draw(self, dealer: Card, player: Hand) -> bool:
        value = player.hand_value()
        assert isinstance(value, HandValue)
        print(f"> draw {dealer} {value.count}")
        return value.count < self._stands_on

    def expose(self, card: Card) -> None:
        print(f"> expose {card}")

    def shuffled(self) -> None:
        print("> shuffled")


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_a_player_is_asked_and_told_right_after_the_announcement(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal_hands(100, 5, 1, Parrot(stands_on=17, wager=20), (0,))
    assert printed(capsys) == [
        "# Shuffling the deck",
        "cut at 0",
        "> shuffled",
        "# Hand 1 bankroll 100",
        "> bet 100 5",
        "# Player bets 20",
        "Player dealt Two of Spades",
        "> expose 2s",
        "Dealer dealt Three of Spades",
        "> expose 3s",
        "Player dealt Four of Spades",
        "> expose 4s",
        "> draw 3s 6",
        "Player dealt Six of Spades",
        "> expose 6s",
        "> draw 3s 12",
        "Player dealt Seven of Spades",
        "> expose 7s",
        "> draw 3s 19",
        "Player's total is 19",
        "Dealer's hole card is Five of Spades",
        "> expose 5s",
        "Dealer dealt Eight of Spades",
        "> expose 8s",
        "Dealer dealt Nine of Spades",
        "> expose 9s",
        "Dealer's total is 25",
        "# Dealer busts",
        "# Player has 120 after 1 hands",
    ]


def test_a_player_who_busts_never_sees_the_hole_card(capsys: pytest.CaptureFixture[str]) -> None:
    deal_hands(100, 5, 1, Parrot(stands_on=22, wager=5), (0,))
    told = printed(capsys)
    assert "> draw 3s 19" in told
    assert told[-3:] == [
        "Player's total is 27",
        "# Player busts",
        "# Player has 95 after 1 hands",
    ]
    assert "> expose 5s" not in told


def test_a_player_is_asked_at_21_and_told_of_a_reshuffle(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal_hands(10_000, 5, 60, Parrot(stands_on=22, wager=5))
    told = printed(capsys)
    assert any(line.startswith("> draw ") and line.endswith(" 21") for line in told)
    shuffles = [at for at, line in enumerate(told) if line == "# Shuffling the deck"]
    assert len(shuffles) > 5
    for at in shuffles:
        assert told[at + 8] == "> shuffled"


def test_without_a_bankroll_only_the_first_shuffle_is_heard(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal_hands(4, 5, 10, Parrot(stands_on=17, wager=5))
    assert printed(capsys)[8:] == ["> shuffled", "# Player has 4 after 0 hands"]


@pytest.mark.parametrize("hands", [0, -1])
def test_less_than_one_hand_is_none(hands: int, capsys: pytest.CaptureFixture[str]) -> None:
    deal_hands(100, 5, hands, Parrot(stands_on=17, wager=5))
    assert printed(capsys)[8:] == ["> shuffled", "# Player has 100 after 0 hands"]


@pytest.mark.parametrize("wager", [4, 101])
def test_a_bet_out_of_bounds_is_refused(wager: int) -> None:
    with pytest.raises(IllegalBet, match=f"a bet of {wager} is not allowed: it takes a"):
        deal_hands(100, 5, 1, Parrot(stands_on=17, wager=wager))


def test_every_run_has_the_same_cards(capsys: pytest.CaptureFixture[str]) -> None:
    deal_hands(100, 5, 30, Simple())
    first = printed(capsys)
    deal_hands(100, 5, 30, Simple())
    assert printed(capsys) == first


COURSE_CUTS = [39, 22, 33, 37, 38, 37, 38, 23, 23, 22, 39, 33, 19, 25]


def test_the_course_cuts_come_by_get_cut() -> None:
    program = (
        "from cutcard.editions.ve280.adts import get_cut; print(*(get_cut() for _ in range(14)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == [str(cut) for cut in COURSE_CUTS]


def test_get_cut_goes_on_from_call_to_call() -> None:
    cuts = [get_cut() for _ in range(500)]
    assert set(cuts) == set(range(13, 40))
    assert cuts != [get_cut() for _ in range(500)]
    one, other = new_cuts(), new_cuts()
    assert [one() for _ in range(14)] == [other() for _ in range(14)] == COURSE_CUTS


def test_the_examples_on_the_page_work() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("100", 5, 3), "'100' is not a bankroll: it takes a whole number, 0 or more"),
        ((-1, 5, 3), "-1 is not a bankroll: "),
        ((100, 2.5, 3), "2.5 is not a minimum bet: it takes a whole number, 1 or more"),
        ((100, 0, 3), "0 is not a minimum bet: "),
        ((100, 5, None), "None is not a number of hands: "),
        ((100, 5, 3, object), "object'> is not a player: it has no bet and no draw and no expose"),
        ((100, 5, 3, Simple(), 5), "5 are not cuts: it takes a sequence of numbers from 0 to 52"),
        ((100, 5, 3, Simple(), (5, "x")), "a deck cannot be cut at 'x': it takes 0 to 52"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str], given: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(CutcardError, match=re.escape(sentence)):
        deal_hands(*(given if len(given) > 3 else (*given, Simple())))
    assert printed(capsys) == []


def test_a_hand_takes_cards_only() -> None:
    with pytest.raises(CutcardError, match="'As' is not a card"):
        Hand().add_card("As")  # type: ignore[arg-type]
