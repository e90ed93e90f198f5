"""Vector environments: thousands of tables, stepped by one compiled call.

Table `i` of an environment that is reset with a seed plays what one table plays that is reset
with the seed plus `i`. Tables may be shared out among threads; what they play does not change.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cutcard.blackjack.kernel import floor_row as place
from cutcard.blackjack.kernel.choices import Choices
from cutcard.blackjack.kernel.floor_steps import (
    DISABLED,
    NEXT_STEP,
    SAME_STEP,
    begin_rounds,
    step_tables,
)
from cutcard.blackjack.kernel.floor_tables import floor_of, game_of, seed_tables
from cutcard.blackjack.kernel.observations import Observed
from cutcard.blackjack.kernel.one_table import OVER
from cutcard.errors import Illegal, Invalid
from cutcard.front.announcing import announced

_MODES: Final = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}

MOST_TABLES: Final = 1_000_000
MOST_THREADS: Final = 256


class FloorEnv(gym.vector.VectorEnv[Any, Any, Any]):
    """Tables of one game; a subclass says which, and what an observation looks like."""

    metadata: dict[str, Any]

    def __init__(
        self,
        observed: Observed,
        choices: Choices,
        *,
        actions: int,
        num_envs: int,
        autoreset_mode: AutoresetMode | str,
        threads: int,
        strict: bool,
    ) -> None:
        if not _whole(num_envs, MOST_TABLES):
            raise Invalid(f"{num_envs!r} tables cannot be made: it takes 1 to {MOST_TABLES:,}")
        if not _whole(threads, MOST_THREADS):
            raise Invalid(f"{threads!r} threads are not possible: it takes 1 to {MOST_THREADS}")
        mode = _read_mode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.num_envs = num_envs
        self.single_action_space = gym.spaces.Discrete(actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observed = observed
        self._unit = choices.unit
        self._mode = _MODES[mode]
        self._actions = actions
        self._strict = strict
        self._floor = floor_of(observed, num_envs)
        self._arrays: tuple[Any, Any, Any, Any, Any] = (*game_of(choices, observed), *self._floor)
        self._seeded = False
        self._ready = False
        """What is compiled has been loaded."""
        self._all = np.ones(num_envs, np.bool_)
        size = -(-num_envs // threads)
        self._shares = [(start, min(start + size, num_envs)) for start in range(0, num_envs, size)]
        self._pool = ThreadPoolExecutor(threads) if len(self._shares) > 1 else None

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next round at all tables, or where ``options["reset_mask"]`` is true.

        A seed takes a new shoe: table ``i`` that of the seed plus ``i``, or of the i-th of a list.
        """
        which = self._masked(options or {})
        self._seed(seed, which)
        seen = self._room()
        masks = np.empty((self.num_envs, self._actions), np.int8)
        if self._ready:
            begin_rounds(*self._arrays, which, seen, masks)
        else:
            with announced():
                begin_rounds(*self._arrays, which, seen, masks)
                self._move(np.zeros(0, np.int64), [(0, 0)])  # so that no step waits for it
            self._ready = True
        return self._shown(seen), {"action_mask": masks, "_action_mask": which.copy()}

    def _seed(self, seed: int | list[int | None] | None, which: NDArray[np.bool_]) -> None:
        """Give new shoes to tables that are seeded, and at first to all."""
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            seeds: list[int | None] = [int(seed) + table for table in range(self.num_envs)]
        elif seed is None:
            seeds = [None] * self.num_envs
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise Invalid(f"{len(seeds)} seeds do not go with {self.num_envs} tables: one each")
        known = [
            (table, one)
            for table, one in enumerate(seeds)
            if one is not None and (which[table] or not self._seeded)
        ]
        if not self._seeded:
            if not which.all():
                raise Illegal("no round was begun yet: the first reset is of all tables")
            base = self.np_random_seed
            assert base is not None
            named = dict(known)
            known = [(table, named.get(table, base + table)) for table in range(self.num_envs)]
            self._seeded = True
        if known:
            tables, chosen = zip(*known, strict=True)
            seed_tables(self._floor, self._observed, tables, list(chosen))

    def _masked(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        mask = options.get("reset_mask")
        if mask is None:
            return self._all
        if (
            not isinstance(mask, np.ndarray)
            or mask.shape != (self.num_envs,)
            or mask.dtype != np.bool_
            or not mask.any()
        ):
            raise Invalid(
                f"reset_mask = {mask!r} names no tables: it takes an array of {self.num_envs}"
                " booleans, some of them true"
            )
        return np.require(mask, requirements=["C", "W"])

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action at each table; see the modes for tables whose round is over."""
        told = self._move(self._checked(actions), self._shares)
        seen, last_seen, gains, ended, illegal, masks = told
        infos = {
            "action_mask": masks,
            "_action_mask": self._all.copy(),
            "illegal": illegal,
            "_illegal": self._all.copy(),
        }
        if self._mode == SAME_STEP:
            infos |= {"final_obs": self._shown(last_seen), "_final_obs": ended.copy()}
        np.divide(gains, self._unit, out=gains)
        return self._shown(seen), gains, ended, np.zeros_like(ended), infos

    def _move(self, chosen: NDArray[np.int64], shares: list[tuple[int, int]]) -> tuple[Any, ...]:
        """Move tables on, share by share; return all that is told of them, gains in units."""
        tables = self.num_envs
        seen = self._room()
        last_seen = np.zeros_like(seen) if self._mode == SAME_STEP else seen
        gains, ended, illegal = np.empty(tables), np.empty(tables, bool), np.empty(tables, bool)
        masks = np.empty((tables, self._actions), np.int8)
        told: Any = (seen, last_seen, gains, ended, illegal, masks)

        def move(share: tuple[int, int]) -> None:
            step_tables(*self._arrays, chosen, self._mode, *share, *told)

        if self._pool is None or len(shares) == 1:
            move(shares[0])
        else:
            list(self._pool.map(move, shares))
        return tuple(told)

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """The actions as an array, if they are some for every table."""
        if not self._seeded:
            raise Illegal("no round is being played: reset begins the first ones")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise Invalid(
                f"actions of shape {chosen.shape} and type {chosen.dtype} cannot be played:"
                f" it takes {self.num_envs} whole numbers"
            )
        if chosen.min() < 0 or chosen.max() >= self._actions:
            [wrong, *_] = chosen[(chosen < 0) | (chosen >= self._actions)].tolist()
            raise Invalid(f"{wrong} is not an action: it takes 0 to {self._actions - 1}")
        # Some make arrays that cannot be written to, which would be another type.
        chosen = np.require(chosen, np.int64, ["C", "W"])
        rows = self._floor.rows
        if self._mode == DISABLED and (rows[:, place.MOMENT] == OVER).any():
            over = int((rows[:, place.MOMENT] == OVER).argmax())
            raise Illegal(
                f"the round at table {over} is over: reset begins the next, at the tables that"
                " options={'reset_mask': ...} names"
            )
        if self._strict:
            self._refuse_illegal(chosen)
        return chosen

    def _refuse_illegal(self, chosen: NDArray[np.int64]) -> None:
        rows = self._floor.rows
        legal = rows[:, place.LEGAL]
        wrong = (legal >> chosen & 1 == 0) & (rows[:, place.MOMENT] != OVER)
        if wrong.any():
            table = int(wrong.argmax())
            takes = [str(one) for one in range(self._actions) if legal[table] >> one & 1]
            raise Illegal(
                f"action {chosen[table]} is not legal now at table {table}: it takes"
                f" {', '.join(takes)}"
            )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now at each table."""
        bits = self._floor.rows[:, place.LEGAL, None] >> np.arange(self._actions)
        return (bits & 1).astype(np.bool_)

    def _room(self) -> NDArray[np.int16]:
        return np.empty((self.num_envs, len(self._observed.sizes)), np.int16)

    def _shown(self, seen: NDArray[np.int16]) -> Any:
        """What was seen, in the form of the observation space."""
        return seen

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for known in AutoresetMode:
        if mode in (known.name, known.value):
            return known
    names = ", ".join(known.value for known in AutoresetMode)
    raise Invalid(f"{mode!r} is not an autoreset mode: they are {names}")
