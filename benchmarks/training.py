"""Training: rounds that a second of one core learns from, by game and method."""

from __future__ import annotations

import time
from typing import Final

from cutcard.blackjack.presets import load_preset
from cutcard.learn.tuition import BLOCK, Method, Tuition

GAMES: Final = ("cs50", "easy", "vegas-strip", "double-exposure")
TURNS: Final = 5
ROUNDS: Final = 20 * BLOCK
GOAL: Final = 1e6


def speed(game: str, method: Method) -> float:
    """The most rounds that a second of CPU time has learnt from."""
    tuition = Tuition(load_preset(game).rules, method, 1)
    tuition.warm_up()
    best = 0.0
    for _ in range(TURNS):
        began = time.process_time()
        for _ in tuition.run(tuition.stage.rounds + ROUNDS, 1):
            pass
        best = max(best, ROUNDS / (time.process_time() - began))
    return best


def main() -> None:
    print(f"training: rounds a second of CPU time, one core, best of {TURNS}, goal {GOAL:,.0f}")
    for game in GAMES:
        for method in Method:
            print(f"  {game:16} {method!s:3} {speed(game, method):12,.0f}")
