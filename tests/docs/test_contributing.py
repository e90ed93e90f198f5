"""What CONTRIBUTING says can be done as it says it."""

import re
from pathlib import Path

import pytest
from docs.examples import ROOT, Example, comparable, examples, printed

PAGE = ROOT / "CONTRIBUTING.md"
TEXT = PAGE.read_text()
PATHS = sorted(set(re.findall(r"`((?:src|tests|docs|mutation)/[\w./-]+)`", TEXT)))
SNIPPETS = [
    (file, line)
    for file, block in re.findall(
        r"`(src/[\w/.]+\.py)`(?:(?!`src/)[\s\S])*?((?:^ *```python\n[\s\S]*?^ *```\n\s*)+)",
        TEXT,
        re.M,
    )
    for line in block.splitlines()
    if line.strip() and "```" not in line
]


@pytest.mark.parametrize("path", PATHS)
def test_the_place_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("file", "line"), SNIPPETS)
def test_the_rule_of_the_example_stands_in_its_file(file: str, line: str) -> None:
    lines = {known.strip() for known in (ROOT / file).read_text().splitlines()}
    assert line.strip() in lines


def test_the_rule_of_the_example_is_shown_in_five_files() -> None:
    assert len({file for file, _ in SNIPPETS}) == 5


@pytest.mark.parametrize(
    ("name", "file"), re.findall(r"`([A-Z]\w+|\w+_\w+)` (?:in|of) `([\w/.]+\.py)`", TEXT)
)
def test_the_name_is_in_the_file_that_it_is_said_to_be_in(name: str, file: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / file).read_text())


def test_every_target_is_one_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", TEXT, re.M))
    assert len(named) > 8
    assert named <= targets


def test_the_files_of_a_case_are_those_that_the_test_of_cases_reads() -> None:
    from editions.test_cases import EXPECTED

    rows = set(re.findall(r"^\| `(\w+)/?` \|", TEXT, re.M))
    assert rows == EXPECTED


def test_the_examples_print_what_is_shown(tmp_path: Path) -> None:
    found: list[Example] = examples(PAGE)
    assert len(found) >= 5
    for example in found:
        assert comparable(printed(example.command, tmp_path)) == comparable(example.shown)
