"""The player of a best response to a policy."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from blockhead.equilibrium.made_up_blueprints import NO_EARNINGS, any_stored

from cutcard.blockhead.deal import Deal, Event, View
from cutcard.blockhead.decks import cards_in
from cutcard.blockhead.equilibrium.blueprint import STAKES, Blueprint
from cutcard.blockhead.equilibrium.lead_tree import DECIDED, unseen
from cutcard.blockhead.equilibrium.nash import Nash, leads_of
from cutcard.blockhead.equilibrium.response import (
    PolicyResponse,
    arrivals_of,
    solve_start,
    starts_with,
)
from cutcard.blockhead.equilibrium.response_player import PolicyExploiter
from cutcard.blockhead.equilibrium.saved import shipped_equilibrium
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Player
from cutcard.blockhead.players import make_player
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card, read_cards
from cutcard.driver import CHANCE

RULES = Rules(deals=1)
SHOWN = read_cards("4h 6h 2s 6s")
"""The start at which the response below is known: open cards of the opener, then of the other."""
LEAD, START = 2, (1, 3, 5, 5)


@pytest.fixture(scope="module")
def blueprint() -> Blueprint:
    """A policy that does anything, after one lead."""
    keys = [(stake, LEAD, seat) for stake in STAKES for seat in (0, 1)]
    return Blueprint(Rules(), {key: any_stored(*key) for key in keys})


@pytest.fixture(scope="module")
def response(blueprint: Blueprint) -> PolicyResponse:
    """The best response to it, after one start."""
    values = {}
    for seat in (0, 1):
        stored = blueprint.beginnings[10, LEAD, 1 - seat]
        found = np.zeros((len(starts_with(LEAD)), len(stored.opening.closings), 10), np.float32)
        policy = arrivals_of(stored, 10)
        at = starts_with(LEAD).index(START)
        found[at], *_ = solve_start(unseen(START), LEAD, stored, policy, 10)
        values[LEAD, seat] = found
    return PolicyResponse(blueprint, values, (NO_EARNINGS, NO_EARNINGS))


class ScriptedDealer:
    """Deals the open cards of the start, and others by chance."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def shuffle(self) -> None:
        rest = [card for card in cards_in(RULES.deck) if card not in SHOWN]
        self._random.shuffle(rest)
        self._cards = [rest.pop(), *SHOWN[:2], rest.pop(), *SHOWN[2:], *rest]

    def draw(self) -> Card:
        return self._cards.pop(0)


@pytest.mark.parametrize("seat", [0, 1], ids=["opening", "answering"])
def test_deals_win_what_the_response_is_worth(response: PolicyResponse, seat: int) -> None:
    worth = response.first_bids(START, LEAD, seat).best().sum()
    dealer = ScriptedDealer(Random(seat))
    won = []
    for number in range(250):
        exploiter = PolicyExploiter(response, Random(number))
        players: list[Player] = [exploiter, Nash(response.blueprint, Random(-1 - number))]
        if seat == 1:
            players.reverse()
        won.append(Game(RULES, players, dealer).play_game()[seat] - RULES.stake)
    stderr = stdev(won) / len(won) ** 0.5
    assert abs(fmean(won) - worth) < 4 * stderr
    # So that what is won can be told from nothing.
    assert worth > 4 * stderr


Moves = tuple[Card | int, ...]


@cache
def replayed(moves: Moves) -> Deal:
    """The deal after some cards and bets."""
    deal = Deal.start(RULES)
    for move in moves:
        deal = deal.apply(move)
    return deal


def odds_of_policy(blueprint: Blueprint, moves: Moves, seat: int) -> dict[int, float]:
    """Between which bets the policy in a seat chooses now, as the player says who follows it."""
    nash, deal = Nash(blueprint, Random(1)), Deal.start(RULES)
    for move in moves:
        if deal.turn == seat and isinstance(move, int):
            nash.follow(deal.view(seat), move)
        deal = deal.apply(move)
        for event in deal.events:
            nash.see(event)
    nash.act(deal.view(seat))
    return nash.odds


