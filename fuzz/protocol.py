"""Throw bytes at the wire: nothing but ProtocolError may come of them.

Run it by `make fuzz`; options of libFuzzer go on the command line.
"""

from __future__ import annotations

import contextlib
import sys

import atheris

with atheris.instrument_imports(include=["cutcard.net", "cutcard.learn", "cutcard.blackjack"]):
    from cutcard.net.protocol import (
        DealerSide,
        Frames,
        Join,
        Nonce,
        ProtocolError,
        read_from_dealer,
        read_from_player,
    )

    from cutcard.blackjack.hand import Hand
    from cutcard.cards import Card
    from cutcard.learn.qtable import QTable
    from cutcard.net.player import Game


class Guest:
    """Plays by an empty Q-table and tells nobody."""

    def __init__(self) -> None:
        self.hits = QTable().hits

    def begin(self, number: int) -> None:
        pass

    def see(self, hand: Hand, up_card: Card | None) -> None:
        pass

    def result(self, outcome: str, hand: Hand) -> None:
        pass


def pieces(data: bytes) -> list[bytes]:
    """The first byte says how large the packets are."""
    size = data[0] + 1 if data else 1
    return [data[at : at + size] for at in range(1, len(data), size)]


def hear_player(data: bytes) -> None:
    """As a dealer hears one: whatever is understood reads again as it is written."""
    frames, side = Frames(), DealerSide()
    for piece in pieces(data):
        for text in frames.feed(piece):
            message = read_from_player(text)
            assert read_from_player(str(message)) == message
            side.receive(message)
            if isinstance(message, Nonce) or (isinstance(message, Join) and not message.fair):
                side.ask()
        frames.after_silence()
        frames.encode("QUIT")


def hear_dealer(data: bytes) -> None:
    """As a player hears one."""
    game = Game("fuzz", Guest(), fair=True)
    for piece in pieces(data):
        for answer in game.feed(piece):
            assert answer[-1:] in (b"\0", b"\n")


def read_texts(data: bytes) -> None:
    """Text that never went through frames."""
    text = data.decode("utf-8", "surrogateescape")
    for read in (read_from_player, read_from_dealer):
        with contextlib.suppress(ProtocolError):
            read(text)


def test_one_input(data: bytes) -> None:
    """One throw at everything that reads."""
    for hear in (hear_player, hear_dealer, read_texts):
        with contextlib.suppress(ProtocolError):
            hear(data)


if __name__ == "__main__":
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()
