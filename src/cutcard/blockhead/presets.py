"""Named games of Blockhead Poker."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cutcard.blockhead.rules import Rules
from cutcard.shelf import Shelf

SHELF: Final = Shelf(
    Path(__file__).parent / "data" / "games", common=Rules(), first=("blockhead", "as-distributed")
)
