"""Blockhead Poker for PettingZoo: two to six seats, each an agent.

>>> from cutcard.envs import blockhead_v0
>>> env = blockhead_v0.env("six-handed", deals=1)
>>> env.reset(seed=1)
>>> env.agent_selection, env.observe("player_0")["action_mask"]
('player_0', array([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], dtype=int8))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from cutcard.blockhead.fresh_deck import FreshDeck
from cutcard.blockhead.match import Match
from cutcard.blockhead.rules import Rules
from cutcard.driver import CHANCE
from cutcard.envs.blockhead_bets import action_count, chips_of
from cutcard.envs.blockhead_rules import AnyBlockhead, rules_from_keywords
from cutcard.envs.blockhead_sight import Sight
from cutcard.envs.blockhead_text import drawn_match
from cutcard.envs.seats import SeatsEnv


class SeatedBlockhead:
    """A game of Blockhead Poker, asked bet by bet."""

    name = "cutcard_blockhead_v0"
    broken_off = False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.seats
        self.sight = Sight(rules)
        self.rows = self.sight.space
        self.actions = action_count(rules)

    def begin(self, root: int, number: int) -> None:
        """Begin a game."""
        self._dealer = FreshDeck(root, "deck", number, deck=self.rules.deck)
        self._match = self._dealt(Match.start(self.rules))

    def _dealt(self, match: Match) -> Match:
        """Deal until a seat has the turn, or the game is over."""
        self._ended = match.ended
        while match.turn == CHANCE:
            if match.unshuffled:
                self._dealer.shuffle()
            match = match.apply(self._dealer.draw())
        return match

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._match.turn

    @property
    def over(self) -> bool:
        """Whether all deals are played."""
        return self._match.over

    def row(self, seat: int) -> NDArray[Any]:
        """What a seat sees."""
        return self.sight.row(self._match, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Which actions are legal; none out of turn."""
        return self.sight.mask(self._match.view(seat))

    def act(self, number: int) -> None:
        """Bet, and go on to the next bet."""
        chips = chips_of(self.rules, number, self._match.deal.to_call)
        self._match = self._dealt(self._match.apply(chips))

    def gained(self) -> list[float]:
        """What each seat has gained since the game began, in chips."""
        return [float(held - self.rules.stake) for held in self._match.chips]

    def drawn(self, seat: int) -> str:
        """The table as a seat sees it."""
        names = [f"player_{number}" for number in range(self.seats)]
        return drawn_match(self._match, seat, names, self._ended)


def raw_env(
    game: AnyBlockhead = "blockhead", *, render_mode: str | None = None, **changes: Any
) -> SeatsEnv:
    """The environment itself: an illegal action is an error."""
    return SeatsEnv(SeatedBlockhead(rules_from_keywords(game, changes)), render_mode)


def env(
    game: AnyBlockhead = "blockhead", *, render_mode: str | None = None, **changes: Any
) -> AECEnv[str, Any, Any]:
    """The environment in PettingZoo's wrappers: an illegal action ends the game.

    Whoever makes it loses what a deal can cost at most; the others gain nothing.
    """
    raw = raw_env(game, render_mode=render_mode, **changes)
    seated = raw.game
    assert isinstance(seated, SeatedBlockhead)
    most = seated.sight.largest_pot // seated.seats
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw, illegal_reward=-float(most))
        )
    )


def parallel_env(
    game: AnyBlockhead = "blockhead", *, render_mode: str | None = None, **changes: Any
) -> ParallelEnv[str, Any, Any]:
    """The same for all seats at once: only the action of the seat whose turn it is counts."""
    return turn_based_aec_to_parallel(raw_env(game, render_mode=render_mode, **changes))
