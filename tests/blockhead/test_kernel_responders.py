"""Players by best responses to saved policies, compiled: every score is the engine's."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from blockhead.equal_scores import assert_equal_scores
from blockhead.equilibrium.made_up_blueprints import any_policy_response, sparse_blueprint
from blockhead.made_up_policies import any_response, made_up, pure

from cutcard.blockhead.equilibrium.response_files import (
    policy_response_name,
    save_policy_response,
)
from cutcard.blockhead.equilibrium.saved import save_blueprint, shipped_equilibrium
from cutcard.blockhead.exact.saved import SHIPPED
from cutcard.blockhead.exact.spot_saved import save_spot_response
from cutcard.blockhead.players import EXPLOITER, NASH
from cutcard.blockhead.policy_files import SpotPolicy
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal
from cutcard.lab.pairs import play_on_kernel

# Responses to policies of spots, in the real game.

FOES = ("alpha", "beta", "random", "caller", "raiser", NASH, EXPLOITER, "policy", "response")


def saved(policy: SpotPolicy, folder: Path) -> dict[str, str]:
    """The names of the files of a policy and of a response to it."""
    names = {name: str(folder / f"{name}.npz") for name in ("policy", "response")}
    policy.save(Path(names["policy"]))
    save_spot_response(Path(names["response"]), any_response(policy, 1))
    return names


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Those of the real game; whoever plays by chance surprises a policy that does not."""
    return saved(pure(made_up(Rules(), 1)), tmp_path_factory.mktemp("policies"))


@pytest.mark.parametrize(("foe", "ours"), [*product(FOES, [0, 1])])
def test_every_pairing_scores_as_on_the_engine(files: dict[str, str], foe: str, ours: int):
    players = [files.get(foe, foe)] * 2
    players[ours] = files["response"]
    assert_equal_scores(players[0], players[1], Rules(deals=10), 11, range(99, 100))


def test_surprises_and_pots_of_any_size_are_met_as_on_the_engine(files: dict[str, str]):
    """In a long game ties carry pots of many sizes, and whoever bets anything raises by 1 to 10."""
    score = assert_equal_scores("random", files["response"], Rules(deals=200), 2, range(1))
    assert score.ties > 3


# Responses to policies near an equilibrium.


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files of a policy that does anything, of a response to it, and of the shipped one to nash."""
    folder = tmp_path_factory.mktemp("solved")
    blueprint = sparse_blueprint()
    save_blueprint(folder / "policy.npz", blueprint)
    save_policy_response(folder / "response.npz", any_policy_response(blueprint))
    shipped = policy_response_name(shipped_equilibrium(Rules()).blueprint)
    return {
        "policy": str(folder / "policy.npz"),
        "response": str(folder / "response.npz"),
        "to nash": str(SHIPPED / f"{shipped}.npz"),
    }


@pytest.mark.parametrize(
    ("response", "foe", "ours"),
    [
        *product(["response"], [*FOES, "to nash"], [0, 1]),
        *product(["to nash"], [NASH, "random", "to nash"], [0, 1]),
    ],
)
def test_every_pairing_of_a_response_to_a_solved_policy_scores_as_on_the_engine(
    solved: dict[str, str], response: str, foe: str, ours: int
):
    players = [solved.get(foe, foe)] * 2
    players[ours] = solved[response]
    assert_equal_scores(players[0], players[1], Rules(deals=10), 11, range(99, 100))


@pytest.mark.parametrize(("response", "pair"), [("response", 0), ("to nash", 16)])
def test_who_responds_to_a_solved_policy_goes_on_as_on_the_engine(
    solved: dict[str, str], response: str, pair: int
):
    """In a long game pots are carried and raises are of any size: then it plays by chance.

    In pair 16 a coin falls so that it shows whether the cards of later bidding rounds are counted.
    """
    pairs = range(pair, pair + 1)
    score = assert_equal_scores("random", solved[response], Rules(deals=200), 2, pairs)
    assert score.ties > 3


def test_responses_of_both_kinds_score_against_each_other_as_on_the_engine(
    files: dict[str, str], solved: dict[str, str]
):
    for players in product([files["response"]], [solved["response"], solved["to nash"]]):
        assert_equal_scores(*players, Rules(), 5, range(1))
        assert_equal_scores(*players[::-1], Rules(), 5, range(1))


def test_a_response_to_a_solved_policy_refuses_other_rules(solved: dict[str, str]):
    with pytest.raises(Illegal, match="most_raise"):
        play_on_kernel(solved["response"], "alpha", Rules(most_raise=12), 3, range(2))


# Responses to policies of spots, in small games: last, since these leave no room for the real one.

SMALL: dict[str, dict[str, Any]] = {
    "ties": {"deck": "A-3", "streets": "du u", "least_raise": 10, "deals": 30},
    "three rounds": {"deck": "A-4", "streets": "d u u", "raises": 2},
    "all cards at once": {"deck": "A-9", "streets": "duu", "most_raise": 7},
    "no open cards": {"deck": "A-5", "streets": "d", "ante": 3},
    "a check closes": {"deck": "A-4", "streets": "du u", "check_closes": True},
    "two sizes": {"deck": "A-3", "streets": "du u", "least_raise": 2, "most_raise": 3},
    "no raises": {"deck": "A-3", "streets": "du u", "raises": 0},
    "split pots": {"deck": "A-2", "streets": "du u", "tied_pot": "split"},
}


@pytest.mark.parametrize("change", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("mixed", [True, False], ids=["mixed", "pure"])
def test_a_small_game_scores_as_on_the_engine(change: dict[str, Any], mixed: bool, tmp_path: Path):
    rules = Rules(deals=8).changed(change)
    policy = made_up(rules, 3)
    names = saved(policy if mixed else pure(policy), tmp_path)
    for foe in ("random", "policy", "response"):
        assert_equal_scores(names["response"], names.get(foe, foe), rules, 7, range(2))


def test_a_response_for_other_rules_is_refused(tmp_path: Path):
    small = SHELF.load("small").rules
    names = saved(made_up(small, 1), tmp_path)
    for players in ((names["response"], "alpha"), ("alpha", names["response"])):
        assert_equal_scores(*players, replace(small, deals=3), 1, range(2))
        with pytest.raises(Illegal, match="plays blockhead with least_raise = 10"):
            play_on_kernel(*players, Rules(), 1, range(2))
