"""The two shoes of the seed, and its recorder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Protocol

from cutcard.cards import RANKS, Card
from cutcard.editions.glibc import rand, seeded
from cutcard.shoes import ShoeEmpty

ROUND_RESERVE: Final = 26
"""A round begins only while a file has so many bytes left; a recording ends with so many cards."""


class EasyShoe(Protocol):
    """A shoe that may come to its end."""

    @property
    def over(self) -> bool:
        """No new round may begin."""

    def draw(self) -> Card:
        """The next card; ShoeEmpty if there is none."""


class RandomShoe:
    """An infinite supply of cards from the C library's generator."""

    over = False

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)
        """The generator's words before the first card."""
        self._numbers = rand(seed)

    def draw(self) -> Card:
        return RANKS[next(self._numbers) % 13]


class FileShoe:
    """Deals the cards of a file in their order; every byte that is no card is skipped."""

    _CARD: Final = re.compile(rb"[2-9ATJQK]")

    def __init__(self, contents: bytes) -> None:
        self._contents = contents
        self._read = 0

    @property
    def over(self) -> bool:
        return len(self._contents) - self._read < ROUND_RESERVE

    def draw(self) -> Card:
        found = self._CARD.search(self._contents, self._read)
        if not found:
            raise ShoeEmpty("the shoe file has no card left")
        self._read = found.end()
        return Card(found[0].decode())


class RecordedShoe:
    """Deals from a shoe and writes down what it deals."""

    def __init__(self, shoe: EasyShoe, path: Path) -> None:
        self._shoe = shoe
        self._record = path.open("wb")

    @property
    def over(self) -> bool:
        return self._shoe.over

    def draw(self) -> Card:
        card = self._shoe.draw()
        self._record.write(card.text.encode())
        return card

    def close(self) -> None:
        """Write the cards that a replay needs to finish its last round."""
        with self._record:
            for _ in range(ROUND_RESERVE):
                self.draw()
