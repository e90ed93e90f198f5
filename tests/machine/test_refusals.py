"""A library that is damaged, foreign or out of date is refused, and what needs it still works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.machine import library as libraries
from cutcard.machine.digests import PACKAGE
from cutcard.machine.library import FOLDER, Library
from cutcard.machine.manifest import (
    NAME,
    Manifest,
    Unfit,
    read_manifest,
    this_machine,
    write_manifest,
)

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no library is built elsewhere")


@pytest.fixture
def copy(library: Library, tmp_path: Path) -> Path:
    """A copy of the library."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in (NAME, *library.manifest.files):
        shutil.copy(FOLDER / name, folder / name)
    return folder


def test_a_copy_is_loaded(copy: Path, library: Library) -> None:
    assert Library(copy).manifest == library.manifest


def test_a_manifest_is_read_as_it_was_written(library: Library, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(write_manifest(library.manifest))
    assert read_manifest(tmp_path) == library.manifest


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda found: b"",
    "cut short": lambda found: found[: len(found) // 2],
    "the last byte lost": lambda found: found[:-1],
    "one bit turned": lambda found: found[:500] + bytes([found[500] ^ 1]) + found[501:],
    "something else": lambda found: b"junk" * 1000,
    "longer": lambda found: found + b"\0",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("what", ["library", "manifest"])
def test_damage_is_refused(copy: Path, what: str, damage: Callable[[bytes], bytes]) -> None:
    names = [NAME] if what == "manifest" else read_manifest(copy).files
    for name in names:
        (copy / name).write_bytes(damage((copy / name).read_bytes()))
    with pytest.raises(Unfit):
        Library(copy)


CHANGES: dict[str, tuple[str, Callable[[Manifest], Manifest]]] = {
    "another machine": (
        "another machine",
        lambda made: made._replace(machine=this_machine().replace("64", "65")),
    ),
    "other sources": ("older than the sources", lambda made: made._replace(sources="0" * 64)),
    "other processors": ("this processor", lambda made: made._replace(levels=(9,))),
    "a file that is gone": ("missing", lambda made: made._replace(files=("gone.so",))),
}


@pytest.mark.parametrize(("why", "change"), CHANGES.values(), ids=CHANGES)
def test_what_is_for_others_is_refused(
    copy: Path, why: str, change: Callable[[Manifest], Manifest]
) -> None:
    (copy / NAME).write_text(write_manifest(change(read_manifest(copy))))
    with pytest.raises(Unfit, match=why):
        Library(copy)


@pytest.fixture
def package(copy: Path, tmp_path: Path) -> Path:
    """A copy of the whole package with the library in it."""
    package = tmp_path / "cutcard"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "built"))
    shutil.copytree(copy, package / "machine" / "built")
    return package


def python(package: Path, program: str) -> str:
    """What a program prints that imports a copy of the package."""
    path = os.pathsep.join((str(package.parent), str(ROOT)))
    ran = subprocess.run(
        [sys.executable, "-c", f"import cutcard\n{program}\nprint(cutcard.__path__[0])"],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    *said, imported = ran.stdout.splitlines()
    assert imported == str(package)
    return "\n".join(said)


def fits(package: Path) -> bool:
    program = "from cutcard.machine.library import shipped; print(shipped() is not None)"
    return python(package, program) == "True"


def test_a_library_older_than_any_source_is_not_used(package: Path) -> None:
    assert fits(package)
    # Compiled code contains numbers of the first, and none of the second is known to.
    for name in ("blackjack/dealer.py", "cli/advise.py"):
        source = package / name
        text = source.read_text()
        source.write_text(f"{text}\n# changed\n")
        assert not fits(package)
        source.write_text(text)
    assert fits(package)
    (package / "new.py").write_text("")
    assert not fits(package)


def test_what_was_not_read_for_it_does_not_make_it_anew(package: Path) -> None:
    program = """
from cutcard.machine.library import FOLDER
from foundry.__main__ import is_built
print(is_built(FOLDER, every=False))
"""
    for name in ("cli/advise.py", "new.py"):
        with (package / name).open("a") as source:
            source.write("\n# changed\n")
        assert not fits(package)
        assert python(package, program) == "True"
        assert fits(package)
    for name in ("blackjack/dealer.py", "machine/arguments.py"):
        source = package / name
        text = source.read_text()
        source.write_text(f"{text}\n# changed\n")
        assert python(package, program) == "False"
        assert not fits(package)
        source.write_text(text)


def test_without_a_library_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unfit, match="built"):
        Library(tmp_path)
    monkeypatch.setenv(libraries.WITHOUT, "yes")
    libraries.shipped.cache_clear()
    try:
        assert libraries.shipped() is None
    finally:
        libraries.shipped.cache_clear()
