"""Compiled code that is damaged or for others is refused, and what needs it still works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.machine.library import Library, find_kept, is_checkout
from cutcard.machine.parts import (
    Manifest,
    Unfit,
    levels_of,
    read_part,
    this_machine,
    write_part,
)
from cutcard.machine.sources import PACKAGE, ROOT


@pytest.fixture
def contents(parts: dict[str, Library]) -> bytes:
    """The file of a part."""
    found = find_kept("simulation", levels_of("simulation"))
    assert found is not None
    return found


def test_a_part_is_read_as_it_was_written(contents: bytes) -> None:
    assert write_part(*read_part(contents)) == contents
    assert Library(contents).manifest == read_part(contents)[0]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda found: b"",
    "cut short": lambda found: found[: len(found) // 2],
    "the last byte lost": lambda found: found[:-1],
    "a bit of the digest turned": lambda found: found[:50] + bytes([found[50] ^ 1]) + found[51:],
    "a bit of the code turned": lambda found: found[:-500] + b"?" + found[-499:],
    "something else": lambda found: b"junk" * 1000,
    "longer": lambda found: found + b"\0",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_refused(contents: bytes, damage: Callable[[bytes], bytes]) -> None:
    with pytest.raises(Unfit, match="damaged"):
        Library(damage(contents))


CHANGES: dict[str, tuple[str, Callable[[Manifest], Manifest]]] = {
    "another machine": (
        "another machine",
        lambda made: made._replace(machine=this_machine().replace("64", "65")),
    ),
    "other processors": ("this processor", lambda made: made._replace(levels=(9,))),
}


@pytest.mark.parametrize(("why", "change"), CHANGES.values(), ids=CHANGES)
def test_what_is_for_others_is_refused(
    contents: bytes, why: str, change: Callable[[Manifest], Manifest]
) -> None:
    manifest, code = read_part(contents)
    with pytest.raises(Unfit, match=why):
        Library(write_part(change(manifest), code))


def test_what_is_no_library_is_refused(contents: bytes) -> None:
    with pytest.raises(Unfit, match="cannot be loaded"):
        Library(write_part(read_part(contents)[0], b"no library"))


@pytest.fixture
def package(contents: bytes, tmp_path: Path) -> Path:
    """A copy of the package as it is installed: beside no foundry, with a part in it."""
    package = tmp_path / "cutcard"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "built"))
    built = package / "machine" / "built"
    built.mkdir()
    (built / "simulation.part").write_bytes(contents)
    return package


def said_by(package: Path, program: str) -> str:
    """What a program prints that imports a copy of the package."""
    ran = subprocess.run(
        [sys.executable, "-c", f"import cutcard\n{program}\nprint(cutcard.__path__[0])"],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    *said, imported = ran.stdout.splitlines()
    assert imported == str(package)
    return "\n".join(said)


WHY = "from cutcard.machine.library import why_not; print(why_not({!r}))"


def test_an_installed_package_uses_its_own_parts_and_compiles_none(package: Path) -> None:
    assert said_by(package, WHY.format("simulation")) == ""
    assert said_by(package, WHY.format("exact")) == "no compiled code was built for this machine"
    file = package / "machine" / "built" / "simulation.part"
    file.write_bytes(file.read_bytes()[:-1])
    assert said_by(package, WHY.format("simulation")) == "the compiled code is damaged"


def test_a_checkout_knows_that_it_is_one() -> None:
    assert is_checkout()
    assert (ROOT / "pyproject.toml").is_file()
