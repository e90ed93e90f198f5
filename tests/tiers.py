"""Which tests are quick, so that `make test` runs them, and which are left to `make test-all`.

A test is left to the rest by its kind, or because it is on the list of those that were measured to
be slow: `pytest --tier measure` runs all tests and writes that list. All other tests are quick.
Tests by Hypothesis are in the rest in any case: the quick tier tries fewer examples.
"""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import warm_starts

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_name("slow.txt")

PATHS = (
    "src/cutcard/envs/",  # libraries for learning
    "tests/benchmarks/test_references.py",
    "tests/blackjack/kernel/test_counting.py::test_running_count_and_cards_used_are",  # numba
    "tests/blackjack/kernel/test_lanes.py::test_a_lane_that_runs_dry",
    "tests/blackjack/kernel/test_rows.py",
    "tests/blockhead/test_kernel.py::test_poker_hands_stand_as_in_the_engine",
    "tests/blockhead/exact/test_spot_response.py::test_openspiel",
    "tests/blockhead/exact/test_spot_response.py::test_whoever_remembers_every_card",
    "tests/browser/",
    "tests/cli/test_chart.py::test_bad_input_gets_one_sentence[easy --out",  # pictures
    "tests/cli/test_duel_endings.py",  # processes that are interrupted and killed
    "tests/cli/test_endings.py",
    "tests/cli/test_interrupts.py",
    "tests/cli/test_keys.py",
    "tests/docs/test_environment",
    "tests/cli/test_solve.py::test_bad_input_gets_one_sentence[easy --decks --plot",
    "tests/editions/cs50/",
    "tests/envs/",
    "tests/front/test_interrupts.py",
    "tests/front/test_notebook.py",
    "tests/lab/test_cluster.py",
    "tests/lab/test_pool.py",
    "tests/lab/test_strangers.py",
    "tests/learn/test_chart_course.py::test_the_command_complains_in_a_sentence[words6",
    "tests/machine/test_foundry.py",
    "tests/machine/test_rebuilding.py",
    "tests/test_compilation.py",
    "tests/test_tiers.py",
    "tests/test_warm_starts.py",
    "tests/web/",  # servers and databases
)
"""How the paths of tests begin that are left to the rest."""

IMPORTS = re.compile(
    r"^\s*(?:import|from) (asyncio|distributed|gymnasium|llvmlite|matplotlib|multiprocessing"
    r"|nbclient|nbformat|net\.(?:crooked|proxy|wire)|numba|pettingzoo|playwright|psutil|pyspiel"
    r"|schemathesis|socket)\b",
    re.MULTILINE,
)
"""What a file of tests imports that are left to the rest: what `make test` does not install, and
what talks to other processes."""

NAMES = {"sleep", "importorskip"}
"""What a test's own code names if it waits for the clock, or for a package to be installed."""

FAR = 5_000
"""A test is slow that takes more than this part of the CPU time of all tests."""

LATE = 20
"""No quick test may take more than this part of the CPU time of all quick tests: on a busy machine
one may take twice as long as another time."""

WHOLE = 1_000
"""Tests by which a run is known for a whole tier, and not for a few files of it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tier be chosen."""
    parser.addoption(
        "--tier",
        choices=("all", "quick", "rest", "measure"),
        default="all",
        help="run the quick tests, the rest, or all; 'measure' finds which of all are slow",
    )


@cache
def slow() -> frozenset[str]:
    """The tests on the list: a function stands for all its cases."""
    return frozenset(LIST.read_text().splitlines())


def left_by_path(path: Path) -> bool:
    """Whether all that is in a file is left to the rest."""
    name = path.relative_to(ROOT).as_posix()
    if name.startswith(PATHS):
        return True
    return path.name.startswith("test_") and bool(IMPORTS.search(path.read_text()))


def left(item: pytest.Item) -> bool:
    """Whether a test is left to the rest by its kind, or is slow."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    return (
        item.nodeid.startswith(PATHS)
        or left_by_path(item.path)
        or (code is not None and not NAMES.isdisjoint(code.co_names))
        or not slow().isdisjoint({item.nodeid, item.nodeid.partition("[")[0]})
    )


def tries_examples(item: pytest.Item) -> bool:
    """Whether Hypothesis runs it, as often as the tier says."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


