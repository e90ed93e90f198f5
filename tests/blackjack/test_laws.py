"""What holds in every round, whatever the rules, the cards and the play."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from blackjack.made_up_games import (
    Game,
    Played,
    any_choices,
    any_rules,
    chooser,
    games,
    letters_of,
    play_out,
)
from hypothesis import assume, example, given, settings
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
    Turned,
)
from cutcard.blackjack.box import Box, Fate
from cutcard.blackjack.dealer import has_blackjack
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.round import Phase, Round, View
from cutcard.blackjack.rules import (
    DoubleOn,
    HoleCard,
    Naturals,
    Rounding,
    Rules,
    Shuffle,
    SplitOrder,
    Surrender,
    Takes,
    Tie,
    TwentyTwo,
)
from cutcard.blackjack.shoe import shoe_for
from cutcard.cards import DECK, RANKS, Card, Suit
from cutcard.driver import CHANCE, OVER, play
from cutcard.rulebook import Odds
from cutcard.shoes import Shoe, ShoeEmpty

WORDS = {
    kind.__name__: kind
    for kind in (
        *(Acted, Action, Box, Card, Dealt, DoubleOn, Fate, Hand, HoleCard, InsuranceSettled),
        *(Naturals, Odds, Phase, Round, Rounding, Rules, Settled, Shuffle, SplitOrder, Surrender),
        *(Takes, Tie, Turned, TwentyTwo, View),
    )
}
"""What a printed value is made of."""


def law(examples: int = 100) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Hypothesis' settings for a law."""
    return settings(max_examples=examples, deadline=None)


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


@law()
@given(games())
def test_a_state_does_not_change_when_a_move_is_applied(game: Game) -> None:
    for state in game.play().states[:-1]:
        before = repr(state)
        move = Card("9") if state.turn == CHANCE else state.legal[-1]
        assert state.apply(move) == state.apply(move)
        assert repr(state) == before


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
@given(games(), st.permutations(list(Suit)), st.integers())
def test_suits_do_not_matter(game: Game, suits: list[Suit], seed: int) -> None:
    random = Random(seed)
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


# What a player may see.


def reachable(thing: object, seen: dict[int, object]) -> Iterator[object]:
    """Everything that can be reached from a thing: through slots, dictionaries and properties."""
    if id(thing) in seen or isinstance(thing, type | str | int | float | None):
        return
    seen[id(thing)] = thing
    yield thing
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, tuple | list | set | frozenset):
        parts = [*thing]
    else:
        kind = type(thing)
        names = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
        names |= {name for name in vars(kind) if isinstance(vars(kind)[name], property)}
        names |= set(getattr(thing, "__dict__", ()))
        parts = []
        for name in names:
            try:
                parts.append(getattr(thing, name))
            except (AttributeError, IndexError):
                continue
    for part in parts:
        yield from reachable(part, seen)


@st.composite
def deals_from_one_deck(draw: st.DrawFn) -> Played:
    """Rounds with a hidden card from one deck, in which no card can be mistaken for another."""
    hole_card = draw(st.sampled_from([HoleCard.PEEK, HoleCard.HIDDEN]))
    rules = draw(any_rules(decks=1, shuffle=Shuffle.UNIFORM, hole_card=hole_card))
    deck = list(DECK)
    Random(draw(st.integers(0, 2**32 - 1))).shuffle(deck)
    bets = (1,) * draw(st.integers(1, 3))
    return play_out(rules, bets, iter(deck), chooser(draw(any_choices())))


@law(120)
@given(deals_from_one_deck())
def test_the_hidden_card_cannot_be_reached_from_a_view_or_an_event(played: Played) -> None:
    for state in played.states:
        if state.hole is not None:
            for seat in range(len(state.bets)):
                found = list(reachable(state.view(seat), {}))
                assert any(isinstance(thing, Box) for thing in found)
                assert not any(thing is state.hole for thing in found)
            told = list(reachable(state.events, {}))
            assert not any(thing is state.hole for thing in told)


