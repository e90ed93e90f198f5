"""Exact answers: rules solved, charts with their values, edited cells, advice, games compared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request

from cutcard.blackjack.presets import BEST, chart_names
from cutcard.study.question import TWO_CARD
from cutcard.web.api.game_rules import CHANGES, GAME
from cutcard.web.operations import Operation
from cutcard.web.seats import address_of
from cutcard.web.shapes import (
    Choice,
    Each,
    Fields,
    Maybe,
    Named,
    Real,
    Shape,
    Text,
    Told,
    Whole,
)

CHART: Final = Maybe(Choice((*chart_names(), BEST)))
"""A chart by name; null is that of the game."""

CELLS: Final = Named(Text(5, r"[SHDPR][shdpr]{0,4}", "letters such as H or Rs"), 900)
"""Edited cells by hand and dealer, such as "16 10": "Rs"."""

_CARDS: Final = Text(200, r"[A-Za-z0-9, ]*", "cards, as in 8 8")

_CHANGED: Final[dict[str, Shape]] = {"changes": CHANGES}
_EDITED: Final = Fields(
    GAME,
    {**_CHANGED, "chart": CHART, "cells": CELLS},
    {"changes": {}, "chart": None, "cells": {}},
)

_LABELLED: Final = Fields({"name": Text(5), "label": Text(10)})
_CELL: Final = Fields(
    {
        "row": Text(5),
        "column": Text(5),
        "cell": Text(5),
        "words": Text(100),
        "played": Maybe(Text(20)),
        "values": Each(Fields({"action": Text(20), "worth": Real()})),
    }
)


def asking(work: str) -> Callable[[Request, Any], Awaitable[Any]]:
    """Hand a request to a worker, and its answer back."""

    async def handle(request: Request, given: dict[str, Any]) -> Any:
        return await request.app.state.jobs.ask(work, given, address_of(request))

    return handle


_FEW_CELLS: Final = Named(CELLS.shape, 100)
"""As many as are weighed one by one."""

OPERATIONS: Final = (
    Operation(
        "POST",
        "/api/solve",
        "What the best play, or a chart by name, is worth: all that `cutcard solve --json` prints.",
        asking("solve"),
        Told({"edge": Real(), "play": Text(200), "shoe": Text(400)}, "as cutcard solve --json"),
        body=Fields(
            GAME,
            {
                **_CHANGED,
                "chart": Maybe(Choice((*chart_names(), BEST, TWO_CARD))),
                "removed": _CARDS,
            },
            {"changes": {}, "chart": None, "removed": ""},
        ),
    ),
    Operation(
        "POST",
        "/api/chart",
        "A chart, its edge, and what every action is worth in every cell, the best first.",
        asking("chart"),
        Fields(
            {
                "title": Text(400),
                "name": Text(40),
                "digest": Text(8),
                "edge": Real(),
                "shoe": Text(400),
                "split_model": Text(400),
                "short": Each(Text(100)),
                "heading": Text(200),
                "columns": Each(_LABELLED),
                "parts": Each(Fields({"name": Text(10), "rows": Each(_LABELLED)})),
                "cells": Each(_CELL),
            }
        ),
        body=_EDITED,
    ),
    Operation(
        "POST",
        "/api/cost",
        "What edited cells of a chart cost, exactly: each alone, and all of them together.",
        asking("cost"),
        Fields(
            {
                "chart": Text(40),
                "before": Real(),
                "after": Real(),
                "cost": Real(),
                "cells": Each(
                    Fields(
                        {
                            "row": Text(5),
                            "column": Text(5),
                            "before": Text(5),
                            "after": Text(5),
                            "cost": Real(),
                        }
                    )
                ),
            }
        ),
        body=Fields(GAME, {**_EDITED.optional, "cells": _FEW_CELLS}, _EDITED.otherwise),
    ),
    Operation(
        "POST",
        "/api/advise",
        "What every action on a hand is worth: all that `cutcard advise --json` prints.",
        asking("advise"),
        Told({"actions": Each(Told({"value": Real()}, "an action"))}, "as cutcard advise --json"),
        body=Fields(
            {**GAME, "hand": _CARDS, "dealer": _CARDS},
            {**_CHANGED, "seen": _CARDS, "hands": Whole(1, 8)},
            {"changes": {}, "seen": "", "hands": 1},
        ),
    ),
    Operation(
        "POST",
        "/api/compare",
        "What games are worth side by side, by the best play and by their charts.",
        asking("compare"),
        Fields({"games": Each(Told({"title": Text(400), "cost": Real()}, "as cutcard compare"))}),
        body=Fields({"games": Each(Fields(GAME, _CHANGED, {"changes": {}}), 1, 6)}),
    ),
)
