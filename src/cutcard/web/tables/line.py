"""A line: one connection of a browser to a table."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from cutcard.errors import Invalid, one_line
from cutcard.web.limits import Bucket, Limits
from cutcard.web.store.records import TakenSeat

MOST_UNSENT: Final = 64
"""Messages that wait for a slow browser, before it has to connect again."""

MOST_SURPLUS: Final = 200
"""Messages beyond the rate that are refused, before the connection is closed."""


class Closing:
    """Close codes of our own, beside those of the protocol."""

    NO_TABLE: Final = 4404
    TABLE_CLOSED: Final = 4410
    TOO_MANY: Final = 4429
    TOO_SLOW: Final = 1013


class Line:
    """A connection: messages go out in order, and come in no faster than allowed."""

    def __init__(self, websocket: WebSocket, seat: TakenSeat | None, limits: Limits) -> None:
        self.holder = None if seat is None else seat.number
        self.name = "" if seat is None else seat.name
        self._websocket = websocket
        self._limits = limits
        rate = limits.messages_a_second
        self._bucket = Bucket(rate, 2 * rate, asyncio.get_running_loop().time)
        self._unsent: asyncio.Queue[str | int] = asyncio.Queue(MOST_UNSENT)
        self._surplus = 0
        self.advising = False
        """Whether advice was asked for and is not found yet."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a message as soon as the browser takes it."""
        self._put(written(message))

    def post(self, text: str) -> None:
        """Send a message that is written already, as to several lines."""
        self._put(text)

    def refuse(self, sentence: str, number: object = None) -> None:
        """Say why something was not done."""
        self.send({"type": "refused", "sentence": one_line(sentence), "number": number})

    def close(self, code: int) -> None:
        """Close the connection after what was sent before."""
        self._put(code)

    def _put(self, what: str | int) -> None:
        try:
            self._unsent.put_nowait(what)
        except asyncio.QueueFull:
            while not self._unsent.empty():
                self._unsent.get_nowait()
            self._unsent.put_nowait(Closing.TOO_SLOW)

    async def pump(self) -> None:
        """Send what waits, until the connection ends."""
        try:
            while True:
                what = await self._unsent.get()
                if isinstance(what, int):
                    await self._websocket.close(what)
                    return
                await self._websocket.send_text(what)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the browser has gone; whoever receives notices it

    async def receive(self) -> dict[str, Any] | None:
        """The next message that can be understood; None when the connection has ended."""
        while True:
            received = await self._websocket.receive()
            if received["type"] != "websocket.receive":
                return None
            if not self._bucket.take():
                self._surplus += 1
                if self._surplus > MOST_SURPLUS:
                    self.close(Closing.TOO_MANY)
                    return None
                rate = self._limits.messages_a_second
                self.refuse(f"too many messages: a connection may send {rate:g} a second")
                continue
            try:
                return read_message(received.get("text"), self._limits.message_bytes)
            except Invalid as error:
                self.refuse(str(error))


def written(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return _ENCODER.encode(message)


_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def read_message(text: str | None, most: int) -> dict[str, Any]:
    """A message that a browser sent, if it is one."""
    if text is None:
        raise Invalid("a message must be text, not bytes")
    if len(text) > most:
        raise Invalid(f"a message of {len(text)} characters is too long: the most is {most}")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Invalid("a message must be JSON") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Invalid("a message must be an object with a type, such as {'type': 'bet'}")
    number = message.get("number")
    if number is not None and type(number) is not int:
        raise Invalid(f"number is {number!r}: it takes the number of the view that is answered")
    return message
