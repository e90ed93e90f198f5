"""TOML files of counts."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import cutcard
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.errors import CutcardError
from fuzz.drawer import kept

_SHIPPED = Path(cutcard.__file__).parent / "blackjack" / "data" / "counts"
SEEDS = [path.read_bytes() for path in _SHIPPED.glob("*.toml")]
SEEDS += [b"tags = [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]\nscale = 2\n"]


def throw(data: bytes) -> None:
    """What is read as a count can count."""
    with suppress(CutcardError):
        count = load_count(str(kept(data, ".toml")))
        assert count.convention
        count.value(count.initial(6), 312)
