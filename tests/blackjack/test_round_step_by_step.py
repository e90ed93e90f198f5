"""A round step by step: where cards go, who acts, what is told, what is refused.

Cards are written as in `test_round`.
"""

from __future__ import annotations

import dataclasses

import pytest
from blackjack.made_up_games import ENHC, HIDDEN, OBO, ask, letters_of, rules_with, script

from cutcard.blackjack.actions import (
    DEALER,
    HOLE,
    Acted,
    Action,
    Dealt,
    IllegalAction,
    InsuranceSettled,
    Settled,
    Turned,
)
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import MAX_SEATS, Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card, read_cards
from cutcard.driver import CHANCE, OVER

# The order of the cards.


@pytest.mark.parametrize(
    ("order", "hole_card", "places"),
    [
        ("PUPH", "peek", [0, 1, DEALER, 0, 1, HOLE]),
        ("PUPH", "hidden", [0, 1, DEALER, 0, 1, HOLE]),
        ("PUPH", "none", [0, 1, DEALER, 0, 1]),
        ("PUPH", "open", [0, 1, DEALER, 0, 1, DEALER]),
        ("UHPP", "open", [DEALER, DEALER, 0, 1, 0, 1]),
        ("PHPU", "hidden", [0, 1, HOLE, 0, 1, DEALER]),
        ("UPPH", "none", [DEALER, 0, 1, 0, 1]),
        ("HUPP", "peek", [HOLE, DEALER, 0, 1, 0, 1]),
    ],
)
def test_the_first_cards_go_where_the_rules_say(
    order: str, hole_card: str, places: list[int]
) -> None:
    state = Round.start(Rules(deal=order, hole_card=hole_card), (1, 1))
    assert state.owed == tuple(places)
    for number, (to, card) in enumerate(zip(places, read_cards("2 3 4 5 6 7"), strict=False)):
        assert state.turn == CHANCE
        state = state.apply(card)
        assert state.events[0] == Dealt(to, None if to == HOLE else card), number


def test_split_hands_are_played_in_turn() -> None:
    played = script(rules_with(), "8 8 T 7 8 2 T 9 3", "PPSSHS")
    assert [str(box.hand) for box in played.last.boxes] == ["8 2", "8 T", "8 9 3"]
    assert [event.hand for event in played.events if isinstance(event, Acted)] == [0, 0, 0, 1, 2, 2]


def test_split_hands_are_played_in_a_queue() -> None:
    played = script(rules_with(split_order="queue"), "8 8 T 7 8 9 2 T 4", "PPSHS")
    assert [str(box.hand) for box in played.last.boxes] == ["8 2", "8 9 4", "8 T"]


def test_in_turn_the_new_hand_is_next_and_gets_its_card_then() -> None:
    state = ask(rules_with(), "8 8 T 7 2", "P")
    assert [str(box.hand) for box in state.boxes] == ["8 2", "8"]
    state = state.apply(Action.STAND)
    assert state.owed == (1,)
    assert state.events == (Acted(0, 0, Action.STAND),)


def test_in_turn_a_hand_split_later_stands_before_those_split_earlier() -> None:
    # The first hand is split twice: the newest hand lies between.
    state = ask(rules_with(), "8s 8h T 7 8c 3", "PP")
    assert [str(box.hand) for box in state.boxes] == ["8s 3", "8c", "8h"]


@pytest.mark.parametrize(
    ("letters", "more", "hands"),
    [
        ("P", "2", ["8s 2", "8c", "9s 9c", "7s 7c"]),
        ("SP", "2", ["8s 8c", "9s 2", "9c", "7s 7c"]),
        ("SSP", "2", ["8s 8c", "9s 9c", "7s 2", "7c"]),
        ("SPP", "9d 2", ["8s 8c", "9s 2", "9d", "9c", "7s 7c"]),
        ("SPSP", "2 9d 3", ["8s 8c", "9s 2", "9c 3", "9d", "7s 7c"]),
    ],
)
def test_in_turn_the_new_hand_lies_behind_the_one_that_was_split(
    letters: str, more: str, hands: list[str]
) -> None:
    state = ask(rules_with(), f"8s 9s 7s 8c 9c 7c T 9 {more}", letters, bets=(1, 1, 1))
    assert [str(box.hand) for box in state.boxes] == hands


def test_in_a_queue_both_hands_get_a_card_and_the_new_one_waits() -> None:
    rules = rules_with(split_order="queue")
    state = ask(rules, "8s 8h T 7", "P")
    assert state.owed == (0, 1)
    state = ask(rules, "8s 8h T 7 8c 2 3 4", "PP")
    assert [str(box.hand) for box in state.boxes] == ["8s 3", "8h 2", "8c 4"]
    assert state.at == 0


