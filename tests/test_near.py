"""The tests that are printed are those that a change may reach."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from near import Checkout

FILES = {
    "pyproject.toml": "",
    "src/cutcard/__init__.py": "if TYPE_CHECKING:\n    from cutcard.front import deal\n",
    "src/cutcard/front.py": "def deal():\n    from cutcard.engine import play\n    play()\n",
    "src/cutcard/engine.py": '"""The engine.\n\n>>> 1 + 1\n2\n"""\nfrom . import cards\n',
    "src/cutcard/cards.py": "",
    "src/cutcard/games.py": "GAMES = 'games'\n",
    "src/cutcard/games/easy.toml": "",
    "src/cutcard/cli/__init__.py": "VERBS = {'play': '', 'solve': ''}\n",
    "src/cutcard/cli/play.py": "def run(words):\n    from cutcard.engine import play\n",
    "src/cutcard/cli/solve.py": "",
    "docs/cards.md": "$ cutcard play easy\n",
    "tests/conftest.py": "",
    "tests/cli/conftest.py": "def screen():\n    import screens\n\ndef cutcard(): ...\n",
    "tests/screens.py": "",
    "tests/test_cards.py": "from cutcard import cards\n",
    "tests/test_door.py": "import cutcard as cc\ndef test_deal():\n    cc.deal()\n",
    "tests/test_games.py": "from cutcard.games import GAMES\n",
    "tests/test_page.py": "PAGE = 'cards.md'\n",
    "tests/test_program.py": "PROGRAM = 'import os; from cutcard.engine import play'\n",
    "tests/cli/test_play.py": "def test_play(cutcard):\n    cutcard('play', 'easy')\n",
    "tests/cli/test_solve.py": "import subprocess\nsubprocess.run(['cutcard', 'solve'])\n",
    "tests/cli/test_verbs.py": "from cutcard.cli import VERBS, main\n",
    "tests/cli/test_screen.py": "def test_screen(screen): ...\n",
}


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(("git", *who, *words), cwd=folder, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one commit."""
    folder = tmp_path_factory.mktemp("checkout")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Begin")
    return folder


ENGINE = "cli/test_play cli/test_verbs test_door test_page test_program"

REACHED = {
    "src/cutcard/engine.py": f"{ENGINE} src/cutcard/engine",
    "src/cutcard/cards.py": f"{ENGINE} test_cards src/cutcard/engine",
    "src/cutcard/front.py": "test_door",
    "src/cutcard/cli/play.py": "cli/test_play cli/test_verbs test_page",
    "src/cutcard/cli/solve.py": "cli/test_solve cli/test_verbs",
    "src/cutcard/games/easy.toml": "cli/test_play test_games",
    "docs/cards.md": "test_page",
    "tests/screens.py": "cli/test_screen",
    "tests/test_page.py": "test_page",
    "tests/cli/conftest.py": "cli/test_play cli/test_screen cli/test_solve cli/test_verbs",
}


@pytest.mark.parametrize(("path", "expected"), REACHED.items(), ids=REACHED)
def test_what_imports_or_starts_a_changed_file_is_near(
    committed: Path, path: str, expected: str
) -> None:
    (committed / path).write_text(FILES[path] + "\n")
    try:
        found = Checkout(committed).near()
    finally:
        (committed / path).write_text(FILES[path])
    assert {one.removeprefix("tests/").removesuffix(".py") for one in found} == {*expected.split()}


def test_nothing_is_near_where_nothing_has_changed(committed: Path) -> None:
    assert Checkout(committed).near() == []


def test_new_files_and_those_that_are_gone_count(committed: Path) -> None:
    (committed / "src/cutcard/engine.py").rename(committed / "src/cutcard/motor.py")
    (committed / "tests/test_new.py").write_text("")
    try:
        found = Checkout(committed).near()
    finally:
        (committed / "tests/test_new.py").unlink()
        (committed / "src/cutcard/motor.py").rename(committed / "src/cutcard/engine.py")
    tests = {one.removeprefix("tests/").removesuffix(".py") for one in found}
    assert tests == {*ENGINE.split(), "test_new", "src/cutcard/motor"}


def test_everything_is_near_what_any_test_may_depend_on(committed: Path) -> None:
    (committed / "pyproject.toml").write_text("[project]\n")
    try:
        assert Checkout(committed).near() == ["tests", "src"]
    finally:
        (committed / "pyproject.toml").write_text("")
