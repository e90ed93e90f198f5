"""Best responses: worth what OpenSpiel says, what duels say, and what they themselves foresee."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from blockhead.exact.remembering_response import Remembering

from cutcard.blockhead.alpha import Alpha
from cutcard.blockhead.deal import Deal, View
from cutcard.blockhead.exact.exploiter import Exploiter, bet_worths
from cutcard.blockhead.exact.prospects import Table
from cutcard.blockhead.exact.response import Earnings, Response, earned_by, find_response
from cutcard.blockhead.exact.saved import (
    load_response,
    response_name,
    save_response,
    shipped_file,
    shipped_response,
)
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game, Player
from cutcard.blockhead.players import make_player
from cutcard.blockhead.policy_files import load_policy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.errors import Invalid
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_engine, play_on_kernel
from cutcard.sealed_arrays import read_arrays, write_arrays
from cutcard.study.exploits import shipped_worth

SMALL = SHELF.load("small").rules


def alphas_odds(state: Any) -> dict[int, float]:
    """What Alpha does in a state of OpenSpiel, as odds; all raises are 10."""
    deal: Deal = state.moment.deal
    chips = Alpha().act(deal.view(deal.turn))
    bets = {0: 0, 1: deal.to_call, 2: deal.to_call + 10}
    return {action: float(bets[action] == chips) for action in state.legal_actions()}


@pytest.mark.parametrize("change", ["deck=A-2", "raises=1"])
def test_openspiel_finds_the_same_worth_in_a_game_smaller_still(change: str) -> None:
    """Two kinds of card and all raises, or all kinds and one raise: OpenSpiel walks the tree."""
    pyspiel = pytest.importorskip("pyspiel")
    import cutcard.envs.spiel  # noqa: F401
    from cutcard.envs.spiel.tree import tree_policy, whole_tree

    changes = change.replace("=", ":")
    game = pyspiel.load_game(f"python_cutcard_small_blockhead(changes={changes})")
    tree = whole_tree(game)
    policy = tree_policy(game, tree, alphas_odds)
    table = Table.against("alpha", SMALL.changed(dict([change.split("=")])))
    for seat, we_open in ((0, True), (1, False)):
        theirs = pyspiel.TabularBestResponse(tree, seat, policy).value_from_state(
            tree.new_initial_state()
        )
        assert Remembering(table, we_open=we_open).worth() == pytest.approx(theirs, abs=1e-9)


@pytest.fixture(scope="module")
def small_response() -> Response:
    return find_response("alpha", SMALL)


@pytest.fixture(scope="module")
def earnings(small_response: Response) -> tuple[Earnings, Earnings]:
    return small_response.earnings()


@pytest.fixture(scope="module")
def kept(
    small_response: Response,
    earnings: tuple[Earnings, Earnings],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The file of the response and of what it earns."""
    path = tmp_path_factory.mktemp("responses") / "best.npz"
    save_response(path, small_response, earnings)
    return path


def test_every_deal_ends_in_one_way(earnings: tuple[Earnings, Earnings]) -> None:
    for earned in earnings:
        assert earned.ends[:, :, 0].sum() + earned.ties[:, 0].sum() == pytest.approx(1, abs=1e-12)


def test_a_response_that_forgets_wins_hardly_less_than_one_that_remembers(
    small_response: Response, earnings: tuple[Earnings, Earnings]
) -> None:
    """Twelve cards are the hardest case: what is forgotten matters most."""
    worth = small_response.game_worth(earnings, 1)
    table = small_response.table
    for plain, we_open in zip(worth.plain, (False, True), strict=True):
        best = Remembering(table, we_open=we_open).worth()
        assert 0.97 * best < plain <= best + 1e-9


def test_a_duel_wins_what_was_computed(
    small_response: Response, earnings: tuple[Earnings, Earnings], kept: Path
) -> None:
    rules = Rules.changed(SMALL, {"deals": 1})
    mean = Mean.of(play_on_engine(str(kept), "alpha", rules, 1, range(400)).pairs)
    worth = small_response.game_worth(earnings, 1)
    assert abs(mean.value - worth.per_game) < 4 * mean.stderr


class Wavering(Exploiter):
    """Makes any bet that is worth nearly as much as the best."""

    def __init__(self, response: Response, random: Random, fuzz: float) -> None:
        super().__init__(response)
        self._random, self._fuzz = random, fuzz

    def act(self, view: View) -> int:
        worths = bet_worths(self._response, view, self._seen)
        least = max(worths.values()) - self._fuzz
        return self._random.choice([chips for chips, worth in worths.items() if worth >= least])


