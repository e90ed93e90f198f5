"""Experiments: simulations and duels that are followed live, stopped, and bet on afterwards.

Starting one answers with its name. `GET /api/jobs/{job}/events` follows it as Server-Sent Events:
each event holds the whole of what is known, so that a lost connection only has to be made again.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import StreamingResponse

from cutcard.blackjack.session import MOST_CHIPS
from cutcard.blackjack.strategy.count_files import count_names
from cutcard.blackjack.strategy.ramp import read_plain_ramp
from cutcard.blockhead.players import PLAYERS, WAYS
from cutcard.errors import Illegal
from cutcard.report.simulations import BANKROLL, RISK
from cutcard.study.bets import HORIZON
from cutcard.web.api.charts import CELLS, CHART
from cutcard.web.api.game_rules import BLOCKHEAD_CHANGES, CHANGES, GAME
from cutcard.web.jobs import Job
from cutcard.web.operations import EVENTS, Operation
from cutcard.web.seats import address_of
from cutcard.web.shapes import Choice, Each, Fields, Free, Maybe, Real, Shape, Text, Told, Whole

MOST_ROUNDS: Final = 2_000_000_000
MOST_PAIRS: Final = 1_000_000
MOST_HORIZON: Final = 100_000
"""Rounds in which bankrolls are sampled while somebody waits."""

_SEED: Final = Maybe(Whole(0, 2**53 - 1))
"""As large as a browser's numbers are exact; null asks for a new one."""
_RAMP: Final = Text(200, r"[0-9:,+ -]+", "steps such as 1:2,2:4,3:8, or 1-8")
_BANKROLL: Final = Whole(1, MOST_CHIPS)
_RISK: Final = Real(0, 1, between=True)


async def choices(request: Request, given: None) -> dict[str, Any]:
    """The counts and players by name."""
    players = [{"name": name, "way": WAYS[name]} for name in PLAYERS]
    return {"counts": count_names(), "players": players}


async def simulate(request: Request, given: dict[str, Any]) -> dict[str, Any]:
    """Start a simulation."""
    return await _started(request, "simulate", given)


async def duel(request: Request, given: dict[str, Any]) -> dict[str, Any]:
    """Start a duel."""
    return await _started(request, "duel", given)


async def _started(request: Request, work: str, given: dict[str, Any]) -> dict[str, Any]:
    if given["seed"] is None:
        given["seed"] = secrets.randbits(32)
    jobs, client = request.app.state.jobs, address_of(request)
    await jobs.ask("check", {**given, "work": work}, client)
    job: Job = jobs.start(work, given, client)
    return job.as_dict()


def _job(request: Request) -> Job:
    job: Job | None = request.app.state.jobs.job(request.path_params["job"])
    if job is None:
        raise HTTPException(404, "there is no such experiment, or it has been forgotten")
    return job


async def state(request: Request, given: None) -> dict[str, Any]:
    """How far an experiment is, and what it has found."""
    return _job(request).as_dict()


