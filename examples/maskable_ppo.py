"""Learn blackjack by MaskablePPO of sb3-contrib, and see exactly how far from perfect it is.

    pip install -r examples/maskable_ppo.txt
    python examples/maskable_ppo.py --game vegas-strip --steps 1000000 --seed 1

The network sees the columns that a chart has rows and columns for, and the mask of legal actions.
What it has learnt is then read off as a table, and the table is a chart, whose worth is known.
"""

from __future__ import annotations

import argparse
from itertools import product
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import cutcard as cc
import cutcard.envs
from cutcard.envs.table_policies import COLUMNS, SHAPE, TablePolicy


class ChartColumns(gym.ObservationWrapper[Any, Any, Any]):
    """Shows the columns that a chart knows, as numbers that a network takes one-hot."""

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.observation_space = gym.spaces.MultiDiscrete(SHAPE)

    def observation(self, observation: Any) -> Any:
        return observation[list(COLUMNS)]

    def action_masks(self) -> Any:
        """What is legal, as sb3-contrib asks for it."""
        return self.env.get_wrapper_attr("action_masks")()


def table_of(model: MaskablePPO) -> np.ndarray:
    """How likely the network finds each action in each place of a table over observations."""
    places = np.array(list(product(*map(range, SHAPE))))
    actions = model.action_space.n
    likely = np.empty((len(places), actions), np.float32)
    with torch.no_grad():
        for begin in range(0, len(places), 4096):
            seen, _ = model.policy.obs_to_tensor(places[begin : begin + 4096])
            distribution = model.policy.get_distribution(seen).distribution
            likely[begin : begin + 4096] = distribution.probs.numpy()
    return likely.reshape(*SHAPE, actions)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn blackjack by MaskablePPO.")
    parser.add_argument("--game", default="vegas-strip")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()

    game = cc.game(asked.game, insurance=False)  # charts never insure
    envs = DummyVecEnv([lambda: ChartColumns(gym.make("cutcard/Blackjack-v0", game=game))] * 32)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=512,
        batch_size=4096,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * left,
        ent_coef=0.003,
        gamma=1.0,
        gae_lambda=1.0,
        seed=asked.seed,
        device="cpu",
    )
    model.learn(asked.steps, progress_bar=False)

    table = table_of(model)
    table[21] = 0  # whoever has 21 stands: of equal values the first is played
    chart = TablePolicy.of(table[..., :6]).chart(game.rules)
    if chart is None:
        raise SystemExit(f"no chart can say what was learnt of {asked.game}")
    learnt, best = cc.value(game, chart), cc.solve(game).edge
    print(f"{asked.game} after {model.num_timesteps:,} decisions, exactly:")
    print(f"  what was learnt   {learnt:+.4%}")
    print(f"  the best play     {best:+.4%}")
    print(f"  regret             {best - learnt:.4%}")


if __name__ == "__main__":
    main()
