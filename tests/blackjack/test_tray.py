"""The discard tray: what is known of the cards that are gone, and of those left."""

from __future__ import annotations

import pytest

from cutcard.blackjack.tray import Tray
from cutcard.cards import DECK, Card


def test_the_tray_knows_what_is_gone_from_a_shoe_that_ran_out():
    tray = Tray(1)
    tray.shuffled()
    for first, number in (("A", 50), ("2", 4)):
        tray.round_began()
        for _ in range(number):
            tray.dealt()
            tray.expose(Card(first))
        # Fifty are known in the second round until two more than there are have been dealt.
        assert tray.seen == ()
    tray.round_began()
    assert tray.seen == (Card("2"),) * 4


def test_the_tray_keeps_the_cards_of_rounds_before():
    tray = Tray(1)
    for card in DECK[:3]:
        tray.round_began()
        tray.dealt()
        tray.expose(card)
    assert tray.seen == DECK[:2]
    tray.shuffled()
    assert tray.seen == ()


def test_cards_left_are_those_not_dealt_face_up_or_face_down() -> None:
    tray = Tray(2)
    tray.round_began()
    tray.dealt()
    tray.dealt()
    tray.expose(Card("5"))
    assert tray.left == 102
    assert tray.exposed == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]


def test_after_a_shoe_ran_out_only_its_last_round_is_gone() -> None:
    tray = Tray(1)
    for first, number in (("A", 50), ("K", 4)):
        tray.round_began()
        for _ in range(number):
            tray.dealt()
            tray.expose(Card(first))
    assert (tray.left, tray.ran_out) == (-2, True)
    assert tray.exposed == [50, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    tray.round_began()
    assert (tray.left, tray.ran_out) == (48, False)
    assert tray.exposed == [0, 0, 0, 0, 0, 0, 0, 0, 0, 4]


@pytest.mark.parametrize(("number", "ran_out"), [(51, False), (52, False), (53, True)])
def test_a_shoe_has_run_out_when_more_is_dealt_than_it_held(number: int, ran_out: bool) -> None:
    tray = Tray(1)
    tray.dealt()
    tray.expose(Card("9"))
    tray.round_began()
    for _ in range(number - 1):
        tray.dealt()
    assert tray.ran_out is ran_out
    assert tray.seen == (() if ran_out else (Card("9"),))


def test_of_an_unknown_number_of_decks_only_what_was_exposed_is_known() -> None:
    tray = Tray(None)
    for _ in range(1000):
        tray.round_began()
        tray.dealt()
        tray.expose(Card("2"))
    assert tray.seen == ()
    assert (tray.left, tray.ran_out) == (0, False)
    assert tray.exposed[1] == 1000
