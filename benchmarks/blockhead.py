"""Blockhead Poker: games a second of CPU time for each pairing, best of 3."""

import time
from itertools import combinations_with_replacement

from cutcard.blockhead.players import PLAYERS
from cutcard.blockhead.rules import Rules
from cutcard.lab.duel import Score


def games_per_second(first: str, second: str, pairs: int) -> float:
    score = Score()
    began = time.thread_time()
    for pair in range(pairs):
        score.play_pair(first, second, Rules(), 1, pair)
    return 2 * pairs / (time.thread_time() - began)


def main() -> None:
    print("blockhead: games of 20 deals a second of CPU time, best of 3")
    pairings = list(combinations_with_replacement(PLAYERS, 2))
    best = dict.fromkeys(pairings, 0.0)
    for _ in range(3):
        for pairing in pairings:
            best[pairing] = max(best[pairing], games_per_second(*pairing, 5))
    for (first, second), speed in best.items():
        print(f"  {first:7} against {second:7} {speed:8.0f}")
