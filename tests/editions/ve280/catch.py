"""Which acceptance tests catch each broken implementation.

    python tests/editions/ve280/catch.py

It prints the table that docs/one-deck.md shows, and ends with 1 if something slips through.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from editions.ve280 import acceptance, broken

from cutcard.editions.ve280.adts import Counting, Deck, Hand, Simple

TESTS: dict[type, dict[str, Callable[[Any], None]]] = {
    Deck: acceptance.DECK,
    Hand: acceptance.HAND,
    Simple: {**acceptance.PLAYER, **acceptance.SIMPLE},
    Counting: {**acceptance.PLAYER, **acceptance.COUNTING},
}
"""What is tested, and by which tests."""


def broken_ones() -> Iterator[tuple[type, type]]:
    """Each broken implementation with the sound one that it spoils."""
    for found in vars(broken).values():
        if isinstance(found, type) and found.__module__ == broken.__name__:
            yield found, found.__mro__[1]


def caught_by(
    implementation: Callable[[], object], tests: dict[str, Callable[[Any], None]]
) -> list[str]:
    """The names of the tests that an implementation does not pass."""
    failed = []
    for name, test in tests.items():
        try:
            test(implementation)
        except Exception:  # a broken one may well throw something of its own
            failed.append(name)
    return failed


def rows() -> Iterator[tuple[str, str, str, list[str]]]:
    """For each broken one: its name, what it spoils, its mistake, and the tests that catch it."""
    for one, sound in broken_ones():
        yield one.__name__, sound.__name__, str(one.__doc__), caught_by(one, TESTS[sound])


def table() -> str:
    """The rows as Markdown."""
    lines = ["| broken | a | its mistake | caught by |", "|---|---|---|---|"]
    for name, sound, mistake, tests in rows():
        caught = ", ".join(test.replace("_", " ") for test in tests) or "nothing"
        lines.append(f"| `{name}` | `{sound}` | {mistake} | {caught} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
    sys.exit(any(not tests for *_, tests in rows()))
