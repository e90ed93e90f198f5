"""Batch play: a way to play is played for many rounds in one call, to see what it is worth."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from cutcard.blackjack.strategy.chart import Chart
from cutcard.envs.blackjack_floor import BlackjackVectorEnv
from cutcard.envs.table_policies import Policy, TablePolicy
from cutcard.errors import Invalid
from cutcard.front.choice import AnyGame, Game, game
from cutcard.front.measuring import counted, simulate
from cutcard.lab.estimate import Z95

TABLES: Final = 1024
"""Tables that a function plays at, unless it is told otherwise."""


@dataclass(frozen=True, repr=False)
class Played:
    """What rounds gained, in bets (where bets are chosen: in chips)."""

    game: Game
    rounds: int
    mean: float
    stderr: float
    """The standard error of the mean."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the mean."""
        return self.mean - Z95 * self.stderr, self.mean + Z95 * self.stderr

    def __repr__(self) -> str:
        spread = Z95 * self.stderr
        return f"<{self.game.name}: {self.mean:+.4%} ± {spread:.4%} in {self.rounds:,} rounds>"


def play_rounds(
    what: AnyGame,
    policy: Chart | str | PathLike[str] | NDArray[Any] | Policy,
    /,
    *,
    rounds: int | float | str = 1_000_000,
    seed: int | None = None,
    tables: int = TABLES,
    threads: int = 1,
    **options: Any,
) -> Played:
    """Play a policy for this many rounds.

    A chart (or its name, its file, or ``"best"``) and a table over observations that a chart can
    say are played by the fastest kernel there is, on all cores. Other tables, and functions from
    observations and masks to actions, are played at `tables` tables that are stepped together;
    `options` are those of the environment: what is observed, and bets to choose.

    >>> play_rounds("vegas-strip", "vegas-strip", rounds="100k", seed=7)
    <vegas-strip: -0.2350% ± 0.7081% in 100,000 rounds>
    """
    number = counted(rounds, "rounds")
    seeded = secrets.randbits(32) if seed is None else seed
    chosen = game(what)
    if isinstance(policy, np.ndarray):
        policy = TablePolicy.of(policy)
    if isinstance(policy, TablePolicy) and not options:
        policy = policy.chart(chosen.rules) or policy
    if isinstance(policy, Chart | str | PathLike):
        if options:
            names = ", ".join(options)
            raise Invalid(f"a chart plays by the cards alone: it has no use for {names}")
        found = simulate(chosen, chart=policy, rounds=number, seed=seeded)
        return Played(chosen, number, found.mean, found.stderr)
    if not callable(policy):
        raise Invalid(
            f"{policy!r} is not a way to play: it takes a chart, a table over observations, or a"
            " function of arrays"
        )
    tables = min(tables, number)
    env = BlackjackVectorEnv(
        tables, chosen, autoreset_mode=AutoresetMode.SAME_STEP, threads=threads, **options
    )
    try:
        return _played(env, policy, chosen, number, seeded)
    finally:
        env.close()


def _played(
    env: BlackjackVectorEnv,
    policy: Callable[..., NDArray[np.int64]],
    chosen: Game,
    rounds: int,
    seed: int,
) -> Played:
    """Play a function at all tables, each its share: rounds that end early are not like others."""
    tables = env.num_envs
    share = np.full(tables, rounds // tables)
    share[: rounds % tables] += 1
    gained, squares = 0.0, 0.0
    observations, infos = env.reset(seed=seed)
    while share.any():
        actions = policy(observations, infos["action_mask"])
        observations, gains, ended, _, infos = env.step(actions)
        counts = ended & (share > 0)
        share -= counts
        some = gains[counts]
        gained += float(some.sum())
        squares += float(some @ some)
    mean = gained / rounds
    variance = (squares / rounds - mean**2) * rounds / max(rounds - 1, 1)
    return Played(chosen, rounds, mean, (max(variance, 0.0) / rounds) ** 0.5)
