"""The page on environments works as it is written, and the loop of its example learns."""

import doctest
import re
import subprocess
import sys

import pytest
from docs.examples import ROOT, examples, printed

PAGE = ROOT / "docs" / "environments.md"


def test_the_examples_of_the_page_work() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "environments.md"), module_relative=False)
    assert result.attempted > 30
    assert result.failed == 0


def test_the_command_prints_what_the_page_shows() -> None:
    [worths] = [one for one in examples(PAGE) if "gymnasium_blackjack" in one.command]
    assert printed(worths.command, ROOT) == worths.shown


def run_loop(*words: str) -> dict[str, float]:
    """What the example prints after some rounds."""
    loop = ROOT / "examples" / "gymnasium_loop.py"
    run = subprocess.run(
        [sys.executable, str(loop), *words], capture_output=True, text=True, check=True
    )
    found = re.findall(r"^  (\w.*?)  +([-+\d.]+)%$", run.stdout, re.MULTILINE)
    return {name: float(percent) for name, percent in found}


def test_the_loop_by_hand_learns_and_tells_its_exact_regret() -> None:
    little, more = run_loop("--rounds", "200"), run_loop("--rounds", "20000")
    assert little["the best play"] == more["the best play"] == pytest.approx(-0.3303)
    for told in (little, more):
        rounding = 1.5e-4  # of three numbers, each to half of 0.0001%
        difference = told["the best play"] - told["what was learnt"]
        assert told["regret"] == pytest.approx(difference, abs=rounding)
    assert 0 < more["regret"] < little["regret"]
