"""A dealer without a network: transports that write down what is said to whom."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from cutcard.net.client import Client
from cutcard.net.dealer import Dealer
from cutcard.net.house import House
from cutcard.net.record import Record


class Line(asyncio.Transport):
    """One client's end, held by the test."""

    def __init__(self, client: Client, name: str, log: list[tuple[str, str]]) -> None:
        super().__init__()
        self.client = client
        self.name = name
        self.data = b""
        self.closed = False
        self._log = log
        client.connection_made(self)

    def write(self, data: Any) -> None:
        assert not self.closed, "the dealer writes to a client it has dismissed"
        self.data += bytes(data)
        for text in bytes(data).replace(b"\n", b"\0").split(b"\0")[:-1]:
            self._log.append((self.name, text.decode()))

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            asyncio.get_running_loop().call_soon(self.client.connection_lost, None)

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        """The dealer has said its last word; this client hangs up at once."""
        self.close()

    def say(self, *texts: str) -> None:
        """Say something in one packet, as the event loop would pass it on."""
        if not self.closed:
            self.client.data_received(b"".join(text.encode() + b"\0" for text in texts))

    @property
    def heard(self) -> list[str]:
        return [text for name, text in self._log if name == self.name]


class Room:
    """A dealer, and clients on lines."""

    def __init__(self, house: House, record: Record | None = None) -> None:
        self.dealer = Dealer(house, record)
        self.log: list[tuple[str, str]] = []

    def line(self, name: str) -> Line:
        return Line(self.dealer.client(), name, self.log)


async def settle(turns: int = 5) -> None:
    """Let the event loop do what is due."""
    for _ in range(turns):
        await asyncio.sleep(0)


def in_a_room(
    story: Callable[[Room], Awaitable[None]], house: House, record: Record | None = None
) -> Room:
    """Tell a story in a room, with the sweeper at work; nothing may go wrong unseen."""
    complaints: list[dict[str, Any]] = []

    async def tell() -> Room:
        asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
        room = Room(house, record)
        sweeper = asyncio.create_task(room.dealer.sweep())
        try:
            await asyncio.wait_for(story(room), 20)
        finally:
            sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sweeper
        return room

    room = asyncio.run(tell())
    assert not complaints, complaints
    return room
