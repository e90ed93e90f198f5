"""The engine and the naive reference play the same rounds to the last chip and card."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from blackjack import naive_blackjack
from blackjack.made_up_games import (
    Game,
    any_rules,
    ask,
    chooser,
    endless,
    games,
    letters_of,
    script,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blackjack.actions import Acted, Action
from cutcard.blackjack.rules import Rules
from cutcard.cards import Card, read_cards


def refer(game: Game) -> naive_blackjack.Outcome:
    """What the reference makes of a game for one seat."""
    choose = chooser(game.choices)

    def policy(letters: str) -> str:
        return choose([Action(letter) for letter in letters]).value

    deck = (card.rank.value for card in endless(game.first, game.seed))
    return naive_blackjack.play(game.rules.plain(), game.bets[0], deck, policy)


def assert_same(game: Game) -> None:
    played = game.play()
    outcome = refer(game)
    asked = [
        letters_of(state.legal)
        for state, move in zip(played.states, played.moves, strict=False)
        if isinstance(move, Action)
    ]
    assert asked == outcome.asked
    assert [[card.text for card in box.hand.cards] for box in played.last.boxes] == outcome.hands
    assert played.chips == (outcome.net,)
    assert len(played.cards) == outcome.used


@settings(max_examples=1500, deadline=None)
@given(games(seats=1))
def test_engine_and_reference_agree_on_every_round(game: Game) -> None:
    assert_same(game)


PAIRS = ["", "A T", "A A", "8 8 8", "T T T", "2 2 2 2 2 2", "6 5", "9 9 A", "A A A A A A", "5 5 T"]


@settings(max_examples=200, deadline=None)
@given(any_rules(), st.integers(0, 2**32 - 1))
def test_engine_and_reference_agree_on_fifty_rounds_of_any_rules(rules: Rules, seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        choices = [random.randrange(60) for _ in range(12)]
        first = read_cards(random.choice(PAIRS))
        game = Game(rules, (random.randrange(1, 10),), first, random.getrandbits(32), choices)
        assert_same(game)


@settings(max_examples=300, deadline=None)
@given(games(most=4))
def test_every_seat_is_paid_as_the_reference_pays_its_cards(game: Game) -> None:
    played = game.play()
    words = game.rules.plain()
    dealer = [card.text for card in played.last.dealer.cards]
    acts = [event for event in played.events if isinstance(event, Acted)]
    for seat, bet in enumerate(game.bets):
        done = [act.action for act in acts if act.seat == seat]
        boxes = [box for box in played.last.boxes if box.seat == seat]
        alone = len(boxes) == 1
        states = [
            naive_blackjack.Box(
                [card.text for card in box.hand.cards],
                # The stakes of doubled hands alone are taken from the engine.
                Fraction(bet * (2 if box.doubled else 1)),
                state=fate_of(words, box.hand.cards, alone, Action.SURRENDER in done),
            )
            for box in boxes
        ]
        assert done.count(Action.SPLIT) == len(boxes) - 1
        assert done.count(Action.DOUBLE) == sum(box.doubled for box in boxes)
        expected = naive_blackjack.settle(
            words,
            bet,
            states,
            dealer,
            words["naturals"] == "both" and naive_blackjack.is_two_card_21(dealer),
            naive_blackjack.whole_chips(words, Fraction(bet, 2)) * done.count(Action.INSURE),
        )
        assert played.chips[seat] == expected


def fate_of(words: dict[str, object], hand: tuple[Card, ...], alone: bool, gave_up: bool) -> str:
    """What became of a hand, from its cards."""
    texts = [card.text for card in hand]
    if gave_up:
        return "surrendered"
    if naive_blackjack.total(texts) > 21:
        return "bust"
    if words["charlie"] != "none" and len(texts) >= int(str(words["charlie"])):
        return "charlie"
    if alone and naive_blackjack.is_two_card_21(texts) and words["naturals"] != "none":
        return "blackjack"
    return "stood"


# Where it would be easy to go wrong.


@pytest.mark.parametrize(("bet", "net"), [(1, -1), (3, -2), (5, -3)])
def test_half_of_an_odd_bet_is_given_back_rounded_down(bet: int, net: int) -> None:
    rules = Rules(deal="PPUH", surrender="late", rounding="down")
    assert script(rules, "T 6 T 9", "R", bets=(bet,)).chips == (net,)


def test_insurance_is_not_offered_where_half_a_bet_is_no_chip() -> None:
    rules = Rules(deal="PPUH", insurance=True, rounding="down")
    assert Action.INSURE not in ask(rules, "T 6 A 9").legal


def test_no_card_is_drawn_when_every_bet_is_decided() -> None:
    rules = Rules(
        deal="PPUH", hole_card="none", dealer_blackjack_takes="original", charlie=5, max_hands=2
    )
    # Two hands of five small cards have won, whatever the dealer holds.
    script(rules, "2 2 T 2 2 2 2 2 2 2 2", "PHHHHHH")


@pytest.mark.parametrize("bet", [2, 4, 100])
def test_half_of_an_even_bet_is_given_back_in_whole_chips(bet: int) -> None:
    rules = Rules(deal="PPUH", surrender="late", rounding="down")
    assert script(rules, "T 6 T 9", "R", bets=(bet,)).chips == (-bet // 2,)
