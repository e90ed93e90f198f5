"""What holds in every deal and game, whatever the rules, the cards and the bets."""

from __future__ import annotations

import gc
import inspect
import pickle
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import pairwise
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest
from blockhead.made_up_games import (
    MadeUp,
    Played,
    StackedDecks,
    Whim,
    any_rules,
    deals,
    shuffled,
    tie_prone,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cutcard.blockhead.deal import Bet, Deal, Dealt, IllegalBet, Kind, Shown, Tied, View, Won
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.hand import Hand
from cutcard.blockhead.rules import Rules, TiedPot, Valuation
from cutcard.cards import Card
from cutcard.driver import CHANCE, OVER

WORDS = {
    kind.__name__: kind
    for kind in (
        *(Bet, Card, Deal, Dealt, Hand, Kind, Rules, Shown, Tied, TiedPot, Valuation, View, Won),
    )
}
"""What a printed value is made of."""


def law(examples: int = 100) -> Any:
    """Hypothesis' settings for a law."""
    return settings(max_examples=examples, deadline=None)


# Chips.


@law(200)
@given(deals())
def test_chips_are_conserved_in_every_deal(made_up: MadeUp) -> None:
    played = made_up.play()
    for state in played.states:
        assert state.pot == made_up.carry + sum(state.staked)
        assert min(state.staked) >= made_up.rules.ante
    last = played.last
    assert sum(last.nets) + last.left == made_up.carry
    assert last.left in (0, last.pot)
    assert all(net >= -staked for net, staked in zip(last.nets, last.staked, strict=True))


class Bank(Onlooker):
    """Counts the chips after every deal."""

    def __init__(self, rules: Rules) -> None:
        self._all = rules.seats * rules.stake

    def deal_began(self, game: Game) -> None:
        assert sum(game.chips) + game.carry == self._all

    def deal_ended(self, game: Game, deal: Deal) -> None:
        assert sum(game.chips) + game.carry == self._all


@law(150)
@given(any_rules(), st.integers(0, 2**32), st.booleans())
def test_chips_are_conserved_in_every_game(rules: Rules, seed: int, ties: bool) -> None:
    random = Random(seed)
    if ties and rules.deck == "A-K" and rules.seats <= 4:
        stacked = [tie_prone(random) for _ in range(rules.deals)]
    else:
        stacked = [shuffled(random, cards_in(rules.deck)) for _ in range(rules.deals)]
    decks = StackedDecks(iter(stacked))
    players = [Whim(Random(seed + seat)) for seat in range(rules.seats)]
    game = Game(rules, players, decks, (Bank(rules),))
    assert sum(game.play_game()) == rules.seats * rules.stake
    assert game.carry == 0


@law()
@given(deals())
def test_who_stays_has_paid_the_same_when_a_bidding_round_closes(made_up: MadeUp) -> None:
    states = made_up.play().states
    for before, after in pairwise(states):
        if after.street > before.street:
            staked = {staked for staked, live in zip(after.staked, after.live, strict=True) if live}
            assert len(staked) == 1


@law()
@given(deals())
def test_a_showdown_pays_the_best_hand_of_who_stayed(made_up: MadeUp) -> None:
    last = made_up.play().last
    assume(sum(last.live) > 1)
    worths = {
        seat: last.hands[seat].worth(last.rules.valuation)
        for seat, live in enumerate(last.live)
        if live
    }
    best = [seat for seat, worth in worths.items() if worth == max(worths.values())]
    end = last.events[-1]
    assert end == (Won(best[0], last.pot) if len(best) == 1 else Tied(tuple(best), last.pot))
    assert all(
        net == -staked
        for seat, (net, staked) in enumerate(zip(last.nets, last.staked, strict=True))
        if seat not in best
    )


# Bets.


@law()
@given(deals(), st.data())
def test_legal_bets_are_taken_and_no_others(made_up: MadeUp, data: st.DataObject) -> None:
    asked = [state for state in made_up.play().states if state.turn >= 0]
    state = data.draw(st.sampled_from(asked))
    rules = state.rules
    raises = sum(bet.kind is Kind.RAISE for bet in state.bets)
    expected = {0, state.to_call}
    if raises < rules.raises:
        expected |= {
            state.to_call + raised for raised in range(rules.least_raise, rules.most_raise + 1)
        }
    assert set(state.legal) == expected
    assert list(state.legal) == sorted(expected)
    for chips in range(-3, max(expected) + 4):
        if chips in expected:
            assert state.apply(chips).pot == state.pot + chips
        else:
            with pytest.raises(IllegalBet) as caught:
                state.apply(chips)
            named = str(caught.value).partition("may bet ")[2]
            assert named == ", ".join(map(str, sorted(expected)))


@law()
@given(deals())
def test_a_deal_ends_and_everybody_alive_acts(made_up: MadeUp) -> None:
    played = made_up.play()
    rules = made_up.rules
    longest = rules.seats * (rules.raises + 1) * len(rules.street_cards) + 5 * rules.seats
    assert len(played.states) <= 1 + longest
    for state in played.states:
        assert (state.turn == OVER) == state.over == bool(state.nets)
        if state.turn == CHANCE:
            assert state.legal == ()
        elif state.turn >= 0:
            assert state.live[state.turn]
            assert state.view(state.turn).legal == state.legal
    if not rules.check_closes and sum(played.last.live) > 1:
        bettors = [set() for _ in rules.street_cards]
        for before, after in pairwise(played.states):
            bettors[before.street] |= {e.player for e in after.events if isinstance(e, Bet)}
        stayed = {seat for seat, live in enumerate(played.last.live) if live}
        assert all(stayed <= bettors_of_round for bettors_of_round in bettors)


# Secrets.

PLAIN = (str, bytes, int, float, type(None), type, ModuleType, FunctionType, Enum)


def reachable(root: object) -> Iterator[object]:
    """All that can be come to from a value, by any attribute, item, property or method."""
    seen: set[object] = set()
    kept = []
    rest = [root]
    while rest:
        thing = rest.pop()
        if isinstance(thing, PLAIN):
            continue
        # Properties make values anew: equal ones of a kind are followed once.
        mark = (type(thing), thing if _hashes(thing) else id(thing))
        if mark in seen:
            continue
        seen.add(mark)
        kept.append(thing)  # so that no id is used again
        yield thing
        if isinstance(thing, MethodType | BuiltinFunctionType):
            rest.append(thing.__self__)
            continue
        if isinstance(thing, Card):
            continue
        rest += gc.get_referents(thing)
        if isinstance(thing, dict):
            rest += [*thing.keys(), *thing.values()]
        elif isinstance(thing, tuple | list | set | frozenset):
            rest += thing
        for name in dir(thing):
            if name.startswith("__") and name.endswith("__"):
                continue
            value = getattr(thing, name)
            rest.append(value)
            if isinstance(inspect.getattr_static(thing, name), FunctionType):
                assert value.__self__ is thing


def _hashes(thing: object) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


@law(40)
@given(deals(), st.data())
def test_no_path_from_a_view_leads_to_a_hidden_card_or_the_deck(
    made_up: MadeUp, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(made_up.play().states))
    for seat in range(state.rules.seats):
        allowed = set(state.hands[seat].cards)
        for hand in state.hands:
            allowed |= {card for place, card in enumerate(hand.cards) if place not in hand.down}
        found = list(reachable(state.view(seat)))
        assert {thing for thing in found if isinstance(thing, Card)} == allowed
        assert not any(isinstance(thing, Deal | Game) for thing in found)
        assert all(
            thing == state.hands[seat] or not thing.down
            for thing in found
            if isinstance(thing, Hand)
        )


def test_the_search_for_secrets_finds_them_where_they_are() -> None:
    class Leaky:
        def __init__(self, deal: Deal) -> None:
            self._tell = deal.view

    deal = MadeUp(Rules(), 0, 0, 1, ties=False).play().states[7]
    found = list(reachable(Leaky(deal)))
    assert deal in found
    assert all(card in found for hand in deal.hands for card in hand.cards)


@law()
@given(deals())
def test_a_view_does_not_change_with_what_is_hidden_from_it(made_up: MadeUp) -> None:
    rules = made_up.rules
    deck = made_up.deck
    played = made_up.play(deck)
    seat = made_up.seed % rules.seats
    at = made_up.seed % len(played.states)
    shown = played.states[at]
    assume(not shown.over)
    dealt = sum(len(hand.cards) for hand in shown.hands)
    # Exchange the cards that this seat has not seen: hidden ones, and those to come.
    order = places(rules, shown, deck[:dealt])
    unseen = [
        place
        for place in range(len(deck))
        if place >= dealt or (order[place][0] != seat and order[place][1])
    ]
    others = Random(made_up.seed).sample(unseen, len(unseen))
    changed = list(deck)
    for place, other in zip(unseen, others, strict=True):
        changed[place] = deck[other]
    again = replay(made_up, changed, played, at)
    assert again.view(seat) == shown.view(seat)
    assert again.events == shown.events


def places(rules: Rules, state: Deal, dealt: list[Card]) -> list[tuple[int, bool]]:
    """For each card dealt: to whom it went, and whether face down."""
    found = []
    for card in dealt:
        seat = next(seat for seat, hand in enumerate(state.hands) if card in hand.cards)
        hand = state.hands[seat]
        found.append((seat, hand.cards.index(card) in hand.down))
    return found


def replay(made_up: MadeUp, deck: list[Card], played: Played, at: int) -> Deal:
    """The same bets with other cards, up to a moment."""
    state = Deal.start(made_up.rules, made_up.opener, made_up.carry)
    rest = iter(deck)
    for after in played.states[1 : at + 1]:
        if state.turn == CHANCE:
            state = state.apply(next(rest))
        else:
            state = state.apply(next(e for e in after.events if isinstance(e, Bet)).chips)
    return state


@law()
@given(deals())
def test_events_never_tell_a_hidden_card_before_the_showdown(made_up: MadeUp) -> None:
    played = made_up.play()
    hidden = {hand.cards[place] for hand in played.last.hands for place in hand.down}
    told: set[Card] = set()
    for state in played.states[1:]:
        for event in state.events:
            if isinstance(event, Shown):
                assert state.over
                assert state.live[event.seat]
            else:
                assert not any(repr(card) in repr(event) for card in hidden)
            told |= {thing for thing in reachable(event) if isinstance(thing, Card)}
    # Whoever folded, or won without a showdown, has shown nothing.
    last = played.last
    showdown = sum(last.live) > 1
    for seat, hand in enumerate(last.hands):
        if not (showdown and last.live[seat]):
            assert told.isdisjoint(hand.cards[place] for place in hand.down)


@law()
@given(deals())
def test_every_open_card_and_every_bet_is_told_once(made_up: MadeUp) -> None:
    played = made_up.play()
    dealt = [event for event in played.events if isinstance(event, Dealt)]
    for seat, hand in enumerate(played.last.hands):
        mine = [event.card for event in dealt if event.seat == seat]
        assert mine == [
            None if place in hand.down else card for place, card in enumerate(hand.cards)
        ]
    bets = [event for event in played.events if isinstance(event, Bet)]
    assert sum(bet.chips for bet in bets) == sum(played.last.staked) - (
        made_up.rules.ante * made_up.rules.seats
    )


# Values.


@law()
@given(deals(valuation="points"), st.randoms())
def test_suits_do_not_matter_where_points_count(made_up: MadeUp, random: Random) -> None:
    deck = made_up.deck
    resuited = [Card(card.text[0] + random.choice(["", "s", "h", "c", "d"])) for card in deck]
    one, two = made_up.play(deck).last, made_up.play(resuited).last
    assert (one.nets, one.left, one.pot) == (two.nets, two.left, two.pot)


@law()
@given(deals())
def test_cards_in_a_hand_may_come_in_any_order(made_up: MadeUp) -> None:
    for hand in made_up.play().last.hands:
        if len(hand.cards) == 5:
            for valuation in Valuation:
                backwards = Hand(tuple(reversed(hand.cards)))
                assert backwards.worth(valuation) == hand.worth(valuation)


@law(40)
@given(deals())
def test_what_is_printed_is_what_it_is(made_up: MadeUp) -> None:
    played = made_up.play()
    for state in (played.states[0], played.states[len(played.states) // 2], played.last):
        for thing in (state.rules, state, *state.hands, *state.events, *state.bets):
            assert eval(repr(thing), WORDS) == thing
        for seat in range(state.rules.seats):
            assert eval(repr(state.view(seat)), WORDS) == state.view(seat)


@law(40)
@given(deals())
def test_a_deal_survives_pickling_and_is_a_value(made_up: MadeUp) -> None:
    played = made_up.play()
    for state in played.states:
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert hash(again) == hash(state)
    before = repr(played.states[0])
    made_up.play()
    assert repr(played.states[0]) == before


@law(40)
@given(any_rules())
def test_rules_survive_their_words(rules: Rules) -> None:
    assert Rules().changed(rules.plain()) == rules
    assert Rules().changed({name: str(word) for name, word in named(rules)}) == rules
    assert replace(rules) == rules


def named(rules: Rules) -> list[tuple[str, object]]:
    """Every field as the command line writes it."""
    return [
        (name, str(word).lower() if isinstance(word, bool) else word)
        for name, word in rules.plain().items()
    ]


def test_made_up_deals_are_of_every_kind() -> None:
    """The laws would be worth little if no deal tied, was folded or came to a showdown."""
    ends = set()
    for seed in range(200):
        rules = Rules(seats=2 + seed % 3)
        made_up = MadeUp(rules, 0, 0, seed, ties=True)
        last = made_up.play().last
        ends.add((type(last.events[-1]), sum(last.live) > 1))
    assert ends == {(Won, False), (Won, True), (Tied, True)}
