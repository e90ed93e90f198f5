"""Experiments that can be followed: what has been found after each block of rounds or of games.

The last of the findings is what `simulate` and `duel` return.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Mapping
from typing import Any

from cutcard.blockhead.players import PLAYERS, UnknownPlayer
from cutcard.blockhead.presets import SHELF
from cutcard.blockhead.rules import Rules
from cutcard.errors import quoted
from cutcard.front.choice import AnyGame, game
from cutcard.front.measuring import ask_for
from cutcard.lab import pairs as lab_pairs
from cutcard.lab.contestants import check_contestant
from cutcard.lab.kernel_choice import Kernel
from cutcard.lab.pool import Pool
from cutcard.report.duels import Duel
from cutcard.report.simulations import Finding
from cutcard.rulebook import change_options, nearest, written
from cutcard.streams import stream


def follow_simulation(what: AnyGame, /, **asked: Any) -> Iterator[Finding]:
    """The findings of a simulation after each block, played in this process.

    >>> *_, last = follow_simulation("vegas-strip", rounds="100k", seed=7)
    >>> last
    <vegas-strip: edge -0.2350% ± 0.7081% in 100,000 rounds>
    """
    wanted = ask_for(game(what), **asked)
    if wanted.simulation.kernel is not Kernel.ENGINE:
        wanted.simulation.warm_up()
    began = time.monotonic()
    with Pool(1) as pool:
        for tally in wanted.simulation.run(pool):
            yield wanted.finding(tally, time.monotonic() - began)


def follow_duel(
    first: str, second: str, /, *, pairs: int, seed: int, changes: Mapping[str, object]
) -> Iterator[Duel]:
    """The findings of a duel of two players by name after each block of pairs.

    >>> *_, last = follow_duel("alpha", "caller", pairs=100, seed=1, changes={})
    >>> last
    <alpha against caller: +171.26 ± 6.95 chips a game in 100 pairs>
    """
    rules = duel_rules(first, second, pairs=pairs, changes=changes)
    kernel = lab_pairs.duel_kernel(first, second, rules, pairs)
    if kernel == lab_pairs.KERNEL:
        lab_pairs.prepare_kernel()
    plain = rules.plain()
    told = change_options(f"{name}={written(plain[name])}" for name in changes)
    began = time.monotonic()
    for score in lab_pairs.play_duel(first, second, rules, pairs=pairs, seed=seed):
        played = ["--pairs", str(score.played), "--seed", str(seed)]
        yield Duel(
            first=first,
            second=second,
            score=score,
            seed=seed,
            seconds=time.monotonic() - began,
            command=shlex.join(["cutcard", "duel", first, second, *told, *played]),
            kernel=kernel,
            reason=lab_pairs.why_engine(first, second, rules, pairs),
        )


def duel_rules(first: str, second: str, /, *, pairs: int, changes: Mapping[str, object]) -> Rules:
    """The rules of a duel that can be played; otherwise the complaint about it."""
    rules = SHELF.load("blockhead").rules.changed(changes)
    lab_pairs.check_duel(rules, pairs)
    for name in (first, second):
        if name not in PLAYERS:
            hint = nearest(name, list(PLAYERS))
            raise UnknownPlayer(f"there is no player {quoted(name)}: {hint}")
        check_contestant(name, stream(0), rules)
    return rules
