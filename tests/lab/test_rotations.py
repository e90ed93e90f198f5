"""Rotations at larger tables: everybody in every seat, with the same cards."""

from __future__ import annotations

from itertools import product

import pytest

from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import make_player
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.rotations import Rotations, check_rotations, play_rotation, play_rotations
from cutcard.streams import stream

RULES = Rules(seats=3, deals=6)
NAMES = ("alpha", "caller", "raiser")


def played(names: tuple[str, ...], rules: Rules, workers: int = 1) -> Rotations:
    scores = play_rotations(names, rules, rotations=5, seed=3, workers=workers)
    return list(scores)[-1]


@pytest.mark.parametrize(("name", "seats"), [*product(["alpha", "caller", "raiser"], [3, 6])])
def test_a_table_of_players_who_are_alike_comes_out_even(name: str, seats: int):
    score = played((name,) * seats, Rules(seats=seats, deals=6))
    assert [list(gains) for gains in score.gains] == [[0] * 5] * seats


def test_everybody_takes_every_seat_with_the_same_cards():
    totals = dict.fromkeys(NAMES, 0)
    for moved in range(3):
        seats = [NAMES[(seat - moved) % 3] for seat in range(3)]
        players = [make_player(name, stream(0), RULES) for name in seats]
        chips = Game(RULES, players, FreshDeck(3, "rotation", 2)).play_game()
        for name, held in zip(seats, chips, strict=True):
            totals[name] += held - RULES.stake
    score = play_rotation(NAMES, RULES, 3, 2)
    assert [gains[0] for gains in score.gains] == list(totals.values())
    assert any(totals.values())


def test_no_chip_is_lost():
    score = played(("random", "beta", "alpha"), Rules(seats=3, deals=2))
    assert [sum(gains) for gains in zip(*score.gains, strict=True)] == [0] * 5


def test_workers_do_not_change_the_result():
    one, two = (played(("random", "random", "alpha"), RULES, workers) for workers in (1, 2))
    assert one.gains == two.gains
    assert one.played == 5
    assert one.games == 15


def test_players_of_one_name_are_measured_together():
    score = played(("raiser", "alpha", "alpha"), RULES)
    raiser, alphas = score.mean(0), score.mean_of_all("alpha")
    assert alphas.value == pytest.approx(-raiser.value / 2)
    assert alphas.value == pytest.approx((score.mean(1).value + score.mean(2).value) / 2)
    assert alphas.stderr == pytest.approx(raiser.stderr / 2)


@pytest.mark.parametrize(
    ("names", "rotations", "complaint"),
    [
        (("alpha", "caller"), 5, "2 players are named: a table of seats = 3 takes 3"),
        (NAMES, 1, "1 rotation says nothing about the spread"),
    ],
)
def test_what_tells_nothing_is_refused(names: tuple[str, ...], rotations: int, complaint: str):
    with pytest.raises(Illegal, match=complaint):
        check_rotations(names, RULES, rotations)
