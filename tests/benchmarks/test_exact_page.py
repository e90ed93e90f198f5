"""The page on exact values tells how long each of them takes."""

import importlib
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "exact.md"


@pytest.fixture
def benchmark(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2])
    return importlib.import_module("benchmarks.exact")


def test_the_page_quotes_what_the_benchmark_prints(benchmark):
    page = PAGE.read_text(encoding="utf-8").partition("## How fast")[2]
    found = re.findall(r"^  (\S.*?) +([\d.]+)x +([\d.]+) s$", page, re.MULTILINE)
    quoted = {name: (float(multiple), float(seconds)) for name, multiple, seconds in found}
    assert set(benchmark.questions()) < set(quoted)
    unit = quoted[benchmark.UNIT][1]
    for multiple, seconds in quoted.values():
        rounding = 0.005 + (1 + multiple) * 0.0005 / unit  # of the multiple, and of both times
        assert multiple == pytest.approx(seconds / unit, abs=rounding)
