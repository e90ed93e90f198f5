"""Best responses to policies of spots: worth what the engine says, and OpenSpiel, and duels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from blockhead.exact.leads_remembered import LeadsRemembered
from blockhead.made_up_policies import made_up, pure

from cutcard.blockhead.deal import Deal
from cutcard.blockhead.exact.limits import MOST_RAISES
from cutcard.blockhead.exact.spot_biddings import bidding_of
from cutcard.blockhead.exact.spot_saved import SpotResponsePolicy, save_spot_response
from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.game import Game
from cutcard.blockhead.players import make_player
from cutcard.blockhead.policy_files import SpotPolicy, load_policy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.blockhead.spot_player import SpotPlayer
from cutcard.blockhead.spots import ACTIONS, CERTAIN, FOLD, RAISE, STAY, size_of, spots_of
from cutcard.errors import CutcardError, Illegal, Invalid
from cutcard.lab.estimate import Mean
from cutcard.lab.pairs import play_on_engine, play_on_kernel
from cutcard.learn.poker_tuition import Opponent, PokerMethod, PokerTuition
from cutcard.study.exploits import Exploit
from cutcard.study.spot_exploits import exploit_spots

SMALL = SHELF.load("small").rules


def sizes_of(rules: Rules) -> tuple[int, ...]:
    spots = spots_of(rules)
    return tuple(int(size_of(spots, kind)) for kind in range(spots.sizes))


TINY = {
    "two raises": {"deck": "A-2", "streets": "du u", "least_raise": 10, "raises": 2},
    "three sizes": {"deck": "A-2", "streets": "du u", "raises": 1},
    "three rounds": {"deck": "A-2", "streets": "d u u", "least_raise": 10, "raises": 1},
    "three raises of three sizes": {"deck": "A-3", "streets": "d", "most_raise": 4},
    "a check closes": {"deck": "A-2", "streets": "du u", "raises": 1, "check_closes": True},
    "no raises": {"deck": "A-3", "streets": "du", "raises": 0},
}


@pytest.mark.parametrize("change", TINY.values(), ids=TINY)
@pytest.mark.parametrize("mixed", [True, False], ids=["mixed", "pure"])
def test_a_tiny_game_is_worth_what_the_engine_says(change: dict[str, Any], mixed: bool) -> None:
    """Move by move, with all deals together that leads do not tell apart."""
    rules = Rules().changed(change)
    policy = made_up(rules, 1) if mixed else pure(made_up(rules, 2))
    found = exploit_spots(policy, rules)
    sizes = sizes_of(rules)
    for we_open, plain in zip((False, True), found.worth.plain, strict=True):
        theirs = LeadsRemembered(policy, sizes, we_open=we_open).worth()
        assert plain == pytest.approx(theirs, abs=1e-9)
        # The second of the pots that are solved is twice the antes, with the largest raises.
        carried = LeadsRemembered(policy, sizes[-1:], we_open=we_open).worth(2 * rules.ante)
        more = found.earnings[we_open].carried[1]
        assert plain + more == pytest.approx(carried, abs=1e-9)


def best_by_openspiel(policy: SpotPolicy, changes: str) -> tuple[float, float]:
    """What OpenSpiel's best response wins when answering and when opening."""
    pyspiel = pytest.importorskip("pyspiel")
    import cutcard.envs.spiel  # noqa: F401
    from cutcard.envs.blockhead_bets import chips_of
    from cutcard.envs.spiel.tree import tree_policy, whole_tree

    def odds_of(state: Any) -> dict[int, float]:
        deal: Deal = state.moment.deal
        player = SpotPlayer(policy.odds, policy.rules, Random(1))
        for event in seen(state):
            player.see(event)
        player.act(deal.view(deal.turn))
        return {
            action: player.odds.get(chips_of(deal.rules, action, deal.to_call), 0.0)
            for action in state.legal_actions()
        }

    game = pyspiel.load_game(f"python_cutcard_small_blockhead(changes={changes})")
    tree = whole_tree(game)
    known = tree_policy(game, tree, odds_of)
    answering, opening = (
        pyspiel.TabularBestResponse(tree, seat, known).value_from_state(tree.new_initial_state())
        for seat in (1, 0)
    )
    return answering, opening


def seen(state: Any) -> list[Any]:
    """All that everybody has seen until a state of OpenSpiel."""
    before = state.get_game().new_initial_state()
    events: list[Any] = []
    for action in state.history():
        before.apply_action(action)
        events += before.moment.deal.events
    return events