class Tier:
    """The plugin that picks the tests of a tier, and adds up the CPU time of each."""

    def __init__(self, config: pytest.Config) -> None:
        self.name: str = config.getoption("tier")
        self.costs: dict[str, float] = {}
        self.total = 0.0
        self.wide: dict[tuple[str, str], float] = {}
        """What the fixtures of modules have cost: by where they are, and their name."""
        self._apart = 0.0
        set_examples(self.name)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Import nothing of which all tests are left to the rest."""
        if self.name == "quick" and collection_path.suffix == ".py":
            return left_by_path(collection_path) or None
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Keep the tests of the tier."""
        if self.name not in ("quick", "rest"):
            return
        rest = self.name == "rest"
        kept = [item for item in items if left(item) == rest or (rest and tries_examples(item))]
        config.hook.pytest_deselected(items=[*{*items} - {*kept}])
        items[:] = kept

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, object, object]:
        """Count what several tests use apart: whichever is first would seem slow."""
        before, apart = spent(), self._apart
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                cost = spent() - before
                self._apart = apart + cost
                if fixturedef.scope != "session":  # such as warm starts: many tests share them
                    self.wide[fixturedef.baseid, fixturedef.argname] = cost

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Add up what a test costs, with all that it uses."""
        self._apart, before = 0.0, spent()
        try:
            return (yield)
        finally:
            used = {*getattr(item, "fixturenames", ())}
            shared = sum(
                cost
                for (place, name), cost in self.wide.items()
                if name in used and item.nodeid.startswith(place)
            )
            cost = spent() - before
            self.costs[item.nodeid] = cost - self._apart + shared
            self.total += cost

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Fail where a quick test is skipped for a package: that is for the rest to have."""
        report = yield
        if self.name == "quick" and report.skipped and "could not import" in str(report.longrepr):
            report.outcome = "failed"
            report.longrepr = f"{report.longrepr}\nIt belongs to the rest: see tests/tiers.py."
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take a worker's measurements."""
        costs, total = getattr(node, "workeroutput", {}).get("costs", ({}, 0.0))
        self.costs |= costs
        self.total += total

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the measurements on, write the list, or fail if there is a late test."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["costs"] = (self.costs, self.total)
        elif self.name == "measure":
            LIST.write_text("".join(f"{name}\n" for name in listed(self.costs)))
        elif self.late() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def late(self) -> dict[str, float]:
        """The quick tests that take too large a part of the time of all."""
        if self.name != "quick" or len(self.costs) < WHOLE:
            return {}
        return {name: cost for name, cost in self.costs.items() if cost > self.total / LATE}

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which tests are slow, and what the tier has cost."""
        if self.name == "all" or not self.costs:
            return
        count = f"{len(self.costs):,} tests took {self.total:.0f} CPU seconds"
        terminalreporter.write_line(f"{count}, without what collects them.")
        for name, cost in self.late().items():
            terminalreporter.write_line(
                f"{name} takes {cost:.1f} CPU seconds: too long for a quick test. Make it quicker,"
                " or have 'pytest --tier measure' leave it to the rest."
            )


def set_examples(tier: str) -> None:
    """Have Hypothesis try few examples in the quick tier, and look at no clock in any."""
    try:
        from hypothesis import HealthCheck, settings
    except ImportError:
        return
    examples = {"quick": 25, "rest": 200}.get(tier, settings.default.max_examples)
    settings.register_profile(
        tier,
        settings.default,  # CI has one in which the examples are the same each time
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile(tier)


def spent() -> float:
    """CPU seconds of this process, of those that it has waited for, and of warm starts."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime + warm_starts.spent()


def listed(costs: dict[str, float]) -> list[str]:
    """The slow tests that have no kind of their own: those of a function, or its name for most."""
    far = sum(costs.values()) / FAR
    functions: dict[str, list[str]] = {}
    for name in costs:
        functions.setdefault(name.partition("[")[0], []).append(name)
    found: list[str] = []
    for function, names in functions.items():
        if not left_by_path(ROOT / function.partition("::")[0]):
            over = [name for name in names if costs[name] > far]
            found += [function] if 2 * len(over) > len(names) else over
    return sorted(found)
