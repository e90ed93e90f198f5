"""The kernels: rounds a second, against references that are compiled and run here.

All are measured in one run, in turn, and the best turn of each counts: a busy moment hurts
whoever is at the table. Time is CPU time of this thread. Only two threads are timed by the clock
on the wall, in bursts so short that on a quiet machine nobody comes between.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor, wait
from importlib.util import find_spec
from typing import Final

from benchmarks.contestants import Contestant, Play, speeds
from benchmarks.references import easy_c, easy_naive, no_compiler, shoe_c
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.kernel_choice import Kernel, play_block

TURNS: Final = 21
BURSTS: Final = 100


def contestants() -> list[Contestant]:
    """All that are measured; each comes after those that it is held against."""
    easy, wizard = Strategy.flat(load_chart("wizard")), load_chart("wizard")
    basic, hi_lo, ramp = load_chart("vegas-strip"), load_count("hi-lo"), read_ramp("1-8")
    flat = Strategy.flat(basic)
    counting = Strategy(IndexedChart((basic,)), hi_lo, ramp)
    indexed = Strategy(hi_lo.indexed(basic, ["illustrious-18"]), hi_lo, ramp)
    in_c = [
        Contestant(
            "easy, C", lambda rounds: easy_c(wizard, 1, rounds, ahead=False).seconds, 500_000
        ),
        Contestant(
            "easy, C drawing ahead", lambda rounds: easy_c(wizard, 1, rounds).seconds, 500_000
        ),
        Contestant("six decks, C", lambda rounds: shoe_c(basic, 1, rounds).seconds, 500_000),
    ]
    in_numba = [
        Contestant(
            "easy, naive numba", lambda rounds: easy_naive(wizard, 1, rounds).seconds, 500_000
        ),
    ]
    return [
        *(in_c if no_compiler() is None else ()),
        Contestant("easy, engine", block("easy", easy, Kernel.ENGINE), 500),
        *(in_numba if find_spec("numba") else ()),
        Contestant(
            "easy, scalar",
            block("easy", easy, Kernel.SCALAR),
            1_000_000,
            (("easy, C", "0.9"), ("easy, C drawing ahead", ""), ("easy, naive numba", "")),
        ),
        Contestant(
            "easy, wavefront",
            block("easy", easy, Kernel.WAVEFRONT),
            4_000_000,
            (
                ("easy, C", "4"),
                ("easy, C drawing ahead", ""),
                ("easy, naive numba", ""),
                ("easy, engine", ""),
            ),
        ),
        Contestant("six decks, engine", block("vegas-strip", counting, Kernel.ENGINE), 500),
        Contestant(
            "six decks, scalar",
            block("vegas-strip", counting, Kernel.SCALAR),
            1_000_000,
            (("six decks, C", "0.9"),),
        ),
        Contestant(
            "six decks, lanes",
            block("vegas-strip", counting, Kernel.LANES),
            4_000_000,
            (("six decks, C", "2"), ("six decks, engine", "")),
        ),
        Contestant("six decks, lanes, flat", block("vegas-strip", flat, Kernel.LANES), 4_000_000),
        Contestant(
            "six decks, lanes, indices",
            block("vegas-strip", indexed, Kernel.LANES),
            4_000_000,
            (("six decks, lanes, flat", "0.5"),),
        ),
    ]


def block(preset: str, strategy: Strategy, kernel: Kernel) -> Play:
    """What `cutcard simulate` does with a block of rounds."""
    rules = load_preset(preset).rules

    def play(rounds: int) -> float:
        began = time.thread_time()
        play_block(rules, strategy, 1, 0, rounds, kernel)
        return time.thread_time() - began

    return play


def bursts(play: Play, rounds: int) -> list[float]:
    """The most rounds a second on the wall, by one thread and by two at once."""
    best = [0.0, 0.0]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(BURSTS):
            for threads in (1, 2):
                time.sleep(0.01)  # so that the machine owes us a slice of time
                began = time.perf_counter()
                wait([pool.submit(play, rounds) for _ in range(threads)])
                speed = threads * rounds / (time.perf_counter() - began)
                best[threads - 1] = max(best[threads - 1], speed)
    return best


def main() -> None:
    print(f"kernels: million rounds a second of CPU time, one thread, best of {TURNS}")
    if missing := no_compiler():
        print(f"  {missing}; the rest follows")
    if not find_spec("numba"):
        print("  numba is not installed: naive numba is left out; PYTHONPATH=.compiler has it")
    rivals = contestants()
    speed = speeds(rivals, TURNS)
    for rival in rivals:
        print(f"  {rival.name:27} {speed[rival.name] / 1e6:9.3f}")
        for other, goal in rival.goals:
            if other in speed:
                times = speed[rival.name] / speed[other]
                print(
                    f"    {f'times {other}':37} {times:9,.2f}" + (f"   goal {goal}" if goal else "")
                )
    print(f"kernels: million rounds a second on the wall, best of {BURSTS} bursts")
    print("  two threads tell something only on a quiet machine")
    for rival in rivals:
        if rival.name in ("easy, wavefront", "six decks, lanes"):
            one, two = bursts(rival.play, rival.number)
            print(
                f"  {rival.name:27} one {one / 1e6:7.1f}, two {two / 1e6:7.1f},"
                f" ratio {two / one:.2f}   goal 1.8"
            )
