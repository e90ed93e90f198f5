"""The application: every room's routes behind one door."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cutcard.errors import CutcardError, one_line
from cutcard.web import pages
from cutcard.web.manners import Manners, TooLarge


def make_application(names: frozenset[str] = frozenset()) -> Starlette:
    """The whole application; `names` are the host's names beside localhost and its addresses."""
    return Starlette(
        routes=[*pages.routes()],
        middleware=[Middleware(Manners, names=names)],
        exception_handlers={
            CutcardError: _refuse,
            TooLarge: _too_large,
            HTTPException: _no_such_page,
        },
    )


async def _refuse(request: Request, error: Exception) -> Response:
    """A sentence about what cannot be used, as the command line says it."""
    return JSONResponse({"error": one_line(str(error))}, 400)


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the body is too large"}, 413)


async def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)
