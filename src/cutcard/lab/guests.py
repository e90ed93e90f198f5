"""Guests: blackjack players of one's own, from a class or from a file, at a table of the lab."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from cutcard.blackjack.actions import Action
from cutcard.blackjack.round import View
from cutcard.blackjack.seat import Player
from cutcard.cards import Card
from cutcard.errors import Invalid
from cutcard.lab.strangers import SECONDS, Stranger, is_file_name
from cutcard.streams import stream


@dataclass(frozen=True)
class Guest:
    """A player of one's own: who it is, and how long it may think."""

    who: str | type[Player]
    """FILE.py:CLASS, which plays in a process of its own, or a class, which plays in this one."""
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        if isinstance(self.who, str) and not is_file_name(self.who):
            raise Invalid(f"{self.who!r} is no player: it takes FILE.py:CLASS, as in mine.py:Mine")
        if not isinstance(self.who, str | type):
            raise Invalid(f"{self.who!r} is no player: it takes a class, or FILE.py:CLASS")

    def __str__(self) -> str:
        return self.who if isinstance(self.who, str) else self.who.__qualname__

    @contextmanager
    def seated(self, random: Random) -> Iterator[Player]:
        """The player at a table, until the table breaks up."""
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
        """Other processes can be told who it is; a class made inside a function stays here."""
        try:
            pickle.dumps(self.who)
        except (pickle.PicklingError, AttributeError):
            return False
        return True

    def check(self) -> None:
        """Complain of a player who cannot sit down."""
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
