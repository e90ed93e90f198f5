"""Several seats at a table: rounds a second, held against one hand that is dealt to nobody else.

All are measured in turn, in CPU time of one thread, and the best turn of each counts.
"""

from __future__ import annotations

from typing import Final

from benchmarks.contestants import Contestant, speeds
from benchmarks.kernels import block
from cutcard.blackjack.presets import load_chart
from cutcard.blackjack.strategy.count_files import load_count
from cutcard.blackjack.strategy.indices import IndexedChart
from cutcard.blackjack.strategy.ramp import read_ramp
from cutcard.blackjack.strategy.strategy import Strategy
from cutcard.lab.kernel_choice import Kernel

TURNS: Final = 15
FLAT: Final = "one hand, lanes"
SCALAR: Final = "one hand, scalar"


def contestants() -> list[Contestant]:
    """All that are measured."""
    chart, hi_lo = load_chart("vegas-strip"), load_count("hi-lo")
    flat = Strategy.flat(chart)
    watching = Strategy(IndexedChart((chart,)), hi_lo, read_ramp("0:0,1:2,3:8x2"))
    tables = {
        "1 player, 1 spot": flat.at_table(1, 1, chart),
        "3 players, 2 spots": flat.at_table(3, 2, chart),
        "1 player, watching": watching.at_table(1, 1, chart),
    }
    held_against = ((FLAT, ""), (SCALAR, ""))
    return [
        Contestant(FLAT, block("vegas-strip", flat, Kernel.LANES), 2_000_000),
        Contestant(SCALAR, block("vegas-strip", flat, Kernel.SCALAR), 1_000_000),
        *(
            Contestant(name, block("vegas-strip", table, Kernel.TABLE), 300_000, held_against)
            for name, table in tables.items()
        ),
    ]


def main() -> None:
    print(f"seats: million rounds of six decks a second of CPU time, one thread, best of {TURNS}")
    rivals = contestants()
    speed = speeds(rivals, TURNS)
    for rival in rivals:
        print(f"  {rival.name:27} {speed[rival.name] / 1e6:9.3f}")
        for other, _ in rival.goals:
            print(f"    {f'a part of {other}':37} 1/{speed[other] / speed[rival.name]:.1f}")
