"""TOML files of index plays for a count."""

from __future__ import annotations

from contextlib import suppress

from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.index_files import index_file, with_index_file
from cutcard.errors import CutcardError
from fuzz.drawer import kept

_COUNTS = [load_count(name) for name in ("hi-lo", "ko", "halves")]
SEEDS = [
    index_file(count, one).encode() for count in _COUNTS for one in load_count("hi-lo").indices
]


def throw(data: bytes) -> None:
    """What is read as index plays can be played by."""
    with suppress(CutcardError):
        count = with_index_file(load_count("hi-lo"), str(kept(data, ".toml")))
        count.indexed(load_chart("vegas-strip"), [count.indices[-1].name]).at(0)
