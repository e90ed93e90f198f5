"""What exploiters win from a policy in the real deck, measured after sampled starts.

A start is four open cards; all that may follow them is computed. The more an exploiter may do, the
longer that takes. So there is a ladder of exploiters: what the first wins is measured after many
starts, and how much more each of the others wins than the one before it after fewer, which differ
less. The sum of the means is what the last one wins. Each step draws starts of its own,
independently, so that the squares of the errors add up.

Starts are drawn by their odds, in order of their leads: all odds are divided into parts of the same
size, and two starts are drawn from each. How far the two differ tells how certain the mean is,
whatever the parts have to do with each other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from math import isfinite, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import numpy as np

from cutcard.blockhead.equilibrium.biddings import RAISE
from cutcard.blockhead.equilibrium.blueprint import Blueprint, Stored
from cutcard.blockhead.equilibrium.first_bids import exploit_start
from cutcard.blockhead.equilibrium.lead_tree import starts, unseen
from cutcard.blockhead.equilibrium.real_deck import ExploiterScope
from cutcard.blockhead.equilibrium.saved import policy_digest, save_blueprint
from cutcard.blockhead.rules import Rules
from cutcard.documents import BrokenSeal, MissingFile, read_json, sealed, unsealed
from cutcard.errors import CutcardError, Invalid
from cutcard.files import write_whole, written_alone
from cutcard.lab.pool import Pool
from cutcard.streams import stream

if TYPE_CHECKING:
    from cutcard.blockhead.equilibrium.lead_tree import Start
    from cutcard.study.equilibria import Show

WHAT: Final = "the progress"

_TEN: Final = np.array([RAISE], np.int32)
_ANY: Final = np.arange(Rules().least_raise, Rules().most_raise + 1, dtype=np.int32)
_STAKES: Final = (
    np.array([-18.0, -9.0, -4.0, 0.0, 4.0, 9.0, 18.0]),
    np.array([-36.0, -10.0, 0.0, 10.0, 36.0]),
)
"""How far stakes are from what was read where an exploiter's worth is computed. Between them, lines
are drawn. What a best response wins is convex there, so that lines make it rather more."""


class Rung(NamedTuple):
    """A step of the ladder of exploiters."""

    exploiter: ExploiterScope
    times: int
    """How many samples it has for each of the last step."""
    seconds: float
    """How long a sample takes, more or less."""


LADDER: Final = (
    Rung(ExploiterScope(_TEN, _TEN, np.zeros(1), np.zeros(1)), 16, 1.5),
    Rung(ExploiterScope(_ANY, _TEN, *_STAKES), 4, 8.0),
    Rung(ExploiterScope(_ANY, _ANY, *_STAKES), 1, 60.0),
)
"""Raises of 10; of any size, but of 10 in the last bidding round; of any size."""


class MeanWon(NamedTuple):
    """What an exploiter wins on average, in chips a deal, and how certain that is."""

    value: float
    stderr: float
    samples: int

    @classmethod
    def of(cls, results: Sequence[float]) -> Self:
        """The mean of results that were drawn two by two, each two from a part of the same odds."""
        pairs = list(zip(results[::2], results[1::2], strict=True))
        apart = sum((one - two) ** 2 for one, two in pairs)
        return cls(fmean(results), sqrt(apart) / (2 * len(pairs)), len(results))


@dataclass(frozen=True)
class Measured:
    """What exploiters win from a policy in the real deck. A tied pot is divided."""

    any_raise: MeanWon
    """The exploiter raises by any number of chips, and is told how each raise is read."""
    one_raise: MeanWon
    """The exploiter raises by 10 alone."""


class SampledStart(NamedTuple):
    """A start, and the step of the ladder that is asked there."""

    start: Start
    rung: int


@dataclass(frozen=True)
class Sampling:
    """A measurement: how many samples of the last step, and the seed that draws all."""

    samples: int
    """An odd number counts as the next even one."""
    seed: int

    @property
    def many(self) -> list[int]:
        """How many samples each step has."""
        return [rung.times * (self.samples + self.samples % 2) for rung in LADDER]

    def drawn(self) -> list[SampledStart]:
        """All samples, in the order in which they are computed: the longest first."""
        return [
            SampledStart(start, rung)
            for rung, many in reversed(list(enumerate(self.many)))
            for start in drawn_starts(many, stream(self.seed, rung))
        ]

    def measured(self, results: Sequence[float]) -> Measured:
        """What the results of all samples say."""
        steps, rest = [], iter(results)
        for many in reversed(self.many):
            steps.append(MeanWon.of(list(islice(rest, many))))
        error = sqrt(sum(step.stderr**2 for step in steps))
        whole = MeanWon(sum(step.value for step in steps), error, len(results))
        return Measured(whole, steps[-1])


def drawn_starts(samples: int, random: Random) -> list[Start]:
    """Starts drawn by their odds, two from each of as many parts as there are twos.

    A part is a stretch of the starts, which are in order of their leads.
    """
    known = sorted(starts(), key=lambda start: (start[1], start[0]))
    up_to = list(accumulate(starts()[start] for start in known))
    parts = samples // 2
    places = [(part + random.random()) / parts for part in range(parts) for _ in range(2)]
    return [known[min(int(at), len(known) - 1)] for at in np.searchsorted(up_to, places)]


def measure(
    blueprint: Blueprint,
    sampling: Sampling,
    pool: Pool,
    kept: SampleProgress | None = None,
    show: Show = lambda *_: None,
) -> Measured:
    """What exploiters win from a policy in the real deck."""
    samples = sampling.drawn()
    results = [] if kept is None else kept.load(len(samples))
    stake = blueprint.rules.ante

    def block(sample: SampledStart) -> tuple[SampledStart, int, Stored, Stored]:
        opener, answerer = (blueprint.beginnings[stake, sample.start[1], seat] for seat in (0, 1))
        return sample, stake, opener, answerer

    def tell() -> None:
        seconds = [LADDER[sample.rung].seconds for sample in samples]
        show("exploiting", sum(seconds[: len(results)]), sum(seconds))

    tell()
    for won in pool.run(won_after, map(block, samples[len(results) :])):
        results.append(won)
        if kept is not None:
            kept.save(results)
        tell()
    return sampling.measured(results)


def won_after(sample: SampledStart, stake: int, *players: Stored) -> float:
    """How much more is won by an exploiter than by the one before it, on average of both seats.

    ``players`` are opener and answerer.
    """
    (cards, lead), rung = sample
    won = 0.0
    for seat in (0, 1):
        stored = players[1 - seat]
        policy = stored.opening, stored.blocks()
        for at, sign in ((rung, 1), (rung - 1, -1)) if rung else ((0, 1),):
            exploiter = LADDER[at].exploiter
            won += sign * exploit_start(unseen(cards), lead, float(stake), seat, *policy, exploiter)
    return won / 2


@dataclass(frozen=True)
class SampleProgress:
    """The file of a measurement: what was asked, and the results so far."""

    path: Path
    blueprint: Blueprint
    sampling: Sampling

    def load(self, most: int) -> list[float]:
        """The results so far, of at most some samples; none if there is no file yet."""
        try:
            content = unsealed(read_json(self.path))
            results = [float(won) for won in content["results"]]
            if len(results) > most or not all(map(isfinite, results)):
                raise ValueError(results)
        except MissingFile:
            return []
        except (BrokenSeal, KeyError, TypeError, ValueError):
            raise Invalid(f"{WHAT} {self.path} is damaged, or something else") from None
        if content.get("asked") != self._asked():
            raise CutcardError(
                f"{self.path} belongs to another measurement: go on with that, or name another file"
            )
        return results

    def save(self, results: Sequence[float]) -> None:
        """Write the results so far."""
        content = sealed({"asked": self._asked(), "results": list(results)})
        write_whole(self.path, json.dumps(content) + "\n", WHAT)

    def _asked(self) -> dict[str, Any]:
        """What must be the same for results to be usable."""
        return {
            "kind": "cutcard equilibrium samples",
            "policy": policy_digest(self.blueprint),
            "samples": self.sampling.many,
            "seed": self.sampling.seed,
            "stakes": [stakes.tolist() for stakes in _STAKES],
        }


def measured_and_kept(
    blueprint: Blueprint,
    sampling: Sampling,
    pool: Pool,
    progress: Path | None,
    out: Path | None,
    show: Show,
) -> Blueprint:
    """A policy that knows what it was measured to lose.

    Results are kept in the file of the progress as they come, and the policy in its own, if named.
    """
    with ExitStack() as stack:
        kept = None
        if progress is not None:
            kept = SampleProgress(progress, blueprint, sampling)
            stack.enter_context(written_alone(progress, WHAT))
        measured = measure(blueprint, sampling, pool, kept, show)
    told = {
        "exploitability": list(measured.any_raise),
        "exploitability_by_10": list(measured.one_raise),
        "seed": sampling.seed,
    }
    blueprint = replace(blueprint, made={**blueprint.made, **told})
    if out is not None:
        save_blueprint(out, blueprint)
    return blueprint
