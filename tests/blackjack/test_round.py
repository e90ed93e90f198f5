"""Rounds small enough to check by hand: rules, cards and actions in, events and chips out.

The player's two cards come first, then the dealer's up card and, where there is one, the hole
card; after them the cards in the order in which they are drawn.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from blackjack.made_up_games import ENHC, HIDDEN, OBO, ask, letters_of, rules_with, script

from cutcard.blackjack.rules import Rules

PUSH_22 = {"dealer_22": "push"}
OPEN = {"hole_card": "open"}

ROUNDS = [
    # Plain play.
    ("higher wins", {}, "T 9 T 8", "S", 1),
    ("lower loses", {}, "T 7 T 8", "S", -1),
    ("a bust loses though the dealer would bust", {}, "T 6 T 6 T", "H", -1),
    ("a dealer's bust pays", {}, "T 2 T 6 T", "S", 1),
    ("an ace counts one where eleven is too much", {}, "A 5 T 8 T 3", "HHS", 1),
    ("the dealer draws to 17", {}, "T 8 5 2 4 5 A", "S", 1),
    # hole_card
    ("a dealer who peeks ends the round", {}, "T 9 A T", "", -1),
    ("a dealer who peeks under a ten ends the round", {}, "T 9 T A", "", -1),
    ("a dealer who peeks in vain plays on", {}, "T 9 A 8", "S", 0),
    ("nobody looks at a hidden card before the player has played", HIDDEN, "T 9 A T", "S", -1),
    ("a bust hand loses to a hidden blackjack once", HIDDEN, "T 6 A T T", "H", -1),
    ("without a hole card the dealer draws it after the player", ENHC, "T 2 9 6 T", "HS", -1),
    ("without a hole card no card is drawn against a bust hand", ENHC, "T 6 A T", "H", -1),
    ("without a hole card a blackjack is drawn late", ENHC, "T 9 A T", "S", -1),
    ("an open blackjack ends the round", OPEN, "T 9 A T", "", -1),
    ("both open cards are known to the player", OPEN, "T 9 T 9", "S", 0),
    # naturals
    ("a blackjack wins more than the bet", {}, "A K T 9", "", 1.5),
    ("a blackjack beats a drawn 21", HIDDEN, "A K 5 6", "", 1.5),
    ("a blackjack against a low card costs no draw", ENHC, "A K 9", "", 1.5),
    ("a blackjack against an ace costs one draw", ENHC, "A K A 9", "", 1.5),
    ("a dealer's blackjack beats a drawn 21", HIDDEN, "T 6 T A 5", "H", -1),
    ("a split hand's 21 is not a blackjack", {}, "A A 9 8 T T", "P", 2),
    (
        "where only the player has blackjacks the dealer's two cards are a plain 21",
        HIDDEN | {"naturals": "player"},
        "T 6 T A 5",
        "H",
        0,
    ),
    (
        "where only the player has blackjacks they always win",
        HIDDEN | {"naturals": "player"},
        "A T T A",
        "",
        1.5,
    ),
    (
        "where only the player has blackjacks they win against an open 21",
        OPEN | {"naturals": "player", "blackjack_tie": "lose"},
        "A T T A",
        "",
        1.5,
    ),
    (
        "where only the player has blackjacks an open 21 does not end the round",
        OPEN | {"naturals": "player"},
        "T 9 T A",
        "S",
        -1,
    ),
    (
        "where nobody has blackjacks 21 wins the bet",
        HIDDEN | {"naturals": "none"},
        "A T T 9",
        "",
        1,
    ),
    ("where nobody has blackjacks 21s push", HIDDEN | {"naturals": "none"}, "A T T A", "", 0),
    (
        "where nobody has blackjacks a drawn 21 equals a dealt one",
        ENHC | {"naturals": "none"},
        "A T 6 5 T",
        "",
        0,
    ),
    # blackjack_pays
    ("three for two", {"blackjack_pays": "3:2"}, "A T 9 9", "", "3/2"),
    ("six for five", {"blackjack_pays": "6:5"}, "A T 9 9", "", "6/5"),
    ("even money", {"blackjack_pays": "1:1"}, "A T 9 9", "", 1),
    ("two for one", {"blackjack_pays": "2:1"}, "A T 9 9", "", 2),
    ("seven for five", {"blackjack_pays": "7:5"}, "A T 9 9", "", "7/5"),
    # rounding
    ("half a chip is paid", {"rounding": "exact"}, "A T 9 9", "", 1.5),
    ("half a chip is not paid", {"rounding": "down"}, "A T 9 9", "", 1),
    # blackjack_tie
    ("blackjacks push", {"blackjack_tie": "push"}, "A T A T", "", 0),
    ("blackjacks win", {"blackjack_tie": "win"}, "A T A T", "", 1.5),
    ("blackjacks lose", {"blackjack_tie": "lose"}, "A T A T", "", -1),
    ("blackjacks that tie push in the open", OPEN, "A T A T", "", 0),
    ("blackjacks that tie push late", ENHC, "A T T A", "", 0),
    ("blackjacks that tie lose late", ENHC | {"blackjack_tie": "lose"}, "A T T A", "", -1),
    ("a blackjack that wins ties costs no draw", ENHC | {"blackjack_tie": "win"}, "A T A", "", 1.5),
    ("losing ties of blackjacks do not harm others", {"blackjack_tie": "lose"}, "A T A 9", "", 1.5),
    # ties
    ("ties push", {"ties": "push"}, "T 9 T 9", "S", 0),
    ("ties lose", {"ties": "lose"}, "T 9 T 9", "S", -1),
    ("ties of a doubled hand lose the double", {"ties": "lose"}, "6 5 T 9 8", "D", -2),
    ("ties that lose are not ties of blackjacks", {"ties": "lose"}, "A T A T", "", 0),
    ("ties of 21s lose", {"ties": "lose"}, "T 6 T 6 5 5", "H", -1),
    # dealer_22
    ("a dealer's 22 is a bust", {}, "T 9 T 6 6", "S", 1),
    ("a dealer's 22 pushes", PUSH_22, "T 9 T 6 6", "S", 0),
    ("a dealer's 22 pushes though ties lose", PUSH_22 | {"ties": "lose"}, "T 9 T 6 6", "S", 0),
    ("a dealer's 23 is still a bust", PUSH_22, "T 9 T 6 7", "S", 1),
    ("a dealer's 22 gives a double back", PUSH_22, "6 5 T 6 8 6", "D", 0),
    ("a hand that bust lost before the dealer's 22", PUSH_22, "T 6 T 6 T", "H", -1),
    ("a blackjack is paid, whatever the dealer draws", PUSH_22, "A T T 6", "", 1.5),
    ("a dealer's 22 gives all hands of a split back", PUSH_22, "8 8 T 6 T T 6", "PSS", 0),
    ("of a split, a hand that bust is lost to a 22", PUSH_22, "8 8 T 6 5 T T 6", "PHS", -1),
    (
        "a Charlie has won before the dealer's 22",
        PUSH_22 | {"charlie": 5},
        "2 2 T 6 2 2 2",
        "HHH",
        1,
    ),
    # dealer_blackjack_takes
    ("a late blackjack takes a double", ENHC, "6 5 T T A", "D", -2),
    ("a late blackjack leaves a double", OBO, "6 5 T T A", "D", -1),
    ("a hidden blackjack takes a double", HIDDEN, "6 5 T A T", "D", -2),
    (
        "a hidden blackjack leaves a double",
        HIDDEN | {"dealer_blackjack_takes": "original"},
        "6 5 T A T",
        "D",
        -1,
    ),
    ("a late blackjack takes both split hands", ENHC, "8 8 T T T A", "PSS", -2),
    ("a late blackjack leaves a split hand", OBO, "8 8 T T T A", "PSS", -1),
    ("a late blackjack leaves all but one of four bets", OBO, "8 8 T 3 T 3 T A", "PDD", -1),
    ("a bust double is lost at once", ENHC, "6 6 T T", "D", -2),
    ("a bust double is left by a late blackjack", OBO, "6 6 T T A", "D", -1),
    (
        "a bust double of one whole chip is left by a late blackjack",
        OBO | {"rounding": "down"},
        "6 6 T T A",
        "D",
        -1,
    ),
    ("a bust double is lost without a blackjack", OBO, "6 6 T T 9", "D", -2),
    ("a bust double is lost to a low card at once", OBO, "6 6 9 T", "D", -2),
    ("a bust bet is lost at once", OBO, "T 6 T T", "H", -1),
    ("a bust split hand is left by a late blackjack", OBO, "8 8 T 6 T 6 T A", "PHH", -1),
    ("a plain bet is lost to a late blackjack", OBO, "T 9 T A", "S", -1),
    ("what ties a late blackjack pushes", OBO, "A K T A", "", 0),
    # hit_soft_17
    ("the dealer stands on soft 17", {}, "T 8 A 6", "S", 1),
    ("the dealer hits soft 17", {"hit_soft_17": True}, "T 8 A 6 4", "S", -1),
    ("the dealer hits a drawn soft 17", {"hit_soft_17": True}, "T 8 3 3 A 4", "S", -1),
    ("the dealer hits soft 17 to hard 17", {"hit_soft_17": True}, "T 8 A 6 T", "S", 1),
    ("the dealer stands on hard 17", {"hit_soft_17": True}, "T 8 T 7", "S", 1),
    ("the dealer stands on soft 18", {"hit_soft_17": True}, "T 8 A 7", "S", 0),
    # stand_on_21
    ("21 stands by itself", {"stand_on_21": True}, "T 6 T 9 5", "H", 1),
    ("21 is asked", {"stand_on_21": False}, "T 6 T 9 5", "HS", 1),
    ("21 may be bust", {"stand_on_21": False}, "T 6 T 9 5 A", "HH", -1),
    ("a blackjack is not asked", {"stand_on_21": False}, "A T T 9", "", 1.5),
    (
        "a two-card 21 that is not a blackjack is asked",
        HIDDEN | {"naturals": "none", "stand_on_21": False},
        "A T T 9",
        "S",
        1,
    ),
    ("a split hand's 21 is asked", {"stand_on_21": False}, "T T T 9 A A", "PSS", 2),
    # Doubles.
    ("a double wins twice", {}, "6 5 T 6 8 T", "D", 2),
    ("a double loses twice", {}, "6 5 T 9 2", "D", -2),
    ("a double pushes", {}, "6 5 T 9 8", "D", 0),
    ("a double busts twice", {}, "T 6 T 9 T", "D", -2),
    ("soft hands double", {}, "A 6 T 6 T 5", "D", -2),
    # double_after_split
    ("a split hand is doubled", {}, "8 8 T 7 3 T 3 T", "PDD", 4),
    # max_hands, resplit_aces, hit_split_aces, split_order
    ("four hands", {"max_hands": 4}, "8 8 T 7 8 8 T T T T", "PPPSSSS", 4),
    ("split aces get one card each", {}, "A A T 8 5 9", "P", 0),
    ("split aces do not wait for a pair", {}, "A A T 8 A 9", "P", 0),
    ("split aces may be split", {"resplit_aces": True}, "A A T 8 A 9 8 7", "PP", 2),
    ("split aces may be left", {"resplit_aces": True}, "A A T 8 A 9", "PS", 0),
    ("split aces are hit", {"hit_split_aces": True}, "A A T 8 5 4 9", "PHSS", 2),
    ("split aces are hit to the end", {"hit_split_aces": True}, "A A T 8 5 3 T 9", "PHHSS", 2),
    ("in turn the first hand is played first", {}, "8 8 T 8 2 9 3 7", "PHSHS", 1),
    ("in a queue both get a card", {"split_order": "queue"}, "8 8 T 8 2 3 9 7", "PHSHS", 1),
    # surrender
    ("half is saved", {"surrender": "late"}, "T 6 T 9", "R", -0.5),
    ("nothing is saved from a blackjack", {"surrender": "late"}, "T 6 T A", "", -1),
    ("half is saved from an open dealer", OPEN | {"surrender": "late"}, "T 6 T 9", "R", -0.5),
    ("half is saved from a blackjack", {"surrender": "early"}, "T 6 T A", "R", -0.5),
    ("what is declined is gone", {"surrender": "early"}, "T 6 T 9", "NS", -1),
    ("half is saved early from a low card", {"surrender": "early"}, "T 6 9 9", "R", -0.5),
    ("half is saved from a late blackjack", ENHC | {"surrender": "early"}, "T 6 A", "R", -0.5),
    ("half is saved from a hidden one", HIDDEN | {"surrender": "early"}, "T 6 A T", "R", -0.5),
    # insurance
    ("insurance pays for a blackjack", {"insurance": True}, "T 9 A T", "I", 0),
    ("insurance is lost", {"insurance": True}, "T 9 A 7", "IS", 0.5),
    ("insurance declined", {"insurance": True}, "T 9 A T", "N", -1),
    ("even money", {"insurance": True}, "A T A T", "I", 1),
    ("even money, too, without a blackjack", {"insurance": True}, "A T A 9", "I", 1),
    ("a ten up is not insured", {"insurance": True}, "T 9 T A", "", -1),
    ("a bust hand's insurance is paid late", ENHC | {"insurance": True}, "T 6 A T T", "IH", 0),
    ("a bust hand's insurance is lost late", ENHC | {"insurance": True}, "T 6 A T 9", "IH", -1.5),
    ("a hidden blackjack pays insurance", HIDDEN | {"insurance": True}, "T 6 A T T", "IH", 0),
    ("insured and surrendered", {"insurance": True, "surrender": "late"}, "T 6 A 9", "IR", -1),
    # charlie
    ("five cards win at once", {"charlie": 5}, "2 2 T T 2 2 2", "HHH", 1),
    ("five cards win against a late blackjack", ENHC | {"charlie": 5}, "2 2 A 2 2 2", "HHH", 1),
    ("five cards of 21 are paid the bet", {"charlie": 5}, "2 3 T T 4 5 7", "HHH", 1),
    ("five cards may be bust", {"charlie": 5}, "2 3 T T 4 5 8", "HHH", -1),
    ("six cards are not yet seven", {"charlie": 7}, "2 2 T T 2 2 2 2", "HHHHS", -1),
    ("five cards are nothing", {"charlie": "none"}, "2 2 T T 2 2 2", "HHHS", -1),
    ("five cards of a split hand win", {"charlie": 5}, "2 2 T T 3 2 2 2 T", "PHHHS", 0),
]


@pytest.mark.parametrize(
    ("fields", "deck", "letters", "net"),
    [row[1:] for row in ROUNDS],
    ids=[row[0].replace(" ", "-") for row in ROUNDS],
)
def test_a_round_comes_out_as_the_rules_say(
    fields: dict[str, object], deck: str, letters: str, net: float | str
) -> None:
    assert script(rules_with(**fields), deck, letters).chips == (Fraction(net),)


def test_a_bet_is_paid_in_proportion() -> None:
    assert script(rules_with(), "A T 9 9", bets=(10,)).chips == (15,)
    assert script(rules_with(rounding="down"), "A T 9 9", bets=(5,)).chips == (7,)
    assert script(
        rules_with(rounding="down", blackjack_pays="6:5"), "A T 9 9", bets=(7,)
    ).chips == (8,)


ANY = {"double_on": "any"}
NINE = {"double_on": "9-11"}
TEN = {"double_on": "10-11"}

CHOICES = [
    # double_on
    ("any two cards are doubled", ANY, "T 7 T 9", "", "DHS"),
    ("soft cards are doubled", ANY, "A 2 T 9", "", "DHS"),
    ("three cards are not doubled", ANY, "2 3 T 9 4", "H", "HS"),
    ("8 is not doubled", NINE, "5 3 T 9", "", "HS"),
    ("9 is doubled", NINE, "5 4 T 9", "", "DHS"),
    ("11 is doubled", NINE, "6 5 T 9", "", "DHS"),
    ("12 is not doubled", NINE, "7 5 T 9", "", "HS"),
    ("soft 19 is no 9", NINE, "A 8 T 9", "", "HS"),
    ("soft 20 is no 10", NINE, "A 9 T 9", "", "HS"),
    ("a pair of fives is a 10", NINE, "5 5 T 9", "", "DHPS"),
    ("9 is not doubled where 10 is", TEN, "5 4 T 9", "", "HS"),
    ("10 is doubled", TEN, "6 4 T 9", "", "DHS"),
    ("11 is doubled too", TEN, "6 5 T 9", "", "DHS"),
    ("nothing is doubled", {"double_on": "none"}, "6 5 T 9", "", "HS"),
    # double_after_split
    ("a split hand may be doubled", {"double_after_split": True}, "8 8 T 9 3", "P", "DHS"),
    ("a split hand may not be doubled", {"double_after_split": False}, "8 8 T 9 3", "P", "HS"),
    ("a split hand of 17 is no 11", NINE, "8 8 T 9 9", "P", "HS"),
    ("a split hand of 11 is", NINE, "8 8 T 9 3", "P", "DHS"),
    # max_hands
    ("a pair is split", {"max_hands": 2}, "8 8 T 9", "", "DHPS"),
    ("a king and a queen are split", {"max_hands": 2}, "K Q T 9", "", "DHPS"),
    ("unequal cards are not split", {"max_hands": 2}, "8 9 T 9", "", "DHS"),
    ("three equal cards are not split", {"max_hands": 8}, "6 6 T 9 6", "H", "HS"),
    ("one hand is no split", {"max_hands": 1}, "8 8 T 9", "", "DHS"),
    ("two hands are one split", {"max_hands": 2}, "8 8 T 9 8", "P", "DHS"),
    ("three hands are two", {"max_hands": 3}, "8 8 T 9 8", "P", "DHPS"),
    ("three hands are no more than two", {"max_hands": 3}, "8 8 T 9 8 8", "PP", "DHS"),
    ("eight hands", {"max_hands": 8}, "8 8 T 9 8 8 8 8 8 8", "PPPPPP", "DHPS"),
    ("eight hands and no more", {"max_hands": 8}, "8 8 T 9 8 8 8 8 8 8 8", "PPPPPPP", "DHS"),
    # resplit_aces, hit_split_aces
    ("aces are split", {}, "A A T 9", "", "DHPS"),
    ("aces are split again or left", {"resplit_aces": True}, "A A T 9 A", "P", "PS"),
    ("aces are hit, not split again", {"hit_split_aces": True}, "A A T 9 A", "P", "DHS"),
    (
        "aces are hit and split again",
        {"hit_split_aces": True, "resplit_aces": True},
        "A A T 9 A",
        "P",
        "DHPS",
    ),
    (
        "aces are hit, and not doubled after a split",
        {"hit_split_aces": True, "double_after_split": False},
        "A A T 9 5",
        "P",
        "HS",
    ),
    # surrender
    ("no surrender", {"surrender": "none"}, "T 6 T 9", "", "DHS"),
    ("late surrender", {"surrender": "late"}, "T 6 T 9", "", "DHRS"),
    ("surrender of a pair", {"surrender": "late"}, "8 8 T 9", "", "DHPRS"),
    ("no surrender of three cards", {"surrender": "late"}, "T 2 T 9 2", "H", "HS"),
    ("no surrender after a split", {"surrender": "late"}, "8 8 T 9 7", "P", "DHS"),
    ("early surrender before the dealer looks", {"surrender": "early"}, "T 6 T 9", "", "NR"),
    ("early surrender only once", {"surrender": "early"}, "T 6 T 9", "N", "DHS"),
    ("early surrender where nobody looks", {"surrender": "early"}, "T 6 9 9", "", "DHRS"),
    ("early surrender before a draw", ENHC | {"surrender": "early"}, "T 6 A", "", "DHRS"),
    # insurance
    ("insurance against an ace", {"insurance": True}, "T 6 A 9", "", "IN"),
    ("no insurance against a ten", {"insurance": True}, "T 6 T 9", "", "DHS"),
    ("no insurance at all", {"insurance": False}, "T 6 A 9", "", "DHS"),
    ("insurance of a blackjack", {"insurance": True}, "A T A 9", "", "IN"),
    ("both offers", {"insurance": True, "surrender": "early"}, "T 6 A 9", "", "INR"),
    # stand_on_21
    ("an asked 21", {"stand_on_21": False}, "T 6 T 9 5", "H", "HS"),
    (
        "an asked 21 of two cards",
        HIDDEN | {"stand_on_21": False, "naturals": "none"},
        "A T T 9",
        "",
        "DHS",
    ),
]


@pytest.mark.parametrize(
    ("fields", "deck", "letters", "legal"),
    [row[1:] for row in CHOICES],
    ids=[row[0].replace(" ", "-") for row in CHOICES],
)
def test_a_player_may_do_what_the_rules_say(
    fields: dict[str, object], deck: str, letters: str, legal: str
) -> None:
    assert letters_of(ask(rules_with(**fields), deck, letters).legal) == legal


def test_every_rule_of_play_is_tried_with_every_word_it_takes() -> None:
    of_the_shoe = {"decks", "reshuffle", "shuffle"}
    tried: dict[str, set[str]] = {}
    for row in (*ROUNDS, *CHOICES):
        for name, value in Rules(**row[1]).plain().items():
            tried.setdefault(name, set()).add(str(value))
    for field in Rules.fields():
        if field.name in of_the_shoe | {"deal"}:
            continue
        accepted = field.metadata["kind"].accepts
        if "whole number" in accepted:
            assert len(tried[field.name]) > 1, field.name
        else:
            words = {"true": "True", "false": "False"}
            wanted = {words.get(word, word) for word in accepted.split(", ")}
            assert tried[field.name] >= wanted, field.name
