"""The pages on environments work as they are written."""

import doctest

import pytest
from docs.examples import ROOT, comparable, examples, printed


@pytest.mark.parametrize("page", ["blockhead-environment.md", "openspiel.md", "pettingzoo.md"])
def test_the_page_works(page: str) -> None:
    result = doctest.testfile(
        str(ROOT / "docs" / page),
        module_relative=False,
        optionflags=doctest.IGNORE_EXCEPTION_DETAIL,
    )
    assert result.attempted >= 8
    assert result.failed == 0


@pytest.mark.parametrize("example", examples(ROOT / "docs" / "openspiel.md"))
def test_the_example_prints_what_is_shown(example) -> None:
    assert comparable(printed(example.command, ROOT)) == comparable(example.shown)
