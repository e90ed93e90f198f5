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
from cutcard.errors import Invalid
from cutcard.lab.player_classes import check_player
from cutcard.lab.strangers import SECONDS, Stranger, check_class_named, is_file_name

Contestant = str | type[Player]
"""A player by its name, FILE.npz or FILE.py:CLASS; or a class, which plays in this process."""


class FilePlayer:
    """A player from a file, at a table of Blockhead Poker."""

    def __init__(self, name: str, random: Random, seconds: float) -> None:
        self.stranger = Stranger(name, Player, random, seconds=seconds)

    def act(self, view: View) -> int:
        chips: int = self.stranger.ask("act", view, among=view.legal)
        return chips

    def see(self, event: Event) -> None:
        self.stranger.tell("see", event)


def make_contestant(
    who: Contestant, random: Random, rules: Rules, seconds: float = SECONDS
) -> Player:
    """The player of this name, in FILE.npz, or that a class makes from a random stream."""
    if not isinstance(who, str):
        return who(random)  # type: ignore[call-arg]  # a protocol tells nothing of how it is made
    if is_file_name(who):
        return FilePlayer(who, random, seconds)
    check_class_named(who)
    return make_player(who, random, rules)


def name_of(who: Contestant) -> str:
    """What a contestant is called."""
    return who if isinstance(who, str) else who.__name__


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


def check_contestant(
    who: Contestant, random: Random, rules: Rules, seconds: float = SECONDS
) -> None:
    """Complain about a player that cannot be seated."""
    if isinstance(who, type):
        check_player(who, Player)
    elif not isinstance(who, str):
        raise Invalid(f"{who!r} is not a player: it takes a name, a class, or FILE.py:CLASS")
    with seated([make_contestant(who, random, rules, seconds)]):
        pass


def title(name: str) -> str:
    """What a player is called at the table: its class's or its file's name, if it has one.

    >>> title("alpha"), title("mine.py:Gamma"), title("kept/learnt.npz")
    ('Alpha', 'Gamma', 'learnt')
    """
    if is_policy_file(name):
        return Path(name).stem
    return name.rpartition(":")[2] if is_file_name(name) else name.title()
