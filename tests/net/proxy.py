"""A bad line: stands between a player and a dealer, and splits, delays, stalls and cuts."""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import threading
import time

PATIENCE = 20.0

WAYS = ("to the player", "to the dealer")


class BadLine:
    """Passes bytes on between one player and a dealer, badly, and keeps them."""

    def __init__(
        self,
        dealer: int,
        *,
        seed: int = 0,
        longest: int = 4096,
        delay: float = 0.0,
        cut: tuple[str, int] | None = None,
        reset: bool = False,
    ) -> None:
        """Pieces have 1 to ``longest`` bytes; ``cut`` says where: a way, and bytes passed on."""
        self._dealer = dealer
        self._random = random.Random(seed)
        self._longest = longest
        self._delay = delay
        self._cut = cut
        self._reset = reset
        self.taken = dict.fromkeys(WAYS, b"")
        """What was sent on either way."""
        self.passed = dict.fromkeys(WAYS, b"")
        """What of it arrived."""
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(PATIENCE)
        self.port: int = self._door.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> BadLine:
        return self

    def __exit__(self, *_: object) -> None:
        self._hang_up()
        self._thread.join(PATIENCE)
        self._door.close()
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        player, _ = self._door.accept()
        dealer = socket.create_connection(("127.0.0.1", self._dealer))
        self._ends = [player, dealer]
        for end in self._ends:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ways = [
            threading.Thread(target=self._pass_on, args=(WAYS[0], dealer, player), daemon=True),
            threading.Thread(target=self._pass_on, args=(WAYS[1], player, dealer), daemon=True),
        ]
        for way in ways:
            way.start()
        for way in ways:
            way.join()
        for end in self._ends:
            end.close()

    def _pass_on(self, way: str, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                self.taken[way] += data
                while data:
                    size = self._random.randint(1, self._longest)
                    piece, data = data[:size], data[size:]
                    if self._delay:
                        time.sleep(self._delay * self._random.random())
                    if self._cut and self._cut[0] == way:
                        piece = piece[: self._cut[1] - len(self.passed[way])]
                    self._send(way, target, piece)
                    if self._cut and (way, len(self.passed[way])) == self._cut:
                        self._hang_up()
                        return
            target.shutdown(socket.SHUT_WR)

    def _send(self, way: str, target: socket.socket, piece: bytes) -> None:
        target.sendall(piece)
        self.passed[way] += piece

    def _hang_up(self) -> None:
        for end in self._ends:
            with contextlib.suppress(OSError):
                if self._reset:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                end.shutdown(socket.SHUT_RDWR)


def account(line: BadLine) -> dict[str, int]:
    """How many rounds the player of a table of one must count as what, by what it has heard.

    It shows its nonce when it has heard of its digest, whether or not that arrives.
    """
    heard = line.passed["to the player"].split(b"\0")[:-1]
    begun, opened, played = (
        sum(text.startswith(word) for text in heard)
        for word in (b"COMMIT ", b"DIGEST ", b"REVEAL ")
    )
    found = {"played": played, "broken off": opened - played, "void": begun - opened}
    return {how: count for how, count in found.items() if count}
