"""Break the engine and one original's abstractions on purpose and see whether tests notice.

`python -m mutation` makes every mutant that Cosmic Ray's operators know of the modules below,
or of those named, and runs the tests against each. A mutant is put in the place of its module
while that is imported; no file is changed. A mutant that survives is either named as equivalent
in docs/mutation.md or printed, and then the exit status is 1.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mutation.mutants import SOURCES, Mutant, mutants_of
from mutation.trial import survivors

ROOT = Path(__file__).parent.parent
EQUIVALENT = ROOT / "docs" / "mutation.md"

MODULES = {
    "cards": "tests/test_cards.py",
    "shoes": "tests/test_shoes.py",
    "blackjack/hand": "tests/blackjack/test_hand.py",
    "blackjack/box": "tests/blackjack/test_box.py",
    "blackjack/dealer": "tests/blackjack/test_dealer.py",
    "blackjack/legal": "tests/blackjack/test_legal.py",
    "blackjack/settlement": "tests/blackjack/test_round.py",
    "blackjack/round": "tests/blackjack/test_round_step_by_step.py",
    "blackjack/seat": "tests/blackjack/strategy/test_players.py",
    "blackjack/tray": "tests/blackjack/test_tray.py",
    "blackjack/strategy/players": "tests/blackjack/strategy/test_players.py",
    "blackjack/strategy/count": "tests/blackjack/strategy/test_count.py",
    "blackjack/strategy/ramp": "tests/blackjack/strategy/test_count.py",
    "blackjack/strategy/indices": "tests/blackjack/strategy/test_indices.py",
    "blackjack/session": "tests/blackjack/test_session.py",
    "editions/ve280/adts": "tests/editions/ve280",
    "editions/ve280/driver": "tests/editions/ve280",
}
"""The modules that are mutated, each with the tests that are likeliest to notice."""


def equivalents() -> set[tuple[str, str]]:
    """What docs/mutation.md names: the modules, and the mutants as they are printed here."""
    found = set()
    module = ""
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines():
        if heading := re.fullmatch(r"#+ `(.+)`", line):
            module = heading[1]
        elif mutant := re.match(r"- (`\w+`: `` .+? `` → `` .*? ``): ", line):
            found.add((module, mutant[1]))
    return found


def rows(names: list[str]) -> Iterator[tuple[str, int, int, list[Mutant]]]:
    """For each module: its name, its mutants, those killed, and those that were not."""
    for name in names:
        mutants = mutants_of(SOURCES / "cutcard" / f"{name}.py")
        alive = survivors(mutants, MODULES[name])
        yield name, len(mutants), len(mutants) - len(alive), alive


def main(names: list[str]) -> int:
    """Print a line for each module, and every survivor that nobody has explained."""
    os.chdir(ROOT)
    known = equivalents()
    seen: set[tuple[str, str]] = set()
    total: Counter[str] = Counter()
    missed = 0
    print(
        f"{'module':<30}{'mutants':>8}{'killed':>8}{'equivalent':>12}{'killed, %':>11}", flush=True
    )

    def line(name: str, made: int, killed: int, explained: int) -> None:
        print(
            f"{name:<30}{made:>8}{killed:>8}{explained:>12}{100 * killed / made:>11.1f}", flush=True
        )

    for name, made, killed, alive in rows(names):
        unexplained = [mutant for mutant in alive if (name, mutant.text) not in known]
        seen.update((name, mutant.text) for mutant in alive)
        line(name, made, killed, len(alive) - len(unexplained))
        for mutant in unexplained:
            print(f"  survived, line {mutant.line}: {mutant.text}")
        missed += len(unexplained)
        total.update(made=made, killed=killed, explained=len(alive) - len(unexplained))
    line("all", total["made"], total["killed"], total["explained"])
    for name, text in sorted(known - seen):
        if name in names:
            missed += 1
            print(f"docs/mutation.md names a mutant of {name} that does not survive: {text}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(MODULES)))