def test_a_queue_ends_before_the_next_seat() -> None:
    rules = rules_with(split_order="queue")
    state = ask(rules, "8s Th 8h Tc T 7 2 3", "P", bets=(1, 1))
    assert [box.seat for box in state.boxes] == [0, 0, 1]
    assert [str(box.hand) for box in state.boxes] == ["8s 2", "8h 3", "Th Tc"]


def test_split_aces_of_a_queue_are_done_with() -> None:
    played = script(rules_with(split_order="queue"), "A A T 7 9 8", "P")
    assert played.chips == (2,)


# Events.


def test_everything_that_happens_is_told_in_order() -> None:
    played = script(rules_with(), "6s 5h Td 6c 9s Ks", "D")
    assert played.events == [
        Dealt(0, Card("6s")),
        Dealt(0, Card("5h")),
        Dealt(DEALER, Card("Td")),
        Dealt(HOLE, None),
        Acted(0, 0, Action.DOUBLE),
        Dealt(0, Card("9s")),
        Turned(Card("6c")),
        Dealt(DEALER, Card("Ks")),
        Settled(0, 0, 4),
    ]


def test_insurance_is_told() -> None:
    played = script(rules_with(insurance=True), "T 9 A T", "I")
    assert played.last.events == (
        Acted(0, 0, Action.INSURE),
        Turned(Card("T")),
        Settled(0, 0, -2),
        InsuranceSettled(0, 2),
    )


def test_a_hole_card_that_nobody_needs_stays_down() -> None:
    for fields, deck, letters in [
        (HIDDEN, "T 6 T 9 T", "H"),
        ({"surrender": "late"}, "T 6 T 9", "R"),
        (HIDDEN | {"naturals": "player"}, "A T T 9", ""),
        (HIDDEN | {"blackjack_tie": "win"}, "A T A 9", ""),
        (HIDDEN, "A T 8 9", ""),
        ({}, "A T A 9", ""),
        ({"charlie": 5}, "2 2 T T 2 2 2", "HHH"),
    ]:
        played = script(rules_with(**fields), deck, letters)
        assert not any(isinstance(event, Turned) for event in played.events), (fields, deck)
        assert played.last.hole is not None


# Several seats.


def test_seats_play_one_after_another() -> None:
    played = script(rules_with(), "T 6 9 T T T 6 T 4 9", "SHSS", bets=(1, 2, 3))
    assert [event.seat for event in played.events if isinstance(event, Acted)] == [0, 1, 1, 2]
    assert played.chips == (1, 2, 3)


@pytest.mark.parametrize(
    ("fields", "deck", "letters", "bets", "nets"),
    [
        ({}, "T A 9 T 9 9", "S", (1, 2), (1, 3)),
        ({}, "T A 9 T A T", "", (1, 2), (-1, 0)),
        ({"insurance": True}, "T A 9 T A T", "IN", (2, 2), (0, 0)),
        ({"insurance": True}, "T A 9 T A T", "NI", (2, 2), (-2, 2)),
        ({"surrender": "early"}, "T T 6 6 T A", "RN", (2, 2), (-1, -2)),
        ({"surrender": "early"}, "T A 6 T T A", "N", (2, 2), (-2, 0)),
        (ENHC, "T A 6 T T T A", "H", (1, 1), (-1, 0)),
        (ENHC, "T T 6 6 T T T", "HH", (1, 1), (-1, -1)),
        (OBO, "6 T 5 9 T T A", "DS", (1, 1), (-1, -1)),
        (OBO, "6 T 6 6 T T T A", "DH", (1, 1), (-1, -1)),
    ],
)
def test_every_seat_is_paid_by_its_own_hand(
    fields: dict[str, object],
    deck: str,
    letters: str,
    bets: tuple[int, ...],
    nets: tuple[int, ...],
) -> None:
    assert script(rules_with(**fields), deck, letters, bets=bets).chips == nets


@pytest.mark.parametrize(
    ("letters", "seat", "legal"),
    [("", 0, "DHPS"), ("S", 1, "DHPS"), ("SS", 2, "DHPS"), ("SP", 1, "DHS")],
)
def test_every_seat_may_come_to_as_many_hands(letters: str, seat: int, legal: str) -> None:
    more = " 8" if "P" in letters else ""
    deck = "8 8 8 8 8 8 T 9" + more
    state = ask(rules_with(max_hands=2), deck, letters, bets=(1, 1, 1))
    assert state.turn == seat
    assert letters_of(state.legal) == legal


