"""One connection to a dealer: what it says, and what it is told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.actions import Action
from cutcard.net.frames import Frames
from cutcard.net.messages import (
    FAIR,
    Decision,
    Digest,
    FromPlayer,
    Hit,
    Join,
    Nonce,
    ProtocolError,
    Quit,
    Refused,
    Stand,
    read_from_player,
)
from cutcard.net.rounds import Dialect
from cutcard.net.turns import At, DealerSide, traced

if TYPE_CHECKING:
    from cutcard.net.dealer import Dealer
    from cutcard.net.table import Table

MOST_STRANGE_WORDS: Final = 20
"""Words other than a decision after which even the original's dealer gives up."""

SILENCE: Final = {At.JOINING: 0.5, At.DECIDING: 0.05}
"""Seconds after which a message without its end counts as whole; a name may go on for longer."""

GRACE: Final = 2.0
"""Seconds that a player who wants proof gets beyond those it was told, for a slow line."""

LINGER: Final = 2.0
"""Seconds in which a dismissed client may read its QUIT and hang up.

Closing a connection that has unread input would discard the QUIT.
"""


class Client(asyncio.Protocol):
    """One connection: what it says, and what it is told."""

    def __init__(self, dealer: Dealer, left: Callable[[], None] | None = None) -> None:
        self._dealer = dealer
        self._left = left
        self._frames = Frames()
        self._out: list[object] = []
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        """Runs while a message may be ended by silence, and after the dismissal."""
        self._strange = 0
        self._paced: list[object] = []
        self._pacing: asyncio.TimerHandle | None = None
        self.side = DealerSide()
        self.table: Table | None = None
        self.name = ""
        self.fair = False
        self._overtaken = False
        self.deadline = float("inf")
        """When the client must have spoken."""

    @property
    def here(self) -> bool:
        """The client has not left and was not dismissed."""
        return self.side.at is not At.GONE

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._dealer.arrived(self)
        self.expect(At.JOINING)
        if self._dealer.closing:
            self.dismiss()

    def data_received(self, data: bytes) -> None:
        if not self.here:
            return  # its QUIT is on the way
        self._stop_timer()
        try:
            for text in self._frames.feed(data):
                self._take(text)
                if not self.here:
                    return
            self.flush()
        except ProtocolError as error:
            self._trace(f"refused: {error}")
            self.dismiss()
            return
        # A client that has padded its first message knows how messages end, and ends all of them.
        ends_all = self.fair or (self.side.at is At.JOINING and self._frames.end is not None)
        if self._frames.pending and not ends_all and self.side.at in SILENCE:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SILENCE[self.side.at], self._after_silence)

    def _after_silence(self) -> None:
        """Take a message that came without its end, if it is a whole one."""
        self._timer = None
        try:
            message = read_from_player(self._frames.pending)
        except ProtocolError:
            return
        # Digits may still be missing from hexadecimal, and so may the end of FAIR 2.
        if isinstance(message, Hit | Stand) or (isinstance(message, Join) and not message.proof):
            try:
                self._take(self._frames.end_pending())
                self.flush()
            except ProtocolError:
                self.dismiss()

    def _take(self, text: str) -> None:
        asked = self.side.at is At.DECIDING
        self._trace(f"< {text}  [{traced(self.side.at)}]")
        try:
            message = read_from_player(text)
            if self._overtaken and isinstance(message, Nonce):
                self._overtaken = False  # for the round that was broken off meanwhile
                return
            self.side.receive(message)
        except ProtocolError:
            self._strange += 1
            if (
                not asked
                or self.fair
                or self._dealer.house.dialect is not Dialect.ORIGINAL
                or self._strange > MOST_STRANGE_WORDS
            ):
                raise
            self.tell(Decision())  # the time to decide goes on running
            return
        self.deadline = float("inf")
        self._act(message)

    def _act(self, message: FromPlayer) -> None:
        table = self.table
        match message:
            case Join(name, proof):
                refusal = self._dealer.house.refusal if proof else ""
                if proof and not refusal and proof != FAIR:
                    refusal = f"this dealer proves its cards in another way: JOIN {name} {FAIR}"
                if refusal:
                    self.tell(Refused(refusal))
                    self.dismiss()
                    return
                self.name, self.fair = name, bool(proof)
                self._dealer.seat(self)
            case Digest(value):
                assert table is not None
                self._overtaken = False
                table.bind(self, value)
            case Nonce(value):
                assert table is not None
                table.open(self, value)
            case Hit() | Stand():
                assert table is not None
                table.decide(Action.HIT if isinstance(message, Hit) else Action.STAND)

    def expect(self, what: At) -> None:
        """Expect a message; the client's time for it begins now."""
        self.side.at = what
        loop = asyncio.get_running_loop()
        seconds = self._dealer.house.decision_seconds + (GRACE if self.fair else 0.0)
        self.deadline = loop.time() + seconds

    def rest(self, *, overtaken: bool = False) -> None:
        """Expect nothing of the client; if ``overtaken``, its nonce may still be on its way."""
        self.side.at = At.WAITING
        self.deadline = float("inf")
        self._overtaken = overtaken

    def ask(self) -> None:
        """Ask for a decision."""
        self._strange = 0
        self.expect(At.DECIDING)
        self.tell(Decision())

    def tell(self, message: object) -> None:
        """Queue a message, to be written together with others."""
        self._out.append(message)
        if self.here:
            self._trace(f"> {message}")

    def _trace(self, line: str) -> None:
        if self._dealer.house.trace:
            self._dealer.house.trace(f"{self.name or '?'} {line}")

    def flush(self) -> None:
        """Write the queued messages."""
        if self._out and self._transport is not None and self.here:
            paced = self._dealer.house.pace and not self.fair and self._frames.end != b"\n"
            if paced:
                self._paced += self._out
                if self._pacing is None:
                    self._write_next()
            else:
                self._transport.write(self._frames.encode(*self._out))
        self._out = []

    def _write_next(self) -> None:
        """Write one message, and the next a little later."""
        assert self._transport is not None
        self._pacing = None
        if self._paced:
            self._transport.write(self._frames.encode(self._paced.pop(0)))
            loop = asyncio.get_running_loop()
            self._pacing = loop.call_later(self._dealer.house.pace, self._write_next)
        elif not self.here:
            self._hang_up()

    def dismiss(self) -> None:
        """Say QUIT and hang up; the table goes on without this client."""
        if not self.here:
            return
        self.tell(Quit())
        self.flush()
        self._gone()
        if self._pacing is None:
            self._hang_up()

    def _hang_up(self) -> None:
        """Write no more, and close when the client has hung up or the time is over."""
        if self._transport is None or self._transport.is_closing():
            return
        if self._transport.can_write_eof():
            with contextlib.suppress(OSError):  # the client has broken the connection just now
                self._transport.write_eof()
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(LINGER, self._transport.close)

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        self._gone()
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        self._stop_timer()
        if self._pacing:
            self._pacing.cancel()
        self._dealer.departed(self)
        if self._left:
            self._left()

    def _gone(self) -> None:
        if not self.here:
            return
        self.side.at = At.GONE
        self.deadline = float("inf")
        self._stop_timer()
        self._dealer.lost(self)
        if self.table is not None:
            self.table.lost(self)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
