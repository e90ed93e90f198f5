"""Every test is in a tier; what the quick tier tries less often is in the rest as well."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
import tiers

COLLECTED = """
import pytest, sys

class Names:
    def pytest_collection_finish(self, session):
        for item in session.items:
            print("test:", item.nodeid, "tries" if tiers.tries_examples(item) else "")

sys.path.insert(0, "tests")
import tiers
pytest.main([*sys.argv[1:], "--collect-only", "-q", "-n", "0"], plugins=[Names()])
"""


def collected(tier: str) -> dict[str, bool]:
    """The tests of a tier, and whether Hypothesis runs each."""
    ran = subprocess.run(
        [sys.executable, "-c", COLLECTED, "--tier", tier],
        cwd=tiers.ROOT,
        env={**os.environ, "WARM_STARTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return {
        name: bool(tries) for name, tries in re.findall(r"^test: (.*?) (tries)?$", ran.stdout, re.M)
    }


@pytest.fixture(scope="module")
def all_tiers() -> dict[str, dict[str, bool]]:
    """What is collected in each tier."""
    return {tier: collected(tier) for tier in ("quick", "rest", "all")}


def test_quick_and_rest_are_all(all_tiers: dict[str, dict[str, bool]]) -> None:
    quick, rest, every = (all_tiers[tier] for tier in ("quick", "rest", "all"))
    assert len(every) > 9_000
    assert quick.keys() | rest.keys() == every.keys()
    both = quick.keys() & rest.keys()
    assert both == {name for name in quick if every[name]}


def test_every_slow_test_exists(all_tiers: dict[str, dict[str, bool]]) -> None:
    names = {one for name in all_tiers["all"] for one in (name, name.partition("[")[0])}
    assert tiers.slow() <= names


def test_a_test_is_slow_that_takes_much_more_than_the_others() -> None:
    costs = {f"tests/test_cards.py::test_a[{number}]": 0.01 for number in range(5_000)}
    costs |= {"tests/test_cards.py::test_b[1]": 1.0, "tests/test_cards.py::test_b[2]": 1.0}
    costs |= {"tests/test_cards.py::test_a[0]": 1.0, "tests/web/test_jobs.py::test_c": 1.0}
    assert tiers.listed(costs) == ["tests/test_cards.py::test_a[0]", "tests/test_cards.py::test_b"]
