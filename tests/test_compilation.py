"""What numba compiles is kept, never out of date and never damaged, or made anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from warm_starts import CUTCARD, WarmStarts, compiler_warm_starts

import cutcard

PACKAGE = Path(cutcard.__file__).parent

TELL_FOLDER = "from cutcard.machine.numba_code import FOLDER; print(FOLDER)"
"""Where numba's code is kept."""


def environment(**changes: str | Path) -> dict[str, str]:
    """The environment with these changes."""
    known = dict(os.environ)
    new = {name: str(value) for name, value in changes.items()}
    if "PYTHONPATH" in known and "PYTHONPATH" in new:  # which says where numba is
        new["PYTHONPATH"] += os.pathsep + known["PYTHONPATH"]
    return known | new


def python(*words: str | Path, cwd: Path, **changes: str | Path) -> str:
    """What a new interpreter prints."""
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env=environment(**changes),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.returncode == 0
    return ran.stdout


@pytest.fixture(scope="module")
def numba() -> WarmStarts:
    """Programs that find numba loaded, which takes longer than all that they compile."""
    return compiler_warm_starts()


def printed(numba: WarmStarts, program: Path, **changes: str | Path) -> list[str]:
    """The lines that a program prints, in its own folder."""
    words = [str(CUTCARD), str(program)]
    ran = numba.run_as_text(words, folder=program.parent, environment=environment(**changes))
    assert ran.stderr == ""
    assert ran.returncode == 0
    return ran.stdout.splitlines()


def test_a_change_in_any_source_finds_a_new_folder(tmp_path: Path) -> None:
    copy = tmp_path / "cutcard"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    where = {"PYTHONPATH": tmp_path, "XDG_CACHE_HOME": tmp_path / "cache"}
    folders = [python("-c", TELL_FOLDER, cwd=tmp_path, **where)]
    # The last of these is compiled; the others hold rules and cards, which it has its numbers from.
    names = ("cards.py", "blackjack/dealer.py", "blackjack/exact/dealer_ends.py")
    for name in names:
        assert (copy / name).is_file()
        with (copy / name).open("a") as source:
            source.write("\n# changed\n")
        folders.append(python("-c", TELL_FOLDER, cwd=tmp_path, **where))
    assert str(tmp_path / "cache" / "cutcard") in folders[0]
    assert len(set(folders)) == 1 + len(names)


def test_code_by_other_settings_of_numba_has_a_folder_of_its_own(tmp_path: Path) -> None:
    """numba's own cache would run code that checks no index where checks are asked for."""

    def folder(**settings: str) -> Path:
        told = python("-c", TELL_FOLDER, cwd=tmp_path, XDG_CACHE_HOME=tmp_path, **settings)
        return Path(told.strip())

    plain, checked = folder(), folder(NUMBA_BOUNDSCHECK="1")
    assert plain.parent == checked.parent == tmp_path / "cutcard"
    assert plain != checked


RUN_TWICE = """
from cutcard.compilation import compiled, announcing_to
from cutcard.machine.numba_code import FOLDER, code_folder

assert FOLDER == code_folder()

def add(one, two):
    return one + two

def run():
    said = []
    with announcing_to(said.append):
        result = compiled(add)(2, 3)
    return result, "compiled" if said else "kept"

print(*run())
print(*run())
"""

DAMAGE = """
for damage in (
    lambda found: b"",
    lambda found: found[:20],
    lambda found: found[:-1],
    lambda found: b"junk" * 1000,
):
    for pattern in ("*.nbi", "*.nbc"):
        for path in FOLDER.rglob(pattern) if FOLDER else ():
            path.write_bytes(damage(path.read_bytes()))
        print(*run())
        print(*run())
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(RUN_TWICE)
    return path


def test_damaged_files_are_compiled_anew(tmp_path: Path, program: Path, numba: WarmStarts) -> None:
    program.write_text(RUN_TWICE + DAMAGE)
    said = printed(numba, program, XDG_CACHE_HOME=tmp_path / "cache")
    assert said == ["5 compiled", "5 kept"] * 9


def test_where_nothing_can_be_kept_everything_works(
    tmp_path: Path, program: Path, numba: WarmStarts
) -> None:
    said = printed(numba, program, XDG_CACHE_HOME="/proc/none", HOME="/proc/none")
    assert said == ["5 compiled"] * 2
    # Nor is it kept where numba would look for it by itself, and find it out of date.
    assert [path.name for path in tmp_path.rglob("*")] == ["program.py"]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make folders of others")
def test_what_others_may_have_written_is_not_run(
    tmp_path: Path, program: Path, numba: WarmStarts
) -> None:
    where = {"XDG_CACHE_HOME": tmp_path / "cache"}
    folder = Path(python("-c", TELL_FOLDER, cwd=tmp_path, **where).strip())
    os.chown(folder, 65534, 65534)
    assert python("-c", TELL_FOLDER, cwd=tmp_path, **where).strip() == "None"
    assert printed(numba, program, **where) == ["5 compiled"] * 2
    assert list(folder.iterdir()) == []


def test_two_first_starts_at_once_both_work(
    tmp_path: Path, program: Path, numba: WarmStarts
) -> None:
    started = [
        subprocess.Popen(
            [numba.stand_in, program],
            env=environment(XDG_CACHE_HOME=tmp_path / "cache"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in started:
        said, complaints = process.communicate()
        assert complaints == ""
        assert {line.partition(" ")[0] for line in said.splitlines()} == {"5"}


def test_the_user_can_have_numba_compile_which_is_announced_once(
    tmp_path: Path, numba: WarmStarts
) -> None:
    words = [str(CUTCARD), "simulate", "easy", "--rounds", "1k", "--seed", "1"]

    def told(**changes: str) -> tuple[list[str], str]:
        given = environment(XDG_CACHE_HOME=tmp_path, **changes)
        ran = numba.run_as_text(words, folder=tmp_path, environment=given)
        return ran.stdout.splitlines()[:5], ran.stderr  # all but the time that it took

    by_numba = {"CUTCARD_COMPILE": "1"}
    first, said = told(**by_numba)
    assert said.startswith("cutcard: compiling what this needs, once on this machine")
    assert said.count("\n") == 1
    assert told(**by_numba) == (first, "")
    ours = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ours.stdout.splitlines()[:5] == first
