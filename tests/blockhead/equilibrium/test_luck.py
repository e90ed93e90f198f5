"""Luck told from skill: nothing on average, whoever plays; without it less is left to chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import sqrt
from random import Random

import numpy as np
import pytest

import cutcard as cc
from cutcard.blockhead.deal import Bet, Deal
from cutcard.blockhead.decks import WHOLE, cards_in
from cutcard.blockhead.equilibrium.biddings import CLOSINGS, PLAIN, RAISE
from cutcard.blockhead.equilibrium.blueprint import CERTAIN, ByTens, odds_of
from cutcard.blockhead.equilibrium.lead_tree import CARDS, DECK
from cutcard.blockhead.equilibrium.luck import Luck, check_luck, shipped_worths
from cutcard.blockhead.equilibrium.open_hands import OpenHands, bid_worths
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker, Player
from cutcard.blockhead.players import EXPLOITER, PLAYERS, make_player
from cutcard.blockhead.rules import Rules
from cutcard.cards import Card, read_cards
from cutcard.errors import Illegal
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_duel, play_on_engine, play_on_kernel


@pytest.fixture(scope="module")
def worths() -> OpenHands:
    return shipped_worths(Rules())


def test_a_decision_is_worth_what_the_choices_after_it_are_worth():
    random = np.random.default_rng(1)
    parts = random.integers(0, CERTAIN // 2, (len(ByTens.CHOICES), CARDS)).astype(np.uint8)
    odds = sum(
        odds_of(parts[np.isin(ByTens.CHOICES, PLAIN.kept(seat))], PLAIN, seat) for seat in (0, 1)
    )
    closings = random.normal(size=CLOSINGS)

    def worth_of(at: int, hidden: tuple[int, int], stake: float) -> float:
        decision = PLAIN.decisions[at]
        lost = stake + decision.paid - RAISE
        after = [lost if decision.seat else -lost] if decision.folds else []
        called = decision.called
        after.append(worth_of(called, hidden, stake) if called >= 0 else closings[~called])
        if decision.raised:
            after.append(worth_of(decision.raised[0], hidden, stake))
        rows = odds[decision.first : decision.first + decision.width, hidden[decision.seat]]
        return float(rows @ after)

    for hidden in ((0, 9), (5, 5), (7, 2)):
        nodes = np.empty(len(PLAIN.decisions))
        bid_worths(parts, *hidden, 20.0, closings, nodes)
        assert nodes == pytest.approx(
            [worth_of(at, hidden, 20.0) for at in range(len(PLAIN.decisions))]
        )


class Stacked:
    """Deals cards in an order that was chosen."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = iter(cards)

    def shuffle(self) -> None:
        pass

    def draw(self) -> Card:
        return next(self._cards)


class Scripted:
    """Makes bets that were chosen, by odds that it may tell, and folds or checks after them."""

    def __init__(self, bets: Sequence[int], odds: dict[int, float] | None = None) -> None:
        self._bets = iter(bets)
        self._told = odds or {}
        self.odds: dict[int, float] = {}

    def act(self, view) -> int:
        chips = next(self._bets, None)
        self.odds = {} if chips is None else self._told
        return 0 if chips is None else chips

    def see(self, event) -> None:
        pass


