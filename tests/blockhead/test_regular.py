"""Regular gets to know its opponents, and what it knows can be kept in a file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from cutcard.blockhead.acquaintance import AT_FIRST, STRANGER, Acquaintance, load_acquaintance
from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Player
from cutcard.blockhead.players import PLAYERS, make_player
from cutcard.blockhead.regular import SURE, Regular
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal, Invalid
from cutcard.lab.estimate import Mean
from cutcard.lab.games_in_a_row import play_pair_of_rows
from cutcard.lab.pairs import play_on_engine


def met(foe: Player, deals: int, seat: int = 0) -> Acquaintance:
    """What a regular knows of a player after some deals."""
    regular = Regular(Random(1))
    players: list[Player] = [regular, foe] if seat == 0 else [foe, regular]
    Game(Rules(deals=deals), players, FreshDeck(1)).play_game()
    assert regular.known is not None
    return regular.known


class Replaced:
    """Plays as one player for some bets, and then as another."""

    def __init__(self, first: Player, second: Player, bets: int) -> None:
        self._first, self._second, self._bets = first, second, bets

    def act(self, view: View) -> int:
        self._bets -= 1
        return (self._second if self._bets < 0 else self._first).act(view)

    def see(self, event: Event) -> None:
        for player in (self._first, self._second):
            player.see(event)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", [name for name in AT_FIRST if name != STRANGER])
def test_those_whom_it_knows_are_recognised_in_any_seat(name: str, seat: int) -> None:
    known = met(make_player(name, Random(2), Rules()), 12, seat)
    assert known.odds[name] > SURE
    assert sum(known.odds.values()) == pytest.approx(1)
    assert known.deals == 12


@pytest.mark.parametrize("name", ["nash", "beta", "regular"])
def test_others_are_strangers(name: str) -> None:
    odds = met(make_player(name, Random(2), Rules()), 20).odds
    assert max(odds, key=odds.__getitem__) == STRANGER
    assert all(likely < SURE for who, likely in odds.items() if who != STRANGER)


def test_somebody_else_who_sits_down_is_recognised() -> None:
    foe = Replaced(PLAYERS["caller"](Random(1)), PLAYERS["raiser"](Random(1)), 150)
    assert met(foe, 20).odds["caller"] > SURE
    assert met(foe, 70).odds["raiser"] > SURE


@pytest.mark.parametrize("foe", ["alpha", "caller", "raiser"])
def test_from_the_second_game_on_it_plays_the_best_response(foe: str) -> None:
    rows = play_pair_of_rows("regular", foe, Rules(), 3, 1, 10.0, 0)
    (gains,), (best,) = rows.gains, rows.best
    assert gains[1:] == best[1:]
    assert gains[0] != best[0]


def test_it_loses_no_more_to_nash_than_nash_might() -> None:
    gained = Mean.of(play_on_engine("regular", "nash", Rules(), 3, range(30)).pairs)
    least = -20 * 0.5  # chips that nash itself may lose in the deals of a game
    assert gained.value > least - 4 * gained.stderr


def test_a_file_keeps_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "seen.npz"
    known = met(PLAYERS["caller"](Random(1)), 6)
    known.save(path, "blockhead", Rules())
    again = load_acquaintance(path, Rules())
    assert (again.odds, again.deals) == (known.odds, 6)
    assert np.array_equal(again.habits, known.habits)
    assert np.array_equal(again.sizes, known.sizes)


def test_who_is_remembered_is_met_by_the_best_response_at_once(tmp_path: Path) -> None:
    path = tmp_path / "seen.npz"
    met(PLAYERS["alpha"](Random(1)), 12).save(path, "blockhead", Rules())
    players = [Regular(Random(1), load_acquaintance(path, Rules())), PLAYERS["alpha"](Random(1))]
    exploiter = make_player("exploiter", Random(1), Rules())
    chips = Game(Rules(), players, FreshDeck(5)).play_game()
    assert chips == Game(Rules(), [exploiter, players[1]], FreshDeck(5)).play_game()


def test_no_file_is_an_opponent_never_met(tmp_path: Path) -> None:
    new = load_acquaintance(tmp_path / "none.npz", Rules())
    assert (new.odds, new.deals) == (AT_FIRST, 0)


@pytest.mark.parametrize("change", [{"raises": 2}, {"deck": "A-9"}, {"most_raise": 20}])
def test_what_was_seen_in_another_game_is_refused(
    change: dict[str, object], tmp_path: Path
) -> None:
    path = tmp_path / "seen.npz"
    Acquaintance.new(Rules()).save(path, "blockhead", Rules())
    name = next(iter(change))
    with pytest.raises(Illegal, match=rf"seen\.npz is of blockhead with {name} = .*does not go"):
        load_acquaintance(path, Rules().changed(change))
    # What decides nothing within a deal may differ.
    load_acquaintance(path, Rules(deals=5))


def test_damaged_files_and_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "seen.npz"
    new = Acquaintance.new(Rules())
    new.save(path, "blockhead", Rules())
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    with pytest.raises(Invalid, match=r"the memory .*seen\.npz is damaged"):
        load_acquaintance(path, Rules())
    Acquaintance({**AT_FIRST, "alpha": 3.0}, new.habits, new.sizes).save(path, "", Rules())
    with pytest.raises(Invalid, match=r"seen\.npz makes no sense"):
        load_acquaintance(path, Rules())
    Acquaintance(AT_FIRST, new.habits[:2], new.sizes).save(path, "", Rules())
    with pytest.raises(Invalid, match=r"seen\.npz makes no sense"):
        load_acquaintance(path, Rules())


def test_a_policy_is_no_memory(tmp_path: Path) -> None:
    from cutcard.blockhead.exact.saved import shipped_file

    with pytest.raises(Invalid, match="holds no memory of version 1"):
        load_acquaintance(Path(shipped_file("caller", Rules())), Rules())
