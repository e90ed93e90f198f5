"""The library against what numba compiles for this very processor: CPU time, one core, in turn.

The library has code for all processors of a level; the goal is 85% of the processor's own speed.
"""

import time
from collections.abc import Callable
from typing import Any

from cutcard.blackjack.exact.solution import solve
from cutcard.blackjack.presets import load_chart, load_preset
from cutcard.blackjack.rules import Rules
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.blockhead.rules import Rules as BlockheadRules
from cutcard.lab.kernel_choice import Kernel, play_block
from cutcard.lab.pairs import play_on_kernel
from cutcard.machine.arguments import crossing
from cutcard.machine.building import main as main_of_building
from cutcard.machine.functions import CompiledFunction
from cutcard.machine.library import Library, find_kept
from cutcard.machine.parts import level_here, levels_of, part_of

TURNS = 15


def work() -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    easy, strip = load_preset("easy").rules, load_preset("vegas-strip").rules
    wizard, basic = Strategy.flat(load_chart("wizard")), Strategy.flat(load_chart("vegas-strip"))
    return {
        "wavefront": lambda: play_block(easy, wizard, 1, 0, 2_000_000, Kernel.WAVEFRONT),
        "lanes": lambda: play_block(strip, basic, 1, 0, 1_000_000, Kernel.LANES),
        "scalar": lambda: play_block(strip, basic, 1, 0, 300_000, Kernel.SCALAR),
        "solver": lambda: solve(Rules(decks=1)),
        "duel": lambda: play_on_kernel("alpha", "random", BlockheadRules(), 1, range(300)),
    }


def by(level: int | None) -> Callable[..., Any]:
    """What calls compiled functions for a level of processors, or numba's code if there is none."""
    libraries: dict[str, Library] = {}
    codes: dict[Any, Any] = {}

    def call(function: CompiledFunction, *arguments: Any) -> Any:
        part = part_of(function.place)
        if level is None or part is None:
            return function.dispatcher(*arguments)
        if part not in libraries:
            libraries[part] = Library(find_kept(part, (level,)) or b"", level)
        key, slots = crossing(arguments)
        code = codes.get((function.place, key))
        if code is None:
            code = codes[function.place, key] = libraries[part].find(function.place, key)
        return code(slots)

    return call


def main() -> None:
    """Measure all of them in turn, and print the speeds as multiples of numba's own."""
    if main_of_building(["--all-levels"]):
        raise SystemExit("the compiled code for all levels could not be built")
    fit = [level for level in levels_of("lanes", every=True) if level <= level_here()]
    ways = {"numba": by(None), **{f"level {level}": by(level) for level in fit}}
    print("shipped: speed of the library's code, as a multiple of numba's own for this processor")
    usual = CompiledFunction.__call__
    for name, run in work().items():
        best = dict.fromkeys(ways, float("inf"))
        for turn in range(TURNS + 1):
            for way, call in ways.items():
                CompiledFunction.__call__ = call
                began = time.thread_time()
                run()
                if turn:  # the first loads, or compiles
                    best[way] = min(best[way], time.thread_time() - began)
        told = "  ".join(
            f"{way} {best['numba'] / best[way]:.2f}x" for way in best if way != "numba"
        )
        print(f"  {name:12} {told}   (goal 0.85)")
    CompiledFunction.__call__ = usual
