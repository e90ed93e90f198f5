"""Training: rounds and deals that a second of one core learns from, by game and method."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final, Protocol

from cutcard.blackjack.presets import load_preset
from cutcard.blockhead.presets import SHELF
from cutcard.learn import poker_tuition, tuition
from cutcard.learn.poker_tuition import Opponent, PokerMethod, PokerTuition
from cutcard.learn.tuition import Method, Tuition

GAMES: Final = ("cs50", "easy", "vegas-strip", "double-exposure")
TURNS: Final = 5
ROUNDS: Final = 1_000_000
"""Rounds to a turn, in whole blocks."""
GOAL: Final = 1e6


class Taught(Protocol):
    """Whoever is taught in blocks."""

    def warm_up(self) -> None:
        """Have everything compiled."""

    def run(self, number: int, workers: int) -> Iterator[int]:
        """Go on to so many rounds."""


def speed(taught: Taught, block: int) -> float:
    """The most rounds that a second of CPU time has learnt from."""
    taught.warm_up()
    each = -(-ROUNDS // block) * block
    best = 0.0
    for turn in range(1, TURNS + 1):
        began = time.process_time()
        for _ in taught.run(turn * each, 1):
            pass
        best = max(best, each / (time.process_time() - began))
    return best


def main() -> None:
    print(f"training: rounds a second of CPU time, one core, best of {TURNS}, goal {GOAL:,.0f}")
    for game in GAMES:
        for method in Method:
            found = speed(Tuition(load_preset(game).rules, method, 1), tuition.BLOCK)
            print(f"  {game:16} {method!s:6} {found:12,.0f}")
    for game in ("blockhead", "small"):
        rules = SHELF.load(game).rules
        for way in PokerMethod:
            opponent = Opponent("self" if way is PokerMethod.REGRET_MATCHING else "alpha", rules)
            found = speed(PokerTuition(rules, opponent, way, 1), poker_tuition.BLOCK)
            print(f"  {game:16} {way!s:6} {found:12,.0f}")
