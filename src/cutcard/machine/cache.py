"""The user's own cache of compiled code, which every checkout and environment shares.

Code that is found there is run, so the folder must be the user's alone: nobody else may be able to
write to it or to put another in its place, no symbolic link is followed inside it, and what is read
is compared with the digest in the index. Only files that the index lists are ever removed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

INDEX: Final = "index.json"
LOCK: Final = "lock"

_KEPT: Final = 16
"""How many versions of a part are kept."""

_DAY: Final = 24 * 3600
_OLD: Final = 60
"""Days after which what nobody used is removed."""


_NAME: Final = re.compile(r"[a-z-]+-[0-9a-f]{16}(\.part)?")
"""How files are named: by their part and the beginning of their digest."""


class Record(NamedTuple):
    """What the index knows of a file."""

    raw: str
    """The digest of the sources that it is known to fit, as they were written."""
    used: int
    """The day on which it was last used."""


class Cache:
    """The cache of compiled code; OSError if there is no safe folder for one."""

    def __init__(self) -> None:
        """Open the folder, and make it if it is not there."""
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        parent = Path(os.path.abspath(home))
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        parent = parent.resolve()
        for folder in (parent, *parent.parents):
            _check_owner(folder)
        self.path: Final = parent / "cutcard"
        with suppress(FileExistsError):
            self.path.mkdir(mode=0o700)
        self._folder: Final = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        found = os.fstat(self._folder)
        if found.st_uid != os.getuid():
            raise PermissionError(f"{self.path} belongs to another user")
        if stat.S_IMODE(found.st_mode) != 0o700:
            os.fchmod(self._folder, 0o700)

    def files_of(self, part: str) -> list[tuple[str, Record]]:
        """The files that the index lists for a part, the newest first."""
        return [one for one in reversed(self._index().items()) if _part_of(one[0]) == part]

    def read(self, name: str) -> bytes | None:
        """What a file holds; None if it has changed since it was written."""
        try:
            contents = self._contents(name)
        except OSError:
            return None
        return contents if f"-{_digest(contents)}" in name else None

    def write(self, part: str, suffix: str, contents: bytes, raw: str) -> None:
        """Keep a file for a part, and remove the oldest of too many."""
        name = f"{part}-{_digest(contents)}{suffix}"
        with self._changed_index() as index:
            self._replace(name, contents)
            index.pop(name, None)
            index[name] = Record(raw, _today())
            versions = [one for one in index if _part_of(one) == part]
            old = [one for one, record in index.items() if _today() - record.used > _OLD]
            for gone in {*versions[:-_KEPT], *old} - {name}:
                self._remove(gone)
                del index[gone]

    def use(self, name: str, raw: str) -> None:
        """Note that a file is used, and fits the sources with this digest."""
        record = Record(raw, _today())
        if self._index().get(name) != record:
            with suppress(OSError), self._changed_index() as index:
                index.pop(name, None)  # the latest that is used comes last
                index[name] = record

    def folder_for(self, digest: str) -> Path:
        """A folder in which numba itself keeps code; it is removed as files are."""
        name = f"numba-{digest[:16]}"
        with self._changed_index() as index:
            with suppress(FileExistsError):
                os.mkdir(name, 0o700, dir_fd=self._folder)
            found = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
                raise PermissionError(f"{self.path / name} is not a folder of this user")
            index[name] = Record("", _today())
        return self.path / name

    @contextmanager
    def locked(self, name: str = LOCK, *, wait: bool = True) -> Iterator[None]:
        """Hold a lock against other processes, and wait for it or raise BlockingIOError."""
        import fcntl  # imported here: Windows has none, and no files of this kind

        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        lock = os.open(name, flags, 0o600, dir_fd=self._folder)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            yield
        finally:
            os.close(lock)

    @contextmanager
    def _changed_index(self) -> Iterator[dict[str, Record]]:
        with self.locked():
            index = self._index()
            yield index
            self._replace(INDEX, json.dumps(index, indent=0).encode())

    def _index(self) -> dict[str, Record]:
        try:
            found = dict(json.loads(self._contents(INDEX)))
            fit = {name: Record(*kept) for name, kept in found.items() if _NAME.fullmatch(name)}
        except (OSError, ValueError, TypeError):
            return {}
        return {name: one for name, one in fit.items() if [*map(type, one)] == [str, int]}

    def _contents(self, name: str) -> bytes:
        opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._folder)
        with open(opened, "rb") as file:
            found = os.fstat(opened)
            if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid():
                raise PermissionError(f"{name} is not a file of this user")
            return file.read()

    def _replace(self, name: str, contents: bytes) -> None:
        new = f"new-{os.getpid()}-{time.monotonic_ns()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        try:
            with open(os.open(new, flags, 0o600, dir_fd=self._folder), "wb") as file:
                file.write(contents)
            os.replace(new, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except BaseException:
            with suppress(OSError):
                os.unlink(new, dir_fd=self._folder)
            raise

    def _remove(self, name: str) -> None:
        with suppress(OSError):
            if name.startswith("numba-"):
                shutil.rmtree(name, ignore_errors=True, dir_fd=self._folder)
            else:
                os.unlink(name, dir_fd=self._folder)


def _check_owner(folder: Path) -> None:
    """Complain about a folder in which another user can put something in the place of ours."""
    found = folder.stat()
    if found.st_uid not in (0, os.getuid()):
        raise PermissionError(f"{folder} belongs to another user")
    open_to_group = found.st_mode & stat.S_IWGRP and found.st_gid not in (0, os.getgid())
    if (open_to_group or found.st_mode & stat.S_IWOTH) and not found.st_mode & stat.S_ISVTX:
        raise PermissionError(f"{folder} can be written to by other users")


def _part_of(name: str) -> str:
    return name.rpartition("-")[0]


def _digest(contents: bytes) -> str:
    return sha256(contents).hexdigest()[:16]


def _today() -> int:
    return int(time.time()) // _DAY
