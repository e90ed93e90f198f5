"""Operations: the routes of the JSON interface, each declared once for serving and describing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cutcard.errors import Invalid
from cutcard.web.jobs import TooMuch
from cutcard.web.manners import PAUSE
from cutcard.web.seats import address_of
from cutcard.web.shapes import Shape

Handle = Callable[[Request, Any], Awaitable[Any]]
"""Called with the request and its body as read; returns plain values, or a response."""

EVENTS: Final = "text/event-stream"
"""The media type of Server-Sent Events."""

ALWAYS: Final = {
    400: "It cannot be used; the sentence says why, and what is accepted.",
    403: "The Origin is missing, or not this host.",
    404: "There is nothing of this name.",
    405: "The path takes other methods.",
    413: "The body is too large.",
    421: "The Host is not a name of this host.",
    429: "This client has too much under way.",
    503: "It took too long, or the worker that did it has died.",
}
"""Refusals that any operation may answer with, each a sentence in `error`."""


@dataclass(frozen=True)
class Operation:
    """A method on a path: what it takes, what it answers, and who does it."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    says: str
    """A sentence for the description."""
    handle: Handle
    answer: Shape
    body: Shape | None = None
    names: Mapping[str, Shape] = field(default_factory=dict)
    """What stands in the path's braces."""
    status: int = 200
    media: str = "application/json"
    large: int = 0
    """Bytes of the body, at most, if they may be more than is usual; it is read apart."""


class Gone(Exception):
    """Whoever asked has gone away, or has asked for something else meanwhile."""


_READING: Final = asyncio.Lock()


def larger_bodies(operations: Sequence[Operation]) -> dict[str, int]:
    """The paths that take larger bodies than is usual, and how large."""
    return {operation.path: operation.large for operation in operations if operation.large}


def routes_of(operations: Sequence[Operation]) -> list[Route]:
    """A route for each path, which serves all of its methods."""
    paths: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method] = operation
    return [Route(path, _endpoint(by), methods=list(by)) for path, by in paths.items()]


def _endpoint(by_method: Mapping[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        operation = by_method[method]
        for name, shape in operation.names.items():
            try:
                shape.read(request.path_params[name], name)
            except Invalid as error:
                raise HTTPException(404, str(error)) from None
        given = None
        if operation.body is not None:
            hall, address = request.app.state.hall, address_of(request)
            try:
                hall.check_question(address)
                body = await request.body()
                if operation.large:
                    hall.check_large(address, len(body))
            except TooMuch:
                await asyncio.sleep(PAUSE)
                raise
            if operation.large:  # one at a time, so that play waits for no more than one
                async with _READING:
                    value = await asyncio.to_thread(_parsed, body)
            else:
                value = _parsed(body)
            given = operation.body.read(value, "the body")
        answer = await _while_there(request, operation.handle(request, given))
        if isinstance(answer, Response):
            return answer
        return JSONResponse(answer, operation.status)

    return endpoint


async def _while_there(request: Request, work: Awaitable[Any]) -> Any:
    """The answer of work that is cancelled if whoever asked for it goes away."""
    working = asyncio.ensure_future(work)
    going = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, going}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Gone
    finally:
        working.cancel()
        going.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Invalid("the body cannot be read: it takes JSON") from None


def _no_constant(word: str) -> None:
    raise ValueError(word)
