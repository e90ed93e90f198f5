"""What is legal: every rule and every purse takes away what it should, and nothing else."""

from __future__ import annotations

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.legal import (
    may_split,
    offers,
    plays,
    price,
    split_ace,
    surrender_is_offered,
)
from cutcard.blackjack.rules import Rules

LETTERS = {
    "S": Action.STAND,
    "H": Action.HIT,
    "D": Action.DOUBLE,
    "P": Action.SPLIT,
    "R": Action.SURRENDER,
}
STAKE = 2


def box(hand: str, *, split: bool = False, fate: Fate = Fate.PLAYING, seat: int = 0) -> Box:
    return Box(seat, STAKE, Hand.of(hand), fate, split=split)


def actions(letters: str) -> tuple[Action, ...]:
    return tuple(LETTERS[letter] for letter in letters)


@pytest.mark.parametrize(
    ("rules", "hand", "dealer", "legal"),
    [
        # A first hand.
        ({}, "T 6", "9", "SHD"),
        ({}, "8 8", "9", "SHDP"),
        ({}, "K Q", "9", "SHDP"),
        ({}, "A A", "9", "SHDP"),
        ({}, "T 4 2", "9", "SH"),
        ({}, "2 2 2", "9", "SH"),
        ({"max_hands": 1}, "8 8", "9", "SHD"),
        # Doubling on some totals only: no soft hand of two cards is among them.
        ({"double_on": "9-11"}, "4 5", "9", "SHD"),
        ({"double_on": "9-11"}, "6 5", "9", "SHD"),
        ({"double_on": "9-11"}, "4 4", "9", "SHP"),
        ({"double_on": "9-11"}, "T 2", "9", "SH"),
        ({"double_on": "9-11"}, "A 9", "9", "SH"),
        ({"double_on": "10-11"}, "4 5", "9", "SH"),
        ({"double_on": "10-11"}, "6 4", "9", "SHD"),
        ({"double_on": "none"}, "6 5", "9", "SH"),
        # Surrender on the first two cards, unless it was offered before the dealer looked.
        ({"surrender": "late"}, "T 6", "A", "SHDR"),
        ({"surrender": "late"}, "T 4 2", "A", "SH"),
        ({"surrender": "early"}, "T 6", "A", "SHD"),
        ({"surrender": "early"}, "T 6", "K", "SHD"),
        ({"surrender": "early"}, "T 6", "9", "SHDR"),
        ({"surrender": "early", "hole_card": "none"}, "T 6", "A", "SHDR"),
    ],
    ids=str,
)
def test_a_first_hand_may_do_what_the_rules_say(
    rules: dict[str, object], hand: str, dealer: str, legal: str
) -> None:
    assert plays(Rules(**rules), Hand.of(dealer), [box(hand)], 0) == actions(legal)


@pytest.mark.parametrize(
    ("rules", "hand", "legal"),
    [
        ({}, "8 3", "SHD"),
        ({}, "8 8", "SHDP"),
        ({"double_after_split": False}, "8 3", "SH"),
        ({"max_hands": 2}, "8 8", "SHD"),
        ({"surrender": "late"}, "8 8", "SHDP"),
        # One card for each ace, and no more.
        ({}, "A 5", "S"),
        ({}, "A A", "S"),
        ({"resplit_aces": True}, "A A", "SP"),
        ({"resplit_aces": True}, "A K", "S"),
        ({"hit_split_aces": True}, "A A", "SHD"),
        ({"hit_split_aces": True}, "A 2 3", "SH"),
        ({"hit_split_aces": True, "resplit_aces": True}, "A A", "SHDP"),
        # An ace that a split hand drew is no split ace.
        ({}, "8 A", "SHD"),
    ],
    ids=str,
)
def test_a_hand_of_a_split_may_do_what_the_rules_say(
    rules: dict[str, object], hand: str, legal: str
) -> None:
    boxes = [box(hand, split=True), box(hand[0], split=True)]
    assert plays(Rules(**rules), Hand.of("9"), boxes, 0) == actions(legal)


