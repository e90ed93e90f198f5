"""What holds in every round, whatever the rules, the cards and the play."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from blackjack.made_up_games import (
    Game,
    Played,
    any_rules,
    chooser,
    games,
    law,
    letters_of,
)
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cutcard.blackjack.actions import (
    DEALER,
    HOLE,
    Acted,
    Action,
    Dealt,
    IllegalAction,
    InsuranceSettled,
    Settled,
)
from cutcard.blackjack.box import Fate
from cutcard.blackjack.dealer import has_blackjack
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Round, View
from cutcard.blackjack.rules import (
    HoleCard,
    Naturals,
    Rounding,
    Rules,
    Shuffle,
    Surrender,
    Takes,
)
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import RANKS, Card, Suit
from cutcard.driver import CHANCE, OVER, play
from cutcard.shoes import Shoe, ShoeEmpty

# Money.


@law(200)
@given(games())
def test_chips_are_conserved(game: Game) -> None:
    played = game.play()
    last = played.last
    paid = [0] * len(game.bets)
    for event in played.events:
        if isinstance(event, Settled | InsuranceSettled):
            paid[event.seat] += event.net
    house = -sum(box.net for box in last.boxes) - sum(
        event.net for event in played.events if isinstance(event, InsuranceSettled)
    )
    assert tuple(paid) == last.nets
    assert sum(last.nets) + house == 0
    settled = [(event.seat, event.hand) for event in played.events if isinstance(event, Settled)]
    assert settled == [(box.seat, number) for number, box in enumerate(last.boxes)]
    assert last.nets == tuple(
        sum(box.net for box in last.boxes if box.seat == seat)
        + sum(
            event.net
            for event in last.events
            if isinstance(event, InsuranceSettled) and event.seat == seat
        )
        for seat in range(len(game.bets))
    )


def staked(game: Game, played: Played) -> list[int]:
    """The units that each seat put on the table, from what it was seen to do."""
    unit = game.rules.unit
    stakes = [bet * unit for bet in game.bets]
    for event in played.events:
        if isinstance(event, Acted):
            bet = game.bets[event.seat] * unit
            stakes[event.seat] += {
                Action.DOUBLE: bet,
                Action.SPLIT: bet,
                Action.INSURE: bet // 2,
            }.get(event.action, 0)
    return stakes


@law(200)
@given(games())
def test_no_seat_loses_more_than_it_staked(game: Game) -> None:
    played = game.play()
    stakes = staked(game, played)
    insured = sum(played.last.insurance)
    assert sum(stakes) == sum(box.units for box in played.last.boxes) + insured
    for net, stake in zip(played.last.nets, stakes, strict=True):
        assert -stake <= net


@law(200)
@given(games())
def test_no_seat_wins_more_than_its_stake_at_the_best_odds(game: Game) -> None:
    played = game.play()
    pays = game.rules.blackjack_pays
    for net, stake in zip(played.last.nets, staked(game, played), strict=True):
        assert net * pays.per <= stake * max(pays.wins, 2 * pays.per)


@law()
@given(games(rounding=Rounding.EXACT), st.integers(2, 5))
def test_bets_scale_where_chips_are_divided(game: Game, factor: int) -> None:
    once, more = game.play(), game.play(bets=tuple(factor * bet for bet in game.bets))
    assert more.last.nets == tuple(factor * net for net in once.last.nets)
    assert more.moves == once.moves


@law(200)
@given(
    games(
        hole_card=HoleCard.NONE,
        naturals=Naturals.BOTH,
        dealer_blackjack_takes=Takes.ORIGINAL,
        insurance=False,
    ),
    st.integers(0, 1),
)
def test_a_late_blackjack_that_takes_the_original_takes_no_more(game: Game, ace_up: int) -> None:
    # The dealer's two cards are an ace and a ten, wherever they fall.
    dealers = iter(["A", "T"] if ace_up else ["T", "A"])
    rest = iter(game.first)
    random = Random(game.seed)
    choose = chooser(game.choices)
    state = Round.start(game.rules, game.bets)
    while state.turn != OVER:
        if state.turn != CHANCE:
            state = state.apply(choose(state.legal))
        elif state.owed[0] == DEALER:
            state = state.apply(Card(next(dealers)))
        else:
            state = state.apply(next(rest, None) or random.choice(RANKS))
    for seat, (net, bet) in enumerate(zip(state.nets, game.bets, strict=True)):
        boxes = [box for box in state.boxes if box.seat == seat]
        if has_blackjack(game.rules, state.dealer):
            assert net >= -bet * game.rules.unit
        else:  # nobody needed to know
            assert len(state.dealer.cards) == 1
            assert all(box.fate is not Fate.STOOD for box in boxes)


@law()
@given(games())
def test_a_round_is_paid_once_and_only_at_its_end(game: Game) -> None:
    for state in game.play().states[:-1]:
        assert not state.over
        assert not any(state.nets)
        assert not any(isinstance(event, Settled | InsuranceSettled) for event in state.events)


# Moves.


@law()
@given(games())
def test_rounds_end(game: Game) -> None:
    played = game.play()
    # A hand ends with its 22nd card at the latest, each asked for; and so does the dealer's.
    hands = len(game.bets) * game.rules.max_hands
    assert len(played.moves) <= hands * (2 * 22 + 1) + len(game.bets) + 22
    assert played.last.turn == OVER


@law()
@given(games())
def test_nothing_moves_when_the_round_is_over(game: Game) -> None:
    last = game.play().last
    assert last.legal == ()
    for move in (*Action, Card("A")):
        with pytest.raises(IllegalAction, match="the round is over"):
            last.apply(move)


@law()
@given(games())
def test_what_is_offered_never_raises(game: Game) -> None:
    for state in game.play().states:
        assert (state.turn >= 0) == bool(state.legal)
        for action in state.legal:
            state.apply(action)


@law()
@given(games())
def test_what_is_not_offered_raises_and_names_what_is(game: Game) -> None:
    for state in game.play().states:
        for action in Action:
            if action not in state.legal:
                with pytest.raises(IllegalAction) as caught:
                    state.apply(action)
                assert str(action) in str(caught.value)
                for legal in state.legal:
                    assert str(legal) in str(caught.value)


@law()
@given(games())
def test_a_card_is_taken_only_where_one_is_owed(game: Game) -> None:
    for state in game.play().states:
        if state.turn == CHANCE:
            state.apply(Card("7"))
            with pytest.raises(IllegalAction, match="a card is to be dealt"):
                state.apply(Action.STAND)
        else:
            with pytest.raises(IllegalAction, match="no card is to be dealt now") as caught:
                state.apply(Card("7"))
            for legal in state.legal:
                assert str(legal) in str(caught.value)


@law()
@given(games())
def test_only_the_seat_that_has_the_turn_is_told_what_is_legal(game: Game) -> None:
    for state in game.play().states:
        for seat in range(len(game.bets)):
            assert state.view(seat).legal == (state.legal if state.turn == seat else ())


# Hands.


@law(200)
@given(games())
def test_no_seat_comes_to_more_hands_than_the_rules_allow(game: Game) -> None:
    for state in game.play().states:
        seats = [box.seat for box in state.boxes]
        assert seats == sorted(seats)
        assert all(seats.count(seat) <= game.rules.max_hands for seat in set(seats))


@law(200)
@given(games())
def test_the_dealer_draws_to_seventeen_and_no_further(game: Game) -> None:
    last = game.play().last

    def must_draw(hand: Hand) -> bool:
        soft_17 = hand.total == 17 and hand.soft and game.rules.hit_soft_17
        return hand.total < 17 or soft_17

    held = last.dealer.cards
    for count in range(2, len(held)):
        assert must_draw(Hand(held[:count]))
    waiting = any(box.fate is Fate.STOOD for box in last.boxes)
    if waiting and not has_blackjack(game.rules, last.dealer):
        assert not must_draw(last.dealer)
    if not waiting:
        assert len(held) <= 2


@law()
@given(games())
def test_every_card_dealt_is_told_once_and_lies_where_it_was_told(game: Game) -> None:
    played = game.play()
    told = [event for event in played.events if isinstance(event, Dealt)]
    assert len(told) == len(played.cards)
    for event, card in zip(told, played.cards, strict=True):
        assert event.card is (None if event.to == HOLE else card)
    lying = [card for box in played.last.boxes for card in box.hand.cards]
    lying += [*played.last.dealer.cards, *([played.last.hole] if played.last.hole else [])]
    assert sorted(map(str, lying)) == sorted(map(str, played.cards))


@law()
@given(games())
def test_doubled_hands_hold_three_cards_and_charlies_enough(game: Game) -> None:
    for box in game.play().last.boxes:
        if box.doubled:
            assert len(box.hand.cards) == 3
            assert box.fate in (Fate.STOOD, Fate.BUST)
        assert (box.fate is Fate.BUST) == box.hand.bust
        if box.fate is Fate.CHARLIE:
            assert len(box.hand.cards) == game.rules.charlie
        elif game.rules.charlie != "none" and not box.hand.bust:
            assert len(box.hand.cards) < game.rules.charlie


# What a round depends on.


@law()
@given(games(), st.integers())
def test_suits_do_not_matter(game: Game, seed: int) -> None:
    random = Random(seed)
    suits = list(Suit)
    plain = game.play()
    dressed = game.play(disguise=lambda card: Card.of(card.rank, random.choice(suits)))
    assert dressed.last.nets == plain.last.nets
    assert len(dressed.moves) == len(plain.moves)
    for ours, theirs in zip(dressed.states, plain.states, strict=True):
        assert letters_of(ours.legal) == letters_of(theirs.legal)


@law()
@given(games(), st.integers())
def test_tens_and_court_cards_are_alike(game: Game, seed: int) -> None:
    random = Random(seed)
    tens = [Card(letter) for letter in "TJQK"]
    plain = game.play()
    crowned = game.play(disguise=lambda card: random.choice(tens) if card.points == 10 else card)
    assert crowned.last.nets == plain.last.nets
    assert [state.legal for state in crowned.states] == [state.legal for state in plain.states]


@law()
@given(games(seats=1), st.integers(0, 3))
def test_the_seat_does_not_matter_where_the_others_stand(game: Game, others: int) -> None:
    # The others hold twenty each, in front and behind, so that they are only asked to stand.
    rules = replace(game.rules, deal="PPUH", insurance=False, surrender=Surrender.NONE)
    rules = replace(rules, max_hands=1)
    alone = game.play(rules=rules)
    at = others // 2
    bets = (*[1] * at, *game.bets, *[1] * (others - at))
    dealt = list(alone.cards)
    mine, rest = dealt[:2], dealt[2:]
    ten = Card("T")
    first = [ten] * at + [mine[0]] + [ten] * (others - at)
    second = [ten] * at + [mine[1]] + [ten] * (others - at)
    assume(any(box.fate is Fate.STOOD for box in alone.last.boxes))
    state = Round.start(rules, bets)
    deck = iter([*first, *second, *rest])
    choose = chooser(game.choices)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state = state.apply(next(deck))
        else:
            state = state.apply(choose(state.legal) if state.turn == at else Action.STAND)
    assert state.nets[at] == alone.last.nets[0]


# Shoes.


class Choosing:
    """A seat that acts at random."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def act(self, view: View) -> Action:
        return self.random.choice(view.legal)


