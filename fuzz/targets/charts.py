"""Files of charts."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.chart import read_chart
from cutcard.errors import Invalid
from fuzz.drawer import kept

SEEDS = [str(load_chart(name)).encode() for name in ("wizard", "vegas-strip")]


def throw(data: bytes) -> None:
    """What is read as a chart reads again as it is written."""
    with suppress(Invalid):
        chart = load_chart(str(kept(data)))
        assert read_chart(str(chart)) == chart
