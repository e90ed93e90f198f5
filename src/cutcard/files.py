"""Files: read within limits, written whole or not at all, and by one process at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from cutcard.errors import CutcardError, Invalid

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

_PIECE = 1 << 20


class BeingWritten(CutcardError):
    """A file that another process is writing."""


class InvalidFile(Invalid):
    """A file that is longer than it may be."""


def read_limited(path: str | Path, limit: int) -> bytes:
    """A file's contents, at most ``limit`` bytes of them: devices and pipes may have no end."""
    found = bytearray()
    with open(path, "rb", buffering=0) as file:
        status = os.fstat(file.fileno())
        if S_ISREG(status.st_mode) and status.st_size > limit:
            raise _too_long(path, limit)
        while piece := file.read(min(_PIECE, limit + 1 - len(found))):
            found += piece
            if len(found) > limit:
                raise _too_long(path, limit)
    return bytes(found)


def _too_long(path: str | Path, limit: int) -> InvalidFile:
    return InvalidFile(f"{path} cannot be read: it is longer than {limit:,} bytes")


def check_folder(path: Path, what: str) -> None:
    """Complain, before any work, about a file whose folder is missing or that is a folder."""
    with _told(path, what):
        here, taken = path.parent.is_dir(), path.is_dir()
    if not here:
        raise CutcardError(f"{what} {path} cannot be written: there is no folder {path.parent}")
    if taken:
        raise CutcardError(f"{what} {path} cannot be written: it is a folder")


def write_whole(path: Path, content: str | bytes, what: str) -> None:
    """Replace whatever the file held; a failure leaves it as it was.

    ``what`` is what the file is to the user, for the sentence about a failure. A link is followed;
    a device or a pipe, which cannot be replaced, is written to.
    """
    data = content.encode() if isinstance(content, str) else content
    with _told(path, what):
        place = path.resolve()
        if place.exists() and not place.is_file():
            place.write_bytes(data)
        else:
            _replace(place, data)


@contextmanager
def _told(path: Path, what: str) -> Iterator[None]:
    """Turn the system's errors about writing a file into a sentence."""
    try:
        yield
    except OSError as error:
        reason = error.strerror
    except RuntimeError:
        reason = "its links go round in a circle"
    except ValueError as error:
        reason = str(error)  # such as an embedded null byte
    else:
        return
    raise CutcardError(f"{what} {path} cannot be written: {reason}")


def _replace(place: Path, data: bytes) -> None:
    import secrets  # imported here: whoever only reads needs none

    # A unique name, so that two writers of the same file never share a partial file.
    part = place.with_name(f".cutcard-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, place)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


@contextmanager
def written_alone(path: Path, what: str) -> Iterator[None]:
    """Keep other processes from writing a file meanwhile; the second one is told who is writing.

    The lock is the operating system's, on a file beside it: it ends with the process that holds
    it, however that ends, and is not inherited by workers. Where the system cannot lock, as on some
    network drives, everyone proceeds without: files are still written whole, and the last one wins.
    """
    with _told(path, what):
        place = path.resolve()
        lock = place.with_name(f".{place.name}.lock")
        file = place.is_file() or not place.exists()
    held = _lock(lock, path, what) if file else None
    try:
        yield
    finally:
        if held is not None:
            # First the name, then the lock: whoever gets a lock checks that its name still exists.
            with suppress(OSError):
                lock.unlink()
            os.close(held)


def _lock(lock: Path, path: Path, what: str) -> int | None:
    """The descriptor that holds the lock; none where there are no locks."""
    while fcntl is not None:
        try:
            held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:  # the same reason will keep the file itself from being written
            return None
        try:
            # Not flock: workers that outlive a killed process would still hold it.
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            stands = os.path.samestat(os.fstat(held), lock.stat())
        except (BlockingIOError, PermissionError):
            holder = _holder(held)
            os.close(held)
            raise BeingWritten(
                f"{what} {path} is being written by {holder}: wait until it has finished, or name"
                " another file"
            ) from None
        except FileNotFoundError:
            stands = False
        except OSError:
            os.close(held)
            with suppress(OSError):
                lock.unlink()
            return None
        if stands:
            with suppress(OSError):  # a full disk
                os.ftruncate(held, 0)
                os.write(held, str(os.getpid()).encode())
            return held
        os.close(held)  # its holder has just finished and removed the name
    return None


def _holder(held: int) -> str:
    number = os.pread(held, 20, 0)
    return f"process {number.decode()}" if number.isdigit() else "another process"
