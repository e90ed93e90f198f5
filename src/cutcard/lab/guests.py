"""Guests: the user's own blackjack players, from a class or from a file, at a table of the lab."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.seat import Player
from cutcard.cards import Card
from cutcard.errors import Invalid
from cutcard.lab.player_classes import check_player, travels
from cutcard.lab.strangers import SECONDS, Stranger, check_class_named, is_file_name
from cutcard.streams import stream


@dataclass(frozen=True)
class Guest:
    """A player of the user's own: who it is, and how long it may think."""

    who: str | type[Player]
    """FILE.py:CLASS, which plays in a separate process, or a class, which plays in this one."""
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        if isinstance(self.who, str) and not is_file_name(self.who):
            check_class_named(self.who)
            raise Invalid(
                f"{self.who!r} is not a player: it takes FILE.py:CLASS, as in mine.py:Mine"
            )
        if not isinstance(self.who, str | type):
            raise Invalid(f"{self.who!r} is not a player: it takes a class, or FILE.py:CLASS")
        if isinstance(self.who, type):
            check_player(self.who, Player)

    def __str__(self) -> str:
        return self.who if isinstance(self.who, str) else self.who.__qualname__

    @contextmanager
    def seated(self, random: Random) -> Iterator[Player]:
        """Seat the player at a table; it leaves when the context ends."""
        if not isinstance(self.who, str):
            yield self.who(random)
            return
        stranger = Stranger(self.who, Player, random, seconds=self.seconds)
        try:
            yield _FromFile(stranger)
            stranger.leave()
        except BaseException:
            stranger.dismiss()
            raise

    @property
    def travels(self) -> bool:
        """Whether it can be sent to other processes; a class made inside a function cannot."""
        return isinstance(self.who, str) or travels(self.who)

    def check(self) -> None:
        """Complain about a player that cannot be seated."""
        with self.seated(stream(0)):
            pass


class _FromFile:
    """A player from a file, at a blackjack table."""

    def __init__(self, stranger: Stranger) -> None:
        self._stranger = stranger

    def bet(self, bankroll: int, minimum: int) -> int:
        chips: int = self._stranger.ask(
            "bet", bankroll, minimum, among=range(minimum, bankroll + 1)
        )
        return chips

    def act(self, view: View) -> Action:
        action: Action = self._stranger.ask("act", view, among=view.legal)
        return action

    def dealt(self) -> None:
        self._stranger.tell("dealt")

    def expose(self, card: Card) -> None:
        self._stranger.tell("expose", card)

    def shuffled(self) -> None:
        self._stranger.tell("shuffled")
