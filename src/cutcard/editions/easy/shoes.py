"""The two shoes of the original, and its recorder."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Final, Protocol

from cutcard.cards import RANKS, Card
from cutcard.editions.glibc import following, seeded
from cutcard.shoes import ShoeEmpty

ROUND_RESERVE: Final = 26
"""Bytes that a file must have left for a new round, and cards that a recording ends with."""

_PIECE: Final = 1 << 20

_PILE: Final = 1 << 13
"""How many times 31 random cards are drawn at a time for a pile."""

SKIPPED_AT_MOST: Final = 1 << 28
"""Bytes in a row that may hold no card; a device such as /dev/zero never holds one."""


class EasyShoe(Protocol):
    """A shoe that may run out."""

    @property
    def over(self) -> bool:
        """No new round may begin."""

    def draw(self) -> Card:
        """The next card; ShoeEmpty if there is none."""

    @property
    def ready(self) -> int:
        """The most cards that a pile may have."""

    def pile(self) -> bytes:
        """The letters of the next cards, as many as can be seen without waiting for more."""

    def take(self, cards: int) -> None:
        """Deal the first cards of the last pile that are not dealt yet."""

    def close(self) -> None:
        """Put the shoe away after the last round."""


class RandomShoe:
    """An infinite supply of cards from the C library's generator."""

    over = False
    ready = sys.maxsize

    def __init__(self, seed: int) -> None:
        self._state = seeded(seed)
        """The generator's last words behind the pile."""
        self._pile = b""
        self._at = 0

    def draw(self) -> Card:
        if self._at < len(self._pile):
            self._at += 1
            return Card(chr(self._pile[self._at - 1]))
        return RANKS[following(self._state) % 13]

    def pile(self) -> bytes:
        # Imported here: it loads compiled code.
        from cutcard.editions.easy.many import drawn

        self._pile = self._pile[self._at :] + drawn(self._state, _PILE)
        self._at = 0
        return self._pile

    def take(self, cards: int) -> None:
        self._at += cards

    def close(self) -> None:
        pass


class FileShoe:
    """Deals the cards of a file in their order; every byte that is not a card is skipped.

    The file is read piece by piece, because a pipe or a device may never end.
    """

    _CARD: Final = re.compile(rb"[2-9ATJQK]")
    _NO_CARD: Final = bytes(byte for byte in range(256) if byte not in b"23456789ATJQK")

    def __init__(self, path: str) -> None:
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115
        self._piece = b""
        self._at = 0
        self._read_on()

    @property
    def over(self) -> bool:
        while len(self._piece) - self._at < ROUND_RESERVE:
            if not self._read_on():
                return True
        return False

    def draw(self) -> Card:
        skipped = 0
        while not (found := self._CARD.search(self._piece, self._at)):
            skipped += len(self._piece) - self._at
            self._at = len(self._piece)
            if skipped > SKIPPED_AT_MOST:
                raise ShoeEmpty(f"{SKIPPED_AT_MOST:,} bytes of the shoe hold no card")
            if not self._read_on():
                raise ShoeEmpty("the shoe ran out of cards")
        self._at = found.end()
        return Card(found[0].decode())

    @property
    def ready(self) -> int:
        return len(self._piece) - self._at

    def pile(self) -> bytes:
        return self._piece[self._at :].translate(None, self._NO_CARD)

    def take(self, cards: int) -> None:
        while cards:
            passed = self._piece[self._at : self._at + cards]
            self._at += cards
            cards -= len(passed.translate(None, self._NO_CARD))

    def close(self) -> None:
        self._file.close()

    def _read_on(self) -> bool:
        """Read another piece behind what is unread; return whether there was one."""
        more = self._file.read(_PIECE)
        self._piece = self._piece[self._at :] + more
        self._at = 0
        return bool(more)


class RecordedShoe:
    """Deals from a shoe and writes down what it deals.

    A failure to write is reported once, and the cards are dealt all the same.
    """

    def __init__(self, shoe: EasyShoe, path: str, tell: Callable[[OSError], None]) -> None:
        self._shoe = shoe
        self._record = open(path, "wb")  # noqa: SIM115
        self._tell = tell
        self._pile = b""
        self._at = 0
        self.failed = False
        """Some card could not be written down."""

    @property
    def over(self) -> bool:
        return self._shoe.over

    def draw(self) -> Card:
        card = self._shoe.draw()
        self._write(card.text.encode())
        return card

    @property
    def ready(self) -> int:
        return self._shoe.ready

    def pile(self) -> bytes:
        self._pile, self._at = self._shoe.pile(), 0
        return self._pile

    def take(self, cards: int) -> None:
        self._shoe.take(cards)
        self._write(self._pile[self._at : self._at + cards])
        self._at += cards

    def close(self) -> None:
        """Write the cards that a replay needs to finish its last round."""
        for _ in range(ROUND_RESERVE):
            self.draw()
        try:
            self._record.close()
        except OSError as error:
            self._give_up(error)
        self._shoe.close()

    def _write(self, letters: bytes) -> None:
        if not self.failed:
            try:
                self._record.write(letters)
            except OSError as error:
                self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        if not self.failed:
            self._tell(error)
        self.failed = True
