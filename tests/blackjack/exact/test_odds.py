"""The dealer's odds, against an ordered recursion in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cutcard.blackjack.exact.composition import compose
from cutcard.blackjack.exact.odds import dealer_odds
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.rules import Rules
from cutcard.cards import RANKS, read_cards
from cutcard.errors import CutcardError


def by_recursion(rules: Rules, dealer: Hand, left: tuple[int, ...]) -> dict[object, Fraction]:
    """Card by card, in every order."""
    total = dealer.total
    if len(dealer.cards) > 1:
        if rules.naturals == "both" and dealer.two_card_21:
            return {"blackjack": Fraction(1)}
        if total > 17 or (total == 17 and not (dealer.soft and rules.hit_soft_17)):
            return {"bust" if total > 21 else total: Fraction(1)}
    odds: dict[object, Fraction] = {}
    for points, count in enumerate(left):
        if count:
            rest = left
            if rules.decks != "infinite":
                rest = (*left[:points], count - 1, *left[points + 1 :])
            for end, chance in by_recursion(rules, dealer.plus(RANKS[points]), rest).items():
                odds[end] = odds.get(end, Fraction(0)) + Fraction(count, sum(left)) * chance
    return odds


@pytest.mark.parametrize("dealer", ["T", "9", "A 6", "A T", "T 6", "T 7"])
@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ({"decks": 1}, "A A 5 5 T"),
        ({"decks": 6, "hit_soft_17": True}, ""),
        ({"decks": "infinite", "hit_soft_17": True}, ""),
        ({"decks": 2, "naturals": "player", "hole_card": "hidden"}, "2 3 4"),
    ],
)
def test_odds_are_those_of_an_ordered_recursion(dealer, words, seen):
    rules, hand = Rules(**words), Hand.of(dealer)
    left = compose(rules, read_cards(seen)).without(*(card.points - 1 for card in hand.cards))
    expected = by_recursion(rules, hand, left)
    got = dealer_odds(rules, hand, seen=read_cards(seen))
    found = {**got.totals, "bust": got.bust, "blackjack": got.blackjack}
    for end, chance in found.items():
        assert chance == pytest.approx(float(expected.get(end, 0)), abs=1e-14)
    assert sum(found.values()) == pytest.approx(1, abs=1e-14)


def test_cards_that_are_not_there_are_refused():
    with pytest.raises(CutcardError, match="5 times A is not possible: there are 4 in 1 deck"):
        dealer_odds(Rules(decks=1), Hand.of("A"), seen=read_cards("A A A A"))
    with pytest.raises(CutcardError, match="0 cards"):
        dealer_odds(Rules(), Hand())