Hidden = dict[Card, float]
"""How likely the policy hides each card."""


class NaiveBids:
    """What last bets are worth, with a player for each card that the policy may hide."""

    def __init__(self, blueprint: Blueprint, seat: int) -> None:
        self._blueprint = blueprint
        self._seat = seat
        """The exploiter's."""
        self._known: dict[Moves, dict[int, float]] = {}
        """Between which bets the policy chooses after some cards and bets."""

    def hidden_after(self, moves: Moves) -> Hidden:
        """How likely the policy hides each card after all that has happened."""
        view = replayed(moves).view(self._seat)
        seen = [*view.hand.cards, *view.visible[1 - self._seat].cards]
        left = [card for card in cards_in(RULES.deck) if card not in seen]
        hidden: Hidden = {}
        for points in sorted({card.points for card in left}):
            alike = [card for card in left if card.points == points]
            hidden[alike[0]] = float(len(alike))
        for number, move in enumerate(moves):
            before = moves[:number]
            if isinstance(move, int) and replayed(before).turn == 1 - self._seat:
                hidden = self._after(before, hidden)[move]
        return hidden

    def bets(self, moves: Moves, hidden: Hidden) -> dict[int, float]:
        """What each bet of the exploiter's is worth."""
        deal = replayed(moves)
        known = {0, deal.to_call, deal.to_call + 10} & set(deal.legal)
        return {bet: self._worth((*moves, bet), hidden) for bet in known}

    def _worth(self, moves: Moves, hidden: Hidden) -> float:
        deal = replayed(moves)
        if deal.over:
            ended = {card: replayed(self._with(moves, card)) for card in hidden}
            return sum(
                likely * (ended[card].nets[self._seat] + ended[card].left / 2)
                for card, likely in hidden.items()
            )
        if deal.turn == self._seat:
            return max(self.bets(moves, hidden).values())
        after = self._after(moves, hidden)
        return sum(self._worth((*moves, bet), left) for bet, left in after.items())

    def _after(self, moves: Moves, hidden: Hidden) -> dict[int, Hidden]:
        """How likely the policy hides each card and makes each bet."""
        after: dict[int, Hidden] = {}
        for card, likely in hidden.items():
            for bet, part in self._odds(self._with(moves, card)).items():
                after.setdefault(bet, {})[card] = likely * part
        return after

    def _odds(self, moves: Moves) -> dict[int, float]:
        if moves not in self._known:
            self._known[moves] = odds_of_policy(self._blueprint, moves, 1 - self._seat)
        return self._known[moves]

    def _with(self, moves: Moves, card: Card) -> Moves:
        """The same, with another card that the policy hides."""
        at = 0 if self._seat == 1 else 3
        return (*moves[:at], card, *moves[at + 1 :])


VARIED = (1, 11, 16, 18, 28, 34)
"""Seeds of last bidding rounds in each decision of which now this and now that is best."""


def last_round_by_tens(random: Random) -> Moves:
    """The cards and bets of a deal up to its last bidding round, in which all is still open."""
    while True:
        dealer, moves = ScriptedDealer(random), ()
        dealer.shuffle()
        while (deal := replayed(moves)).street < 2 or deal.turn == CHANCE:
            going = [bet for bet in (deal.to_call, deal.to_call + 10) if bet in deal.legal]
            moves = (*moves, dealer.draw() if deal.turn == CHANCE else random.choice(going))
        if abs(leads_of(deal.view(0))[-1]) <= DECIDED[2]:
            return moves


def bet_of(player: Player, moves: Moves, seat: int) -> int:
    """What a player bets after some cards and bets, whatever it would have bet before."""
    deal = Deal.start(RULES)
    for move in moves:
        if deal.turn == seat:
            player.act(deal.view(seat))
        deal = deal.apply(move)
        for event in deal.events:
            player.see(event)
    return player.act(deal.view(seat))


