"""One deal, rule by rule: antes, cards, bidding, folds, showdowns and ties."""

from __future__ import annotations

import pytest
from blockhead.made_up_games import dealt, scripted

from cutcard.blockhead.deal import (
    Bet,
    Deal,
    Dealt,
    IllegalBet,
    Kind,
    Shown,
    Tied,
    Won,
    shares,
)
from cutcard.blockhead.hand import Hand
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card, read_cards
from cutcard.driver import CHANCE, OVER
from cutcard.rulebook import InvalidRules

WIN_0 = "Kh Ks 9h  2c 3c 4c  9s 5c  9d 6c"
"""The opener ends with 47 points, the other with 20."""
WIN_1 = "2c 3c 4c  Kh Ks 9h  5c 9s  6c 9d"
TIE = "Kh 9s 8h  8c 9c Kc  5s 5c  6s 6c"
RAISES = tuple(range(1, 11))


def raising(to_call: int) -> tuple[int, ...]:
    """The bets that raise, where so much is to call."""
    return tuple(to_call + raised for raised in RAISES)


# The beginning.


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_pays_the_ante_and_a_carried_pot_lies_there(seats: int):
    deal = Deal.start(Rules(seats=seats), carry=34)
    assert deal.pot == 34 + 10 * seats
    assert deal.staked == (10,) * seats
    assert Deal.start(Rules(seats=seats, ante=25)).pot == 25 * seats


@pytest.mark.parametrize("opener", [0, 1])
def test_three_cards_go_to_the_opener_then_three_to_the_other(opener: int):
    deal = Deal.start(Rules(), opener)
    seats = []
    for card in read_cards("2c 3c 4c 5c 6c 7c"):
        assert deal.turn == CHANCE
        deal = deal.apply(card)
        seats += [event.seat for event in deal.events if isinstance(event, Dealt)]
    assert seats == [opener] * 3 + [1 - opener] * 3
    assert deal.turn == opener
    assert deal.hands[opener] == Hand.of("2c 3c 4c", down=(0,))
    assert deal.hands[1 - opener] == Hand.of("5c 6c 7c", down=(0,))


@pytest.mark.parametrize("opener", [0, 1])
def test_then_one_open_card_each_the_opener_first(opener: int):
    deal = scripted("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc", "0 0,0 0,", opener=opener)
    assert deal.hands[opener] == Hand.of("2c 3c 4c 8c Tc", down=(0,))
    assert deal.hands[1 - opener] == Hand.of("5c 6c 7c 9c Jc", down=(0,))
    assert deal.turn == opener


def test_cards_go_round_from_the_opener_past_who_has_folded():
    deal = scripted("2c 3c 4c 5c 6c 7c 8c 9c Tc", "5 0 5", Rules(seats=3), opener=1)
    assert deal.live == (True, True, False)
    assert deal.owed == ((1, False), (0, False))


# What a bet is, and how a bidding round goes.

BIDDING = {
    "": ((0, *RAISES), None),
    "0": ((0, *RAISES), None),
    "0 0": ((), "street"),
    "10": ((0, 10, *raising(10)), None),
    "1": ((0, 1, *raising(1)), None),
    "7 0": ((), "won"),
    "7 7": ((), "street"),
    "0 7": ((0, 7, *raising(7)), None),
    "0 7 0": ((), "won"),
    "0 7 7": ((), "street"),
    "7 10": ((0, 3, *raising(3)), None),
    "7 17": ((0, 10, *raising(10)), None),
    "7 17 10": ((), "street"),
    "7 17 0": ((), "won"),
    "7 17 11": ((0, 1), None),
    "7 17 20": ((0, 10), None),
    "7 17 20 10": ((), "street"),
    "7 17 20 0": ((), "won"),
    "0 7 17 20": ((0, 10), None),
    "0 7 17 20 10": ((), "street"),
    "1 2 2 1": ((), "street"),
}
"""Bets of a bidding round: what may follow, and whether the round or the deal is over."""


@pytest.mark.parametrize("street", [0, 1, 2])
@pytest.mark.parametrize("bets", BIDDING)
def test_a_bidding_round_goes_as_the_seed_says(bets: str, street: int):
    legal, end = BIDDING[bets]
    deal = scripted(WIN_0, "0 0," * street + bets)
    assert deal.legal == legal
    assert deal.over == (end == "won" or (end == "street" and street == 2))
    if end == "street" and street < 2:
        assert deal.street == street + 1
        assert deal.turn == CHANCE
        assert deal.bets == ()
    elif not end:
        assert deal.turn == len(bets.split()) % 2
    put_in = sum(int(bet) for bet in bets.split())
    assert deal.pot == 20 + put_in


