"""The service: the application on a port, until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from uvicorn.config import STARTUP_FAILURE

from cutcard.errors import Invalid
from cutcard.lab.interrupts import run_async
from cutcard.net.door import Door
from cutcard.web.application import make_application
from cutcard.web.crowd import Crowd, HttpLine, WebSocketLine
from cutcard.web.limits import Limits
from cutcard.web.store.keeper import Store


def run_web(
    host: str,
    port: int,
    names: frozenset[str],
    announce: Callable[[str], None],
    store: str | None = None,
    proxy: str | None = None,
) -> int:
    """Serve until Ctrl-C or SIGTERM; announce the address once browsers can come."""
    listening = listen(host, port)
    server = server_of(make_application(Store.open(store, alone=True), names), proxy=proxy)
    taken = listening.getsockname()
    shown = "127.0.0.1" if ipaddress.ip_address(taken[0]).is_unspecified else taken[0]
    shown = f"[{shown}]" if ":" in shown else shown
    announce(f"http://{shown}:{taken[1]}/")
    # When all is closed, uvicorn raises again what it was told to stop by. As an interruption it
    # lets Python put its worker processes away; SIGTERM by itself would not.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _collect_seldom()
    with suppress(KeyboardInterrupt):
        run_async(lambda: server.serve([listening]))
    return 0


def _collect_seldom() -> None:
    """Look for cycles of garbage seldom: a decision makes many objects and hardly any cycle."""
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(50_000, 20, 50)


class Server(uvicorn.Server):
    """A server behind a door, which bounds connections and the time that requests may take."""

    def __init__(self, config: uvicorn.Config, limits: Limits, proxy: str | None) -> None:
        super().__init__(config)
        self._crowd = Crowd(config, self.server_state, limits, proxy)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door once the application is ready."""
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(STARTUP_FAILURE)
        sockets = sockets or [listen("127.0.0.1", 0)]
        for each in sockets:
            each.setblocking(False)
        door = Door(self._crowd, sockets, _tell)
        door.open()
        self.servers = [door]  # type: ignore[list-item]
        self.started = True

    async def on_tick(self, counter: int) -> bool:
        """Look, twice a second, for connections that take too long."""
        if counter % 5 == 0:
            self._crowd.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)


def _tell(sentence: str) -> None:
    sys.stderr.write(f"cutcard: {sentence}\n")
    sys.stderr.flush()


def server_of(
    app: Starlette, limits: Limits | None = None, proxy: str | None = None
) -> uvicorn.Server:
    """A server of an application, which takes any socket to listen on.

    From the proxy's address, if there is one, it believes for whom a request is.
    """
    config = uvicorn.Config(
        app,
        port=0,
        http=HttpLine,
        ws=WebSocketLine,
        ws_max_size=64 * 1024,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        log_config=None,  # what goes wrong is told on stderr, and nobody's handlers are replaced
        log_level="error",  # not what strangers send: they would fill the disk
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    config.load()
    return Server(config, limits or Limits(), proxy)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # With its protocol named, asyncio sends at once what is written, and does not collect it.
        listening = socket.socket(*found[:3])
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _watch_lines(listening)
        listening.bind(found[4])
        listening.listen(128)
    except UnicodeError:
        raise Invalid(f"cannot listen on {host!r}: it is not a host's name or address") from None
    except OSError as error:
        raise Invalid(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return listening


def _watch_lines(listening: socket.socket) -> None:
    """Have the system notice browsers that vanish without a word, within a minute."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 20), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):  # not every system has them
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
