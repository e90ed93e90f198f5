"""Environments for those who teach machines; importing this registers them with Gymnasium.

>>> import gymnasium as gym
>>> import cutcard.envs
>>> env = gym.make("cutcard/Blackjack-v0", game="vegas-strip")
>>> observation, info = env.reset(seed=1)
>>> info["action_mask"]
array([1, 1, 1, 0, 1, 0], dtype=int8)
"""

from typing import TYPE_CHECKING

from gymnasium.envs.registration import register, registry

if TYPE_CHECKING:
    from cutcard.envs.batch import Played, play_rounds
    from cutcard.envs.table_policies import TablePolicy

__all__ = ["ENVIRONMENTS", "Played", "TablePolicy", "play_rounds"]

ENVIRONMENTS = {
    "cutcard/Blackjack-v0": (
        "blackjack:BlackjackEnv",
        "blackjack_floor:BlackjackVectorEnv",
        {},
    ),
    "cutcard/Blockhead-v0": ("blockhead:BlockheadEnv", None, {}),
    "cutcard/GymnasiumBlackjack-v0": (
        "gymnasium_blackjack:GymnasiumBlackjackEnv",
        "gymnasium_floor:GymnasiumBlackjackVectorEnv",
        {"sab": True, "natural": False},
    ),
}
"""Where each environment is, its vector environment if it has one, and its usual arguments."""

for _name, (_one, _many, _usual) in ENVIRONMENTS.items():
    if _name not in registry:
        register(
            _name,
            entry_point=f"cutcard.envs.{_one}",
            vector_entry_point=_many and f"cutcard.envs.{_many}",
            kwargs=_usual,
        )

_ROOMS = {"play_rounds": "batch", "Played": "batch", "TablePolicy": "table_policies"}
"""Where each name lives that is loaded when it is first asked for: what it needs is compiled."""


if not TYPE_CHECKING:  # type checkers know the names above, and should reject any others

    def __getattr__(name: str) -> object:
        if name in _ROOMS:
            from importlib import import_module

            return getattr(import_module(f"cutcard.envs.{_ROOMS[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
