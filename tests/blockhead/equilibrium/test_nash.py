"""The player near an equilibrium, and the file that it plays by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from blockhead.equilibrium.made_up_blueprints import calling_blueprint

from cutcard.blockhead.deal import Bet, Kind
from cutcard.blockhead.equilibrium.biddings import FIRST, PLAIN, RAISE, SIZES, Bidding
from cutcard.blockhead.equilibrium.blueprint import (
    BEGINNINGS,
    CERTAIN,
    STAKES,
    Blueprint,
    odds_of,
)
from cutcard.blockhead.equilibrium.first_bids import Neighbours, read_upwards
from cutcard.blockhead.equilibrium.last_bids import answer_raise
from cutcard.blockhead.equilibrium.saved import (
    load_blueprint,
    save_blueprint,
    shipped_equilibrium,
)
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Player
from cutcard.blockhead.players import PLAYERS, make_player
from cutcard.blockhead.policy_files import load_policy
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal, Invalid
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_kernel


@pytest.fixture(scope="module")
def blueprint() -> Blueprint:
    return shipped_equilibrium(Rules()).blueprint


@pytest.mark.parametrize("foe", ["alpha", "caller", "raiser", "random"])
def test_nash_wins_from_those_who_can_be_beaten(foe: str) -> None:
    mean = Mean.of(play_on_kernel("nash", foe, Rules(), 1, range(100)).pairs)
    assert mean.value > 4 * mean.stderr


class Wanderer:
    """Raises by any number of chips, and never folds; notes what the other does."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.raised: set[int] = set()

    def act(self, view) -> int:
        return self._random.choice([chips for chips in view.legal if chips >= view.to_call])

    def see(self, event) -> None:
        if isinstance(event, Bet) and event.kind is Kind.RAISE and event.player == 1:
            self.raised.add(event.raised)


def test_nash_answers_raises_of_any_size_and_raises_by_10_alone(blueprint: Blueprint) -> None:
    foe = Wanderer(Random(1))
    players: list[Player] = [foe, make_player("nash", Random(2), Rules())]
    for number in range(10):
        chips = Game(Rules(), players, FreshDeck(number)).play_game()
        assert sum(chips) == 2000
    assert foe.raised == {10}


def test_a_raise_of_the_known_size_is_read_as_one() -> None:
    assert read_upwards(10.0, 0.0, 10.0, 30.0, 30.0, 0.3) == 1
    # Whoever folds as often as makes a bluff of 10 into 20 worth nothing reads smaller ones as a
    # check more often; whoever always folds does not.
    sizes = [read_upwards(float(size), 0.0, 10.0, 10.0, 10.0, 1 / 3) for size in range(1, 11)]
    assert sizes == sorted(sizes)
    assert read_upwards(1.0, 0.0, 10.0, 10.0, 10.0, 1.0) == 1


def test_the_lowest_cards_fold_to_a_small_raise_in_the_last_bidding_round() -> None:
    known = np.array([[0.5] * 8 + [0.0] * 2, [0.5] * 8 + [0.5] * 2, [0.0] * 8 + [0.5] * 2])
    cards, everything, never = np.full(10, 4), np.ones(10), np.zeros(10)
    odds = np.zeros((3, 10))
    answer_raise(cards, everything, known, never, 10.0, 20.0, 20.0, odds)
    assert odds == pytest.approx(known)
    answer_raise(cards, everything, known, never, 2.0, 20.0, 20.0, odds)
    likely = read_upwards(2.0, 0.0, 10.0, 20.0, 20.0, 0.4)
    assert odds.sum(axis=0) == pytest.approx(np.ones(10))
    assert odds[0].sum() == pytest.approx(likely * known[0].sum())
    assert odds[0].tolist() == sorted(odds[0].tolist(), reverse=True)
    assert (odds[0] % 1 > 0).sum() == 1
    assert odds[2] == pytest.approx(likely * known[2])


