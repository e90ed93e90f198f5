"""Blackjack as a Gymnasium environment: any rules, one decision to a step.

Actions: 0 stand (while offers are made: decline), 1 hit, 2 double, 3 split, 4 surrender,
5 insure. With bets to choose from, the first step of a round is the number of the bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from cutcard.blackjack.kernel.choices import STAND
from cutcard.blackjack.kernel.observations import Observer
from cutcard.blackjack.kernel.one_table import BET, OVER, OneTable
from cutcard.blackjack.kernel.table_shoes import TableShoe
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.count import Count
from cutcard.envs.replay import Replay
from cutcard.envs.table_options import Masks, TableOptions
from cutcard.errors import Illegal, Invalid
from cutcard.front.choice import AnyGame

if TYPE_CHECKING:
    from cutcard.envs.regrets import Regrets

Observation = NDArray[np.int16]


class BlackjackEnv(gym.Env[Observation, np.int64]):
    """A seat at a blackjack table: an episode is a round, and the shoe goes on to the next.

    ``game`` is a shipped game, a TOML file or rules; other keywords change rules of it. ``seen``
    adds the cards seen since the shuffle to the observation, ``count`` a count's value, and
    ``bets`` a bet to choose before the deal. With ``regret``, ``info["regret"]`` is what each
    action cost against the best, exactly. An illegal action is played as stand, and told in
    ``info["illegal"]``; if ``strict``, it is an error.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": ["ansi"],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: AnyGame = "vegas-strip",
        *,
        seen: bool = False,
        count: Count | str | None = None,
        bets: Sequence[int] | None = None,
        regret: bool = False,
        strict: bool = False,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Invalid(f"{render_mode!r} is not a way to render: it takes 'ansi', or None")
        self._options = TableOptions.of(game, seen=seen, count=count, bets=bets, changes=changes)
        self.rules: Rules = self._options.observed.rules
        self.columns = tuple(self._options.observed.sizes)
        """The names of the observation's columns."""
        self.observation_space = self._options.observation_space
        self.action_space = self._options.action_space
        self.render_mode = render_mode
        self._actions = self._options.actions
        self._masks = Masks(self._actions)
        self._chooses_bet = self._options.chooses_bet
        self._strict = strict
        self._unit = self._options.choices.unit
        self._replay = Replay(self._options.observed) if regret or render_mode else None
        self._regrets = self._judge() if regret else None
        self._observer = Observer(self._options.observed, self._options.choices)
        self._table: OneTable | None = None

    def _judge(self) -> Regrets:
        from cutcard.envs.regrets import Regrets  # the solver, which others need not wait for

        return Regrets(self._options.observed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next round; a seed takes a new shoe, which is the same for the same seed."""
        table = self._table
        if table is None or seed is not None:
            super().reset(seed=seed)
            table = self._table = OneTable(self._options.choices, self._shoe())
        if self._replay is not None:
            self._replay.begin()
        if self._chooses_bet:
            table.wait_for_bet(len(self._options.observed.bets))
        else:
            table.begin()
        return self._observer.observe(table), {"action_mask": self._masks[table.legal].copy()}

    def _shoe(self) -> TableShoe:
        seed = self.np_random_seed
        assert seed is not None
        if self._replay is None:
            return TableShoe(self.rules, seed)
        return self._replay.shoe(seed)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and go on to the next decision, or to the end of the round."""
        table = self._table
        if table is None or table.moment == OVER:
            raise Illegal("no round is being played: reset begins the next one")
        try:
            number = int(action)
        except (TypeError, ValueError):
            number = -1
        if number != action or not 0 <= number < self._actions:
            raise Invalid(f"{action!r} is not an action: it takes 0 to {self._actions - 1}")
        illegal = not table.legal >> number & 1
        if illegal:
            if self._strict:
                raise Illegal(self._refusal(number, table))
            number = STAND
        info: dict[str, Any] = {"illegal": illegal}
        if self._replay is not None:
            if self._regrets is not None:
                info["regret"] = self._regrets.regret(self._replay, number)
            self._replay.act(number)
        if table.moment == BET:
            table.deal(number)
        else:
            table.act(number)
        info["action_mask"] = self._masks[table.legal].copy()
        if table.moment != OVER:
            return self._observer.observe(table), 0.0, False, False, info
        return self._observer.observe(table), table.net / self._unit, True, False, info

    def _refusal(self, number: int, table: OneTable) -> str:
        legal = [str(one) for one in range(self._actions) if table.legal >> one & 1]
        return f"action {number} is not legal now: it takes {', '.join(legal)}"

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for them."""
        legal = 0 if self._table is None else self._table.legal
        return self._masks[legal].astype(np.bool_)

    def render(self) -> str | None:
        """The table as text, for ``render_mode="ansi"``."""
        if self._replay is None or self._table is None or self.render_mode is None:
            return None
        return self._replay.drawn()
