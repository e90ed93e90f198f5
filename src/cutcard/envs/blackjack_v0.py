"""Blackjack for PettingZoo: one to seven seats at a table, each an agent.

>>> from cutcard.envs import blackjack_v0
>>> env = blackjack_v0.env("vegas-strip", seats=3)
>>> env.reset(seed=1)
>>> env.agent_selection, env.observe("player_0")["action_mask"]
('player_0', array([1, 1, 1, 0, 1, 0], dtype=int8))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from cutcard.blackjack.round import MAX_SEATS, Round
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.shoe import shoe_for
from cutcard.driver import CHANCE, OVER
from cutcard.envs.blackjack_actions import ACTIONS, action_in, legal_numbers
from cutcard.envs.blackjack_sight import Sight
from cutcard.envs.seats import SeatsEnv
from cutcard.errors import Invalid
from cutcard.front.choice import AnyGame, game
from cutcard.report.felt import draw_round
from cutcard.shoes import ShoeEmpty
from cutcard.streams import stream

STAND = 0


class SeatedBlackjack:
    """Rounds of blackjack, asked decision by decision; the shoe goes on from round to round."""

    name = "cutcard_blackjack_v0"
    actions = len(ACTIONS)

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.sight = Sight(rules, seats)
        self.rows = self.sight.space

    def begin(self, root: int, number: int) -> None:
        """Begin a round, the first one from a new shoe."""
        if not number:
            self._shoe = shoe_for(self.rules, stream(root, "shoe"))
        self._shoe.before_round()
        self.broken_off = False
        self._round = Round.start(self.rules, (1,) * self.seats)
        self._deal()
        self._decided = self._round.turn < 0
        """The deal decided it for all, and one step pays it."""

    def _deal(self) -> None:
        """Deal until a seat has the turn, or the round is over."""
        try:
            while self._round.turn == CHANCE:
                self._round = self._round.apply(self._shoe.draw())
        except ShoeEmpty:
            self.broken_off = True

    @property
    def turn(self) -> int:
        """The seat whose turn it is; the first, where the deal decided the round for all."""
        return 0 if self._decided else self._round.turn

    @property
    def over(self) -> bool:
        """Whether everything is paid."""
        return not self._decided and (self.broken_off or self._round.turn == OVER)

    def row(self, seat: int) -> NDArray[Any]:
        """What a seat sees."""
        return self.sight.row(self._round, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Which actions are legal; none out of turn."""
        mask = np.zeros(len(ACTIONS), np.int8)
        if self._decided:
            mask[STAND] = seat == 0
        elif not self.broken_off:
            mask[legal_numbers(self._round.view(seat).legal)] = 1
        return mask

    def act(self, number: int) -> None:
        """Act, and go on to the next decision."""
        if self._decided:
            self._decided = False
            return
        self._round = self._round.apply(action_in(number, self._round.legal))
        self._deal()

    def gained(self) -> list[float]:
        """What each seat has gained, in bets."""
        return [net / self.rules.unit for net in self._round.nets]

    def drawn(self, seat: int) -> str:
        """The table, where all seats see the same."""
        return draw_round(self._round)


def raw_env(
    what: AnyGame = "vegas-strip",
    *,
    seats: int = 1,
    render_mode: str | None = None,
    **changes: Any,
) -> SeatsEnv:
    """The environment itself: an illegal action is an error."""
    if isinstance(seats, bool) or not isinstance(seats, int) or not 1 <= seats <= MAX_SEATS:
        raise Invalid(f"{seats!r} seats are not possible: it takes 1 to {MAX_SEATS}")
    return SeatsEnv(SeatedBlackjack(game(what, **changes).rules, seats), render_mode)


def env(
    what: AnyGame = "vegas-strip",
    *,
    seats: int = 1,
    render_mode: str | None = None,
    **changes: Any,
) -> AECEnv[str, Any, Any]:
    """The environment in PettingZoo's wrappers: an illegal action ends the round.

    Whoever makes it loses a bet; the others gain nothing.
    """
    raw = raw_env(what, seats=seats, render_mode=render_mode, **changes)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1.0)
        )
    )


def parallel_env(
    what: AnyGame = "vegas-strip",
    *,
    seats: int = 1,
    render_mode: str | None = None,
    **changes: Any,
) -> ParallelEnv[str, Any, Any]:
    """The same for all seats at once: only the action of the seat whose turn it is counts."""
    raw = raw_env(what, seats=seats, render_mode=render_mode, **changes)
    return turn_based_aec_to_parallel(raw)
