"""What the documents show is what the commands print."""

import doctest
import re
from pathlib import Path

import pytest
from docs.examples import ROOT, comparable, printed

import cutcard

COMMANDS = [
    pytest.param(command, shown, id=command)
    for command, shown in re.findall(
        r"```\n\$ (cutcard (?:rules|simulate|duel|compare|advise)[^\n]*)\n(.*?)```",
        (ROOT / "README.md").read_text(),
        re.DOTALL,
    )
]


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_the_readme_shows_what_is_printed(command: str, shown: str, tmp_path: Path) -> None:
    assert comparable(printed(command, tmp_path)) == comparable(shown)


def test_the_readme_has_commands_to_try() -> None:
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize(("page", "least"), [("README.md", 10), ("docs/library.md", 40)])
def test_the_python_in_the_documents_works(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the examples write files
    result = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted > least
    assert result.failed == 0
    assert (tmp_path / "strip.svg").read_text().startswith("<svg ")


def test_the_page_on_the_library_uses_every_call() -> None:
    page = (ROOT / "docs" / "library.md").read_text()
    calls = {name for name in cutcard.__all__ if name[0].islower()}
    assert calls == {name for name in calls if f"cc.{name}(" in page}
