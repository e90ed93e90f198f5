"""The mutation tests and their page name modules, tests and lines that are there."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from docs.examples import ROOT

TEXT = (ROOT / "docs/mutation.md").read_text(encoding="utf-8")
EQUIVALENT = [
    (module, function, line)
    for module, entries in re.findall(r"^### `(.+)`\n\n((?:- .+\n)+)", TEXT, re.M)
    for function, line in re.findall(r"^- `(\w+)`: `` (.+?) `` → ", entries, re.M)
]


def source_of(module: str) -> Path:
    return ROOT / "src/cutcard" / f"{module}.py"


def mutated() -> dict[str, str]:
    """The modules that `make mutate` breaks and their tests, read where its tools are missing."""
    tree = ast.parse((ROOT / "mutation/__main__.py").read_text(encoding="utf-8"))
    (modules,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MODULES"
    )
    found: dict[str, str] = ast.literal_eval(modules)
    return found


def parts(text: str, name: str) -> list[str]:
    """The functions and classes of this name, with their decorators."""
    return [
        "\n".join(text.splitlines()[start - 1 : node.end_lineno])
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
        for start in [min([node.lineno, *(part.lineno for part in node.decorator_list)])]
    ]


@pytest.mark.parametrize(("module", "tests"), mutated().items())
def test_a_mutated_module_and_its_tests_are_there(module: str, tests: str) -> None:
    assert source_of(module).is_file()
    assert (ROOT / tests).exists()


def test_mutants_are_named_of_mutated_modules_only() -> None:
    named = [module for module, _, _ in EQUIVALENT]
    assert set(named) <= set(mutated())
    assert len(named) == TEXT.count("`` → ``")


@pytest.mark.parametrize(("module", "function", "line"), EQUIVALENT)
def test_an_equivalent_mutant_is_of_a_line_that_stands_there(
    module: str, function: str, line: str
) -> None:
    text = source_of(module).read_text(encoding="utf-8")
    places = [text] if function == "module" else parts(text, function)
    assert any(line in " ".join(place.split()) for place in places)


def test_tests_can_be_run_as_they_are_against_a_mutant() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    assert subprocess.run([*command, "tests/test_names.py"], cwd=ROOT, check=False).returncode == 0
