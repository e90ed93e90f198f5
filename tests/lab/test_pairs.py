"""Duels: duplicate pairs, the same for every number of workers and order of blocks."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest

from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Deal, Shown, Tied, View
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Onlooker
from cutcard.blockhead.players import PLAYERS, Caller
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.contestants import Contestant
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import (
    ENGINE,
    KERNEL,
    Score,
    duel_kernel,
    play_duel,
    play_on_engine,
)

RULES = Rules(deals=8)


class OfOnesOwn(Caller):
    """Calls, and raises by chance, as a class of the user's own might."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def act(self, view: View) -> int:
        return self.random.choice([bet for bet in view.legal if bet >= view.to_call])


def whole(
    first: Contestant, second: Contestant, *, pairs: int, seed: int = 1, workers: int = 1
) -> Score:
    """The score after the last block."""
    last = Score()
    for score in play_duel(first, second, RULES, pairs=pairs, seed=seed, workers=workers):
        last = score
    return last


def plain(score: Score) -> dict[str, object]:
    return {
        field.name: getattr(score, field.name)
        for field in fields(score)
        if not field.name.startswith("_")
    }


def on_both(score: Score) -> dict[str, object]:
    """What both engine and kernel tell: how deals ended, the engine alone does."""
    told = {field.name for field in fields(score) if field.compare}
    return {name: value for name, value in plain(score).items() if name in told}


@pytest.mark.parametrize("name", ["alpha", "caller", "raiser"])
def test_a_player_without_chance_draws_with_itself_in_every_pair(name: str):
    score = whole(name, name, pairs=30)
    assert score.pairs == [0.0] * 30
    assert any(score.as_first)
    assert list(score.as_first) == [-gain for gain in score.as_second]
    assert Mean.of(score.pairs).interval == (0.0, 0.0)


@pytest.mark.parametrize("names", [("beta", "alpha"), ("random", "beta")])
def test_the_score_does_not_depend_on_the_number_of_workers(names: tuple[str, str]):
    alone = plain(whole(*names, pairs=25))
    assert len(alone["as_first"]) == 25
    for workers in (2, 3):
        assert plain(whole(*names, pairs=25, workers=workers)) == alone


def test_the_score_does_not_depend_on_the_order_or_size_of_blocks():
    pairs = [
        play_on_engine("beta", "alpha", RULES, 1, range(n, n + 1)) for n in reversed(range(12))
    ]
    together = Score()
    for score in reversed(pairs):
        together.add(score)
    assert plain(together) == plain(play_on_engine("beta", "alpha", RULES, 1, range(12)))


def test_a_longer_duel_begins_with_the_shorter_one():
    assert whole("beta", "alpha", pairs=12).pairs[:5] == whole("beta", "alpha", pairs=5).pairs


def test_the_same_seed_gives_the_same_score_and_another_another():
    assert plain(whole("beta", "random", pairs=5)) == plain(whole("beta", "random", pairs=5))
    assert plain(whole("beta", "random", pairs=5)) != plain(
        whole("beta", "random", pairs=5, seed=2)
    )


def test_naming_the_players_the_other_way_round_turns_the_sign():
    one, two = whole("alpha", "caller", pairs=10), whole("caller", "alpha", pairs=10)
    assert one.pairs == [-gain for gain in two.pairs]
    assert list(one.as_first) == [-gain for gain in two.as_second]
    assert (one.pots, one.ties, one.showdowns) == (two.pots, two.ties, two.showdowns)


class Table(Onlooker):
    """Counts what a duel reports, once more."""

    def __init__(self) -> None:
        self.deals = self.pots = self.ties = self.showdowns = 0

    def deal_ended(self, game: Game, deal: Deal) -> None:
        self.deals += 1
        self.pots += deal.carry + sum(deal.staked)
        self.ties += any(isinstance(event, Tied) for event in deal.events)
        self.showdowns += any(isinstance(event, Shown) for event in deal.events)


def test_a_score_counts_what_two_games_with_the_same_cards_bring():
    score = play_on_engine("alpha", "caller", RULES, 9, range(3, 6))
    table = Table()
    for at, pair in enumerate(range(3, 6)):
        first = Game(RULES, [Alpha(), Caller()], FreshDeck(9, "pair", pair), (table,)).play_game()
        second = Game(RULES, [Caller(), Alpha()], FreshDeck(9, "pair", pair), (table,)).play_game()
        assert score.as_first[at] == first[0] - 1000
        assert score.as_second[at] == second[1] - 1000
        assert score.pairs[at] == (first[0] + second[1]) / 2 - 1000
    assert (score.deals, score.pots) == (table.deals, table.pots) == (6 * RULES.deals, table.pots)
    assert (score.ties, score.showdowns) == (table.ties, table.showdowns)
    assert score.games == [*score.as_first, *score.as_second]


