"""Running a dealer until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cutcard.errors import CutcardError
from cutcard.lab.interrupts import run_async
from cutcard.net.client import LINGER
from cutcard.net.dealer import Dealer, Watch
from cutcard.net.door import RESERVE, Door, descriptors
from cutcard.net.house import House
from cutcard.net.record import Record

BACKLOG: Final = 4096


def run_dealer(
    house: House,
    host: str,
    port: int,
    record: Path | None = None,
    *,
    announce: Callable[[str, int], None] | None = None,
    watch: Watch | None = None,
    program: str = "cutcard",
) -> int:
    """Deal until stopped; Ctrl-C lets the rounds in play finish, a second one and SIGTERM do not.

    Whatever happens besides the play is reported on stderr.
    """

    def tell(sentence: str) -> None:
        sys.stderr.write(f"{program}: {sentence}\n")
        sys.stderr.flush()

    book = Record(record, "dealer", fsync=house.fsync) if record else None
    if book and book.dropped:
        tell(book.dropped)
    try:
        sockets = _listening(host, port)
        tell(f"a player has {house.decision_seconds:g} s to decide")

        def listening() -> None:
            if announce:
                announce(host, sockets[0].getsockname()[1])

        dealer = run_async(lambda: _deal(house, sockets, book, listening, watch, tell))
    finally:
        if book:
            book.close()
    if dealer.failure:
        raise CutcardError(f"the record {record} cannot be written: {dealer.failure.strerror}")
    if dealer.void or dealer.broken:
        tell(
            f"rounds: {dealer.played:,} played, {dealer.void:,} void, {dealer.broken:,} broken off"
        )
    if book:
        tell(f"the last seal of {record} is {book.last}")
    return 0


def _listening(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen on all addresses of a host."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        sockets: list[socket.socket] = []
        for family, _, _, _, address in dict.fromkeys(found):
            # With port 0, the system chooses a port for the first address; the others use it, too.
            at = sockets[0].getsockname()[1] if sockets else port
            sockets.append(
                socket.create_server((str(address[0]), at), family=family, backlog=BACKLOG)
            )
            sockets[-1].setblocking(False)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = _reason(error)
        raise CutcardError(f"cannot deal on {host} port {port}: {reason}") from None
    return sockets


def _reason(error: Exception) -> str:
    """What the system says, without the address that Python adds to it."""
    if isinstance(error, socket.gaierror) or not isinstance(error, OSError) or not error.errno:
        return getattr(error, "strerror", None) or str(error)
    return os.strerror(error.errno)


class _Room:
    """The dealer's room: how many may be in it."""

    farewell = b"QUIT\0"

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        house = dealer.house
        self._connections = house.connections or descriptors() - RESERVE
        self._unjoined = house.unjoined or max(1, self._connections // 2)
        self.client = dealer.client

    def full(self, host: str, *, here: int, from_host: int, entering: int) -> str:
        """Return why nobody else can come in from a host; empty if somebody can."""
        if here >= self._connections:
            return f"{self._connections:,} are open (--connections)"
        if self._dealer.unjoined + entering >= self._unjoined:
            return f"{self._unjoined:,} have not joined yet (--unjoined)"
        most = self._dealer.house.per_address
        if most is not None and not _is_loopback(host) and from_host >= most:
            return f"{most:,} are open from {host} (--per-address)"
        return ""


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False


async def _deal(
    house: House,
    sockets: list[socket.socket],
    record: Record | None,
    listening: Callable[[], None],
    watch: Watch | None,
    tell: Callable[[str], None],
) -> Dealer:
    dealer = Dealer(house, record, watch)
    loop = asyncio.get_running_loop()

    def interrupted() -> None:
        if dealer.closing:
            dealer.end_now()
            return
        dealer.close()
        if dealer.tables:
            tell("the rounds in play are finished first; Ctrl-C once more ends them at once")

    loop.add_signal_handler(signal.SIGINT, interrupted)
    loop.add_signal_handler(signal.SIGTERM, dealer.end_now)
    door = Door(_Room(dealer), sockets, tell)
    door.open()
    listening()
    sweeper = loop.create_task(dealer.sweep())
    try:
        await dealer.done.wait()
    finally:
        sweeper.cancel()
        await _let_last_words_out(dealer)
        door.close()
    return dealer


async def _let_last_words_out(dealer: Dealer) -> None:
    """Wait until everybody has read QUIT and hung up, but not for long."""
    loop = asyncio.get_running_loop()
    until = loop.time() + LINGER + 10 * dealer.house.pace
    while dealer.connections and loop.time() < until:
        await asyncio.sleep(0.01)