def test_openspiel_finds_the_same_worth_where_there_are_no_open_cards() -> None:
    rules = SMALL.changed({"streets": "d"})
    for policy in (made_up(rules, 3), pure(made_up(rules, 3))):
        found = exploit_spots(policy, rules)
        theirs = best_by_openspiel(policy, "streets:d")
        assert found.worth.plain == pytest.approx(theirs, abs=1e-9)


def test_whoever_remembers_every_card_wins_a_little_more() -> None:
    rules = SMALL.changed({"deck": "A-2", "raises": 1})
    policy = made_up(rules, 4)
    found = exploit_spots(policy, rules).worth.plain
    for ours, theirs in zip(found, best_by_openspiel(policy, "deck:A-2;raises:1"), strict=True):
        assert 0.9 * theirs < ours <= theirs + 1e-9


@pytest.fixture(scope="module")
def policy() -> SpotPolicy:
    return made_up(SMALL, 5)


@pytest.fixture(scope="module")
def found(policy: SpotPolicy) -> Exploit:
    return exploit_spots(policy, SMALL)


@pytest.fixture(scope="module")
def files(policy: SpotPolicy, found: Exploit, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The names of the response's file and of the policy's."""
    folder = tmp_path_factory.mktemp("policies")
    found.save(folder / "best.npz")
    policy.save(folder / "policy.npz")
    return str(folder / "best.npz"), str(folder / "policy.npz")


def test_every_deal_ends_in_one_way_and_the_ends_are_the_worth(found: Exploit) -> None:
    for earned, plain in zip(found.earnings, found.worth.plain, strict=True):
        often = earned.ends[:, :, 0].sum() + earned.ties[:, 0].sum()
        assert often == pytest.approx(1, abs=1e-12)
        pots = 2 * (SMALL.ante + np.arange(len(earned.ties)))
        halves = earned.ties[:, 0] @ pots / 2
        chips = earned.ends[:, :, 1].sum() + earned.ties[:, 1].sum()
        assert chips + halves == pytest.approx(plain, abs=1e-9)


@pytest.mark.parametrize("deals", [1, 20])
def test_a_duel_wins_what_was_computed(policy: SpotPolicy, files: Any, deals: int) -> None:
    """With one deal exactly; with more, carried pots are interpolated."""
    rules = SMALL.changed({"deals": deals})
    worth = exploit_spots(policy, rules).worth
    mean = Mean.of(play_on_engine(*files, rules, 1, range(500 if deals == 1 else 30)).pairs)
    assert abs(mean.value - worth.per_game) < 4 * mean.stderr


@pytest.mark.parametrize("other", ["alpha", "beta", "caller", "raiser", "random"])
def test_nobody_wins_more_from_the_policy(found: Exploit, files: Any, other: str) -> None:
    mean = Mean.of(play_on_kernel(other, files[1], SMALL, 1, range(200)).pairs)
    assert mean.value - 4 * mean.stderr < found.worth.per_game


def test_a_response_that_is_learnt_wins_less(found: Exploit, files: Any) -> None:
    tuition = PokerTuition(SMALL, Opponent(files[1], SMALL), PokerMethod.MONTE_CARLO, 1)
    odds, worths = tuition.stage.pupil.lesson
    tuition.play_block(odds, worths, 0, deals=20_000)
    mean = Mean.of(tuition.duel(odds, range(200)))
    assert mean.value - 4 * mean.stderr < found.worth.per_game


@pytest.mark.parametrize("other", ["alpha", "beta", "raiser", "random"])
def test_it_plays_on_against_one_who_is_not_the_policy(files: Any, other: str) -> None:
    """A policy that never raises is surprised by everything; every size of raise is answered."""
    rules = Rules(deck="A-5", streets="du u", deals=5)
    odds = np.zeros((spots_of(rules).number, ACTIONS), np.uint8)
    odds[:, STAY] = CERTAIN
    calling = SpotPolicy("blockhead", rules, odds)
    best = SpotResponsePolicy(exploit_spots(calling, rules).response, "best")
    for seed in range(20):
        players = [best.player(Random(1), rules), make_player(other, Random(seed), rules)]
        chips = Game(rules, players, FreshDeck(seed, deck=rules.deck)).play_game()
        assert sum(chips) == 2 * rules.stake


def test_from_one_who_folds_to_every_bet_every_ante_is_won() -> None:
    rules = Rules(deck="A-3", streets="du u")
    odds = np.zeros((spots_of(rules).number, ACTIONS), np.uint8)
    odds[:, FOLD] = CERTAIN
    found = exploit_spots(SpotPolicy("blockhead", rules, odds), rules)
    assert found.worth.plain == pytest.approx((rules.ante, rules.ante), abs=1e-12)
    for earned in found.earnings:  # the opponent folds, or a showdown is won
        assert earned.ends[:, 1:3, 0].sum() == pytest.approx(1)


def test_what_is_not_legal_counts_as_the_player_by_spots_makes_it() -> None:
    """Odds of raises where there are none left, and of folds where nothing is to call."""
    rules = Rules(deck="A-2", streets="du", least_raise=10, raises=2)
    odds = np.zeros((spots_of(rules).number, ACTIONS), np.uint8)
    odds[:, FOLD], odds[:, RAISE + 2] = 100, CERTAIN - 100
    policy = SpotPolicy("blockhead", rules, odds)
    found = exploit_spots(policy, rules)
    for we_open, plain in zip((False, True), found.worth.plain, strict=True):
        theirs = LeadsRemembered(policy, (10,), we_open=we_open).worth()
        assert plain == pytest.approx(theirs, abs=1e-9)


def test_by_the_ordinary_rules_a_bidding_round_has_eighty_decisions() -> None:
    for we_open in (False, True):
        whole = bidding_of(Rules(), we_open=we_open, all_sizes=True)
        assert (len(whole.ours), len(whole.claimed)) == (80, 79)
        few = bidding_of(Rules(), we_open=we_open, all_sizes=False)
        assert len(few.ours) < 30


def test_a_file_keeps_a_response(found: Exploit, files: Any) -> None:
    again = load_policy(files[0])
    assert isinstance(again, SpotResponsePolicy)
    ours: Any = found.response
    for key, values in ours.closed.items():
        assert np.array_equal(again.response.closed[key], values)
    assert np.array_equal(again.response.policy.odds, ours.policy.odds)


def test_a_file_for_other_rules_is_refused(files: Any) -> None:
    with pytest.raises(Illegal, match="plays blockhead with least_raise = 10"):
        load_policy(files[0]).player(Random(1), Rules())


def test_a_damaged_file_is_refused(files: Any, tmp_path: Path) -> None:
    whole = Path(files[0]).read_bytes()
    path = tmp_path / "best.npz"
    path.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    with pytest.raises(Invalid, match="damaged"):
        load_policy(str(path))


def test_a_response_with_other_shapes_makes_no_sense(found: Exploit, tmp_path: Path) -> None:
    response: Any = found.response
    closed = {key: values[:-1] for key, values in response.closed.items()}
    save_spot_response(tmp_path / "best.npz", replace(response, closed=closed))
    with pytest.raises(Invalid, match="makes no sense"):
        load_policy(str(tmp_path / "best.npz"))


def test_a_response_with_more_raises_than_are_solved_makes_no_sense(
    found: Exploit, tmp_path: Path
) -> None:
    """It is refused before its bidding is laid out: by 20 raises that takes all memory."""
    response: Any = found.response
    policy = replace(response.policy, rules=replace(response.rules, raises=MOST_RAISES + 1))
    save_spot_response(tmp_path / "best.npz", replace(response, policy=policy))
    laid_out = bidding_of.cache_info()
    with pytest.raises(Invalid, match="makes no sense"):
        load_policy(str(tmp_path / "best.npz"))
    assert bidding_of.cache_info() == laid_out


class Stopped(Exception):
    """Somebody pressed Ctrl-C."""


def test_what_was_broken_off_goes_on_to_the_same_figures(
    policy: SpotPolicy, found: Exploit, tmp_path: Path
) -> None:
    path = tmp_path / "kept.npz"
    told: list[int] = []

    def stop(what: str, done: int, of: int) -> None:
        told.append(done)
        if done == of // 2:
            raise Stopped

    with pytest.raises(Stopped):
        exploit_spots(policy, SMALL, progress=path, show=stop)
    half = told[-1]
    told.clear()
    again = exploit_spots(
        policy, SMALL, progress=path, show=lambda what, done, of: told.append(done), workers=2
    )
    assert told[0] == half
    assert again.worth == found.worth


def test_progress_of_another_policy_is_refused(policy: SpotPolicy, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    exploit_spots(policy, SMALL, progress=path)
    with pytest.raises(CutcardError, match="belongs to another policy"):
        exploit_spots(pure(policy), SMALL, progress=path)
    path.write_bytes(b"something else")
    with pytest.raises(Invalid, match="damaged, or something else"):
        exploit_spots(policy, SMALL, progress=path)
