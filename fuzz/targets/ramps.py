"""Ramps: what to bet at each count."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.errors import Invalid

SEEDS = [b"1:2,2:4,3:8", b"1-8", b"-4:2,0:8", b" 1 : 2 , +3:5", b"1-1000"]


def throw(data: bytes) -> None:
    """What is read as a ramp reads again as it is written."""
    with suppress(Invalid):
        ramp = read_ramp(data.decode("utf-8", "surrogateescape"))
        assert read_ramp(str(ramp)) == ramp
        assert 1 <= ramp.multiple(5) <= ramp.spread
