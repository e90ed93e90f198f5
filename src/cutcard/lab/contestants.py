"""Who may fight a duel: the players by name, and players in files of one's own."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from cutcard.blockhead.game import Player
from cutcard.blockhead.players import UnknownPlayer, make_player
from cutcard.blockhead.rules import Rules


def make_contestant(name: str, random: Random, rules: Rules) -> Player:
    """The player of this name, or the one that FILE.py:CLASS makes of a random stream."""
    if ".py:" not in name:
        return make_player(name, random, rules)
    try:
        player: Player = _class_in(name)(random)
    except TypeError as error:
        raise UnknownPlayer(f"{name} takes no random stream to be made of: {error}") from None
    return player


@cache
def _class_in(name: str) -> Any:
    path, _, class_name = name.rpartition(":")
    if not Path(path).is_file():
        raise UnknownPlayer(f"there is no file {path!r} with a player in it")
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise UnknownPlayer(f"{path!r} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownPlayer(f"{path} cannot be loaded: {error!r}") from None
    found = getattr(module, class_name, None)
    if found is None or not hasattr(found, "act") or not hasattr(found, "see"):
        raise UnknownPlayer(f"{path} has no class {class_name!r} with act(view) and see(event)")
    return found