class Notes(Onlooker):
    """Notes the luck so far after everything that happens."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self.after_cards: list[float] = []
        self.after_bets: list[float] = [0.0]

    def see(self, state: Deal) -> None:
        if isinstance(state.events[0], Bet):
            self.after_bets.append(self._luck.total)
        elif not state.owed:
            self.after_cards.append(self._luck.total)


def noted(worths: OpenHands, cards: Sequence[Card], players: list[Player], carry: int = 0) -> Notes:
    """The luck of the first seat in one deal."""
    luck = Luck(worths, 0)
    notes = Notes(luck)
    game = Game(Rules(deals=1), players, Stacked(cards), [luck, notes])
    game.carry = carry
    game.play_deal()
    return notes


def ways_to_deal_two(left: Sequence[Card]) -> Iterator[tuple[float, list[Card]]]:
    """Two cards by what they count, each pair with its odds."""
    kinds = defaultdict(list)
    for card in left:
        kinds[card.points].append(card)
    for one, two in product(kinds, repeat=2):
        others = kinds[two][one == two :]
        if others:
            ways = len(kinds[one]) * len(others)
            yield ways / (len(left) * (len(left) - 1)), [kinds[one][0], others[0]]


@pytest.mark.parametrize("carry", [0, 34])
@pytest.mark.parametrize(
    ("street", "opener", "answerer"),
    [
        (1, [0], [0]),
        (1, [7], [7]),
        (1, [0, 3], [3]),
        (2, [0, 14, 0], [10, 4, 0]),
        (2, [10, 0, 4], [10, 4]),
    ],
)
def test_cards_bring_no_luck_on_average(worths, street, opener, answerer, carry):
    begun = [*read_cards("7s Ks 2h 4d 9c 8c"), *(read_cards("Ah 6d") if street == 2 else ())]
    left = [card for card in cards_in(WHOLE) if card not in begun]
    mean = total = 0.0
    for odds, cards in ways_to_deal_two(left):
        rest = [card for card in left if card not in cards]
        players: list[Player] = [Scripted(opener), Scripted(answerer)]
        notes = noted(worths, begun + cards + rest, players, carry)
        total += odds
        mean += odds * (notes.after_cards[street] - notes.after_cards[street - 1])
    assert total == pytest.approx(1)
    assert mean == pytest.approx(0, abs=1e-9)


def test_first_cards_bring_no_luck_on_average(worths):
    # All ways to deal two hidden cards and two open ones to each, by what they count.
    cards = np.indices((CARDS,) * 6, np.int8).reshape(6, -1)
    odds = np.ones(cards.shape[1])
    for place, card in enumerate(cards):
        alike = sum((before == card for before in cards[:place]), np.zeros_like(card))
        odds *= (np.array(DECK)[card] - alike) / (52 - place)
    leads = cards[2] + cards[3] - cards[4] - cards[5]
    by_lead = np.array([worths.after(10, lead).worths for lead in range(-18, 19)])
    mean = float(odds @ by_lead[leads + 18, cards[0], cards[1]])
    assert worths.mean(10) == pytest.approx(mean)


@pytest.mark.parametrize("carry", [0, 34])
@pytest.mark.parametrize(
    ("before", "odds"),
    [
        ([], {0: 0.3, 4: 0.2, 10: 0.5}),
        ([6], {0: 0.25, 6: 0.35, 7: 0.1, 16: 0.3}),
        ([0], {0: 0.6, 10: 0.4}),
    ],
)
def test_bets_by_told_odds_bring_no_luck_on_average(worths, before, odds, carry):
    cards = [*read_cards("7s Ks 2h 4d 9c 8c"), *read_cards("Ah 6d 5d 5c")]
    lucks = {}
    for chips in odds:
        mixed = Scripted([chips], odds)
        players: list[Player] = [Scripted(before), mixed] if before else [mixed, Scripted([])]
        notes = noted(worths, cards, players, carry)
        at = len(before) + 1
        lucks[chips] = notes.after_bets[at] - notes.after_cards[0]
    assert sum(odds[chips] * luck for chips, luck in lucks.items()) == pytest.approx(0, abs=1e-9)
    assert max(lucks.values()) > 0.1


@pytest.mark.parametrize("name", ["alpha", "caller", "raiser"])
def test_the_luck_of_a_pair_is_nothing_for_who_uses_no_chance_against_itself(name: str):
    score = play_on_engine(name, name, Rules(deals=4), 1, range(5), luck=True)
    assert list(score.luck) == [0.0] * 5


def test_luck_changes_no_chips():
    plain = play_on_kernel("beta", "alpha", Rules(deals=4), 1, range(8))
    told = play_on_engine("beta", "alpha", Rules(deals=4), 1, range(8), luck=True)
    assert (told.as_first, told.as_second) == (plain.as_first, plain.as_second)
    assert not plain.luck
    assert all(told.luck)


ALL = [*PLAYERS, EXPLOITER]


@pytest.mark.parametrize(("first", "second"), list(combinations(ALL, 2)))
def test_the_mean_without_luck_agrees_with_the_plain_one(first: str, second: str):
    score = play_on_engine(first, second, Rules(deals=2), 1, range(20), luck=True)
    luck = Mean.of(list(score.luck))
    assert luck.stderr > 0
    assert abs(luck.value) < 4 * luck.stderr


def test_without_luck_less_is_left_to_chance():
    score = play_on_engine("random", "alpha", Rules(), 1, range(40), luck=True)
    # About 2.7 times as many games, of which the square root has a standard error of 0.25.
    assert Mean.of(score.pairs).stderr > 1.2 * Mean.of(score.without_luck).stderr


def test_luck_does_not_depend_on_the_number_of_workers():
    def last(workers: int) -> list[float]:
        scores = list(
            play_duel(
                "beta", "random", Rules(deals=2), pairs=23, seed=3, workers=workers, luck=True
            )
        )
        return list(scores[-1].luck)

    assert last(1) == last(2)


def test_a_duel_asked_for_in_python_tells_luck_everywhere():
    found = cc.duel(
        "random", "alpha", pairs=6, seed=1, workers=1, controls=False, aivat=True, deals=2
    )
    assert found.without_luck.n == 6
    assert found.without_luck.value + found.luck.value == pytest.approx(found.gain)
    assert found.command.endswith("--aivat")
    told = f"{found.without_luck.value:+.2f}"
    assert told in str(found)
    assert told in found._repr_html_()


def test_what_leaves_nothing_to_chance_saves_nothing():
    found = cc.duel(
        "alpha", "alpha", pairs=3, seed=1, workers=1, controls=False, aivat=True, deals=2
    )
    assert found.saving is None
    assert "the plain mean leaves nothing to chance" in str(found)


class Watched:
    """A player whose bets are set against the odds that it tells."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.surplus = self.variance = 0.0

    def act(self, view) -> int:
        chips = self._player.act(view)
        odds = self._player.odds or {chips: 1.0}
        assert sum(odds.values()) == pytest.approx(1)
        assert odds[chips] > 0
        raising = sum(likely for bet, likely in odds.items() if bet > view.to_call)
        self.surplus += (chips > view.to_call) - raising
        self.variance += raising * (1 - raising)
        return chips

    def see(self, event) -> None:
        self._player.see(event)


@pytest.mark.parametrize("name", ["beta", "nash", "random", "regular"])
def test_players_bet_by_the_odds_that_they_tell(name: str):
    watched = Watched(make_player(name, Random(1), Rules()))
    for number in range(5):
        foe = make_player("random", Random(number), Rules())
        Game(Rules(), [watched, foe], FreshDeck(number)).play_game()
    assert watched.variance > 1
    assert abs(watched.surplus) < 4 * sqrt(watched.variance)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seats": 3}, "seats = 3"),
        ({"raises": 2}, "with raises = 3: raises = 2"),
        ({"valuation": "poker"}, "valuation = poker"),
    ],
)
def test_luck_can_be_told_by_the_rules_of_blockhead_alone(changes, complaint):
    with pytest.raises(Illegal, match=complaint):
        check_luck(Rules().changed(changes))
    check_luck(Rules(deals=3, stake=50))
