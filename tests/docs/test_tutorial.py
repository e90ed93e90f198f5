"""The tutorial works as it is written."""

import doctest
from pathlib import Path

import pytest
from docs.examples import ROOT


def test_the_tutorial_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # it writes files
    result = doctest.testfile(
        str(ROOT / "docs" / "tutorial.md"),
        module_relative=False,
        optionflags=doctest.IGNORE_EXCEPTION_DETAIL,
    )
    assert result.attempted > 20
    assert result.failed == 0
    assert (tmp_path / "corner.svg").read_text().startswith("<svg ")
