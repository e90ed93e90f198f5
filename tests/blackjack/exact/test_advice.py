"""Advice: the value of every action, and a sentence for hands that there are not."""

from __future__ import annotations

import pytest

from cutcard.blackjack.actions import Action
from cutcard.blackjack.exact.advice import Advice, advise, advise_offer, advise_view
from cutcard.blackjack.exact.solution import solve
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_preset
from cutcard.blackjack.round import Round
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS, read_cards
from cutcard.errors import Illegal, Invalid

EASY = load_preset("easy").rules


def letters(advice: list[Advice]) -> str:
    return "".join(each.action.value for each in advice)


def test_every_legal_action_has_a_value_and_the_best_comes_first():
    advice = advise(EASY, Hand.of("8 8"), Hand.of("T 7"))
    assert letters(advice) == "PHRDS"
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)
    assert advice[-1] == Advice(Action.STAND, -1.0)
    assert Advice(Action.SURRENDER, -0.5) in advice


def test_three_cards_may_only_hit_or_stand():
    assert letters(advise(Rules(surrender="late"), Hand.of("8 2 3"), Hand.of("T"))) == "HS"


def test_cards_seen_change_the_advice():
    rules = Rules(decks=1)
    hand, dealer = Hand.of("T 6"), Hand.of("T")
    assert letters(advise(rules, hand, dealer))[0] == "H"
    assert letters(advise(rules, hand, dealer, seen=read_cards("5 5 5 4 4 4 3 3")))[0] == "S"


def test_after_a_split_the_rules_of_splits_hold():
    rules = Rules(double_after_split=False, surrender="late", max_hands=3)
    assert set(letters(advise(rules, Hand.of("8 8"), Hand.of("9"), hands=2))) == set("SHP")
    assert set(letters(advise(rules, Hand.of("8 8"), Hand.of("9"), hands=3))) == set("SH")
    assert set(letters(advise(rules, Hand.of("8 8"), Hand.of("9")))) == set("SHPDR")


def test_a_last_split_is_worth_two_hands():
    # With one more hand allowed, a resplit is an ordinary split once.
    once, last = Rules(decks="infinite", max_hands=2), Rules(decks="infinite", max_hands=4)
    first = advise(once, Hand.of("8 8"), Hand.of("6"))[0]
    again = advise(last, Hand.of("8 8"), Hand.of("6"), hands=3)[0]
    assert first == again
    assert first.action is Action.SPLIT


OFFERS = Rules(insurance=True, surrender="early")


def test_offers_have_values_too():
    assert letters(advise_offer(OFFERS, Hand.of("T 6"), Hand.of("A"))) == "RNI"
    assert letters(advise_offer(OFFERS, Hand.of("A T"), Hand.of("A"))) == "NI"
    assert letters(advise_offer(OFFERS, Hand.of("T 9"), Hand.of("T"))) == "NR"
    assert advise_offer(OFFERS, Hand.of("T 6"), Hand.of("9")) == []


def test_a_shoe_of_tens_is_insured():
    rules = Rules(decks=1, insurance=True)
    seen = read_cards("2 2 2 3 3 3 4 4 4 5 5 5")
    assert letters(advise_offer(rules, Hand.of("9 9"), Hand.of("A"), seen=seen))[0] == "I"


@pytest.mark.parametrize(
    "words",
    [
        {"decks": "infinite", "surrender": "late"},
        {"decks": 1, "insurance": True, "surrender": "early"},
        {"decks": 2, "hole_card": "none", "dealer_blackjack_takes": "original"},
    ],
)
def test_the_mean_of_the_best_advice_is_the_edge(words):
    rules = Rules(**words)
    edge = solve(rules)
    up = "9" if rules.decks != 2 else "T"
    value = 0.0
    left = (
        [4 * rules.decks] * 9 + [16 * rules.decks] if rules.decks != "infinite" else [1] * 9 + [4]
    )
    step = int(rules.decks != "infinite")
    left[RANKS.index(read_cards(up)[0])] -= step
    size = sum(left)
    for first in range(10):
        for second in range(10):
            ways = left[first] * (left[second] - step * (first == second))
            hand = Hand((RANKS[first], RANKS[second]))
            if hand.total == 21:
                blackjack = (left[0] - step) / (size - 2 * step) if up == "T" else 0.0
                best = 1.5 * (1 - blackjack)
            else:
                best = advise(rules, hand, Hand(read_cards(up)))[0].value
            value += ways / (size * (size - step)) * best
    assert value == pytest.approx(edge.by_dealer[up], abs=1e-13)


