"""Engine and scalar kernel on the same random rounds, many of them, for every preset.

    python tests/blackjack/kernel/agree.py [ROUNDS [PRESET …]]

Two rounds in three are dealt from an infinite shoe, the others from shoes that are rich in pairs,
in aces and tens, in low cards or in cards of one rank. Compared are net, cards used, and what
happened. It prints a line for each preset, and ends with 1 if any two rounds differ.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from blackjack.kernel.judge import (
    DEALERS,
    Seen,
    cards_of,
    engine_rounds,
    flat,
    kernel_rounds,
    packed,
)

from cutcard.blackjack.presets import load_chart, load_preset, preset_names
from cutcard.shoes import ScriptedShoe
from cutcard.streams import stream

CARDS = 100_000
"""Cards to a part of the work."""


def agree(name: str, rounds: int) -> tuple[str, Counter[str], float]:
    """Play so many rounds both ways; count those that agree, differ, and what happened."""
    began = perf_counter()
    preset = load_preset(name)
    strategy = flat(load_chart(preset.chart))
    pack = packed(preset.rules, strategy)
    found: Counter[str] = Counter()
    for part in count():
        if found["rounds"] >= rounds:
            break
        random = stream(1, "agree", name, part)
        dealer = DEALERS[0] if part % 3 < 2 else DEALERS[1 + part // 3 % (len(DEALERS) - 1)]
        values = dealer(random, CARDS)
        mine = kernel_rounds(preset.rules, strategy, pack, values)[: rounds - found["rounds"]]
        shoe = ScriptedShoe(cards_of(values))
        for one, other in zip(
            mine, engine_rounds(preset.rules, strategy, shoe, len(mine)), strict=True
        ):
            found.update(_compared(one, other))
    return name, found, perf_counter() - began


def _compared(one: Seen, other: Seen) -> list[str]:
    return ["rounds", *other.happenings, *(["differ"] if one[:3] != other[:3] else [])]


def main(words: list[str]) -> int:
    rounds = int(float(words[0])) if words else 1_000_000
    names = words[1:] or preset_names()
    happenings = ("blackjacks", "splits", "doubles", "surrenders", "busts")
    print(f"{'preset':16} {'rounds':>9} {'differ':>7}", *(f"{name:>10}" for name in happenings))
    differ = 0
    with ProcessPoolExecutor(2) as workers:
        for name, found, seconds in workers.map(agree, names, [rounds] * len(names)):
            shares = (f"{found[what] / found['rounds']:10.3%}" for what in happenings)
            print(
                f"{name:16} {found['rounds']:9} {found['differ']:7}",
                *shares,
                f"{seconds:6.0f} s",
                flush=True,
            )
            differ += found["differ"]
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
