"""A dealer who says anything at any time: the player ends in a sentence, its record verifies."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from pathlib import Path

import pytest
from net.crooked import Dealer, HungUp, always_hits, hits_once, hits_to_17, meet, stands

from cutcard.net.verification import verify

HEX = "ab" * 32
NOISE = [
    "BEGIN",
    "DECISION",
    "QUIT",
    "RESULT WIN",
    "RESULT LOOSE",
    "RESULT LOSE",
    "RESULT BUST",
    "BROKEN 0",
    "BROKEN 1",
    "BROKEN 5",
    "REFUSED because",
    f"REVEAL {HEX}",
    f"COMMIT 1 0 {HEX}",
    f"COMMIT 2 1 {HEX}",
    f"COMMIT 99999999999999999999 0 {HEX}",
    f"DIGEST 0 {HEX}",
    f"DIGEST 1 {HEX}",
    "DIGEST 0 ab",
    f"NONCE 0 {HEX}",
    f"NONCE 1 {HEX}",
    "CARD Ace of Spades",
    "CARD King of Hearts",
    "CARD Ace of Spades ",
    "CARD",
    "DEALER Five of Hearts",
    f"TERMS {'00' * 16} 2 1 {HEX} course 60",
    "HELLO",
    "x" * 300,
    "\x7f",
]


class Noisy(Dealer):
    """Now and then replaces, drops, repeats, adds or changes a message, or cuts the line."""

    chance: random.Random
    often: float

    def say(self, *texts: str) -> None:
        said: list[str] = []
        for text in texts:
            if self.chance.random() >= self.often:
                said.append(text)
                continue
            noise = self.chance.choice(NOISE)
            at = self.chance.randrange(len(text))
            changed = text[:at] + self.chance.choice("019af Z") + text[at + 1 :]
            ways = [[noise], [], [text, text], [noise, text], [text, noise], [changed], None]
            way = self.chance.choice(ways)
            if way is None:
                self.cut()
            said += way or []
        super().say(*said)

    def hear(self, word: str = "") -> str:
        return super().hear()  # whatever it is

    def game(self) -> None:
        self._line.settimeout(0.5)
        # What the noise has made of the player's answers may make no sense to this dealer either.
        with contextlib.suppress(ValueError, KeyError, AttributeError):
            super().game()
        raise HungUp


@pytest.mark.parametrize("often", [0.01, 0.05])
def test_the_player_never_stumbles_and_its_record_verifies(tmp_path: Path, often: float):
    Noisy.chance, Noisy.often = random.Random(f"noise {often}"), often
    met: Counter[str] = Counter()
    for number in range(400):
        Noisy.seats = Noisy.chance.choice([1, 2, 3])
        Noisy.seat = Noisy.chance.randrange(Noisy.seats)
        Noisy.dialect = Noisy.chance.choice(["course", "original"])
        hits = Noisy.chance.choice([stands, hits_once, hits_to_17, always_hits])
        record = tmp_path / f"{number}.jsonl"
        with Noisy() as dealer:
            meeting = meet(dealer.port, hits, record=record, patience=0.1)
        found = verify(record, lambda note: None)
        assert +found.counts == +meeting.proof.counts
        met[meeting.how] += 1
    # How many of each depends on whose turn the processor gives: that all occur does not.
    assert {"breach", "ended", "left"} <= met.keys(), met
