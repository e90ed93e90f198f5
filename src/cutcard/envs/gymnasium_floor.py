"""The rules of Gymnasium's own Blackjack-v1 as a vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cutcard.blackjack.kernel.observations import Observed
from cutcard.envs.floor_env import FloorEnv
from cutcard.envs.gymnasium_blackjack import RULES, choices_of, observation_space

_COLUMNS = (1, 5, 2)
"""The player's total, the dealer's up card, and whether an ace counts eleven."""


class GymnasiumBlackjackVectorEnv(FloorEnv):
    """Many tables of Blackjack-v1."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        natural: bool = False,
        sab: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        super().__init__(
            Observed(RULES),
            choices_of(natural=natural, sab=sab),
            actions=2,
            num_envs=num_envs,
            autoreset_mode=autoreset_mode,
            threads=threads,
            strict=False,
        )
        self.single_observation_space = observation_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def _shown(self, seen: NDArray[np.int16]) -> Any:
        return tuple(seen[:, column].astype(np.int64) for column in _COLUMNS)
