"""The two shoes of the original, and its recorder."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Protocol

from cutcard.cards import RANKS, Card
from cutcard.editions.glibc import rand, seeded
from cutcard.shoes import ShoeEmpty

ROUND_RESERVE: Final = 26
"""Bytes that a file must have left for a new round, and cards that a recording ends with."""

_PIECE: Final = 1 << 20

SKIPPED_AT_MOST: Final = 1 << 28
"""Bytes in a row that may hold no card; a device such as /dev/zero never holds one."""


class EasyShoe(Protocol):
    """A shoe that may run out."""

    @property
    def over(self) -> bool:
        """No new round may begin."""

    def draw(self) -> Card:
        """The next card; ShoeEmpty if there is none."""

    def close(self) -> None:
        """Put the shoe away after the last round."""


class RandomShoe:
    """An infinite supply of cards from the C library's generator."""

    over = False

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)
        """The generator's words before the first card."""
        self._numbers = rand(seed)

    def draw(self) -> Card:
        return RANKS[next(self._numbers) % 13]

    def close(self) -> None:
        pass


class FileShoe:
    """Deals the cards of a file in their order; every byte that is no card is skipped.

    The file is read piece by piece, because a pipe or a device may never end.
    """

    _CARD: Final = re.compile(rb"[2-9ATJQK]")

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
        self.failed = False
        """Some card could not be written down."""

    @property
    def over(self) -> bool:
        return self._shoe.over

    def draw(self) -> Card:
        card = self._shoe.draw()
        if not self.failed:
            try:
                self._record.write(card.text.encode())
            except OSError as error:
                self._give_up(error)
        return card

    def close(self) -> None:
        """Write the cards that a replay needs to finish its last round."""
        for _ in range(ROUND_RESERVE):
            self.draw()
        try:
            self._record.close()
        except OSError as error:
            self._give_up(error)
        self._shoe.close()

    def _give_up(self, error: OSError) -> None:
        if not self.failed:
            self._tell(error)
        self.failed = True
