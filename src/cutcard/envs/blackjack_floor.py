"""Blackjack as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from cutcard.blackjack.strategy.count import Count
from cutcard.envs.floor_env import FloorEnv
from cutcard.envs.table_options import TableOptions
from cutcard.errors import Illegal
from cutcard.front.choice import AnyGame


class BlackjackVectorEnv(FloorEnv):
    """Many seats, each at a table of its own; what `BlackjackEnv` is, times `num_envs`.

    Also to be chosen: the ``autoreset_mode``, and among how many ``threads`` tables are shared.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: AnyGame = "vegas-strip",
        *,
        seen: bool = False,
        count: Count | str | None = None,
        bets: Sequence[int] | None = None,
        regret: bool = False,
        strict: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        **changes: Any,
    ) -> None:
        for name, value in {"regret": regret, "render_mode": render_mode}.items():
            if value:
                raise Illegal(
                    f"{name} = {value!r} is for one table: gym.make takes it, or gym.make_vec"
                    " with vectorization_mode='sync'"
                )
        options = TableOptions.of(game, seen=seen, count=count, bets=bets, changes=changes)
        super().__init__(
            options.observed,
            options.choices,
            actions=options.actions,
            num_envs=num_envs,
            autoreset_mode=autoreset_mode,
            threads=threads,
            strict=strict,
        )
        self.rules = options.observed.rules
        self.columns = tuple(options.observed.sizes)
        """The names of the observation's columns."""
        self.single_observation_space = options.observation_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
