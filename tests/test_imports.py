"""Who imports what is heavy: nobody waits for what the answer does not take."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from cutcard.cli import VERBS

SOURCES = Path(__file__).parent.parent / "src" / "cutcard"


def imported(text: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def importers_of(*packages: str) -> set[str]:
    """The modules that import one of these: whoever does also names it."""
    texts = {path: path.read_text() for path in SOURCES.rglob("*.py")}
    return {
        path.relative_to(SOURCES).as_posix()
        for path, text in texts.items()
        if any(package in text for package in packages) and {*packages} & imported(text)
    }


def test_only_compilation_imports_numba() -> None:
    assert importers_of("numba", "llvmlite") == {
        "blackjack/kernel/lanes/vectors_llvm.py",  # code for the compiler
        "machine/numba_code.py",
    }


def test_only_the_store_imports_a_database() -> None:
    importers = importers_of("alembic", "platformdirs", "psycopg", "sqlalchemy", "sqlite3")
    assert importers
    assert {path for path in importers if not path.startswith("web/store/")} == set()


HEAVY = {
    *("numpy", "numba", "llvmlite", "matplotlib", "distributed", "asyncio", "ssl"),
    *("starlette", "sqlalchemy", "gymnasium", "pyspiel", "ctypes", "argparse", "multiprocessing"),
    *("cutcard.blackjack.kernel.compiler", "cutcard.blackjack.exact.hands"),
}
"""What takes long to load, or builds tables."""

PARSER = {"argparse"}
NETWORK = {"argparse", "asyncio", "ssl"}
KERNELS = {"argparse", "ctypes", "numpy", "cutcard.blackjack.kernel.compiler"}
SOLVER = {"argparse", "ctypes", "numpy", "cutcard.blackjack.exact.hands"}

LOADS: dict[str, set[str]] = {
    "--help": set(),
    **{f"{verb} --help": PARSER for verb in VERBS},
    **{f"{verb} --help": NETWORK for verb in ("serve", "verify")},
    "rules easy": PARSER,
    "chart wizard": PARSER,
    "play vegas-strip --seed 1": PARSER,
    "drill indices vegas-strip --progress no.json": PARSER,
    "easy -i 1": set(),
    "ve280 100 5 3 counting": set(),
    "blockhead alpha alpha": PARSER,
    "coms1018 1": set(),
    "simulate easy --rounds 1k": KERNELS,
    "simulate vegas-strip --rounds 1k": KERNELS,
    "easy -s -i 0 -a wizard 20000": KERNELS - PARSER,
    "easy -i 0 -a wizard 20000": KERNELS - PARSER,
    "easy -i 0 -a wizard 200": set(),
    "solve easy": SOLVER,
    "advise easy '8 8' 'T 7'": SOLVER,
    "compare easy vegas-strip": SOLVER,
    "duel alpha caller --pairs 2": {"argparse", "ctypes", "numpy"},
}
"""What each verb loads of that."""


@pytest.mark.skipif(sys.platform != "linux", reason="numba compiles elsewhere")
@pytest.mark.usefixtures("parts")
@pytest.mark.parametrize(("words", "heavy"), LOADS.items(), ids=LOADS)
def test_a_verb_loads_only_what_it_needs(words: str, heavy: set[str], tmp_path: Path) -> None:
    program = (
        "import shlex, sys\n"
        "from cutcard.cli import main\n"
        f"sys.argv = ['cutcard', *shlex.split({words!r})]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        f"print(*sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr.splitlines()[-1].split() == sorted(heavy)
