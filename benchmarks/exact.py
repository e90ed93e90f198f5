"""Exact values: seconds of CPU time on all cores, best of 3, once everything is compiled.

Seconds are the machine's; how many times the best play of six decks something takes is nearly the
same everywhere.
"""

import time
from collections.abc import Callable
from itertools import product

from cutcard.blackjack.exact.advice import advise
from cutcard.blackjack.exact.chart_search import best_chart
from cutcard.blackjack.exact.results import results_of
from cutcard.blackjack.exact.solution import solve, value_of
from cutcard.blackjack.hand import Hand
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules

UNIT = "six decks, best play (CDZ-)"
"""What the others are measured by."""

GRID_DECKS = (1, 2, 4, 6, 8)
GRID_RULES = tuple(
    {
        "hit_soft_17": soft,
        "double_after_split": doubles,
        "surrender": surrender,
        "resplit_aces": aces,
    }
    for soft, doubles, surrender, aces in product(
        (False, True), (False, True), ("none", "late"), (False, True)
    )
)


def seconds(run: Callable[[], object], times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        run()
        best = min(best, time.process_time() - began)
    return best


def solve_grid() -> None:
    for decks in GRID_DECKS:
        for words in GRID_RULES:
            solve(Rules(decks=decks, **words))


def questions() -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    easy = load_preset("easy").rules
    six, once = Rules(), Rules(max_hands=2)
    sixteen, pair = Hand.of("T 4 2"), Hand.of("8 8")
    return {
        "infinite shoe, best play": lambda: solve(Rules(decks="infinite")),
        "easy, best play": lambda: solve(easy),
        "one deck, best play": lambda: solve(Rules(decks=1)),
        UNIT: lambda: solve(six),
        "six decks, a chart": lambda: value_of(six, load_chart("vegas-strip")),
        "six decks, the best chart": lambda: best_chart(six),
        "six decks, results with one split": lambda: results_of(once),
        "six decks, advice on T 4 2 against 2": lambda: advise(six, sixteen, Hand.of("2")),
        "six decks, advice on 8 8 against 2": lambda: advise(six, pair, Hand.of("2")),
    }


def main() -> None:
    began = time.process_time()
    solve(Rules(decks="infinite"))
    first = time.process_time() - began
    taken = {}
    for name, run in questions().items():
        run()
        taken[name] = seconds(run)
    count = len(GRID_DECKS) * len(GRID_RULES)
    taken[f"{count} games: 5 decks x 16 rules"] = seconds(solve_grid, times=1)
    print("exact: CPU time on all cores, best of 3, as a multiple and in seconds")
    for name, time_taken in taken.items():
        print(f"  {name:37} {time_taken / taken[UNIT]:7.2f}x {time_taken:8.3f} s")
    print(f"  {'first solution, compiling if need be':37} {'':8} {first:8.3f} s")
