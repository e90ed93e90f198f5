"""The test plan in docs/network.md names every file of tests for the network and the learner."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAN = (ROOT / "docs" / "network.md").read_text(encoding="utf-8").partition("## The test plan")[2]


def test_the_plan_names_every_file_and_none_that_is_not_there() -> None:
    named = set(re.findall(r"`(tests/[\w/.]+)`", PLAN))
    there = {
        path.relative_to(ROOT).as_posix()
        for folder in ("net", "learn")
        for path in (ROOT / "tests" / folder).glob("test_*.py")
    } - {Path(__file__).relative_to(ROOT).as_posix()}
    assert there <= named
    assert all((ROOT / name).exists() for name in named)
