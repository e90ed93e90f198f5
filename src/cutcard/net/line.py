"""The line between a player and its dealer: a socket that is read while a person thinks."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from cutcard.errors import CutcardError
from cutcard.net.player import Game

PATIENCE: Final = 600.0
"""Seconds without a word from the dealer, once it has begun, before the player gives up."""

SILENCE: Final = 0.05
"""Seconds after which a message without its end counts."""

LONELY: Final = 2.0
"""Seconds of waiting for the first word before the player says for whom it waits."""


MOST_UNHEARD: Final = 256
"""Pieces of what the dealer sends that may wait while a person thinks: an honest one sends few."""


class CannotConnect(CutcardError):
    """No dealer answers there."""


def connect(host: str, port: int, timeout: float | None = None) -> socket.socket:
    """A connection to a dealer, or a sentence on why there is none."""
    try:
        return socket.create_connection((host, port), timeout=timeout)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotConnect(f"{host} port {port} cannot be reached: {reason}") from None


def play(
    connection: socket.socket,
    game: Game,
    *,
    patience: float = PATIENCE,
    waiting: Callable[[], None] | None = None,
    ended: Callable[[], None] | None = None,
) -> None:
    """Play until the dealer says QUIT.

    ``waiting`` is told once if the first word takes long, ``ended`` if the dealer ends the game
    while the player still decides.
    """
    ear = _Ear(connection, game, ended)
    _send(connection, [game.hello()])
    whole = False
    """What is half heard has been tried as a whole message."""
    messages, quiet_since = 0, time.monotonic()
    """Bytes that make no message are no word, however many there are."""
    while not game.over:
        now = time.monotonic()
        if game.messages > messages:
            messages, quiet_since = game.messages, now
        left = quiet_since + patience - now
        if game.begun and left <= 0:
            raise game.cut_off(f"the dealer has said nothing for {patience:g} s")
        listening_to_silence = game.half_heard and not whole
        if listening_to_silence:
            timeout: float | None = SILENCE
        elif game.begun:
            timeout = left
        else:
            timeout = LONELY if waiting else None
        try:
            at, data = ear.heard.get(timeout=timeout)
        except queue.Empty:
            if listening_to_silence:
                whole = True
                _send(connection, game.after_silence(time.monotonic()))
            elif waiting and not game.begun:
                waiting()
                waiting = None
            continue
        if not data:
            _send(connection, game.after_silence(at))
            if game.over:
                return
            raise game.cut_off(ear.end)
        whole = False
        _send(connection, game.feed(data, at))


class _Ear:
    """Reads all the time, so that it is known when something came, whatever a person does."""

    def __init__(
        self, connection: socket.socket, game: Game, ended: Callable[[], None] | None
    ) -> None:
        self._game = game
        self._ended = ended
        self.heard: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        """What the dealer sent, and when; nothing at the end."""
        self.end = "the dealer has hung up in the middle of the game"
        """Why nothing more is heard, once that is so."""
        self._connection = connection
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        data = b"."
        while data:
            try:
                data = self._connection.recv(4096)
            except OSError:
                data = b""
            if self.heard.qsize() > MOST_UNHEARD:
                self.end, data = "the dealer sends more than can be heard", b""
            self.heard.put((time.monotonic(), data))
            if self._ended and self._game.deciding and (not data or b"QUIT" in data):
                self._ended()
                self._ended = None


def _send(connection: socket.socket, answers: Iterable[bytes]) -> None:
    """Send answers; that the dealer has hung up is heard soon enough, after its last words."""
    for answer in answers:
        with contextlib.suppress(OSError):
            connection.sendall(answer)