class Noting:
    """A shoe that keeps what it dealt since the last shuffle."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe
        self.dealt: list[Card] = []

    def draw(self) -> Card:
        self.dealt.append(self.shoe.draw())
        return self.dealt[-1]

    def before_round(self) -> bool:
        if shuffled := self.shoe.before_round():
            self.dealt.clear()
        return shuffled


@law(100)
@given(
    st.integers(1, 8).flatmap(lambda decks: any_rules(decks=decks, shuffle=Shuffle.UNIFORM))
    | st.integers(48, 52).flatmap(
        lambda left: any_rules(decks=1, shuffle=Shuffle.RIFFLE, reshuffle=left)
    ),
    st.integers(0, 2**32 - 1),
    st.integers(1, 2),
)
@example(Rules(decks=1, reshuffle="100%", max_hands=1), 1, 1)
def test_no_card_is_dealt_twice_between_two_shuffles(rules: Rules, seed: int, seats: int) -> None:
    random = Random(seed)
    shoe = Noting(shoe_for(rules, random))
    size = 52 * rules.decks
    for number in range(30):
        left = size - len(shoe.dealt)
        shuffled = shoe.before_round()
        if number:
            # A shoe that was dealt to its last card is shuffled, whatever the rules.
            assert shuffled == (left < max(rules.reshuffle_below, 1))
        try:
            play(Round.start(rules, (1,) * seats), shoe, [Choosing(random)] * seats)
        except ShoeEmpty:
            assert len(shoe.dealt) == size
            break
        if len(shoe.dealt) > size:  # the discards were taken up inside the round
            break
        assert max(Counter(shoe.dealt).values()) <= rules.decks