@pytest.mark.parametrize("seat", [0, 1], ids=["opening", "answering"])
@pytest.mark.parametrize("seed", VARIED)
def test_every_bet_of_a_last_bidding_round_is_the_best(
    response: PolicyResponse, blueprint: Blueprint, seed: int, seat: int
) -> None:
    naive = NaiveBids(blueprint, seat)
    waiting = [last_round_by_tens(Random(seed))]
    decisions = 0
    for moves in waiting:
        deal = replayed(moves)
        if deal.over:
            continue
        if deal.turn == seat:
            worths = naive.bets(moves, naive.hidden_after(moves))
            chosen = bet_of(PolicyExploiter(response, Random(1)), moves, seat)
            # In chips times cards that may be hidden, at most forty or so.
            assert worths[chosen] == pytest.approx(max(worths.values()), abs=1e-9)
            assert min(worths.values()) < max(worths.values()) - 1e-3
            decisions += 1
        going = {deal.to_call, deal.to_call + 10} & set(deal.legal)
        waiting += [(*moves, bet) for bet in going]
    assert decisions == 4


class Shadow:
    """Plays as Nash does; another Nash follows its bets and must choose by the same odds."""

    def __init__(self, blueprint: Blueprint) -> None:
        self._leader = Nash(blueprint, Random(1))
        self._shadow = Nash(blueprint, Random(2))
        self._blueprint = blueprint
        self.compared = 0

    def act(self, view: View) -> int:
        chips = self._leader.act(view)
        # The policy is large, and nobody changes it.
        twin = deepcopy(self._shadow, {id(self._blueprint): self._blueprint})
        twin.act(view)
        assert twin.odds == self._leader.odds
        self._shadow.follow(view, chips)
        self.compared += len(twin.odds) > 1
        return chips

    def see(self, event: Event) -> None:
        self._leader.see(event)
        self._shadow.see(event)


def test_who_follows_bets_goes_on_as_who_makes_them() -> None:
    blueprint = shipped_equilibrium(Rules()).blueprint
    shadow = Shadow(blueprint)
    # Deal by deal: who raises into a carried pot is read by a coin, and each has its own.
    for number in range(40):
        players: list[Player] = [shadow, make_player("nash", Random(number), RULES)]
        Game(RULES, players, FreshDeck(number)).play_game()
    assert shadow.compared > 20


def bet_by_nash(response: PolicyResponse, moves: Moves, carry: int = 0) -> dict[int, float]:
    """The odds of the exploiter in the first seat, which has none if it knows what is best."""
    exploiter = PolicyExploiter(response, Random(1))
    deal = Deal.start(RULES, carry=carry)
    for move in moves:
        if deal.turn == 0:
            exploiter.act(deal.view(0))
        deal = deal.apply(move)
        for event in deal.events:
            exploiter.see(event)
    assert exploiter.act(deal.view(0)) in deal.legal
    return exploiter.odds


def test_a_carried_pot_is_played_for_as_the_policy_does(
    response: PolicyResponse, blueprint: Blueprint
) -> None:
    cards = (*read_cards("9h"), *SHOWN[:2], *read_cards("9s"), *SHOWN[2:])
    assert bet_by_nash(response, cards) == {}
    _, stored = blueprint.after(20.0, LEAD, 0)
    checks, raises = stored.block(())[:2, 8]
    assert bet_by_nash(response, cards, carry=20) == pytest.approx({0: checks, 10: raises})


def test_after_a_raise_that_the_policy_never_makes_it_plays_as_the_policy_does(
    response: PolicyResponse,
) -> None:
    cards = (*read_cards("9h"), *SHOWN[:2], *read_cards("9s"), *SHOWN[2:])
    assert bet_by_nash(response, (*cards, 0, 10)) == {}
    odds = bet_by_nash(response, (*cards, 0, 7))
    assert set(odds) <= {0, 7, 17}
    assert sum(odds.values()) == pytest.approx(1)
