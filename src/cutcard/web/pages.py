"""The application's pages: one document for all of them, and the static files behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from cutcard.web.jobs import Jobs

STATIC: Final = Path(__file__).parent / "static"

PAGES: Final = ("/", "/play", "/blockhead", "/train", "/lab", "/tables", "/table/{table}")
"""Addresses that show a page; app.js has the same list and picks the module."""


async def page(request: Request) -> Response:
    """The document; the browser fills it by its address."""
    jobs: Jobs = request.app.state.jobs
    jobs.expect_questions()
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})


def routes() -> list[BaseRoute]:
    """The routes of pages and static files."""
    return [
        *(Route(path, page) for path in PAGES),
        Mount("/static", GZipMiddleware(StaticFiles(directory=STATIC))),
    ]