def test_hands_of_other_seats_do_not_count_against_a_split() -> None:
    rules = Rules(max_hands=2)
    mine = box("8 8")
    others = [box("9", split=True, seat=1), box("9", split=True, seat=1)]
    assert may_split(rules, mine, [mine, *others])
    assert not may_split(rules, mine, [mine, box("8", split=True)])


@pytest.mark.parametrize(
    ("purse", "legal"), [(None, "SHDPR"), (2, "SHDPR"), (3, "SHDPR"), (1, "SHR"), (0, "SHR")]
)
def test_nobody_doubles_or_splits_beyond_the_purse(purse: int | None, legal: str) -> None:
    rules = Rules(surrender="late")
    assert plays(rules, Hand.of("9"), [box("8 8")], 0, purse) == actions(legal)


@pytest.mark.parametrize(
    ("rules", "dealer", "fate", "purse", "offered"),
    [
        ({}, "A", Fate.PLAYING, None, ()),
        ({"insurance": True}, "A", Fate.PLAYING, None, (Action.DECLINE, Action.INSURE)),
        ({"insurance": True}, "T", Fate.PLAYING, None, ()),
        ({"insurance": True}, "A", Fate.BLACKJACK, None, (Action.DECLINE, Action.INSURE)),
        ({"insurance": True}, "A", Fate.PLAYING, 1, (Action.DECLINE, Action.INSURE)),
        ({"insurance": True}, "A", Fate.PLAYING, 2, (Action.DECLINE, Action.INSURE)),
        ({"insurance": True}, "A", Fate.PLAYING, 0, ()),
        ({"surrender": "early"}, "A", Fate.PLAYING, 0, (Action.DECLINE, Action.SURRENDER)),
        ({"surrender": "early"}, "K", Fate.PLAYING, None, (Action.DECLINE, Action.SURRENDER)),
        ({"surrender": "early"}, "9", Fate.PLAYING, None, ()),
        ({"surrender": "early"}, "A", Fate.BLACKJACK, None, ()),
        ({"surrender": "late"}, "A", Fate.PLAYING, None, ()),
        (
            {"surrender": "early", "insurance": True},
            "A",
            Fate.PLAYING,
            None,
            (Action.DECLINE, Action.INSURE, Action.SURRENDER),
        ),
    ],
    ids=str,
)
def test_offers_come_before_the_dealer_looks(
    rules: dict[str, object],
    dealer: str,
    fate: Fate,
    purse: int | None,
    offered: tuple[Action, ...],
) -> None:
    mine = box("A K" if fate is Fate.BLACKJACK else "T 6", fate=fate)
    assert offers(Rules(**rules), Hand.of(dealer), mine, purse) == offered


def test_a_stake_that_has_no_half_is_not_insured() -> None:
    least = Box(0, 1, Hand.of("T 6"))
    assert offers(Rules(insurance=True), Hand.of("A"), least) == ()


@pytest.mark.parametrize("action", Action)
def test_an_action_costs_what_it_adds_to_the_stake(action: Action) -> None:
    costs = {Action.DOUBLE: 5, Action.SPLIT: 5, Action.INSURE: 2}
    assert price(action, Box(0, 5, Hand.of("8 8"))) == costs.get(action, 0)


def test_a_split_ace_is_one_that_came_first() -> None:
    assert split_ace(box("A 5", split=True))
    assert split_ace(box("A", split=True))
    assert not split_ace(box("A 5"))
    assert not split_ace(box("5 A", split=True))


def test_surrender_is_offered_where_the_dealer_will_look() -> None:
    early = Rules(surrender="early")
    assert [up for up in "A23456789TJQK" if surrender_is_offered(early, Hand.of(up))] == list(
        "ATJQK"
    )
    for rules in (Rules(surrender="late"), Rules(surrender="early", hole_card="none")):
        assert not surrender_is_offered(rules, Hand.of("A"))
