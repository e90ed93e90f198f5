"""The crowd: connections of browsers, how many may be open, and how long each may take.

Nobody holds a connection by saying nothing: a request that does not come to its end in time is cut
off, and while there is no room, connections without a whole request make way for new ones, the
oldest first. A WebSocket is a seat's or a spectator's line to a table, which the hall counts.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from cutcard.net.door import descriptors
from cutcard.web.limits import Limits


class WebSocketLine(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    left: Callable[[], None]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.left()


class HttpLine(H11Protocol):
    """A connection that brings requests."""

    crowd: Crowd
    left: Callable[[], None]
    doing: object = None
    """What it did at the last look: the request, and the seconds that this may take."""
    since = -inf

    @property
    def half(self) -> bool:
        """Whether the next request is not here, or not all of it."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: object) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self.crowd.lines[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.depart()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        del self.crowd.lines[self]
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        assert isinstance(line, WebSocketLine)
        line.left = self.left

    def depart(self) -> None:
        """Be counted no longer."""
        if self in self.crowd.lines:
            del self.crowd.lines[self]
            self.left()

    def overdue(self, now: float, limits: Limits) -> bool:
        """Whether what it does takes too long."""
        cycle, seconds = self.cycle, inf
        if cycle is None or cycle.response_complete:
            seconds = limits.header_seconds
        elif self.flow.write_paused:
            seconds = limits.answer_seconds
        elif cycle.more_body:
            seconds = limits.body_seconds
        if self.doing != (cycle, seconds):
            self.doing, self.since = (cycle, seconds), now
        return now - self.since > seconds


class Crowd:
    """All connections of browsers: the room behind the door."""

    farewell = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

    def __init__(
        self, config: uvicorn.Config, state: ServerState, limits: Limits, proxy: str | None
    ) -> None:
        self.lines: dict[HttpLine, None] = {}
        """Connections that are no WebSockets, the oldest first."""
        self._config = config
        self._state = state
        self._limits = limits
        self._proxy = proxy
        self._most = min(limits.lines, descriptors() - limits.descriptors_kept)

    def client(self, left: Callable[[], None]) -> HttpLine:
        """A new connection, which calls `left` when it is closed."""
        line = HttpLine(config=self._config, server_state=self._state, app_state={})
        line.crowd, line.left = self, left
        return line

    def full(self, host: str, *, here: int, from_host: int, entering: int) -> str:
        """Why nobody else can come in from a host; empty if somebody can."""
        if here >= self._most and not self._make_room(None):
            return f"{self._most:,} are open"
        most = self._limits.lines_of_address
        if host != self._proxy and from_host >= most and not self._make_room(host):
            return f"{most:,} are open from {host}"
        return ""

    def _make_room(self, host: str | None) -> bool:
        """Close the oldest connection without a whole request, from a host or from anywhere."""
        for line in self.lines:
            if line.half and (host is None or line.client is None or line.client[0] == host):
                line.depart()
                line.transport.abort()
                return True
        return False

    def sweep(self, now: float) -> None:
        """Close connections on which something takes too long."""
        for line in [line for line in self.lines if line.overdue(now, self._limits)]:
            line.transport.abort()