async def events(request: Request, given: None) -> StreamingResponse:
    """An experiment as it goes on."""
    return StreamingResponse(
        _events(_job(request)),
        media_type=EVENTS,
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _events(job: Job) -> AsyncIterator[str]:
    async for news in job.follow():
        yield ": still here\n\n" if news is None else f"data: {json.dumps(news)}\n\n"


async def stop(request: Request, given: None) -> dict[str, Any]:
    """Stop an experiment; what it has found by then is kept."""
    job = _job(request)
    job.stop.set()
    async for _ in job.follow():
        pass
    return job.as_dict()


async def bets(request: Request, given: dict[str, Any]) -> Any:
    """What other bets would have earned on the rounds of a simulation."""
    job = _job(request)
    if job.table is None:
        raise Illegal("nothing has been played yet on which bets could be laid")
    read_plain_ramp(given["ramp"])
    asked = {**given, "table": job.table}
    return await request.app.state.jobs.ask("bets", asked, address_of(request))


_NAMED: Final[dict[str, Shape]] = {"job": Text(40, r"[\w-]+", "an experiment's name")}

JOB: Final = Fields(
    {
        "job": Text(40),
        "work": Choice(("simulate", "duel")),
        "asked": Free("What was asked for, the seed included."),
        "state": Choice(("waiting", "running", "done", "stopped", "failed")),
        "found": Maybe(Told({}, "as cutcard simulate --json or cutcard duel --json print it")),
        "error": Maybe(Text(1000)),
    }
)

_COUNTING: Final[dict[str, Shape]] = {
    "count": Maybe(Choice(tuple(count_names()))),
    "ramp": Maybe(_RAMP),
    "indices": Maybe(Text(200, r"[a-z0-9, -]+", "all, none, or names with commas")),
}

OPERATIONS: Final = (
    Operation(
        "GET",
        "/api/choices",
        "The counts that a simulation can keep, and the players of Blockhead Poker.",
        choices,
        Fields(
            {
                "counts": Each(Text(40)),
                "players": Each(Fields({"name": Text(40), "way": Text(100)})),
            }
        ),
    ),
    Operation(
        "POST",
        "/api/simulate",
        "Start a simulation: the same figures as `cutcard simulate` with the same seed.",
        simulate,
        JOB,
        body=Fields(
            GAME,
            {
                "changes": CHANGES,
                "chart": CHART,
                "cells": CELLS,
                **_COUNTING,
                "rounds": Whole(2, MOST_ROUNDS),
                "seed": _SEED,
                "bankroll": Maybe(_BANKROLL),
                "risk": Maybe(_RISK),
            },
            {
                "changes": {},
                "chart": None,
                "cells": {},
                "count": None,
                "ramp": None,
                "indices": None,
                "rounds": 10_000_000,
                "seed": None,
                "bankroll": None,
                "risk": None,
            },
        ),
        status=202,
    ),
    Operation(
        "POST",
        "/api/duel",
        "Start a duel of two players of Blockhead Poker: pairs of games with the same cards.",
        duel,
        JOB,
        body=Fields(
            {"first": Choice(tuple(PLAYERS)), "second": Choice(tuple(PLAYERS))},
            {"pairs": Whole(2, MOST_PAIRS), "seed": _SEED, "changes": BLOCKHEAD_CHANGES},
            {"pairs": 200, "seed": None, "changes": {}},
        ),
        status=202,
    ),
    Operation(
        "GET",
        "/api/jobs/{job}",
        "How far an experiment is, and what it has found.",
        state,
        JOB,
        names=_NAMED,
    ),
    Operation(
        "DELETE",
        "/api/jobs/{job}",
        "Stop an experiment; what it has found by then is kept, and can be repeated exactly.",
        stop,
        JOB,
        names=_NAMED,
    ),
    Operation(
        "GET",
        "/api/jobs/{job}/events",
        "Follow an experiment as Server-Sent Events: each holds the job as it is by then.",
        events,
        JOB,
        names=_NAMED,
        media=EVENTS,
    ),
    Operation(
        "POST",
        "/api/jobs/{job}/bets",
        "What other bets would have earned on a simulation's rounds, and what may become of a"
        " bankroll: no cards are dealt again.",
        bets,
        Told(
            {
                "win_rate_per_100": Real(),
                "n0": Maybe(Real(0)),
                "risk_of_ruin": Real(0, 1),
                "by_count": Each(Told({"count": Whole(), "bet": Whole(0)}, "a count")),
            },
            "the figures of cutcard simulate --json, and sampled bankrolls",
        ),
        body=Fields(
            {"ramp": _RAMP},
            {
                "leave": Maybe(Whole(-100, 100)),
                "bankroll": _BANKROLL,
                "risk": _RISK,
                "horizon": Whole(1, MOST_HORIZON),
            },
            {"leave": None, "bankroll": BANKROLL, "risk": RISK, "horizon": HORIZON},
        ),
        names=_NAMED,
    ),
)
