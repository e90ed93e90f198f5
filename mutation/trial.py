"""Trials: the tests are run against a mutant, each time in a process of its own.

The process is forked from one that has pytest and Hypothesis in memory already, which makes a
trial cost the tests alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from types import CodeType

import pytest
from hypothesis import HealthCheck, Phase, is_hypothesis_test, settings

from mutation.mutants import Mutant

WORKERS = 2

EVERYTHING = (
    *("tests/test_cards.py", "tests/test_shoes.py", "tests/test_driver.py"),
    *("tests/blackjack/test_hand.py", "tests/blackjack/test_box.py"),
    *("tests/blackjack/test_dealer.py", "tests/blackjack/test_legal.py"),
    *("tests/blackjack/test_round.py", "tests/blackjack/test_round_step_by_step.py"),
    "tests/blackjack/test_settlement.py",
    *("tests/blackjack/test_tray.py", "tests/blackjack/test_session.py"),
    *("tests/blackjack/strategy/test_count.py", "tests/blackjack/strategy/test_players.py"),
    "tests/blackjack/strategy/test_counting_player.py",
    "tests/blackjack/test_engine_and_naive_blackjack.py",
    *("tests/blackjack/test_laws.py", "tests/blackjack/test_laws_of_values.py"),
)
"""What a mutant has to pass that its own module's tests have let pass, the quick ones first."""


class _Impostor(MetaPathFinder, SourceFileLoader):
    """Has a mutant imported in its module's place."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(mutant.path))
        self.mutant = mutant

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        return spec_from_file_location(name, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.mutant.source, self.path, "exec")


class _Brief:
    """Lets Hypothesis try few examples, the same ones every time, and not dwell on a failure."""

    def __init__(self, examples: int) -> None:
        self.examples = examples

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            test = getattr(item, "obj", None)
            if is_hypothesis_test(test):
                usual = test._hypothesis_internal_use_settings
                test._hypothesis_internal_use_settings = settings(
                    usual,
                    max_examples=min(self.examples, usual.max_examples),
                    derandomize=True,
                    database=None,
                    phases=(Phase.explicit, Phase.generate),
                    suppress_health_check=list(HealthCheck),
                )


def survivors(mutants: Sequence[Mutant], tests: str) -> list[Mutant]:
    """The mutants that pass these tests, and then all tests of the engine."""
    return _passed(_passed(mutants, (tests,), examples=10), EVERYTHING, examples=40)


def _passed(mutants: Sequence[Mutant], tests: Sequence[str], examples: int) -> list[Mutant]:
    if not mutants:
        return []
    running: dict[int, Mutant] = {}
    passed = []
    queue = list(reversed(mutants))
    seconds = _seconds(mutants[0].path, tests, examples)
    while queue or running:
        while queue and len(running) < WORKERS:
            mutant = queue.pop()
            running[_start(mutant, tests, examples, seconds)] = mutant
        process, status = os.wait()
        mutant = running.pop(process)
        if status == 0:
            passed.append(mutant)
    return sorted(passed, key=mutants.index)


def _seconds(path: Path, tests: Sequence[str], examples: int) -> int:
    """The computing time after which a mutant never ends: many times what its module takes."""
    sound = Mutant(path, path.read_text(encoding="utf-8"), 0, "")
    _, status, used = os.wait4(_start(sound, tests, examples, seconds=3600), 0)
    if status:
        sys.exit(f"{' '.join(tests)} fail already without a mutant")
    return 10 + int(4 * (used.ru_utime + used.ru_stime))


def _start(mutant: Mutant, tests: Sequence[str], examples: int, seconds: int) -> int:
    """Run tests against a mutant in a new process, and give its number."""
    if process := os.fork():
        return process
    status = 1
    try:
        setrlimit(RLIMIT_CPU, (seconds, seconds))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        sys.meta_path.insert(0, _Impostor(mutant))
        options = ("-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no")
        status = int(pytest.main([*options, *tests], plugins=[_Brief(examples)]))
    finally:
        os._exit(status)