def test_a_player_who_mixes_close_bets_wins_what_was_computed(
    small_response: Response, earnings: tuple[Earnings, Earnings]
) -> None:
    fuzz, rules = 2.0, SMALL.changed({"deals": 1})
    gains = []
    for number in range(500):
        for seat in (0, 1):
            players: list[Player] = [Wavering(small_response, Random(number), fuzz), Alpha()]
            table = players if seat == 0 else players[::-1]
            chips = Game(rules, table, FreshDeck(number, deck=rules.deck)).play_game()
            gains.append(float(chips[seat] - rules.stake))
    mean = Mean.of([(one + two) / 2 for one, two in zip(gains[::2], gains[1::2], strict=True)])
    worth = small_response.game_worth(small_response.earnings(fuzz=fuzz), 1)
    assert abs(mean.value - worth.per_game) < 4 * mean.stderr
    assert worth.per_game < small_response.game_worth(earnings, 1).per_game


def test_a_file_keeps_a_response(
    small_response: Response, earnings: tuple[Earnings, Earnings], kept: Path
) -> None:
    again, earned = load_response(kept)
    assert earned is not None
    assert (again.foe, again.rules) == ("alpha", SMALL)
    for side in (0, 1):
        for one, two in zip(again.prospects[side], small_response.prospects[side], strict=True):
            assert np.array_equal(one, two)
        assert np.array_equal(earned[side].ends, earnings[side].ends)


def test_a_damaged_file_is_refused(kept: Path, tmp_path: Path) -> None:
    path, whole = tmp_path / "best.npz", kept.read_bytes()
    path.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    with pytest.raises(Invalid, match="damaged"):
        load_response(path)


@pytest.mark.parametrize(
    "planes",
    [
        lambda planes: planes[:, :1],
        lambda planes: planes[:, :, :1],
        lambda planes: planes[:, :, :, :1],
        lambda planes: planes[..., :1],
        lambda planes: planes[:1],
        lambda planes: planes[0],
        lambda planes: planes.astype(np.uint16),
    ],
    ids=["own cards", "pots", "ranges", "leads", "planes", "dimensions", "numbers"],
)
def test_prospects_that_compiled_code_would_read_beyond_are_refused_though_sealed(
    kept: Path, tmp_path: Path, planes: Callable[[Any], Any]
) -> None:
    header, arrays = read_arrays(kept, "the policy")
    arrays["opening_0"] = planes(arrays["opening_0"])
    write_arrays(tmp_path / "odd.npz", header, arrays, "the policy")
    with pytest.raises(Invalid, match=r"odd\.npz makes no sense"):
        load_policy(str(tmp_path / "odd.npz"))


def test_the_shipped_response_wins_what_it_says() -> None:
    found = shipped_response(response_name("alpha", Rules()))
    assert found is not None
    response, earnings = found
    assert earnings is not None
    worth = response.game_worth(earnings, 20)
    assert worth.per_deal == pytest.approx(15.7, abs=0.1)
    often = sum(part for parts in earned_by(earnings).values() for part, _ in parts)
    ties = sum(earned.ties[:, 0].sum() for earned in earnings) / 2
    assert often + ties == pytest.approx(1, abs=1e-9)
    mean = Mean.of(play_on_engine("exploiter", "alpha", Rules(), 1, range(60)).pairs)
    assert abs(mean.value - worth.per_game) < 4 * mean.stderr


@pytest.mark.parametrize(("foe", "least"), [("alpha", 310), ("caller", 190), ("raiser", 505)])
def test_what_is_shipped_wins_in_compiled_games_what_it_says(foe: str, least: int) -> None:
    worth = shipped_worth(foe, Rules())
    assert worth is not None
    assert worth > least
    score = play_on_kernel(shipped_file(foe, Rules()), foe, Rules(), 1, range(300))
    mean = Mean.of(score.pairs)
    assert abs(mean.value - worth) < 4 * mean.stderr


def test_what_is_not_shipped_has_no_worth() -> None:
    assert shipped_worth("alpha", SMALL) is None
    assert shipped_worth("nash", Rules()) is None
    assert shipped_file("alpha", SMALL) == ""


def test_against_one_who_looks_at_no_card_only_the_widest_range_is_kept(tmp_path: Path) -> None:
    response = find_response("raiser", SMALL)
    save_response(tmp_path / "best.npz", response, None)
    kept, _ = load_response(tmp_path / "best.npz")
    assert np.count_nonzero(kept.prospects[0][0]) < np.count_nonzero(response.prospects[0][0])
    plays = [
        Game(
            SMALL,
            [Exploiter(one), make_player("raiser", Random(1), SMALL)],
            FreshDeck(1, deck=SMALL.deck),
        )
        for one in (kept, response)
    ]
    assert plays[0].play_game() == plays[1].play_game()
