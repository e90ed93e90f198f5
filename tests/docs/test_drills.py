"""The page on drills shows what they print, and its Python works."""

import doctest
from pathlib import Path

import pytest
from docs.examples import ROOT, comparable, examples, printed

from cutcard.study.drills.boxes import DISTANCES
from cutcard.study.drills.catalogue import DRILLS

PAGE = ROOT / "docs" / "drills.md"


def test_the_examples_print_what_is_shown(tmp_path: Path) -> None:
    found = examples(PAGE)
    assert len(found) == 9
    for example in found:
        assert comparable(printed(example.command, tmp_path)) == comparable(example.shown)


def test_the_python_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_every_drill_is_named_and_so_are_the_distances() -> None:
    page = PAGE.read_text()
    for name, asks in DRILLS.items():
        assert f"| `{name}` | {asks} |" in page
    first, *others, last = DISTANCES
    assert f"comes back after {first} exercises" in page
    assert f"{', '.join(map(str, others))} and {last} exercises" in page