def test_the_search_for_hidden_cards_finds_those_that_lie_open() -> None:
    state = Round.start(Rules(deal="UHPP")).apply(Card("As")).apply(Card("Kd"))
    found = list(reachable(state.view(0), {}))
    assert any(thing is Card("As") for thing in found)
    assert any(thing is Card("Kd") for thing in reachable(state, {}))


@law(120)
@given(games(hole_card=HoleCard.HIDDEN), st.sampled_from(RANKS))
def test_what_players_see_does_not_depend_on_the_hidden_card(game: Game, other: Card) -> None:
    played = game.play()
    at = next(number for number, state in enumerate(played.states) if state.owed[:1] == (HOLE,))
    moves = [*played.moves]
    moves[at] = other
    state = Round.start(game.rules, game.bets)
    for before, move in zip(played.states, moves, strict=False):
        if any(isinstance(event, Turned) for event in before.events):
            break
        assert state.events == before.events
        for seat in range(len(game.bets)):
            assert state.view(seat) == before.view(seat)
        assert state.turn == before.turn
        state = state.apply(move)


@law(120)
@given(games(hole_card=HoleCard.PEEK), st.sampled_from(RANKS))
def test_a_look_tells_only_that_there_is_no_blackjack(game: Game, other: Card) -> None:
    played = game.play()
    at = next(number for number, state in enumerate(played.states) if state.owed[:1] == (HOLE,))
    up = next(state.dealer for state in played.states if state.dealer.cards)
    moves = [*played.moves]
    assume(up.plus(moves[at]).total != 21)
    assume(up.plus(other).total != 21)
    moves[at] = other
    state = Round.start(game.rules, game.bets)
    for before, move in zip(played.states, moves, strict=False):
        if any(isinstance(event, Turned) for event in before.events):
            break
        assert state.events == before.events
        for seat in range(len(game.bets)):
            assert state.view(seat) == before.view(seat)
        state = state.apply(move)


@law()
@given(games())
def test_the_hidden_card_is_told_only_by_turning_it(game: Game) -> None:
    played = game.play()
    turned = [event for event in played.events if isinstance(event, Turned)]
    dealt_down = [
        card
        for state, card in zip(played.states, played.moves, strict=False)
        if state.owed and state.owed[0] == HOLE
    ]
    assert len(turned) <= len(dealt_down) <= 1
    if turned:
        assert turned[0].card is dealt_down[0]
        assert played.last.hole is None


# Values.


@law(80)
@given(games())
def test_every_state_and_event_prints_as_it_is_written(game: Game) -> None:
    for state in game.play().states:
        for value in (state, *state.boxes, state.dealer, *state.events, state.rules):
            assert eval(repr(value), dict(WORDS)) == value


@law(80)
@given(games())
def test_every_view_prints_a_line_and_tells_bets(game: Game) -> None:
    for state in game.play().states:
        view = state.view(0)
        told = [str(box.hand) for box in view.boxes if box.seat == 0]
        assert ", ".join(hand or "no card" for hand in told) in repr(view)
        assert all(str(action) in repr(view) for action in view.legal)
        assert "\n" not in repr(view)
        assert [stake * view.rules.unit for stake in view.stakes] == [b.units for b in view.boxes]
        assert view.purse is None or view.purse * view.rules.unit == view.units_left


@law(80)
@given(games())
def test_every_state_survives_pickling_and_copying(game: Game) -> None:
    for state in game.play().states:
        for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
            assert twin == state
            assert repr(twin) == repr(state)
            assert hash(twin) == hash(state)
            assert (twin.turn, twin.legal, twin.view(0)) == (state.turn, state.legal, state.view(0))
            assert [box.hand.total for box in twin.boxes] == [b.hand.total for b in state.boxes]


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
        assert all(shoe.dealt.count(card) <= rules.decks for card in shoe.dealt)
