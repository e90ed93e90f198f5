"""Seats at a table as agents of PettingZoo, one decision to a step."""

from __future__ import annotations

import secrets
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cutcard.envs.masks import check_action
from cutcard.errors import Illegal, Invalid

Seen = dict[str, NDArray[Any]]
"""An observation, and the mask of the actions that are legal."""


class SeatedGame(Protocol):
    """A game that seats play, asked move by move."""

    seats: int
    rows: spaces.Box
    """The space of what a seat sees."""
    actions: int
    name: str

    def begin(self, root: int, number: int) -> None:
        """Begin a game; its cards belong to the root of all randomness and to its number."""

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def broken_off(self) -> bool:
        """Whether it ended before its time, and counts for nothing."""

    def row(self, seat: int) -> NDArray[Any]:
        """What a seat sees."""

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Which actions are legal; none out of turn."""

    def act(self, number: int) -> None:
        """Let the seat whose turn it is act, and go on to the next turn."""

    def gained(self) -> list[float]:
        """What each seat has gained since the game began."""

    def drawn(self, seat: int) -> str:
        """The table as a seat sees it."""


class SeatsEnv(AECEnv[str, Seen, int | None]):
    """An environment in which every seat is an agent."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": ["ansi"],
        "render_fps": 4,
        "is_parallelizable": True,
    }

    def __init__(self, game: SeatedGame, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Invalid(f"{render_mode!r} is not a way to render: it takes 'ansi', or None")
        self.metadata = {**type(self).metadata, "name": game.name}
        self.render_mode = render_mode
        self.game = game
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        mask = spaces.Box(0, 1, (game.actions,), np.int8)
        self._seen_space = {
            agent: spaces.Dict({"observation": game.rows, "action_mask": mask})
            for agent in self.possible_agents
        }
        self._action_space = {
            agent: spaces.Discrete(game.actions) for agent in self.possible_agents
        }
        self._root: int | None = None
        self._number = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees, and the mask of its actions."""
        return self._seen_space[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of the actions."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game; the same seed deals the same cards."""
        if seed is not None:
            self._root, self._number = seed, 0
        if self._root is None:
            self._root = secrets.randbits(32)
        self.game.begin(self._root, self._number)
        self._number += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._told = [0.0] * self.game.seats
        self.agent_selection = self.possible_agents[self.game.turn]

    def observe(self, agent: str) -> Seen:
        """What an agent sees now."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.game.row(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: int | None) -> None:
        """Let the selected agent act, and go on to the next decision."""
        agent = self.agent_selection
        if not self.agents:
            raise Illegal("no game is being played: reset begins the next one")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        number = check_action(action, self.game.mask(seat))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.act(number)
        gained = self.game.gained()
        for name, gain, told in zip(self.possible_agents, gained, self._told, strict=True):
            self.rewards[name] = gain - told
        self._told = gained
        if self.game.over:
            ends = self.truncations if self.game.broken_off else self.terminations
            for name in self.agents:
                ends[name] = True
        else:
            self.agent_selection = self.possible_agents[self.game.turn]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as the selected agent sees it, for ``render_mode="ansi"``."""
        if self.render_mode is None or not hasattr(self, "agents") or not self.agents:
            return None
        return self.game.drawn(self.possible_agents.index(self.agent_selection))

    def close(self) -> None:
        """There is nothing to close."""
