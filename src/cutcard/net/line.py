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
"""Seconds of silence after which a message without its end counts as whole."""

LONELY: Final = 2.0
"""Seconds without a first word after which the player says whom it is waiting for."""


MOST_UNHEARD: Final = 256
"""Packets that may wait unread while a person thinks; an honest dealer sends few."""


class CannotConnect(CutcardError):
    """No dealer answers there."""


def connect(host: str, port: int, timeout: float | None = None) -> socket.socket:
    """Connect to a dealer; CannotConnect says in a sentence why that failed."""
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

    ``waiting`` is called once if the first word takes long, ``ended`` from another thread as soon
    as the dealer has ended the game, even while the player is still deciding.
    """
    ear = _Ear(connection, ended)
    _send(connection, [game.hello()])
    whole = False
    """The half-heard message has already been tried as a whole one."""
    messages, quiet_since = 0, time.monotonic()
    """Only a message ends the quiet: bytes that make none do not, however many there are."""
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
    """Reads all the time, so that arrival times are right even while a person thinks."""

    def __init__(self, connection: socket.socket, ended: Callable[[], None] | None) -> None:
        self._ended = ended
        self.heard: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()
        """When something came and what it was; empty bytes mark the end."""
        self.end = "the dealer has hung up in the middle of the game"
        """Why nothing more is heard, once the line has ended."""
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
            if self._ended and (not data or b"QUIT" in data):
                self._ended()
                self._ended = None


def _send(connection: socket.socket, answers: Iterable[bytes]) -> None:
    """Send answers; that a dealer has hung up is noticed in reading, after its last words."""
    for answer in answers:
        with contextlib.suppress(OSError):
            connection.sendall(answer)
