"""The games of every kind, by name."""

from __future__ import annotations

from typing import Any

from cutcard.blackjack.presets import SHELF as BLACKJACK
from cutcard.blockhead.presets import SHELF as BLOCKHEAD
from cutcard.shelf import Preset


def game_names() -> list[str]:
    """All shipped games."""
    return [*BLACKJACK.names(), *BLOCKHEAD.names()]


def is_blockhead(name: str) -> bool:
    """Whether this names a game of Blockhead Poker."""
    return name in BLOCKHEAD.names()


def load_game(name: str) -> Preset[Any]:
    """The game of this name, or the blackjack game in this file."""
    return BLOCKHEAD.load(name) if is_blockhead(name) else BLACKJACK.load(name)
