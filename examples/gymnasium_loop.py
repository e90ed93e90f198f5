"""Learn blackjack by hand in a Gymnasium loop, and see exactly how far from perfect it is.

    python examples/gymnasium_loop.py --game vegas-strip --rounds 300000 --seed 1

This is Monte Carlo control as in the textbook: what was done in a round is valued by the mean of
what such rounds gained. The table of values is then a chart, and charts are worth something that
is known exactly.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium as gym
import numpy as np

import cutcard as cc
import cutcard.envs
from cutcard.envs.table_policies import COLUMNS, SHAPE, TablePolicy


def learn(env: gym.Env[Any, Any], rounds: int, seed: int) -> np.ndarray:
    """A value for each action in each place of a table over observations."""
    rng = np.random.default_rng(seed)
    values = np.zeros((*SHAPE, 6))
    times = np.zeros((*SHAPE, 6))
    columns = list(COLUMNS)
    for number in range(rounds):
        observation, info = env.reset(seed=seed if number == 0 else None)
        visited = []
        over = False
        while not over:
            place = tuple(observation[columns])
            legal = np.flatnonzero(info["action_mask"])
            if rng.random() < 0.1:
                action = rng.choice(legal)
            else:
                action = legal[values[place][legal].argmax()]
            visited.append((*place, action))
            observation, reward, over, _, info = env.step(action)
        for cell in visited:
            times[cell] += 1
            values[cell] += (reward - values[cell]) / times[cell]
    return values


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn blackjack by hand in a Gymnasium loop.")
    parser.add_argument("--game", default="vegas-strip")
    parser.add_argument("--rounds", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()

    env = gym.make("cutcard/Blackjack-v0", game=asked.game)
    values = learn(env, asked.rounds, asked.seed)
    values[21] = 0  # whoever has 21 stands: of equal values the first is played
    game = cc.game(asked.game)
    chart = TablePolicy.of(values).chart(game.rules)
    if chart is None:
        raise SystemExit(f"no chart can say what was learnt of {asked.game}")
    learnt, best = cc.value(game, chart), cc.solve(game).edge
    print(f"{asked.game} after {asked.rounds:,} rounds, exactly:")
    print(f"  what was learnt   {learnt:+.4%}")
    print(f"  the best play     {best:+.4%}")
    print(f"  regret             {best - learnt:.4%}")


if __name__ == "__main__":
    main()