@pytest.mark.parametrize(
    ("bets", "last"),
    [
        ("0", Bet(0, 0, Kind.CHECK)),
        ("7", Bet(0, 7, Kind.RAISE, 7)),
        ("7 7", Bet(1, 7, Kind.CALL)),
        ("7 0", Bet(1, 0, Kind.FOLD)),
        ("7 17", Bet(1, 17, Kind.RAISE, 10)),
        ("7 8", Bet(1, 8, Kind.RAISE, 1)),
        ("0 0", Bet(1, 0, Kind.CHECK)),
    ],
)
def test_a_bet_is_known_for_what_it_is(bets: str, last: Bet):
    assert last in scripted(WIN_0, bets).events


def test_raises_are_counted_anew_in_each_bidding_round():
    deal = scripted(WIN_0, "1 2 2 1,1 2 2 1,1 2 2")
    assert deal.legal == (0, 1)
    assert deal.pot == 20 + 6 + 6 + 5


@pytest.mark.parametrize("most", [0, 1, 2, 4, 20])
def test_as_many_raises_are_allowed_as_the_rules_say(most: int):
    deal = dealt("2c 3c 4c 5c 6c 7c", Rules(raises=most))
    for _ in range(most):
        assert deal.view(deal.turn).may_raise
        deal = deal.apply(deal.legal[-1])
    assert not deal.view(deal.turn).may_raise
    assert deal.legal == ((0, 10) if most else (0,))


def test_raise_limits_are_rules():
    rules = Rules(least_raise=4, most_raise=6)
    deal = dealt("2c 3c 4c 5c 6c 7c", rules)
    assert deal.legal == (0, 4, 5, 6)
    assert deal.apply(5).legal == (0, 5, 9, 10, 11)
    with pytest.raises(InvalidRules, match="least_raise = 7 does not go with most_raise = 6"):
        Rules(least_raise=7, most_raise=6)


def test_an_opening_check_closes_where_the_rules_say_so():
    rules = Rules(check_closes=True)
    assert scripted(WIN_0, "0", rules).street == 1
    assert scripted(WIN_0, "0,0,0", rules).over
    # Only an opening check: after a raise all goes as ever.
    assert scripted(WIN_0, "5", rules).legal == (0, 5, *raising(5))


@pytest.mark.parametrize("bet", [-1, -2, 11, 12, 100, "5", "", None, 1.5])
def test_a_bet_that_is_not_allowed_names_all_that_are(bet: object):
    deal = dealt("2c 3c 4c 5c 6c 7c")
    with pytest.raises(IllegalBet) as caught:
        deal.apply(bet)
    other = f"is of the class {type(bet).__name__}, not int"
    wrong = "is not allowed now" if type(bet) is int else other
    assert str(caught.value).startswith(f"a bet of {bet!r} {wrong}: ")
    assert str(caught.value).endswith("may bet 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10")
    with pytest.raises(IllegalBet, match=r"seat 1 may bet 0, 7, 8, .*, 17$"):
        deal.apply(7).apply(6)
    with pytest.raises(IllegalBet, match=r"seat 1 may bet 0, 10$"):
        deal.apply(7).apply(17).apply(20).apply(11)


@pytest.mark.parametrize("bet", [5.0, True])
def test_a_bet_is_a_whole_number(bet: object):
    with pytest.raises(IllegalBet):
        dealt("2c 3c 4c 5c 6c 7c").apply(bet)


def test_a_move_out_of_turn_is_refused_with_whose_turn_it_is():
    start = Deal.start(Rules())
    with pytest.raises(IllegalBet, match="a card is to be dealt"):
        start.apply(0)
    with pytest.raises(IllegalBet, match="no card is to be dealt now: seat 0 may bet 0, 1"):
        dealt("2c 3c 4c 5c 6c 7c").apply(Card("8c"))
    over = scripted(WIN_0, "5 0")
    for move in (0, Card("8c")):
        with pytest.raises(IllegalBet, match="the deal is over"):
            over.apply(move)
    assert over.legal == ()
    assert over.turn == OVER


def test_nothing_is_to_call_when_the_deal_is_over():
    assert scripted(WIN_0, "5 0").to_call == 0


# How it ends.


