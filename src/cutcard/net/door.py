"""The door of a server: accepts as many connections as there is room for, and refuses the rest."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

AT_ONCE: Final = 64
"""Connections accepted in a row before seated players have their turn again."""

REST: Final = 0.25
"""Seconds without new connections when the system has run out of descriptors or memory."""

SELDOM: Final = 10.0
"""Seconds between two complaints."""

RESERVE: Final = 32
"""Descriptors kept for the record, the output and the like."""

MOST_DESCRIPTORS: Final = 65_536


class Room(Protocol):
    """Where those go who are let in."""

    farewell: bytes
    """Sent to those who are turned away."""

    def full(self, host: str, *, here: int, from_host: int, entering: int) -> str:
        """Return why nobody else can come in from a host; empty if somebody can.

        ``here`` are all open connections, ``entering`` those of them that have no client yet.
        """

    def client(self, left: Callable[[], None]) -> asyncio.BaseProtocol:
        """Return the protocol of a new connection; it calls ``left`` once when that is closed."""


class Door:
    """Listens, and lets clients into a room."""

    def __init__(self, room: Room, sockets: list[socket.socket], tell: Callable[[str], None]):
        self._room = room
        self.sockets = sockets
        self._tell = tell
        self._told = float("-inf")
        self._loop = asyncio.get_running_loop()
        self._open = 0
        self._from: Counter[str] = Counter()
        """Connections from each address."""
        self._entering: set[asyncio.Task[object]] = set()

    def open(self) -> None:
        """Accept connections from now on."""
        for listening in self.sockets:
            self._loop.add_reader(listening, self._welcome, listening)

    def close(self) -> None:
        """Accept no more connections."""
        for listening in self.sockets:
            self._loop.remove_reader(listening)
            listening.close()
        self.sockets = []

    async def wait_closed(self) -> None:
        """Return at once: what has been let in is the room's."""

    def _welcome(self, listening: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, address = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no descriptors, no memory
                self._complain(f"no connection can be accepted: {error.strerror}")
                for each in self.sockets:
                    self._loop.remove_reader(each)
                self._loop.call_later(REST, self.open)
                return
            connection.setblocking(False)
            with contextlib.suppress(OSError):  # a client that has already gone
                # asyncio does so only for sockets that name their protocol; these do not.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            host = str(address[0])
            reason = self._room.full(
                host,
                here=self._open,
                from_host=self._from[host],
                entering=len(self._entering),
            )
            if reason:
                self._complain(f"connections are turned away: {reason}")
                with contextlib.suppress(OSError):
                    connection.send(self._room.farewell)
                connection.close()
            else:
                self._let_in(connection, host)

    def _let_in(self, connection: socket.socket, host: str) -> None:
        self._open += 1
        self._from[host] += 1

        def left() -> None:
            self._open -= 1
            self._from[host] -= 1
            if not self._from[host]:
                del self._from[host]

        # The loop keeps only a weak reference to a task.
        entering = self._loop.create_task(
            self._loop.connect_accepted_socket(lambda: self._room.client(left), connection)
        )
        self._entering.add(entering)
        entering.add_done_callback(self._entered)

    def _entered(self, task: asyncio.Task[object]) -> None:
        self._entering.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._complain(f"a connection was lost at the door: {task.exception()}")

    def _complain(self, sentence: str) -> None:
        now = self._loop.time()
        if now - self._told >= SELDOM:
            self._told = now
            self._tell(sentence)


def descriptors() -> int:
    """Raise the limit of descriptors as far as the system allows, and return it."""
    try:
        import resource
    except ImportError:  # no such limit on this system
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard if hard != resource.RLIM_INFINITY else MOST_DESCRIPTORS, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY:
        return MOST_DESCRIPTORS
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(soft, RESERVE + 1)
