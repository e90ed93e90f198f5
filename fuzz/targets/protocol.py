"""Bytes at the wire: nothing but ProtocolError may come of them, on either side."""

from __future__ import annotations

import contextlib

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card
from cutcard.errors import CutcardError
from cutcard.learn.qtable import QTable
from cutcard.net.fair import RULES_DIGEST
from cutcard.net.frames import Frames
from cutcard.net.messages import ProtocolError, read_from_dealer, read_from_player
from cutcard.net.player import Game
from cutcard.net.proof import Proof
from cutcard.net.turns import At, DealerSide

_VALUE = b"00" * 32
_TERMS = b"TERMS " + b"00" * 16 + b" 3 1 " + RULES_DIGEST.hex().encode() + b" course 60\0"

SEEDS = [
    b"\x7fJOIN ann\nHIT\nSTAND\nQUIT\n",
    b"\x7fBEGIN\0CARD Ace of Spades\0CARD Ten of Hearts\0DEALER Two of Clubs\0DECISION\0"
    b"RESULT WIN\0CARD Ten of Clubs\0QUIT\0",
    b"\x7fJOIN ann FAIR 2\0DIGEST " + _VALUE + b"\0NONCE " + _VALUE + b"\0",
    b"\x7f" + _TERMS + b"COMMIT 1 0 " + _VALUE + b"\0DIGEST 0 " + _VALUE + b"\0BROKEN 1\0"
    b"NONCE 0 " + _VALUE + b"\0REVEAL " + _VALUE + b"\0QUIT\0",
    b"\x7fREFUSED no\0QUIT\0",
]


class Guest:
    """Plays by an empty Q-table and tells nobody."""

    def __init__(self) -> None:
        self.hits = QTable().hits

    def begin(self, number: int) -> None:
        pass

    def see(self, hand: Hand, up_card: Card | None) -> None:
        pass

    def result(self, result: str, hand: Hand) -> None:
        pass


def pieces(data: bytes) -> list[bytes]:
    """The first byte says how large the packets are."""
    size = data[0] + 1 if data else 1
    return [data[at : at + size] for at in range(1, len(data), size)]


def hear_player(data: bytes) -> None:
    """As a dealer hears one: whatever is understood reads again as it is written."""
    frames, side = Frames(), DealerSide()
    expected = iter((At.BINDING, At.OPENING, At.DECIDING) * len(data))
    for piece in pieces(data):
        for text in frames.feed(piece):
            message = read_from_player(text)
            assert read_from_player(str(message)) == message
            side.receive(message)
            side.at = next(expected)
        if frames.pending and len(piece) % 2:
            frames.end_pending()
        frames.encode("QUIT")


def hear_dealer(data: bytes, *, fair: bool) -> None:
    """As a player hears one."""
    game = Game("fuzz", Guest(), Proof("fuzz") if fair else None)
    for piece in pieces(data):
        for answer in game.feed(piece):
            assert answer[-1:] in (b"\0", b"\n")
        list(game.after_silence(0.0))
    game.leave()


def read_texts(data: bytes) -> None:
    """Text that never went through frames."""
    text = data.decode("utf-8", "surrogateescape")
    for read in (read_from_player, read_from_dealer):
        with contextlib.suppress(ProtocolError):
            read(text)


def throw(data: bytes) -> None:
    """One throw at everything that reads from the wire."""
    with contextlib.suppress(ProtocolError):
        hear_player(data)
    for fair in (False, True):
        with contextlib.suppress(CutcardError):
            hear_dealer(data, fair=fair)
    read_texts(data)
