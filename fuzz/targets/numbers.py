"""Numbers that people type: counts such as 100M, seeds, shares, workers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from typing import Any

from cutcard.cli.advise import _read_hands
from cutcard.cli.arguments import _read_workers
from cutcard.cli.best_ramp import read_kelly, read_risk
from cutcard.cli.simulate import _read_stderr
from cutcard.cli.solve import _read_bet
from cutcard.commandline import read_count, read_seed
from cutcard.errors import Invalid
from cutcard.study.best_ramp import read_spread

READERS: list[Callable[[str], Any]] = [
    *(read_count, read_seed, _read_workers, _read_stderr, read_risk, read_kelly),
    *(read_spread, _read_hands, _read_bet),
]

SEEDS = [
    b"2000000",
    b"2_000_000",
    b"2e6",
    b"2M",
    b"1.5k",
    b"1e-5",
    b"0.05",
    b"5%",
    b"1-12",
    b"8",
    b"1e18",
    b"nan",
]


def throw(data: bytes) -> None:
    """What is read is a number that ends."""
    text = data.decode("utf-8", "surrogateescape")
    for read in READERS:
        with suppress(Invalid):
            number = read(text)
            assert number >= 0
            assert isinstance(number, int) or isfinite(number)
