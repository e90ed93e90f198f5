"""Blockhead Poker: games a second of CPU time for each pairing, engine and kernel in one run."""

import time
from collections.abc import Callable
from itertools import combinations_with_replacement

from cutcard.blockhead.players import PLAYERS
from cutcard.blockhead.rules import Rules
from cutcard.lab.duel import ENGINE, KERNEL, Score, kernel_for, play_block, play_compiled

RUNS = 5
PAIRS = {ENGINE: 5, KERNEL: 2000}
"""Pairs of games to a run."""

Play = Callable[[str, str, Rules, int, range], Score]


def games_per_second(play: Play, first: str, second: str, pairs: int) -> float:
    began = time.thread_time()
    play(first, second, Rules(), 1, range(pairs))
    return 2 * pairs / (time.thread_time() - began)


def main() -> None:
    print(f"blockhead: games of 20 deals a second of CPU time, best of {RUNS}")
    plays: dict[str, Play] = {ENGINE: play_block, KERNEL: play_compiled}
    pairings = list(combinations_with_replacement(PLAYERS, 2))
    play_compiled("random", "alpha", Rules(), 1, range(2))  # loaded, or compiled, before the clock
    best: dict[tuple[str, str, str], float] = {}
    for _ in range(RUNS):
        for first, second in pairings:
            for name in dict.fromkeys((ENGINE, kernel_for(first, second, Rules()))):
                speed = games_per_second(plays[name], first, second, PAIRS[name])
                key = first, second, name
                best[key] = max(best.get(key, 0.0), speed)
    print(f"  {'':22} {ENGINE:>8} {KERNEL:>9} times")
    for first, second in pairings:
        engine = best[first, second, ENGINE]
        kernel = best.get((first, second, KERNEL))
        compared = f"{kernel:9,.0f} {kernel / engine:5.0f}" if kernel else f"{'-':>9} {'-':>5}"
        print(f"  {first:7} against {second:6} {engine:8,.0f} {compared}")