def test_a_first_raise_is_read_as_one_of_its_neighbours() -> None:
    opens = FIRST[1].decisions[0]
    upwards = [
        read_upwards(float(size), *Neighbours.of(opens, size).sizes(opens), 10.0, 10.0, 0.3)
        for size in range(1, 11)
    ]
    assert [upwards[known - 1] for known in opens.sizes] == [1, 1, 1, 1]
    assert 0 < upwards[6] < upwards[7] < upwards[8] < 1


@pytest.mark.parametrize("bidding", [PLAIN, *FIRST], ids=["one size", "opener", "answerer"])
def test_decisions_and_ways_to_close_fit_together(bidding: Bidding) -> None:
    decisions = bidding.decisions
    widths = [decision.width for decision in decisions]
    assert [decision.first for decision in decisions] == np.cumsum([0, *widths[:-1]]).tolist()
    assert sum(widths) == bidding.choices
    for way, path in enumerate(bidding.closings):
        at = paid = 0
        for number, row in enumerate(path):
            decision = decisions[at]
            assert decision.seat == number % 2
            assert decision.paid == paid
            choice = row - decision.first - decision.folds
            assert 0 <= choice < decision.width - decision.folds
            paid += decision.sizes[choice - 1] if choice else 0
            at = decision.raised[choice - 1] if choice else decision.called
        assert ~at == way
        assert bidding.paid[way] == paid
    for path in bidding.paths:
        assert any(way[: len(path)] == path for way in bidding.closings)


def test_the_opponent_alone_raises_first_by_other_sizes() -> None:
    for seat, bidding in enumerate(FIRST):
        for decision in bidding.decisions:
            first = decision.seat != seat and not decision.folds
            assert decision.sizes in ((SIZES,) if first else ((RAISE,), ()))


def test_what_is_shipped_is_whole_and_says_what_it_loses(blueprint: Blueprint) -> None:
    assert set(blueprint.beginnings) == set(BEGINNINGS)
    assert 0 < blueprint.made["exploitability_by_10"][0] < 0.15
    assert blueprint.made["exploitability"][0] < 0.2
    assert blueprint.made["exploitability_by_10"][0] <= blueprint.made["exploitability"][0]
    odds = odds_of(blueprint.beginnings[STAKES[0], 0, 1].second, PLAIN, 1)
    assert odds.min() >= 0
    assert odds.max() <= 1


@pytest.mark.parametrize("change", [{"raises": 2}, {"deck": "A-9"}, {"most_raise": 20}])
def test_other_rules_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(Illegal, match="nash is shipped for the rules of blockhead only"):
        make_player("nash", Random(1), Rules().changed(change))


def test_a_file_keeps_a_policy(blueprint: Blueprint, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    # Packing all of what is shipped takes long: one beginning in five, and calls after the others.
    some = dict(list(blueprint.beginnings.items())[::5])
    kept = replace(blueprint, beginnings={**calling_blueprint().beginnings, **some})
    save_blueprint(path, kept)
    again = load_blueprint(path)
    assert again.made == kept.made
    for key, stored in kept.beginnings.items():
        assert np.array_equal(again.beginnings[key].third, stored.third)
    players: list[Player] = [
        load_policy(str(path)).player(Random(1), Rules()),
        PLAYERS["nash"](Random(1)),
    ]
    assert sum(Game(Rules(), players, FreshDeck(1)).play_game()) == 2000


def test_part_of_a_policy_does_not_play(blueprint: Blueprint, tmp_path: Path) -> None:
    path = tmp_path / "begun.npz"
    some = dict(list(blueprint.beginnings.items())[:2])
    save_blueprint(path, replace(blueprint, beginnings=some))
    with pytest.raises(Invalid, match=r"begun\.npz makes no sense"):
        load_policy(str(path))


def test_odds_that_are_more_than_certain_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.npz"
    calling = calling_blueprint()
    save_blueprint(path, calling)
    load_policy(str(path))
    key, stored = next(iter(calling.beginnings.items()))
    odd = replace(stored, first=np.full_like(stored.first, CERTAIN))
    save_blueprint(path, replace(calling, beginnings={**calling.beginnings, key: odd}))
    with pytest.raises(Invalid, match=r"odd\.npz makes no sense"):
        load_policy(str(path))