def test_offers_are_made_seat_by_seat() -> None:
    rules = rules_with(insurance=True)
    state = ask(rules, "T T T 9 9 9 A 9", "", bets=(2, 2, 2))
    for seat in range(3):
        assert state.turn == seat
        assert state.view(seat).hand == Hand.of("T 9")
        state = state.apply(Action.INSURE if seat == 1 else Action.DECLINE)
    assert state.insurance == (0, 2, 0)
    assert state.turn == 0
    assert letters_of(state.legal) == "DHS"


@pytest.mark.parametrize(
    ("bets", "asked"), [((1, 2, 1), [1]), ((1, 1, 2), [2]), ((2, 1, 2), [0, 2]), ((1, 1, 1), [])]
)
def test_offers_pass_over_seats_that_have_none(bets: tuple[int, ...], asked: list[int]) -> None:
    # Half of one chip is no chip: there is nothing to insure with.
    state = ask(rules_with(insurance=True, rounding="down"), "T T T 9 9 9 A 9", "", bets=bets)
    for seat in asked:
        assert (state.turn, letters_of(state.legal)) == (seat, "IN")
        state = state.apply(Action.DECLINE)
    assert (state.turn, letters_of(state.legal)) == (0, "DHS")


# Beginnings.


def test_a_round_is_for_one_chip_on_one_seat_if_nothing_is_said() -> None:
    assert Round.start(Rules()).bets == (1,)


def test_every_hand_begins_empty_in_play_and_unpaid() -> None:
    assert Round.start(Rules(), (1, 3)).boxes == tuple(
        Box(seat, stake, Hand(), Fate.PLAYING, doubled=False, split=False, net=0)
        for seat, stake in enumerate((2, 6))
    )


def test_a_round_is_started_alike_whoever_is_asked() -> None:
    state = ask(rules_with(), "T 9 T 8")
    assert state.start(Rules(), (2, 3)) == Round.start(Rules(), (2, 3))


def test_states_views_boxes_and_hands_do_not_change() -> None:
    state = ask(rules_with(), "T 9 T 8")
    for value in (state, state.view(0), state.boxes[0], state.dealer):
        for field in dataclasses.fields(value):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, field.name, getattr(value, field.name))
        # Rounds are made by the million: they are small, and nothing else is kept with them.
        assert not hasattr(value, "__dict__")


def test_a_changed_copy_of_a_round_asks_anew_what_is_legal() -> None:
    state = ask(rules_with(), "6 5 T 8")
    assert Action.DOUBLE in state.legal
    assert Action.DOUBLE not in dataclasses.replace(state, purses=(0,)).legal


# Errors.


@pytest.mark.parametrize("bets", [(), (1,) * (MAX_SEATS + 1)])
def test_a_table_has_a_seat_and_not_too_many(bets: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction, match=f"^{len(bets)} seats cannot play: a table has 1 to 7$"):
        Round.start(Rules(), bets)


@pytest.mark.parametrize("bet", [0, -1])
def test_a_bet_is_at_least_one_chip(bet: int) -> None:
    with pytest.raises(IllegalAction, match=f"^a bet of {bet} is too small: the least is 1$"):
        Round.start(Rules(), (1, bet))


def test_a_table_of_seven_plays() -> None:
    state = Round.start(Rules(), (1,) * 7)
    for card in read_cards("T " * 7 + "7 " + "9 " * 7 + "T"):
        state = state.apply(card)
    for seat in range(7):
        assert state.turn == seat
        state = state.apply(Action.STAND)
    assert state.turn == OVER
    assert state.nets == (2,) * 7


def test_an_illegal_move_is_answered_with_the_legal_ones() -> None:
    state = ask(rules_with(surrender="late"), "8 8 T 9")
    with pytest.raises(IllegalAction) as caught:
        state.apply(Action.INSURE)
    assert str(caught.value) == (
        "insure is not legal now: seat 0 may stand, hit, double, split, surrender"
    )


def test_what_is_neither_card_nor_action_is_illegal() -> None:
    state = ask(rules_with(), "8 8 T 9")
    for move in ("hit", "H", None, 1):
        with pytest.raises(IllegalAction):
            state.apply(move)


# Fates.


@pytest.mark.parametrize(
    ("fields", "deck", "letters", "fate"),
    [
        ({}, "T 9 T 8", "S", Fate.STOOD),
        ({}, "T 6 T 8 T", "H", Fate.BUST),
        ({}, "A T T 8", "", Fate.BLACKJACK),
        ({"surrender": "late"}, "T 6 T 8", "R", Fate.SURRENDERED),
        ({"charlie": 5}, "2 2 T T 2 2 2", "HHH", Fate.CHARLIE),
    ],
)
def test_what_became_of_a_hand_is_kept(
    fields: dict[str, object], deck: str, letters: str, fate: Fate
) -> None:
    assert script(rules_with(**fields), deck, letters).last.boxes[0].fate is fate
