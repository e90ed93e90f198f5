"""Games as a browser names them: a shipped one, and rules changed. Never a file."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cutcard.blackjack.presets import Preset
from cutcard.errors import Invalid
from cutcard.games import game_names, is_blockhead, load_game
from cutcard.rulebook import nearest
from cutcard.shelf import Preset as AnyPreset
from cutcard.shelf import UnknownName


@lru_cache(maxsize=64)
def shipped(name: str) -> AnyPreset[Any]:
    """The shipped game of this name."""
    if name not in game_names():
        raise UnknownName(f"there is no game {name!r}: {nearest(name, game_names())}")
    return load_game(name)


def game(given: dict[str, Any]) -> AnyPreset[Any]:
    """The game that a request names, with its rules changed."""
    preset = shipped(given["game"])
    return preset.with_rules(preset.rules.changed(given.get("changes") or {}))


def blackjack(given: dict[str, Any]) -> Preset:
    """The same, where only blackjack will do."""
    if is_blockhead(given["game"]):
        raise Invalid(
            f"{given['game']} is not a blackjack game: exact values are known for blackjack only"
        )
    return game(given)
