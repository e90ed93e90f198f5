"""Rounds, views and events as values: who can see what in them, how they print, and copies."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from functools import cache
from random import Random

import pytest
from blackjack.made_up_games import (
    Game,
    Played,
    chooser,
    games,
    law,
    play_out,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from cutcard.blackjack.actions import (
    HOLE,
    Acted,
    Action,
    Dealt,
    InsuranceSettled,
    Settled,
    Turned,
)
from cutcard.blackjack.box import Box, Fate
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
from cutcard.cards import DECK, RANKS, Card
from cutcard.driver import CHANCE
from cutcard.rulebook import Odds

WORDS = {
    kind.__name__: kind
    for kind in (
        *(Acted, Action, Box, Card, Dealt, DoubleOn, Fate, Hand, HoleCard, InsuranceSettled),
        *(Naturals, Odds, Phase, Round, Rounding, Rules, Settled, Shuffle, SplitOrder, Surrender),
        *(Takes, Tie, Turned, TwentyTwo, View),
    )
}
"""What a printed value is made of."""


# What a player may see.


@cache
def names_in(kind: type) -> set[str]:
    """The slots and properties of things of this kind."""
    slots = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    return slots | {name for name, member in vars(kind).items() if isinstance(member, property)}


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
        parts = []
        for name in names_in(type(thing)).union(getattr(thing, "__dict__", ())):
            try:
                parts.append(getattr(thing, name))
            except (AttributeError, IndexError):
                continue
    for part in parts:
        yield from reachable(part, seen)


def deals_from_one_deck() -> st.SearchStrategy[Played]:
    """Rounds with a hidden card from one deck, in which no card can be mistaken for another."""
    peeking, hiding = (
        games(decks=1, shuffle=Shuffle.UNIFORM, hole_card=hole_card)
        for hole_card in (HoleCard.PEEK, HoleCard.HIDDEN)
    )
    return (peeking | hiding).map(_deal_from_one_deck)


def _deal_from_one_deck(game: Game) -> Played:
    deck = list(DECK)
    Random(game.seed).shuffle(deck)
    return play_out(game.rules, game.bets, iter(deck), chooser(game.choices))


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
    values = [
        value
        for state in game.play().states
        for value in (state, *state.boxes, state.dealer, *state.events, state.rules)
    ]
    for value in {id(value): value for value in values}.values():  # states share most of them
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


@law()
@given(games())
def test_a_state_does_not_change_when_a_move_is_applied(game: Game) -> None:
    for state in game.play().states[:-1]:
        before = repr(state)
        move = Card("9") if state.turn == CHANCE else state.legal[-1]
        assert state.apply(move) == state.apply(move)
        assert repr(state) == before


@law(80)
@given(games())
def test_what_moves_lead_to_is_what_its_fields_say(game: Game) -> None:
    for state in game.play().states:
        for value in (state, state.view(0), *state.boxes):
            assert replace(value) == value
        for hand in (state.dealer, *(box.hand for box in state.boxes)):
            same = Hand(hand.cards)
            assert (same.total, same.soft) == (hand.total, hand.soft)


def test_what_moves_lead_to_cannot_be_changed() -> None:
    state = Round.start(Rules(deal="PPUH")).apply(Card("A")).apply(Card("7")).apply(Card("T"))
    for value in (state, state.view(0), state.boxes[0], state.boxes[0].hand, *state.events):
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)
            with pytest.raises(FrozenInstanceError):
                delattr(value, field.name)
