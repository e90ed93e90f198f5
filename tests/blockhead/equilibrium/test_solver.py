"""Counterfactual regret minimisation: known values, and OpenSpiel's numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from blockhead.equilibrium.textbook_games import kuhn, leduc

from cutcard.blockhead.equilibrium.card_tree import CardTree
from cutcard.blockhead.equilibrium.public_tree import Planter
from cutcard.blockhead.equilibrium.schedules import SCHEDULES, Schedule
from cutcard.blockhead.equilibrium.solver import Solver
from cutcard.blockhead.presets import SHELF

GAMES = {"kuhn": (kuhn, -1 / 18), "leduc": (leduc, -0.0856064)}


@pytest.mark.parametrize(
    ("game", "schedule", "nash_conv"),
    [
        ("kuhn", "vanilla", 0.016451955),
        ("kuhn", "plus", 0.0023888082),
        ("leduc", "vanilla", 0.19143271),
        ("leduc", "plus", 0.02683199),
    ],
)
def test_a_hundred_iterations_come_as_near_as_openspiels(
    game: str, schedule: str, nash_conv: float
) -> None:
    solver = Solver(*GAMES[game][0](), SCHEDULES[schedule])
    solver.iterate(100)
    # The numbers are known to eight places that count.
    assert 2 * solver.exploitability(solver.average()) == pytest.approx(nash_conv, rel=1e-7)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES)
def test_every_schedule_finds_the_value_of_a_game(
    game: str, precision: Any, schedule: Schedule
) -> None:
    """A policy's worth is off by no more than its two best responses win together."""
    make, value = GAMES[game]
    solver = Solver(*make(), schedule, precision=precision)
    solver.iterate(200)
    policy = solver.average()
    exploitability = solver.exploitability(policy)
    assert 0 < exploitability < 0.1
    assert abs(solver.worth(policy) - value) < 2 * exploitability


def test_every_schedule_comes_nearer_than_the_plain_one() -> None:
    found = {}
    for name, schedule in SCHEDULES.items():
        solver = Solver(*leduc(), schedule)
        solver.iterate(100)
        found[name] = solver.exploitability(solver.average())
    assert max(found, key=found.__getitem__) == "vanilla"


def test_a_tree_that_is_not_whole_is_refused() -> None:
    planter = Planter()
    planter.decision(0, 2)
    planter.ending(0, 1)
    with pytest.raises(ValueError, match="wait for what follows"):
        planter.tree()


def test_openspiel_exploits_the_same_policy_of_small_blockhead_as_much() -> None:
    """With a raise and one more: the tree of three takes OpenSpiel three times as long."""
    pyspiel = pytest.importorskip("pyspiel")
    import cutcard.envs.spiel  # noqa: F401
    from cutcard.envs.spiel.tree import tree_policy, whole_tree

    small = CardTree.of(SHELF.load("small").rules.changed({"raises": 2}))
    solver = Solver(small.tree, small.tables, SCHEDULES["discounted"])
    solver.iterate(30)
    policy = solver.average()

    def choose(state: Any) -> dict[int, float]:
        moment = state.moment
        first, bets = small.places[moment.public]
        hand = small.points.index(int(moment.hidden[state.current_player()]))
        odds = policy[first : first + len(bets), hand]
        return dict(zip(state.legal_actions(), odds.tolist(), strict=True))

    game = pyspiel.load_game("python_cutcard_small_blockhead(changes=raises:2)")
    tree = whole_tree(game)
    theirs = pyspiel.nash_conv(tree, tree_policy(game, tree, choose)) / 2
    assert solver.exploitability(policy) == pytest.approx(theirs, abs=1e-9)
    assert 0 < theirs < 0.5
