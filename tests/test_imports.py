"""Who imports what is heavy: numba is for the kernels, and nobody pays for it who plays by hand."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src" / "cutcard"


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def test_only_compilation_imports_numba() -> None:
    importers = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if {"numba", "llvmlite"} & imported(path)
    }
    assert importers == {
        "blackjack/kernel/lanes/vectors_llvm.py",  # code for the compiler
        "machine/library.py",  # llvmlite, for objects that no linker was there for
        "machine/numba_code.py",
    }


def test_only_the_store_imports_a_database() -> None:
    importers = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if {"alembic", "platformdirs", "psycopg", "sqlalchemy", "sqlite3"} & imported(path)
    }
    assert importers
    assert {path for path in importers if not path.startswith("web/store/")} == set()


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["simulate", "--help"],
        ["rules", "easy"],
        ["play", "vegas-strip", "--seed", "1"],
        ["drill", "indices", "vegas-strip", "--progress", "no.json"],
        ["easy", "-i", "1"],
        ["ve280", "100", "5", "3", "counting"],
        ["blockhead", "alpha", "alpha"],
    ],
    ids=" ".join,
)
def test_who_plays_by_hand_does_not_load_numba(words: list[str]) -> None:
    program = (
        "import sys\n"
        "from cutcard.cli import main\n"
        f"sys.argv = ['cutcard', *{words!r}]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "sys.stderr.write('loaded' if 'numba' in sys.modules else 'light')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], input="", capture_output=True, text=True, check=True
    )
    assert run.stderr.endswith("light")
