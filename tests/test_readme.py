"""What the documents show is what the commands print."""

import doctest
import re
from pathlib import Path

import pytest
from docs.examples import ROOT, comparable, printed

import cutcard

README = (ROOT / "README.md").read_text()

COMMANDS = [
    pytest.param(command, shown, id=command)
    for page in (README, (ROOT / "docs" / "commands.md").read_text())
    for command, shown in re.findall(
        r"```\n\$ (cutcard (?:rules|simulate|duel|compare|advise)[^\n]*)\n(.*?)```",
        page,
        re.DOTALL,
    )
]


def shows(shown: list[str], lines: list[str]) -> bool:
    """Whether these are the lines, in order; a shown "…" stands for any number of them."""
    if not shown:
        return not lines
    if shown[0].strip() == "…":
        return any(shows(shown[1:], lines[start:]) for start in range(len(lines) + 1))
    return lines[:1] == shown[:1] and shows(shown[1:], lines[1:])


@pytest.mark.parametrize(("command", "shown"), COMMANDS)
def test_the_pages_show_what_is_printed(command: str, shown: str, tmp_path: Path) -> None:
    lines, expected = comparable(printed(command, tmp_path)), comparable(shown)
    assert lines == expected or shows(expected, lines)


def test_the_readme_has_commands_to_try() -> None:
    assert len(re.findall(r"^\$ cutcard ", README, re.M)) >= 3


def test_left_out_lines_are_any_lines() -> None:
    assert shows(["a", "…", "d"], ["a", "b", "c", "d"])
    assert shows(["a", "…"], ["a"])
    assert not shows(["a", "…", "d"], ["a", "b"])
    assert not shows(["a"], ["a", "b"])
    assert not shows(["…", "a"], ["b"])


def test_the_readme_is_short_and_begins_with_what_is_sought() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    assert all(word in "\n".join(lines[:12]).lower() for word in ("blackjack", "poker", "counting"))
    assert all(f"make {target}" in "\n".join(lines[:25]) for target in ("run", "test"))


@pytest.mark.parametrize(("page", "least"), [("README.md", 4), ("docs/library.md", 40)])
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
