"""The door: accepts as many connections as the house can hold, and turns away the rest."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

from cutcard.net.client import Client
from cutcard.net.dealer import Dealer

AT_ONCE: Final = 64
"""Connections accepted in a row before seated players have their turn again."""

REST: Final = 0.25
"""Seconds without new connections when the system has run out of descriptors or memory."""

SELDOM: Final = 10.0
"""Seconds between two complaints."""

RESERVE: Final = 32
"""Descriptors kept for the record, the output and the like."""

MOST_DESCRIPTORS: Final = 65_536


class Door:
    """Listens, and lets clients in."""

    def __init__(self, dealer: Dealer, sockets: list[socket.socket], tell: Callable[[str], None]):
        self._dealer = dealer
        self._sockets = sockets
        self._tell = tell
        self._told = float("-inf")
        self._loop = asyncio.get_running_loop()
        self._from: Counter[str] = Counter()
        """Connections from each address that is not this machine's own."""
        self._entering: set[asyncio.Task[object]] = set()
        house = dealer.house
        self._connections = house.connections or _descriptors() - RESERVE
        self._unjoined = house.unjoined or max(1, self._connections // 2)

    def open(self) -> None:
        """Accept connections from now on."""
        for listening in self._sockets:
            self._loop.add_reader(listening, self._welcome, listening)

    def close(self) -> None:
        """Accept no more connections."""
        for listening in self._sockets:
            self._loop.remove_reader(listening)
            listening.close()
        self._sockets = []

    def _welcome(self, listening: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, address = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no descriptors, no memory
                self._complain(f"no connection can be accepted: {error.strerror}")
                for each in self._sockets:
                    self._loop.remove_reader(each)
                self._loop.call_later(REST, self.open)
                return
            connection.setblocking(False)
            with contextlib.suppress(OSError):  # a client that has already gone
                # asyncio does so only for sockets that name their protocol; these do not.
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            host = str(address[0])
            reason = self._full(host)
            if reason:
                self._complain(f"connections are turned away: {reason}")
                with contextlib.suppress(OSError):
                    connection.send(b"QUIT\0")
                connection.close()
            else:
                self._let_in(connection, "" if _is_loopback(host) else host)

    def _full(self, host: str) -> str:
        """Why nobody else can come in from there; empty if somebody can."""
        dealer = self._dealer
        entering = len(self._entering)
        if dealer.connections + entering >= self._connections:
            return f"{self._connections:,} are open (--connections)"
        if dealer.unjoined + entering >= self._unjoined:
            return f"{self._unjoined:,} have not joined yet (--unjoined)"
        most = dealer.house.per_address
        if most is not None and not _is_loopback(host) and self._from[host] >= most:
            return f"{most:,} are open from {host} (--per-address)"
        return ""

    def _let_in(self, connection: socket.socket, host: str) -> None:
        if host:
            self._from[host] += 1

        def left() -> None:
            self._from[host] -= 1
            if not self._from[host]:
                del self._from[host]

        def client() -> Client:
            return self._dealer.client(left if host else None)

        # The loop keeps only a weak reference to a task.
        entering = self._loop.create_task(self._loop.connect_accepted_socket(client, connection))
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


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _descriptors() -> int:
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
