"""Who may play Blockhead Poker: players by name, policies in files, and the user's own players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from cutcard.blockhead.deal import Event, View
from cutcard.blockhead.game import Player
from cutcard.blockhead.players import is_policy_file, make_player
from cutcard.blockhead.rules import Rules
from cutcard.lab.strangers import SECONDS, Stranger, is_file_name


class FilePlayer:
    """A player from a file, at a table of Blockhead Poker."""

    def __init__(self, name: str, random: Random, seconds: float) -> None:
        self.stranger = Stranger(name, Player, random, seconds=seconds)

    def act(self, view: View) -> int:
        chips: int = self.stranger.ask("act", view, among=view.legal)
        return chips

    def see(self, event: Event) -> None:
        self.stranger.tell("see", event)


def make_contestant(name: str, random: Random, rules: Rules, seconds: float = SECONDS) -> Player:
    """The player of this name, in FILE.npz, or that FILE.py:CLASS makes from a random stream."""
    if is_file_name(name):
        return FilePlayer(name, random, seconds)
    return make_player(name, random, rules)


@contextmanager
def seated(players: list[Player]) -> Iterator[list[Player]]:
    """Seat players at a table; those from files leave when the context ends."""
    strangers = [player.stranger for player in players if isinstance(player, FilePlayer)]
    try:
        yield players
        for stranger in strangers:
            stranger.leave()
    except BaseException:
        for stranger in strangers:
            stranger.dismiss()
        raise


def check_contestant(name: str, random: Random, rules: Rules, seconds: float = SECONDS) -> None:
    """Complain about a player that cannot be seated."""
    with seated([make_contestant(name, random, rules, seconds)]):
        pass


def title(name: str) -> str:
    """What a player is called at the table: its class's or its file's name, if it has one.

    >>> title("alpha"), title("mine.py:Gamma"), title("kept/learnt.npz")
    ('Alpha', 'Gamma', 'learnt')
    """
    if is_policy_file(name):
        return Path(name).stem
    return name.rpartition(":")[2] if is_file_name(name) else name.title()
