"""Regular: knows the other regulars, and takes from each of them what can be taken.

Whoever plays often against somebody gets to know it. Regular weighs who the opponent may be
(`acquaintance`). As soon as it is sure, it plays the best response to that player, where one is
shipped; as long as it is not, it plays as `nash` does, from whom nobody wins much. What neither can
play, Beta does.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from cutcard.blockhead.beta import Beta, reads, shipped_against
from cutcard.blockhead.deal import Event, Tied, View, Won
from cutcard.blockhead.rules import Rules
from cutcard.errors import Illegal, Invalid
from cutcard.files import check_folder

if TYPE_CHECKING:
    from cutcard.blockhead.acquaintance import Acquaintance
    from cutcard.blockhead.exact.response import Response
    from cutcard.blockhead.game import Player

SURE: Final = 0.9
"""How likely an opponent must be a player that is known to be treated as that."""


REGULAR: Final = "regular"
"""The name of the player that gets to know its opponents."""

MEMORY: Final = "the memory"
"""What a file is called that keeps what it knows of one."""


class Regular:
    """Plays by what it has seen of its opponent in this game, and before if it is told."""

    def __init__(self, random: Random, known: Acquaintance | None = None) -> None:
        self.known = known
        """What it knows of its opponent; None before it has sat down."""
        self.odds: dict[int, float] = {}
        self._random = random
        self._beta = Beta(random)
        self._nash: Player | None = None
        self._responses: dict[str, Response | None] = {}
        """By player, for those that its opponent was taken for."""
        self._rules: Rules | None = None
        self._seat = 0
        self._seen: list[Event] = []
        self._own = 0
        """The points of its hidden card in this deal, once it has looked."""
        self._left_nash = False
        """Whether it has bet in this deal as Nash might not: Nash cannot go on from there."""

    def see(self, event: Event) -> None:
        self._beta.see(event)
        if self._nash:
            self._nash.see(event)
        if isinstance(event, Won | Tied):
            if self.known and self._rules and reads(self._rules):
                self.known = self.known.after(
                    self._seen, self._rules, 1 - self._seat, event.pot, self._own
                )
            self._seen, self._own, self._left_nash = [], 0, False
        else:
            self._seen.append(event)

    def act(self, view: View) -> int:
        self.odds = {}
        if not reads(view.rules):
            return self._act_as(self._beta, view)
        self._sit_down(view)
        name = self._opponent(view)
        if name:
            self._left_nash = True
            if name not in self._responses:
                self._responses[name] = shipped_against(name, view.rules)
            response = self._responses[name]
            if response:
                from cutcard.blockhead.exact.exploiter import best_bet

                return best_bet(response, view, self._seen)
        elif self._nash and not self._left_nash:
            return self._act_as(self._nash, view)
        return self._act_as(self._beta, view)

    def _act_as(self, player: Player, view: View) -> int:
        """Bet as another would, and by its odds."""
        chips = player.act(view)
        self.odds = getattr(player, "odds", {})
        return chips

    def _sit_down(self, view: View) -> None:
        """Note where it sits, by which rules it plays, and which card it hides."""
        if self._rules is not view.rules:
            from cutcard.blockhead.acquaintance import Acquaintance  # imported here: it takes NumPy

            self._rules = view.rules
            self.known = self.known or Acquaintance.new(view.rules)
            self._responses = {}
            self._nash = _nash(self._random, view.rules)
            if self._nash:
                for event in self._seen:
                    self._nash.see(event)
        self._seat = view.seat
        self._beta.sit_down(view)
        self._own = view.hand.cards[view.hand.down[0]].points

    def _opponent(self, view: View) -> str:
        """The player that it takes its opponent for; empty if it is not sure, or for a stranger."""
        from cutcard.blockhead.acquaintance import STRANGER

        assert self.known is not None
        odds = self.known.odds_with(self._seen, view.rules, 1 - view.seat, view.pot, self._own)
        name = max(odds, key=odds.__getitem__)
        return name if odds[name] >= SURE and name != STRANGER else ""


def check_memory(path: Path, opponent: str | None, rules: Rules) -> None:
    """Complain about an opponent, rules or a file with which nothing is remembered."""
    if opponent not in (None, REGULAR):
        raise Illegal(f"{opponent} keeps no memory: it takes {REGULAR}")
    if not reads(rules):
        raise Illegal(
            f"{REGULAR} remembers how one bets at a table of two that is played by points, with one"
            " hidden card each: these rules differ"
        )
    if path.suffix != ".npz":
        raise Invalid(f"{MEMORY} {path} takes a name that ends in .npz")
    check_folder(path, MEMORY)


def _nash(random: Random, rules: Rules) -> Player | None:
    from cutcard.blockhead.equilibrium.saved import shipped_equilibrium  # it takes NumPy

    try:
        return shipped_equilibrium(rules).player(random, rules)
    except Illegal:
        return None
