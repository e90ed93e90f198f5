"""The application: every room's routes behind one door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cutcard.errors import CutcardError, one_line
from cutcard.web import api, pages
from cutcard.web.jobs import Jobs, TooMuch, Unfinished
from cutcard.web.manners import Manners, TooLarge
from cutcard.web.operations import Gone


def make_application(names: frozenset[str] = frozenset()) -> Starlette:
    """The whole application; `names` are the host's names beside localhost and its addresses."""
    return Starlette(
        routes=[*pages.routes(), *api.routes()],
        lifespan=_open,
        middleware=[Middleware(Manners, names=names)],
        exception_handlers={
            CutcardError: _refuse,
            TooLarge: _too_large,
            TooMuch: _too_much,
            Unfinished: _unfinished,
            Gone: _gone,
            HTTPException: _no_such_page,
        },
    )


@asynccontextmanager
async def _open(app: Starlette) -> AsyncIterator[None]:
    """What all rooms share while the application runs."""
    async with Jobs() as app.state.jobs:
        yield


async def _refuse(request: Request, error: Exception) -> Response:
    """A sentence about what cannot be used, as the command line says it."""
    return JSONResponse({"error": one_line(str(error))}, 400)


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the body is too large"}, 413)


async def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def _too_much(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 429)


async def _unfinished(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 503)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody will read it
