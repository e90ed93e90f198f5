"""Words for cards and hands."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.hand import Hand
from cutcard.cards import Card, read_cards
from cutcard.errors import Invalid

SEEDS = [b"A 10h,Ks", b"T", b"As 2h 3c 4d 5s", b"10 10c", b", ,A"]


def throw(data: bytes) -> None:
    """What is read as cards reads again as it is written."""
    text = data.decode("utf-8", "surrogateescape")
    with suppress(Invalid):
        Card(text)
    with suppress(Invalid):
        found = read_cards(text)
        assert read_cards(" ".join(map(str, found))) == found
        assert Hand(found).total >= len(found)