@pytest.mark.parametrize(
    ("bets", "nets"),
    [
        ("5 0", (10, -10)),
        ("0 5 0", (-10, 10)),
        ("5 15 0", (-15, 15)),
        ("5 15 20 0", (20 + 5, -25)),
        ("5 5,3 0", (15, -15)),
        ("5 5,0 0,0 3 4 0", (16 + 2, -18)),
    ],
)
def test_who_folds_loses_what_was_put_in_and_shows_nothing(bets: str, nets: tuple[int, int]):
    deal = scripted(WIN_0, bets)
    assert deal.nets == nets
    assert deal.left == 0
    assert not any(isinstance(event, Shown) for event in deal.events)
    assert deal.events[-1] == Won(nets.index(max(nets)), deal.pot)


@pytest.mark.parametrize(("text", "winner"), [(WIN_0, 0), (WIN_1, 1)])
def test_the_most_points_win_the_pot(text: str, winner: int):
    deal = scripted(text, "0 0,5 5,10 20 20 10")
    assert deal.pot == 20 + 10 + 60
    assert deal.nets == ((45, -45), (-45, 45))[winner]
    shown = [event for event in deal.events if isinstance(event, Shown)]
    assert [event.seat for event in shown] == [0, 1]
    assert [event.hand for event in shown] == list(deal.hands)
    assert deal.events[-1] == Won(winner, 90)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("A", 1),
        ("2 3 4 5 6", 20),
        ("7 8 9 T", 34),
        ("J Q K", 30),
        ("T J Q K T", 50),
        ("A A A A 2", 6),
    ],
)
def test_cards_count_as_the_seed_says(text: str, points: int):
    assert Hand.of(text).points == points


def test_a_tied_pot_is_left_for_the_next_deal():
    deal = scripted(TIE, "0 0,5 5,0 10 10")
    assert deal.over
    assert deal.nets == (-25, -25)
    assert deal.left == deal.pot == 50
    assert deal.events[-1] == Tied((0, 1), 50)


def test_a_tied_pot_may_be_split():
    deal = scripted(TIE, "0 0,5 5,0 10 10", Rules(tied_pot="split"))
    assert deal.nets == (0, 0)
    assert deal.left == 0


@pytest.mark.parametrize(
    ("pot", "seats", "expected"),
    [
        (20, [0, 1], {0: 10, 1: 10}),
        (21, [0, 1], {0: 11, 1: 10}),
        (11, [2, 0, 3], {0: 4, 2: 4, 3: 3}),
        (13, [5, 4, 1], {1: 5, 4: 4, 5: 4}),
        (2, [0, 1, 2], {0: 1, 1: 1, 2: 0}),
        (0, [0, 1], {0: 0, 1: 0}),
    ],
)
def test_odd_chips_go_to_the_earliest_seats(pot: int, seats: list[int], expected: dict[int, int]):
    assert shares(pot, seats) == expected


def test_a_carried_pot_goes_to_who_wins_next():
    deal = dealt("Kh Ks 9h  2c 3c 4c", carry=50).apply(5).apply(0)
    assert deal.nets == (60, -10)
    assert deal.left == 0


def test_odd_chips_of_a_split_go_to_the_earliest_of_who_tied():
    rules = Rules(seats=3, streets="duuuu", tied_pot="split")
    deal = scripted("2c 3c 4c 5c 6c  Kh 9s 8h 5s 6s  8c 9c Kc 5h 6h", "1 2 2 0", rules)
    # Seat 0 folds after 1 chip; seats 1 and 2 tie for 35.
    assert deal.events[-1] == Tied((1, 2), 35)
    assert deal.nets == (-11, 18 - 12, 17 - 12)


# More than two.


def test_a_raise_is_answered_by_everybody_else():
    deal = dealt("2c 3c 4c 5c 6c 7c 8c 9c Tc", Rules(seats=3))
    deal = deal.apply(0).apply(4)
    assert deal.turn == 2
    deal = deal.apply(9)  # calls 4 and raises 5
    assert (deal.turn, deal.to_call) == (0, 9)
    deal = deal.apply(9)
    assert (deal.turn, deal.to_call) == (1, 5)
    deal = deal.apply(5)
    assert deal.turn == CHANCE
    assert deal.pot == 30 + 27


def test_the_cap_on_raises_is_the_tables():
    deal = dealt("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", Rules(seats=4))
    deal = deal.apply(1).apply(2).apply(3)
    assert deal.legal == (0, 3)
    assert deal.apply(3).legal == (0, 2)


def test_who_is_left_alone_takes_the_pot():
    deal = dealt("2c 3c 4c 5c 6c 7c 8c 9c Tc", Rules(seats=3)).apply(0).apply(6).apply(0).apply(0)
    assert deal.nets == (-10, 20, -10)


