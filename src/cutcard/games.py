"""The games of every kind, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cutcard.blackjack.presets import SHELF as BLACKJACK
from cutcard.blockhead.presets import SHELF as BLOCKHEAD
from cutcard.documents import read_toml
from cutcard.errors import Invalid
from cutcard.shelf import Preset, unknown


def game_names() -> list[str]:
    """All shipped games."""
    return [*BLACKJACK.names(), *BLOCKHEAD.names()]


def is_file(name: str) -> bool:
    """Whether this is the name of a file rather than of a shipped game."""
    return name not in game_names() and ("/" in name or name.endswith(".toml"))


def is_blockhead(name: str) -> bool:
    """Whether this names a game of Blockhead Poker, or a file with one."""
    if is_file(name):
        try:
            found = read_toml(Path(name))
        except Invalid:
            return False  # loading it will report what is wrong with it
        return found.get("base") in BLOCKHEAD.names()
    return name in BLOCKHEAD.names()


def load_game(name: str) -> Preset[Any]:
    """The game of this name, or the game in this file."""
    if is_blockhead(name):
        return BLOCKHEAD.load(name)
    if not is_file(name) and name not in BLACKJACK.names():
        raise unknown("game", name, game_names(), "FILE.toml")
    return BLACKJACK.load(name)