def test_what_is_won_when_opening_and_answering_is_all_that_is_won():
    # With pots split nothing is left over for the end of the game.
    score = play_on_engine("beta", "alpha", Rules(tied_pot="split"), 4, range(6))
    assert score.opened + score.answered == sum(score.games)


def test_opening_answering_and_what_is_left_add_up_to_the_chips_won():
    # Alpha and Caller tie often enough that pots are left after last deals.
    score = play_on_engine("alpha", "caller", Rules(deals=3), 4, range(60))
    assert score.left
    assert score.opened + score.answered + score.left == sum(score.games)


def test_games_won_are_counted_by_pairs():
    score = Score(as_first=[5, -3, 0, 1], as_second=[1, 4, 2, -1])
    assert score.pairs_won == [1.0, 0.5, 0.75, 0.5]


def test_luck_of_the_cards_cancels():
    """In single games of Caller against Alpha the cards decide; in pairs much less so."""
    score = play_on_engine("alpha", "caller", RULES, 1, range(50))
    singles = Mean.of([float(gain) for gain in score.as_first])
    assert Mean.of(score.pairs).stderr < singles.stderr / 2


def test_scores_come_after_each_block():
    open_cards, short = Rules(deals=1, streets="uuu u u"), Rules(deals=1)
    scores = play_duel("alpha", "beta", open_cards, pairs=25, seed=1)
    assert [len(score.pairs) for score in scores] == [10, 20, 25]
    scores = play_duel("alpha", "beta", short, pairs=600, seed=1)
    assert [len(score.pairs) for score in scores] == [250, 500, 600]
    for block, expected in ((None, [1000, 2000, 2500]), (900, [900, 1800, 2500])):
        scores = play_duel("alpha", "caller", short, pairs=2500, seed=1, block=block)
        assert [len(score.pairs) for score in scores] == expected


def test_tables_play_on_the_kernel_and_score_as_on_the_engine():
    assert duel_kernel("alpha", "random", RULES, 1000) == KERNEL
    engine = play_on_engine("alpha", "random", RULES, 1, range(40))
    for workers, block in ((1, None), (2, 10), (3, 7)):
        scores = list(
            play_duel("alpha", "random", RULES, pairs=40, seed=1, workers=workers, block=block)
        )
        assert on_both(scores[-1]) == on_both(engine)


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (("alpha", "beta"), Rules(streets="uuu u u")),
        (("mine.py:Gamma", "alpha"), RULES),
        (("alpha", "caller"), Rules(valuation="poker")),
        (("random", "caller"), Rules(seats=3)),
    ],
)
def test_what_is_no_table_plays_on_the_engine(names: tuple[str, str], rules: Rules):
    assert duel_kernel(*names, rules, 1000) == ENGINE


def test_a_duel_that_the_kernel_cannot_play_is_refused_by_the_engine():
    with pytest.raises(Illegal, match="alpha does not play valuation = poker"):
        list(play_duel("alpha", "caller", Rules(valuation="poker"), pairs=2, seed=1))


def test_random_numbers_travel_with_the_player(monkeypatch: pytest.MonkeyPatch):
    drawn = []

    def dice(random: Random) -> Caller:
        drawn.append(random.random())
        return Caller()

    monkeypatch.setitem(PLAYERS, "one", dice)
    monkeypatch.setitem(PLAYERS, "two", dice)
    play_on_engine("one", "two", RULES, 1, range(2))
    first, second, *again = drawn[:4]
    assert again == [first, second]  # the players are made in this order, then change seats
    assert len(set(drawn)) == 4


def test_a_class_plays_the_same_with_any_number_of_workers():
    assert duel_kernel(OfOnesOwn, "alpha", RULES, 1000) == ENGINE
    alone = whole(OfOnesOwn, "alpha", pairs=21)
    assert len(set(alone.as_first)) > 1
    for workers in (2, 3):
        assert whole(OfOnesOwn, "alpha", pairs=21, workers=workers) == alone


def test_a_class_that_is_called_like_a_player_is_not_taken_for_it():
    named = type("caller", (OfOnesOwn,), {})
    assert duel_kernel("alpha", named, RULES, 1000) == ENGINE
    assert whole("alpha", named, pairs=4) != whole("alpha", "caller", pairs=4)