def test_who_has_folded_is_not_asked_and_cannot_win():
    rules = Rules(seats=3, streets="duuuu")
    deal = scripted("Kc Kd Kh Ks Qc  2c 2d 2h 2s 3c  4c 4d 4h 4s 5c", "0 3 3 0", rules)
    assert deal.nets == (-10, -13, 23)
    shown = [event.seat for event in deal.events if isinstance(event, Shown)]
    assert shown == [1, 2]


def test_three_may_tie():
    rules = Rules(seats=3, streets="duuuu")
    text = "Kc Kd Kh Ks 2c  Qc Qd Qh Qs 2d  Jc Jd Jh Js 2h"
    deal = scripted(text, "0 0 0", rules)
    assert deal.events[-1] == Tied((0, 1, 2), 30)
    assert deal.left == 30


def test_an_opening_check_closes_for_all():
    rules = Rules(seats=3, check_closes=True)
    deal = scripted("2c 3c 4c 5c 6c 7c 8c 9c Tc", "0", rules)
    assert deal.street == 1


# Streets.


@pytest.mark.parametrize(
    ("streets", "rounds", "down"),
    [
        ("duuuu", 1, (0,)),
        ("d u u u u", 5, (0,)),
        ("uuu u u", 3, ()),
        ("ddu u u", 3, (0, 1)),
        ("u d u d u", 5, (1, 3)),
        ("ddddd", 1, (0, 1, 2, 3, 4)),
    ],
)
def test_streets_say_what_is_dealt_before_each_bidding_round(
    streets: str, rounds: int, down: tuple[int, ...]
):
    deal = scripted(
        "Kc Kd Kh Ks Qc Qd Qh 9s 8c 7c", ",".join(["0 0"] * rounds), Rules(streets=streets)
    )
    assert deal.over
    assert [hand.down for hand in deal.hands] == [down, down]
    assert [len(hand.cards) for hand in deal.hands] == [5, 5]


@pytest.mark.parametrize("streets", ["d", "d u", "du u", "uu dd"])
def test_streets_may_have_fewer_cards_than_five(streets: str):
    rules = Rules(streets=streets)
    cards, rounds = len(streets.replace(" ", "")), len(streets.split())
    text = "Kc 9d Kh 9s Qc 8d Qh 8s"[: 3 * 2 * cards]
    deal = scripted(text, ",".join(["0 0"] * rounds), rules)
    assert deal.over
    assert rules.hand_size == cards
    assert [len(hand.cards) for hand in deal.hands] == [cards, cards]


@pytest.mark.parametrize(
    "streets", ["", " ", "duu u u u", "duu  u u", " duuuu", "duuu ", "dxx u u", "5"]
)
def test_streets_that_cannot_be_dealt_are_refused(streets: str):
    with pytest.raises(InvalidRules, match="streets cannot be"):
        Rules(streets=streets)


# What a seat sees.


def test_a_view_tells_the_own_hand_and_the_open_cards():
    deal = scripted(WIN_0, "5 5,3")
    view = deal.view(1)
    assert view.hand == Hand.of("2c 3c 4c 5c", down=(0,))
    assert view.visible == (Hand.of("Ks 9h 9s"), Hand.of("3c 4c 5c"))
    assert view.bets == (Bet(0, 3, Kind.RAISE, 3),)
    assert (view.to_call, view.may_raise, view.pot, view.street) == (3, True, 33, 1)
    assert view.legal == (0, 3, *raising(3))
    assert not view.last_street
    assert scripted(WIN_0, "5 5,3 3,").view(0).last_street


def test_a_view_out_of_turn_offers_no_bets():
    deal = dealt("2c 3c 4c 5c 6c 7c").apply(5)
    assert deal.view(0).legal == ()
    assert deal.view(1).legal == deal.legal


def test_poker_hands_decide_where_the_rules_say_so():
    # 41 points and no pair, against a pair of twos with 20.
    text = "Kh Qs 9h  2c 2d 4c  8s 5c  4d 7c"
    points = scripted(text, "0 0,0 0,0 0")
    poker = scripted(text, "0 0,0 0,0 0", Rules(valuation="poker"))
    assert points.nets == (10, -10)
    assert poker.nets == (-10, 10)


def test_a_hand_shows_what_lies_open():
    hand = Hand()
    for card in read_cards("Kh 7s 9d"):
        hand = hand.plus(card, down=not hand.cards)
    assert hand == Hand.of("Kh 7s 9d", down=(0,))
    assert hand.visible == Hand.of("7s 9d")
    assert hand.visible.visible == hand.visible
    assert (hand.points, hand.visible.points) == (26, 16)
