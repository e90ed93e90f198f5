"""Manners at the door: who may ask, how much, and which headers every answer carries.

A page from elsewhere must not act for a person who has a table open: a request's Host must be one
of ours (a foreign name that resolves to this machine is refused), and an Origin, where the browser
sends one, must be that host. Requests that change something, and WebSockets, must send one.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY: Final = 128 * 1024
"""Bytes of a request's body, at most, where nothing larger is asked for."""

PAUSE: Final = 1.0
"""Seconds until somebody who sends too much is told so: the next request comes no sooner."""

_READING: Final = ("GET", "HEAD", "OPTIONS")

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none';"
        " form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Manners:
    """Turns away requests from strangers' pages and bodies beyond measure; adds the headers."""

    def __init__(self, app: ASGIApp, names: frozenset[str], larger: Mapping[str, int]) -> None:
        self._app = app
        self._larger = larger
        """Bytes of a body, at most, where they are more than usual, by path."""
        self._names = names
        """Names of this host, beside localhost and addresses written in digits."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]
        }
        complaint = self._complaint(scope, headers)
        if complaint is not None:
            if complaint[0] == 413:
                await asyncio.sleep(PAUSE)
            await _turn_away(scope, receive, send, *complaint)
            return
        if scope["type"] == "websocket":  # whose messages have limits of their own
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_ENCODED]
            await send(message)

        await self._app(scope, _measured(receive, self._most(scope)), send_with_headers)

    def _complaint(self, scope: Scope, headers: Mapping[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return 421, f"{host!r} is not a name of this host: 'cutcard web --name' adds one"
        origin = headers.get("origin")
        changing = scope["type"] == "websocket" or scope["method"] not in _READING
        if origin is None and changing:
            return 403, "this request needs an Origin header: that of the page that sends it"
        if origin is not None and not _is_of(origin, host):
            return 403, f"a page from {origin!r} may not ask this host"
        length = headers.get("content-length", "0")
        if scope["type"] == "http" and (not length.isdecimal() or int(length) > self._most(scope)):
            return 413, f"a body of {length} bytes is too large: the most is {self._most(scope)}"
        return None

    def _most(self, scope: Scope) -> int:
        return self._larger.get(scope["path"], LARGEST_BODY)

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _is_of(origin: str, host: str) -> bool:
    """Whether an origin is a page of this host."""
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # not an address at all
        return False


_ENCODED: Final = [(name.encode(), text.encode()) for name, text in HEADERS.items()]


class TooLarge(Exception):
    """A body that turned out larger than it said."""


def _measured(receive: Receive, most: int) -> Receive:
    """Receive no more than the largest body, whatever its length was said to be."""
    size = 0

    async def receive_measured() -> Message:
        nonlocal size
        message = await receive()
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            if size > most:
                raise TooLarge
        return message

    return receive_measured


async def _turn_away(
    scope: Scope, receive: Receive, send: Send, status: int, sentence: str
) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": sentence[:120]})
        return
    body = json.dumps({"error": sentence}).encode()
    kind = (b"content-type", b"application/json")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *_ENCODED]})
    await send({"type": "http.response.body", "body": body})
