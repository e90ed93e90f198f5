"""The cache runs nothing that others have written, and removes nothing of theirs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.machine import cache as caches
from cutcard.machine.cache import INDEX, Cache

NOBODY = 65534

only_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can make folders of others")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds the cache's."""
    # Whatever is above it is as safe as the system made it.
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    return home


def kept(cache: Cache, contents: bytes = b"code", part: str = "exact") -> str:
    """The name under which some code is kept."""
    cache.write(part, ".part", contents, "raw")
    return cache.files_of(part)[0][0]


def test_what_is_kept_is_read_by_the_next_process(home: Path) -> None:
    name = kept(Cache())
    assert Cache().read(name) == b"code"
    assert [one for one, _ in Cache().files_of("exact")] == [name]
    assert Cache().files_of("lanes") == []
    assert (home / "cutcard").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_was_opened_to_others_is_closed_again(home: Path) -> None:
    (home / "cutcard").mkdir(mode=0o777)
    (home / "cutcard").chmod(0o777)
    Cache()
    assert (home / "cutcard").stat().st_mode & 0o777 == 0o700


def test_a_symbolic_link_is_not_followed(home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    (home / "cutcard").symlink_to(elsewhere)
    with pytest.raises(OSError, match="cutcard"):
        Cache()
    assert elsewhere.stat().st_mode & 0o777 == 0o755
    assert list(elsewhere.iterdir()) == []


def test_a_file_that_became_a_link_is_not_read(home: Path, tmp_path: Path) -> None:
    name = kept(Cache())
    (tmp_path / "same").write_bytes(b"code")
    (home / "cutcard" / name).unlink()
    (home / "cutcard" / name).symlink_to(tmp_path / "same")
    assert Cache().read(name) is None


@only_root
@pytest.mark.parametrize("whose", ["", "cutcard"])
def test_the_folder_of_another_user_is_refused(home: Path, whose: str) -> None:
    Cache()
    os.chown(home / whose, NOBODY, NOBODY)
    with pytest.raises(PermissionError, match="belongs to another user"):
        Cache()


@pytest.mark.parametrize(("mode", "safe"), [(0o757, False), (0o1777, True), (0o755, True)])
def test_a_parent_that_others_can_write_to_is_refused(home: Path, mode: int, safe: bool) -> None:
    home.chmod(mode)
    if safe:
        Cache()
    else:
        with pytest.raises(PermissionError, match="written to by other users"):
            Cache()


@only_root
def test_the_file_of_another_user_is_not_read(home: Path) -> None:
    name = kept(Cache())
    os.chown(home / "cutcard" / name, NOBODY, NOBODY)
    assert Cache().read(name) is None


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda found: b"",
    "cut short": lambda found: found[:-1],
    "one bit turned": lambda found: bytes([found[0] ^ 1]) + found[1:],
    "longer": lambda found: found + b"\0",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_code_is_not_read(home: Path, damage: Callable[[bytes], bytes]) -> None:
    name = kept(Cache())
    path = home / "cutcard" / name
    path.write_bytes(damage(path.read_bytes()))
    assert Cache().read(name) is None


@pytest.mark.parametrize(
    "index", [b"", b"junk", b"[]", b"{}", b'{"exact-0000000000000000.part": [5, 5]}', b"\xff"]
)
def test_a_damaged_index_is_an_empty_one(home: Path, index: bytes) -> None:
    kept(Cache())
    (home / "cutcard" / INDEX).write_bytes(index)
    assert Cache().files_of("exact") == []
    assert Cache().read(kept(Cache())) == b"code"


def test_only_what_the_index_lists_is_removed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache()
    old = kept(cache)
    folder = cache.folder_for("1" * 64)
    (folder / "numba's").write_text("code")
    mine = home / "cutcard" / ("0" * 16)
    mine.mkdir()
    (mine / "file").write_text("mine")
    (home / "cutcard" / "exact-ffffffffffffffff.part").write_text("mine")
    today = caches._today()
    monkeypatch.setattr(caches, "_today", lambda: today + 100)
    new = kept(cache, b"newer")
    left = {path.name for path in (home / "cutcard").iterdir()}
    assert {old, folder.name} & left == set()
    assert {new, mine.name, "exact-ffffffffffffffff.part"} <= left
    assert (mine / "file").read_text() == "mine"


def test_an_index_cannot_name_files_elsewhere(home: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.part"
    mine.write_text("mine")
    record = ["", 0]
    Cache()
    names = ["../../mine.part", str(mine), "numba-../../mine.part"]
    (home / "cutcard" / INDEX).write_text(json.dumps(dict.fromkeys(names, record)))
    kept(Cache())
    assert mine.read_text() == "mine"


def test_many_versions_are_not_kept(home: Path) -> None:
    names = [kept(Cache(), str(number).encode()) for number in range(20)]
    there = {path.name for path in (home / "cutcard").glob("*.part")}
    assert names[-1] in there
    assert len(there) == caches._KEPT
    assert there == {name for name, _ in Cache().files_of("exact")}


def test_without_a_home_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/none")
    with pytest.raises(OSError, match="none"):
        Cache()
