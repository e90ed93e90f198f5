"""One connection to a dealer: what it says, and what it is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from cutcard.blackjack.actions import Action
from cutcard.net.protocol import (
    At,
    Commit,
    DealerSide,
    Decision,
    Frames,
    Hit,
    Join,
    Nonce,
    ProtocolError,
    Quit,
    Reveal,
    Stand,
    read_from_player,
)
from cutcard.net.rounds import Dialect

if TYPE_CHECKING:
    from cutcard.net.dealer import Dealer, Table

PATIENCE: Final = 20
"""Words that are no decision before the original dealer gives up, too."""

SILENCE: Final = 0.05
"""Seconds after which a decision without its end counts."""


class Client(asyncio.Protocol):
    """One connection: what it says, and what it is told."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self._frames = Frames()
        self._out: list[object] = []
        self._transport: asyncio.Transport | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._strange = 0
        self._paced: list[object] = []
        self._pacing: asyncio.TimerHandle | None = None
        self.side = DealerSide()
        self.table: Table | None = None
        self.name = ""
        self.nonce = b""
        self.fair = False
        self.deadline = float("inf")
        """When the client must have spoken."""

    @property
    def here(self) -> bool:
        """The client has not left and was not dismissed."""
        return self.side.at is not At.GONE

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._dealer.clients.add(self)
        self._await()
        if self._dealer.closing:
            self.dismiss()

    def data_received(self, data: bytes) -> None:
        if self._silence:
            self._silence.cancel()
            self._silence = None
        try:
            for text in self._frames.feed(data):
                self._take(text)
                if not self.here:
                    return
            self.flush()
        except ProtocolError:
            self.dismiss()
            return
        if self._frames.waiting and self.side.at is At.DECIDING:
            loop = asyncio.get_running_loop()
            self._silence = loop.call_later(SILENCE, self._after_silence)

    def _after_silence(self) -> None:
        self._silence = None
        if self.side.at is At.DECIDING and (text := self._frames.after_silence()):
            self._take(text)

    def _take(self, text: str) -> None:
        asked = self.side.at is At.DECIDING
        try:
            message = read_from_player(text)
            self.side.receive(message)
        except ProtocolError:
            self._strange += 1
            if (
                not asked
                or self._dealer.house.dialect is not Dialect.SEED
                or self._strange > PATIENCE
            ):
                raise
            self.tell(Decision())  # the time to decide goes on running
            return
        match message:
            case Join(name, fair):
                self.name, self.fair = name, fair
                self.table = self._dealer.seat(self)
                if fair:
                    self._await()
                    self.tell(Commit(self.table.commit))
                    self.flush()
                else:
                    self.deadline = float("inf")
                    self.table.ready()
            case Nonce(value):
                self.nonce = value
                self.deadline = float("inf")
                assert self.table is not None
                self.table.ready()
            case Hit() | Stand():
                self.deadline = float("inf")
                assert self.table is not None
                self.table.decide(self, Action.HIT if isinstance(message, Hit) else Action.STAND)

    def _await(self) -> None:
        loop = asyncio.get_running_loop()
        self.deadline = loop.time() + self._dealer.house.decision_seconds

    def ask(self) -> None:
        """Ask for a decision."""
        self._strange = 0
        self.side.ask()
        self._await()
        self.tell(Decision())

    def tell(self, message: object) -> None:
        """Say something, together with what else there is to say now."""
        self._out.append(message)

    def flush(self) -> None:
        """Write what was said."""
        if self._out and self._transport is not None and self.here:
            if self._dealer.house.pace:
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
            self._transport.close()

    def leave(self, secret: bytes) -> None:
        """The table is over."""
        if self.fair:
            self.tell(Reveal(secret))
        self.dismiss()

    def dismiss(self) -> None:
        """Say QUIT and close; the table goes on without this client."""
        if not self.here:
            return
        self.tell(Quit())
        self.flush()
        self._gone()
        if self._transport is not None and self._pacing is None:
            self._transport.close()

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        self._gone()
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        if self._pacing:
            self._pacing.cancel()

    def _gone(self) -> None:
        if not self.here:
            return
        self.side.at = At.GONE
        self.deadline = float("inf")
        self._dealer.clients.discard(self)
        if self._silence:
            self._silence.cancel()
        if self.table is not None:
            self.table.lost(self)
