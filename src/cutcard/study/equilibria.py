"""A policy of Blockhead Poker near an equilibrium: solved piece by piece."""

from __future__ import annotations

import os.path
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import PLAIN
from cutcard.blockhead.equilibrium.blueprint import (
    BEGINNINGS,
    LEADS,
    Beginning,
    Blueprint,
    Stored,
    opening_of,
)
from cutcard.blockhead.equilibrium.lead_tree import LeadTree, lead_tables, starts
from cutcard.blockhead.equilibrium.saved import (
    load_blueprint,
    save_blueprint,
    shipped_equilibrium,
)
from cutcard.blockhead.equilibrium.schedules import Discounted
from cutcard.blockhead.equilibrium.solver import Solver
from cutcard.blockhead.rules import Rules
from cutcard.errors import Invalid
from cutcard.lab.pool import Pool

_AT_ONCE: Final = 20
"""Iterations from one look at the exploitability to the next."""

Show = Callable[[str, float, float], None]
"""Is told what is being done, and how much of how much is done."""


@dataclass(frozen=True)
class Goal:
    """When a beginning is solved well enough, in the game that is solved."""

    target: float = 0.025
    """The exploitability in chips a deal at which it is done."""
    iterations: int = 120
    """The most iterations."""


def solve_beginning(beginning: Beginning, goal: Goal) -> tuple[dict[Beginning, Stored], float, int]:
    """Solve all deals that begin so: the policy, its exploitability, and the iterations.

    It is solved for both players at once if the opponents of both may do the same.
    """
    stake, lead, seat = beginning
    tree = LeadTree(lead, stake, opening_of(stake, lead, seat))
    solver = Solver(tree.tree, lead_tables(lead), Discounted(), precision=np.float32)
    while True:
        solver.iterate(min(_AT_ONCE, goal.iterations - solver.iterations))
        policy = solver.average()
        found = solver.exploitability(policy)
        if found < goal.target or solver.iterations >= goal.iterations:
            seats = (0, 1) if tree.opening is PLAIN else (seat,)
            stored = {(stake, lead, one): Stored.of(tree, policy, one) for one in seats}
            return stored, found, solver.iterations


def solve_blueprint(path: Path, goal: Goal, pool: Pool, show: Show = lambda *_: None) -> Blueprint:
    """Solve all beginnings; each is kept in the file as soon as it is solved.

    A file that holds some already, solved for the same goal, is finished.
    """
    blueprint = _begun(path, goal)
    asked = [one for one in BEGINNINGS if one[2] == 0 or opening_of(*one) is not PLAIN]
    left = [one for one in asked if one not in blueprint.beginnings]
    found = pool.run(solve_beginning, ((one, goal) for one in left))
    for number, (stake, lead, seat) in enumerate(left, start=len(asked) - len(left)):
        show(f"stakes of {stake}, lead {lead:+}", number, len(asked))
        stored, *how = next(found)
        solved = {**blueprint.made["solved"], f"{stake} {lead} {seat}": how}
        beginnings = {**blueprint.beginnings, **stored}
        blueprint = Blueprint(blueprint.rules, beginnings, {**blueprint.made, "solved": solved})
        save_blueprint(path, blueprint)
    return blueprint


def _begun(path: Path, goal: Goal) -> Blueprint:
    """What a file holds already."""
    if not os.path.exists(path):
        made = {"target": goal.target, "iterations": goal.iterations, "solved": {}}
        return Blueprint(Rules(), {}, made)
    try:
        found = load_blueprint(path)
        same = (found.made["target"], found.made["iterations"]) == (goal.target, goal.iterations)
    except (KeyError, ValueError):
        raise Invalid(f"{path} holds no equilibrium that can be continued") from None
    if not same:
        raise Invalid(
            f"{path} was begun with --target {found.made['target']} --iterations"
            f" {found.made['iterations']}: go on with these, or take another name"
        )
    return found


def shipped() -> Blueprint:
    """The policy that is shipped."""
    return shipped_equilibrium(Rules()).blueprint


def lead_odds() -> dict[int, float]:
    """How likely a deal begins with each lead."""
    odds = dict.fromkeys(LEADS, 0.0)
    for (_, lead), likely in starts().items():
        odds[lead] += likely
    return odds


def solved_exploitability(blueprint: Blueprint) -> float:
    """The exploitability in the game that was solved, with no carried pot."""
    solved = blueprint.made["solved"]

    def of_lead(lead: int) -> list[list[float]]:
        """What was found for each player, or for both at once."""
        names = (f"{blueprint.rules.ante} {lead} {seat}" for seat in (0, 1))
        return [solved[name] for name in names if name in solved]

    return sum(
        likely * float(np.mean([found for found, _ in of_lead(lead)]))
        for lead, likely in lead_odds().items()
    )
