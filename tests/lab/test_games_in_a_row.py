"""Games in a row: the cards of duels, and players who stay at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.games_in_a_row import (
    Rows,
    best_response_to,
    check_rows,
    parts_of,
    play_pair_of_rows,
    play_rows,
)
from cutcard.lab.pairs import play_on_engine

RULES = Rules(deals=4)

COUNTING = """\
class Counting:
    def __init__(self, random):
        self.seen = 0
    def act(self, view):
        return view.to_call if self.seen < 200 else view.legal[-1]
    def see(self, event):
        self.seen += 1
"""


def played(first: str, second: str, workers: int = 1) -> Rows:
    rows = play_rows(first, second, RULES, games=3, pairs=4, seed=7, workers=workers)
    return list(rows)[-1]


def test_the_cards_are_those_of_a_duel() -> None:
    rows = played("alpha", "raiser")
    score = play_on_engine("alpha", "raiser", RULES, 7, range(12))
    flat = [gain for row in rows.gains for gain in row]
    pairs = zip(score.as_first, score.as_second, strict=True)
    assert flat == [one + two for one, two in pairs]
    assert any(flat)


def test_workers_do_not_change_the_result() -> None:
    one, two = (played("random", "alpha", workers) for workers in (1, 2))
    assert (one.gains, one.best) == (two.gains, two.best)
    assert one.played == 4


def test_a_player_from_a_file_stays_at_the_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(COUNTING)
    rows = play_pair_of_rows(f"{path}:Counting", "alpha", RULES, 6, 1, 10.0, 0)
    calls = play_pair_of_rows("caller", "alpha", RULES, 6, 1, 10.0, 0)
    assert rows.failure is None
    assert rows.gains[0][0] == calls.gains[0][0]
    assert rows.gains[0][-1] != calls.gains[0][-1]


def test_the_best_response_gains_most_and_is_known_where_it_is_shipped() -> None:
    rows = played("caller", "alpha")
    whole = range(3)
    short, best = rows.short(whole), rows.gained_by_best(whole)
    assert short is not None
    assert best is not None
    assert short.value == pytest.approx(best.value - rows.gained(whole).value)
    assert short.value > 0
    assert played("alpha", "beta").short(whole) is None
    assert not best_response_to("alpha", Rules(ante=5))


def test_parts_cover_a_row() -> None:
    for games in (2, 5, 6, 100, 3000):
        parts = parts_of(games)
        assert [number for part in parts for number in part] == list(range(games))


@pytest.mark.parametrize(
    ("rules", "games", "pairs", "says"),
    [
        (Rules(seats=3), 2, 2, "seats = 3"),
        (RULES, 1, 2, "1 game in a row leaves nothing to remember"),
        (RULES, 2, 1, "1 pair of rows says nothing"),
    ],
)
def test_what_tells_nothing_is_refused(rules: Rules, games: int, pairs: int, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        check_rows(rules, games, pairs)
