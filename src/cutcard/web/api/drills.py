"""Drills and progress over JSON."""

from __future__ import annotations

from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cutcard.blackjack.strategy.count_files import count_names
from cutcard.games import game_names, is_blockhead
from cutcard.study.drills.catalogue import DRILLS
from cutcard.web.api.game_rules import CHANGES, GAME
from cutcard.web.chosen import shipped
from cutcard.web.drills import LONGEST_SITTING, Practice
from cutcard.web.operations import Operation
from cutcard.web.shapes import (
    Choice,
    Each,
    Either,
    Fields,
    Free,
    Maybe,
    Real,
    Text,
    Whole,
)
from cutcard.web.tables.routes import known_seat, seated, with_token

_LESSON: Final = Fields(
    {"drill": Choice(tuple(DRILLS)), **GAME},
    {
        "changes": CHANGES,
        "chart": Maybe(Choice(("best",))),
        "count": Choice(tuple(count_names())),
        "cards": Either((Choice(("round",)), Whole(1, 10))),
        "groups": Either((Choice(("shoe",)), Whole(1, 100))),
        "seed": Maybe(Whole(0, 2**63 - 1)),
    },
    {"changes": {}, "chart": None, "count": "hi-lo", "cards": 2, "groups": 1, "seed": None},
)
_EXERCISE: Final = Free("an exercise: a hand to decide about, cards to count, or a tray")
_PROGRESS: Final = Each(
    Fields(
        {
            "drill": Text(300),
            "game": Text(300),
            "by": Text(300),
            "sittings": Whole(0),
            "asked": Whole(0),
            "right": Whole(0),
            "cost": Real(0),
            "missed": Each(
                Fields(
                    {
                        "item": Text(300),
                        "missed": Whole(1),
                        "asked": Whole(1),
                        "cost": Real(0),
                        "due": Maybe(Whole(1)),
                    }
                )
            ),
        }
    )
)


def _practice(request: Request) -> Practice:
    practice: Practice = request.app.state.practice
    return practice


async def offered(request: Request, given: None) -> dict[str, Any]:
    """The drills, and what they can be about."""
    games = [name for name in game_names() if not is_blockhead(name)]
    return {
        "drills": [{"name": name, "says": says} for name, says in DRILLS.items()],
        "games": [{"name": name, "title": shipped(name).title} for name in games],
        "counts": count_names(),
    }


async def begin(request: Request, given: dict[str, Any]) -> Response:
    """Begin a sitting."""
    seat, token = await seated(request)
    return with_token(request, await _practice(request).begin(seat.number, given), token)


async def answer(request: Request, given: dict[str, Any]) -> dict[str, Any]:
    """Answer the exercise that is posed."""
    seat, name = await _seat(request), request.path_params["sitting"]
    return await _practice(request).answer(seat, name, given["reply"], given["number"])


async def sitting_report(request: Request, given: None) -> dict[str, Any]:
    """What a sitting has come to."""
    return _practice(request).report(await _seat(request), request.path_params["sitting"])


async def progress(request: Request, given: None) -> dict[str, Any]:
    """What all sittings of this seat came to."""
    seat = await known_seat(request)
    return {"progress": [] if seat is None else await _practice(request).progress(seat.number)}


async def progress_file(request: Request, given: None) -> dict[str, Any]:
    """The logbook of this seat, to take along."""
    return await _practice(request).document(await _seat(request))


async def bring_progress(request: Request, given: Any) -> Response:
    """Add a logbook that was taken along."""
    seat, token = await seated(request)
    words = await _practice(request).bring(seat.number, given)
    return with_token(request, {"words": words}, token)


async def _seat(request: Request) -> int:
    seat = await known_seat(request)
    if seat is None:
        raise HTTPException(404, "nothing was practised from this browser yet")
    return seat.number


_NAMES: Final = {"sitting": Text(40, r"[\w-]+", "a sitting's name")}

OPERATIONS: Final = (
    Operation(
        "GET",
        "/api/drills",
        "The drills, and the games and counts that they can be about.",
        offered,
        Fields(
            {
                "drills": Each(Fields({"name": Text(40), "says": Text(200)})),
                "games": Each(Fields({"name": Text(40), "title": Text(400)})),
                "counts": Each(Text(40)),
            }
        ),
    ),
    Operation(
        "POST",
        "/api/drills",
        "Begin a sitting; what this seat missed before comes back.",
        begin,
        Fields(
            {
                "sitting": Text(40),
                "subject": Text(700),
                "seed": Whole(0),
                "coming_back": Whole(0),
                "exercise": _EXERCISE,
            }
        ),
        body=_LESSON,
    ),
    Operation(
        "POST",
        "/api/drills/{sitting}",
        "Answer the exercise of this number, counted from 0; the next one is posed.",
        answer,
        Fields(
            {
                "mark": Free("how the reply was marked, and why"),
                "asked": Whole(1, LONGEST_SITTING),
                "right": Whole(0, LONGEST_SITTING),
                "exercise": _EXERCISE,
            }
        ),
        body=Fields({"reply": Text(20), "number": Whole(0, LONGEST_SITTING)}),
        names=_NAMES,
    ),
    Operation(
        "GET",
        "/api/drills/{sitting}",
        "What a sitting has come to.",
        sitting_report,
        Free("the report, as `cutcard drill --json` prints it"),
        names=_NAMES,
    ),
    Operation(
        "GET",
        "/api/progress",
        "What all sittings of this seat came to, by subject.",
        progress,
        Fields({"progress": _PROGRESS}),
    ),
    Operation(
        "GET",
        "/api/progress/file",
        "The logbook of this seat, as `cutcard drill --import` reads it.",
        progress_file,
        Free("a sealed logbook"),
    ),
    Operation(
        "POST",
        "/api/progress",
        "Add the sittings of a logbook that this seat has not.",
        bring_progress,
        Fields({"words": Text(200)}),
        body=Free("a sealed logbook"),
        large=1_000_000,
    ),
)