def test_a_view_is_advised_with_all_its_cards():
    state = Round.start(Rules(decks=1))
    for card in read_cards("8 6 8 T"):
        state = state.apply(card)
    assert advise_view(state.view(0)) == advise(Rules(decks=1), Hand.of("8 8"), Hand.of("6"))
    state = state.apply(Action.SPLIT).apply(read_cards("3")[0])
    expected = advise(Rules(decks=1), Hand.of("8 3"), Hand.of("6"), seen=read_cards("8"), hands=2)
    assert advise_view(state.view(0)) == expected
    offer = Round.start(OFFERS)
    for card in read_cards("T A 6 9"):
        offer = offer.apply(card)
    assert advise_view(offer.view(0)) == advise_offer(OFFERS, Hand.of("T 6"), Hand.of("A"))


BAD = [
    (
        Rules(decks=1),
        "A A A",
        "A",
        "A",
        Illegal,
        "5 times A is not possible: there are 4 in 1 deck",
    ),
    (Rules(decks=1), "Ah 5", "Ah", "", Illegal, "2 times Ah is not possible: there is 1 in 1 deck"),
    (Rules(decks=1), "T 5", "T", "T " * 15, Illegal, "17 times T is not possible: there are 16"),
    (Rules(decks=1), "K 5", "K", "K K K", Illegal, "5 times K is not possible: there are 4"),
    (Rules(), "T 6 8", "T", "", Invalid, "T 6 8 counts 24"),
    (Rules(), "T", "T", "", Invalid, "a hand of 1 card cannot be played"),
    (Rules(), "T 6", "", "", Invalid, "the dealer cannot show no cards"),
    (EASY, "T 6", "T", "", Invalid, "with hole_card = open it takes both cards"),
    (Rules(), "T 6", "T 7", "", Invalid, "with hole_card = peek it takes one card"),
    (EASY, "T 6", "A K", "", Illegal, "is a blackjack: the round is over"),
    (Rules(), "A T", "T", "", Illegal, "A T is a blackjack"),
    (Rules(), "7 7 7", "T", "", Illegal, "stands by itself: stand_on_21 = true"),
    (Rules(charlie=5), "2 2 2 2 2", "T", "", Illegal, "has won already"),
    (Rules(decks=1), "T 6", "T", "2 3 4 5 6 7 8 9 " * 3 + "T " * 9, Illegal, "may not be enough"),
]


@pytest.mark.parametrize(("rules", "hand", "dealer", "seen", "error", "says"), BAD)
def test_a_hand_that_cannot_be_gets_a_sentence(rules, hand, dealer, seen, error, says):
    with pytest.raises(error, match=says):
        advise(rules, Hand.of(hand), Hand.of(dealer), seen=read_cards(seen))


def test_a_split_ace_and_too_many_hands_get_one_too():
    with pytest.raises(Illegal, match="hit_split_aces = false"):
        advise(Rules(), Hand.of("A 6"), Hand.of("T"), hands=2)
    with pytest.raises(Invalid, match="5 hands are not possible: max_hands = 4"):
        advise(Rules(), Hand.of("T 6"), Hand.of("T"), hands=5)
    with pytest.raises(Illegal, match="offers come with the first two cards"):
        advise_offer(OFFERS, Hand.of("T 2 3"), Hand.of("A"))
