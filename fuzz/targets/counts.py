"""TOML files of counts."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from cutcard.blackjack import counts
from cutcard.errors import CutcardError
from fuzz.drawer import kept

SEEDS = [path.read_bytes() for path in (Path(counts.__file__).parent / "counts").glob("*.toml")]
SEEDS += [b"tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]\nscale = 2\n"]


def throw(data: bytes) -> None:
    """What is read as a count can count."""
    with suppress(CutcardError):
        count = counts.load_count(str(kept(data, ".toml")))
        assert count.convention
        count.value(count.initial(6), 312)
