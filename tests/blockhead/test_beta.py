"""Beta: honest, random where it may be, better than Alpha, and no prey to anybody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest
from blockhead.made_up_games import Script, StackedDecks, shuffled, tie_prone, whim
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.beta import STEPS, Beta
from cutcard.blockhead.deal import Bet, Deal, Dealt, Event, Kind, Shown, View, Won
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.habits import CALLED, lead_class
from cutcard.blockhead.players import PLAYERS, Caller
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_engine, play_on_kernel

SEED = 2026

FOLDED = Bet(1, 0, Kind.FOLD)
RAISED = Bet(1, 10, Kind.RAISE, 10)


# Strength.


@pytest.fixture(scope="module")
def gained() -> list[float]:
    """What Beta gained from Alpha, pair by pair."""
    return play_on_engine("beta", "alpha", Rules(), SEED, range(60)).pairs


def test_beta_beats_alpha_by_far(gained: list[float]):
    """The best response gains 314 chips a game; 60 pairs tell 200 from it."""
    mean = Mean.of(gained)
    assert mean.value - 4 * mean.stderr > 200
    # More than an honest player can gain would be a peek.
    assert mean.value - 4 * mean.stderr < 315


def test_beta_wins_nearly_what_the_best_response_wins(gained: list[float]):
    """With the same cards: at least 98 of 100 chips, as far as 60 pairs can tell."""
    best = play_on_kernel("exploiter", "alpha", Rules(), SEED, range(60)).pairs
    short = Mean.of([mine - 0.98 * most for mine, most in zip(gained, best, strict=True)])
    assert short.value > -4 * short.stderr
    assert short.stderr < 5  # the cards are the same, and most bets


@pytest.mark.parametrize("opponent", ["random", "caller", "raiser", *STEPS])
def test_beta_loses_to_nobody(opponent: str):
    mean = Mean.of(play_on_kernel("beta", opponent, Rules(), SEED, range(100)).pairs)
    assert mean.value > -4 * mean.stderr


def test_every_step_towards_beta_wins_more_from_alpha():
    """On the same cards; 200 pairs tell the steps apart, which are 15 chips or more."""
    gains = [
        play_on_kernel(name, "alpha", Rules(), SEED, range(200)).pairs
        for name in ("beta-pot-odds", "beta-belief", "beta")
    ]
    for less, more in pairwise(gains):
        ahead = Mean.of([two - one for one, two in zip(less, more, strict=True)])
        assert ahead.value > 4 * ahead.stderr


def test_beta_counts_habits_by_how_far_the_opponent_is_ahead():
    """Who folds when far behind need not fold when ahead."""
    beta = Beta(Random(1))
    for own, other, bet in (("K", "2", FOLDED), ("K", "2", FOLDED), ("2", "K", RAISED)):
        beta.see(Dealt(0, Card(f"{own}h")))
        beta.see(Dealt(1, Card(f"{other}s")))
        beta.see(bet)
        beta.see(Won(0, 20))
    behind, even, ahead = (beta._habits[lead_class(lead)] for lead in (-8, 0, 8))
    assert behind == [2, *CALLED[1:]]
    assert even == list(CALLED)
    assert ahead == [*CALLED[:4], 1]


@pytest.mark.parametrize("name", ["as-distributed", "streets", "split", "deck", "small"])
def test_beta_beats_alpha_by_other_rules(name: str):
    rules = {
        "as-distributed": Rules(stake=10_000, raises=4, check_closes=True),
        "streets": Rules(streets="duuuu"),
        "split": Rules(tied_pot="split"),
        "deck": Rules(deck="A-7"),
        "small": Rules(deck="A-3", streets="du u", least_raise=10),
    }[name]
    mean = Mean.of(play_on_engine("beta", "alpha", rules, SEED, range(20)).pairs)
    assert mean.value > 4 * mean.stderr


@pytest.mark.parametrize("streets", ["d u u u u", "du u u u"])
def test_beta_plays_with_many_cards_to_come(streets: str):
    mean = Mean.of(play_on_engine("beta", "alpha", Rules(streets=streets), SEED, range(10)).pairs)
    assert mean.value > -4 * mean.stderr


# Honesty.


@dataclass
class Careless:
    """Bets at random without looking at any card."""

    random: Random

    def act(self, view: View) -> int:
        return whim(self.random, view.legal, view.to_call)

    def see(self, event: Event) -> None:
        pass


class Notebook(Onlooker):
    """Keeps every state of every deal."""

    def __init__(self) -> None:
        self.deals: list[list[Deal]] = []

    def deal_began(self, game: Game) -> None:
        self.deals.append([])

    def see(self, state: Deal) -> None:
        self.deals[-1].append(state)


class Recorded:
    """A player whose bets are noted."""

    def __init__(self, player: Beta) -> None:
        self._player = player
        self.bets: list[int] = []

    def act(self, view: View) -> int:
        self.bets.append(self._player.act(view))
        return self.bets[-1]

    def see(self, event: Event) -> None:
        self._player.see(event)


def play(rules: Rules, seed: int, seat: int, decks: list[list[Card]]) -> tuple[Recorded, Notebook]:
    """Beta in a seat among players who look at no card: Alphas would bet by their hidden one."""
    beta = Recorded(Beta(Random(seed)))
    players = [beta if other == seat else Careless(Random(other)) for other in range(rules.seats)]
    notebook = Notebook()
    Game(rules, players, StackedDecks(iter(decks)), (notebook,)).play_game()
    return beta, notebook


def exchanged(
    deck: list[Card], states: list[Deal], seat: int, moment: int, random: Random
) -> list[Card]:
    """The deck with all cards mixed that the seat has not seen at this moment of the deal."""
    state = states[moment]
    seen = set(state.hands[seat].cards)
    for hand in state.hands:
        seen |= set(hand.visible.cards)
    for event in state.events:
        if isinstance(event, Shown):
            seen |= set(event.hand.cards)
    unseen = [place for place, card in enumerate(deck) if card not in seen]
    mixed = random.sample(unseen, len(unseen))
    changed = list(deck)
    for place, other in zip(unseen, mixed, strict=True):
        changed[place] = deck[other]
    return changed


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(2, 4),
    seat=st.integers(0, 3),
    valuation=st.sampled_from(["points", "poker"]),
    ties=st.booleans(),
    seed=st.integers(0, 2**32),
    data=st.data(),
)
def test_beta_bets_the_same_whatever_it_cannot_see(
    seats: int, seat: int, valuation: str, ties: bool, seed: int, data: st.DataObject
) -> None:
    rules = Rules(seats=seats, deals=3, valuation=valuation)
    seat %= seats
    random = Random(seed)
    decks = [(tie_prone if ties else shuffled)(random) for _ in range(rules.deals)]
    beta, notebook = play(rules, seed, seat, decks)
    asked = [
        (number, moment)
        for number, states in enumerate(notebook.deals)
        for moment, state in enumerate(states)
        if state.turn == seat
    ]
    assert len(asked) == len(beta.bets)
    which = data.draw(st.integers(0, len(asked) - 1))
    number, moment = asked[which]
    # Earlier deals: all that stayed hidden to their end. This one: all that is hidden now.
    changed = [
        exchanged(deck, notebook.deals[earlier], seat, -1, random)
        for earlier, deck in enumerate(decks[:number])
    ]
    changed.append(exchanged(decks[number], notebook.deals[number], seat, moment, random))
    again, _ = play(rules, seed, seat, changed + decks[number + 1 :])
    assert again.bets[: which + 1] == beta.bets[: which + 1]


def test_beta_is_random_where_the_seed_asks_for_it():
    """The same view is answered in different ways: the fuzzy part of the assignment."""
    mixed = 0
    for number in range(20):
        deal = Deal.start(Rules())
        for card in shuffled(Random(number))[:6]:
            deal = deal.apply(card)
        bets = {Beta(Random(seed)).act(deal.view(0)) for seed in range(50)}
        assert bets <= set(deal.legal)
        mixed += len(bets) > 1
        assert Beta(Random(7)).act(deal.view(0)) == Beta(Random(7)).act(deal.view(0))
    assert mixed > 0


# What it plays.


class Umpire(Onlooker):
    """Notes what kinds of bets are made."""

    def __init__(self) -> None:
        self.kinds: set[Kind] = set()

    def see(self, state: Deal) -> None:
        self.kinds |= {event.kind for event in state.events if isinstance(event, Bet)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("valuation", ["points", "poker"])
def test_beta_plays_every_table_and_every_valuation(seats: int, valuation: str):
    rules = Rules(seats=seats, deals=6, valuation=valuation)
    umpire = Umpire()
    players = [Beta(Random(seat)) for seat in range(seats)]
    chips = Game(rules, players, FreshDeck(3), (umpire,)).play_game()
    assert sum(chips) == 1000 * seats
    assert umpire.kinds == set(Kind)


@pytest.mark.parametrize("opponent", ["caller", "random"])
def test_beta_gains_from_weak_players_with_poker_hands(opponent: str):
    score = play_on_engine("beta", opponent, Rules(valuation="poker", deals=6), SEED, range(8))
    mean = Mean.of(score.pairs)
    assert mean.value > -4 * mean.stderr


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("streets", "duuuu"),
        ("streets", "ddu u u"),
        ("streets", "ddddd"),
        ("streets", "uuu u u"),
        ("streets", "d"),
        ("streets", "u d"),
        ("deck", "A-T s"),
        ("deck", "A9-K"),
        ("raises", 0),
        ("raises", 6),
        ("least_raise", 10),
        ("most_raise", 1),
        ("most_raise", 60),
        ("ante", 1000),
        ("check_closes", True),
        ("tied_pot", "split"),
    ],
)
def test_beta_plays_by_any_rules(change: str, value: object):
    rules = replace(Rules(deals=5), **{change: value})
    for opponent in PLAYERS:
        # Nash plays by one set of rules, and Alpha raises by 1.
        if opponent == "nash" or (opponent == "alpha" and change == "least_raise"):
            continue
        players = [Beta(Random(1)), PLAYERS[opponent](Random(2))]
        assert sum(Game(rules, players, FreshDeck(1, deck=rules.deck)).play_game()) == 2000


def test_beta_may_see_a_showdown_before_it_is_ever_asked():
    rules = Rules(seats=3, deals=1, check_closes=True)
    players = [Script.of(), Beta(Random(1)), Beta(Random(2))]
    assert sum(Game(rules, players, FreshDeck(1)).play_game()) == 3000


def test_beta_in_a_mixed_company_plays_to_the_end():
    for seats in (3, 6):
        others = [Alpha(), Caller(), Alpha(), Caller(), Alpha()][: seats - 1]
        game = Game(Rules(seats=seats), [Beta(Random(1)), *others], FreshDeck(1))
        assert sum(game.play_game()) == 1000 * seats
