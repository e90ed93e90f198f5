"""The JSON interface: one module for each subject, all declared as operations."""

from __future__ import annotations

from importlib.metadata import version

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from cutcard.report.chart_html import colour_style
from cutcard.web.api import charts, drills, experiments, game_rules
from cutcard.web.openapi import description
from cutcard.web.operations import Operation, routes_of

OPERATIONS: tuple[Operation, ...] = (
    *game_rules.OPERATIONS,
    *charts.OPERATIONS,
    *experiments.OPERATIONS,
    *drills.OPERATIONS,
)


async def described(request: Request) -> Response:
    """The description of the interface."""
    return JSONResponse(description(OPERATIONS, version("cutcard")))


async def chart_colours(request: Request) -> Response:
    """The colours of a chart's letters, as the reports have them."""
    return Response(colour_style(), media_type="text/css", headers={"cache-control": "no-cache"})


def routes() -> list[BaseRoute]:
    """The routes of the interface, and of its description."""
    return [
        *routes_of(OPERATIONS),
        Route("/openapi.json", described),
        Route("/api/chart.css", chart_colours),
    ]
