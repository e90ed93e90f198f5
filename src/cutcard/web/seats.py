"""Seats: who somebody is, without an account.

A seat is a token of 128 random bits in a cookie that scripts cannot read and other sites cannot
make a browser send. The store keeps only the token's digest, and knows the seat by its number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from cutcard.errors import Invalid

COOKIE: Final = "cutcard-seat"
_TOKEN: Final = re.compile("[0-9a-f]{32}")
_YEAR: Final = 365 * 24 * 3600


def token_from(cookies: Mapping[str, str]) -> str | None:
    """The token that these cookies hold, if it can be one."""
    token = cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def give_token(response: Response, request: Request, token: str) -> None:
    """Let the browser keep the token of its seat."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def address_of(connection: HTTPConnection) -> str:
    """The address that a request or a WebSocket comes from."""
    return connection.client.host if connection.client else ""


class Answer(Response):
    """A JSON answer; whatever a sentence quotes, it can be sent."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings."""
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Invalid("the body is not JSON") from None
    if not isinstance(sent, dict):
        raise Invalid("the body must be a JSON object, {…}")
    return sent
