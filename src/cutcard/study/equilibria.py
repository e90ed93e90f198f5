"""A policy of Blockhead Poker near an equilibrium: solved piece by piece, and measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from cutcard.blockhead.equilibrium.biddings import PLAIN, RAISE
from cutcard.blockhead.equilibrium.blueprint import (
    BEGINNINGS,
    LEADS,
    Beginning,
    Blueprint,
    Stored,
    opening_of,
)
from cutcard.blockhead.equilibrium.first_bids import exploit_start
from cutcard.blockhead.equilibrium.lead_tree import LeadTree, lead_tables, starts, unseen
from cutcard.blockhead.equilibrium.real_deck import Exploiter
from cutcard.blockhead.equilibrium.saved import (
    load_blueprint,
    save_blueprint,
    shipped_equilibrium,
)
from cutcard.blockhead.equilibrium.schedules import Discounted
from cutcard.blockhead.equilibrium.solver import Solver
from cutcard.blockhead.rules import Rules
from cutcard.errors import Invalid
from cutcard.lab.estimate import Mean
from cutcard.streams import stream

if TYPE_CHECKING:
    from cutcard.blockhead.equilibrium.lead_tree import Start

_AT_ONCE: Final = 20
"""Iterations from one look at the exploitability to the next."""

MORE: Final = 4
"""How many more samples there are for an exploiter who raises by 10 alone: it is found in a small
part of the time."""

Show = Callable[[str, float, float], None]
"""Is told what is being done, and how much of how much is done."""


@dataclass(frozen=True)
class Goal:
    """When a beginning is solved well enough, in the game that is solved."""

    target: float = 0.025
    """The exploitability in chips a deal at which it is done."""
    iterations: int = 120
    """The most iterations."""


@dataclass(frozen=True)
class Measured:
    """What exploiters win from a policy in the real deck, in chips a deal.

    Four open cards are sampled, and all that may follow is computed. A tied pot is divided.
    """

    any_raise: Mean
    """At most: the exploiter raises by any number of chips, and is told how each raise is read."""
    one_raise: Mean
    """The exploiter raises by 10 alone."""


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


def solve_blueprint(path: Path, goal: Goal, show: Show = lambda *_: None) -> Blueprint:
    """Solve all beginnings; each is kept in the file as soon as it is solved.

    A file that holds some already, solved for the same goal, is finished.
    """
    blueprint = _begun(path, goal)
    for number, beginning in enumerate(BEGINNINGS):
        stake, lead, seat = beginning
        show(f"stakes of {stake}, lead {lead:+}", number, len(BEGINNINGS))
        if beginning in blueprint.beginnings:
            continue
        stored, *found = solve_beginning(beginning, goal)
        solved = {**blueprint.made["solved"], f"{stake} {lead} {seat}": found}
        beginnings = {**blueprint.beginnings, **stored}
        blueprint = Blueprint(blueprint.rules, beginnings, {**blueprint.made, "solved": solved})
        save_blueprint(path, blueprint)
    return blueprint


def _begun(path: Path, goal: Goal) -> Blueprint:
    """What a file holds already."""
    if not path.exists():
        made = {"target": goal.target, "iterations": goal.iterations, "solved": {}}
        return Blueprint(Rules(), {}, made)
    try:
        found = load_blueprint(path)
        same = (found.made["target"], found.made["iterations"]) == (goal.target, goal.iterations)
    except (KeyError, ValueError):
        raise Invalid(f"{path} holds no equilibrium that can be gone on with") from None
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


def measure(
    blueprint: Blueprint, samples: int, seed: int, show: Show = lambda *_: None
) -> Measured:
    """What exploiters win from a policy in the real deck."""
    return Measured(
        _won(blueprint, _ANY, samples, seed, partial(show, "raises of any size")),
        _won(blueprint, _ONE, MORE * samples, seed, partial(show, "raises of 10")),
    )


def _won(
    blueprint: Blueprint,
    exploiter: Exploiter,
    samples: int,
    seed: int,
    show: Callable[[float, float], None],
) -> Mean:
    stake = blueprint.rules.ante
    gains = []
    for number, (cards, lead) in enumerate(sampled_starts(samples, seed)):
        show(number, samples)
        won = 0.0
        for seat in (0, 1):
            stored = blueprint.beginnings[stake, lead, 1 - seat]
            policy = stored.opening, stored.blocks()
            won += exploit_start(unseen(cards), lead, float(stake), seat, *policy, exploiter)
        gains.append(won / 2)
    return Mean.of(gains)


def keep_measured(
    blueprint: Blueprint, measured: Measured, seed: int, path: Path | None
) -> Blueprint:
    """A policy that knows what it was measured to lose; it is kept in a file, if there is one."""
    told = {
        name: [mean.value, mean.stderr, mean.n]
        for name, mean in (
            ("exploitability", measured.any_raise),
            ("exploitability_by_10", measured.one_raise),
        )
    }
    blueprint = replace(blueprint, made={**blueprint.made, **told, "seed": seed})
    if path is not None:
        save_blueprint(path, blueprint)
    return blueprint


def sampled_starts(samples: int, seed: int) -> list[Start]:
    """Four open cards and their lead, drawn by their odds.

    They are drawn evenly over all leads, which makes means more certain than they say.
    """
    known = sorted(starts(), key=lambda start: (start[1], start[0]))
    up_to = list(accumulate(starts()[start] for start in known))
    begin = stream(seed).random()
    places = np.searchsorted(up_to, [(begin + number) / samples for number in range(samples)])
    return [known[min(int(place), len(known) - 1)] for place in places]


_ONE: Final = Exploiter(np.array([RAISE], np.int32), np.zeros(1), np.zeros(1))
_ANY: Final = Exploiter(
    np.arange(Rules().least_raise, Rules().most_raise + 1, dtype=np.int32),
    np.array([-18.0, -9.0, -4.0, 0.0, 4.0, 9.0, 18.0]),
    np.array([-36.0, 0.0, 36.0]),
)
