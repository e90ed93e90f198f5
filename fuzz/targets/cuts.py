"""Files of cuts, and the deck that is shuffled by them."""

from __future__ import annotations

from contextlib import suppress

from cutcard.cards import DECK
from cutcard.editions.ve280 import _read_cuts
from cutcard.errors import Invalid
from cutcard.shoes import Deck
from fuzz.drawer import kept

SEEDS = [b"26 13 39 0 52", b"1\r\n2\n3", b"52", b"-1", b"00 007", b""]


def throw(data: bytes) -> None:
    """A deck stays a deck, wherever it is cut."""
    with suppress(Invalid):
        cuts = _read_cuts(kept(data))
        deck = Deck()
        for cut in cuts:
            deck.shuffle(cut)
        assert {deck.deal() for _ in range(52)} == set(DECK)
