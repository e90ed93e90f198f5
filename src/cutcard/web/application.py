"""The application: every room's routes behind one door."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from cutcard.errors import CutcardError, one_line
from cutcard.web import api, pages
from cutcard.web.crew import Unfinished
from cutcard.web.drills import Practice, asking
from cutcard.web.jobs import Jobs, TooMuch
from cutcard.web.limits import Limits
from cutcard.web.manners import HEADERS, PAUSE, Manners, TooLarge
from cutcard.web.operations import Gone, larger_bodies
from cutcard.web.seats import Answer
from cutcard.web.store.keeper import Store
from cutcard.web.tables.hall import Hall
from cutcard.web.tables.judge import Judge
from cutcard.web.tables.routes import table_routes


def make_application(
    store: Store, names: frozenset[str] = frozenset(), limits: Limits | None = None
) -> Starlette:
    """The whole application; `names` are the host's names beside localhost and its addresses."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        """What all rooms share while the application runs."""
        try:
            async with Jobs() as app.state.jobs:
                judge = Judge(app.state.jobs)
                app.state.hall = hall = Hall(store, judge, limits)
                app.state.practice = Practice(store, asking(judge))
                await hall.enter()
                yield
        finally:
            store.close()

    return Starlette(
        routes=[*pages.routes(), *api.routes(), *table_routes()],
        lifespan=lifespan,
        middleware=[Middleware(Manners, names=names, larger=larger_bodies(api.OPERATIONS))],
        exception_handlers={
            CutcardError: _refuse,
            TooLarge: _too_large,
            TooMuch: _too_much,
            Unfinished: _unfinished,
            Gone: _gone,
            HTTPException: _no_such_page,
            Exception: _failed,
        },
    )


async def _refuse(request: Request, error: Exception) -> Response:
    """A sentence about what cannot be used, as the command line says it."""
    return Answer({"error": one_line(str(error))}, 400)


async def _failed(request: Request, error: Exception) -> Response:
    """A fault of our own, whose traceback goes to stderr: beyond what adds the headers."""
    return Answer({"error": "the server has failed at this: its log says why"}, 500, HEADERS)


async def _too_large(request: Request, error: Exception) -> Response:
    await asyncio.sleep(PAUSE)
    return Answer({"error": "the body is too large"}, 413)


async def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return Answer({"error": error.detail}, error.status_code, error.headers)


async def _too_much(request: Request, error: Exception) -> Response:
    return Answer({"error": str(error)}, 429)


async def _unfinished(request: Request, error: Exception) -> Response:
    return Answer({"error": str(error)}, 503)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody will read it
