"""Files are read up to a limit, written whole or not at all, and no device is replaced by one."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cutcard.errors import CutcardError
from cutcard.files import InvalidFile, read_limited, write_whole, written_alone


def test_a_text_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("one\n", "zwölf\n"):
        write_whole(path, text, "the file")
        assert path.read_text(encoding="utf-8") == text
    write_whole(path, b"\x00\xff", "the file")
    assert path.read_bytes() == b"\x00\xff"
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    link = tmp_path / "link"
    link.symlink_to(target)
    for text in ("new\n", "newer\n"):
        write_whole(link, text, "the file")
        assert link.is_symlink()
        assert target.read_text() == text


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    write_whole(path, "through\n", "the file")
    reader.join()
    assert read == ["through\n"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="there is no such device")
def test_a_device_is_written_to(tmp_path: Path) -> None:
    # By a link, so that not even a mistake would replace the device.
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    write_whole(link, "nothing\n", "the file")
    assert Path("/dev/null").is_char_device()
    assert link.is_symlink()


def test_what_cannot_be_written_is_told_and_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(CutcardError, match=r"the file .*folder cannot be written: Is a directory"):
        write_whole(tmp_path / "folder", "text", "the file")
    with pytest.raises(CutcardError, match="cannot be written: No such file or directory"):
        write_whole(tmp_path / "missing" / "file", "text", "the file")
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    with pytest.raises(CutcardError, match="cannot be written: "):
        write_whole(circle, "text", "the file")
    assert sorted(os.listdir(tmp_path)) == ["circle", "folder"]


@pytest.mark.parametrize("size", [0, 1, 99_999, 100_000])
def test_a_file_within_the_limit_is_read_to_its_end(size: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(range(250)) * (size // 250) + b"x" * (size % 250))
    assert read_limited(path, 100_000) == path.read_bytes()


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_limited(path, 100) == b"x" * 100
    with pytest.raises(InvalidFile, match="it is longer than 99 bytes"):
        read_limited(path, 99)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_what_has_no_end_is_not_read_to_its_end() -> None:
    with pytest.raises(InvalidFile, match="it is longer than 3,000,000 bytes"):
        read_limited(Path("/dev/zero"), 3_000_000)


def test_ctrl_c_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", "text", "the file")
    assert os.listdir(tmp_path) == []


WRITER = """
import sys
from pathlib import Path
from cutcard.files import write_whole
for _ in range(300):
    write_whole(Path(sys.argv[1]), sys.argv[2] * 100_000, "the file")
"""


def test_two_who_write_one_file_never_mix(tmp_path: Path) -> None:
    path = tmp_path / "file"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, path, letter], stderr=subprocess.PIPE)
        for letter in "ab"
    ]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        if path.exists():
            seen.add(path.read_text())
    assert [writer.communicate()[1] for writer in writers] == [b"", b""]
    assert seen <= {"a" * 100_000, "b" * 100_000}
    assert os.listdir(tmp_path) == ["file"]


HOLDER = """
import sys, os
from pathlib import Path
from cutcard.files import written_alone
with written_alone(Path(sys.argv[1]), "the file"):
    if sys.argv[2] == "fork" and not os.fork():
        os.close(1)
        sys.stdin.read()
        os._exit(0)
    print(os.getpid(), flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(path: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has begun to write a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, path, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert int(process.stdout.readline()) == process.pid
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_who_comes_second_is_told_who_writes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with (
        holder(path, "alone") as first,
        pytest.raises(
            CutcardError, match=f"^the file {path} is being written by process {first.pid}:"
        ),
        written_alone(path, "the file"),
    ):
        pass
    with written_alone(tmp_path / "other", "the file"):
        pass


def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with holder(path, "alone") as first:
        first.communicate("")
    assert os.listdir(tmp_path) == []
    with written_alone(path, "the file"):
        pass


@pytest.mark.parametrize("how", ["alone", "fork"])
def test_a_lock_that_a_killed_process_left_blocks_nobody(tmp_path: Path, how: str) -> None:
    path = tmp_path / "file"
    with holder(path, how) as first:
        first.send_signal(signal.SIGKILL)
        first.wait()
        assert os.listdir(tmp_path) == [".file.lock"]
        with written_alone(path, "the file"):
            pass
    assert os.listdir(tmp_path) == []


def test_where_nothing_can_be_locked_all_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    path = tmp_path / "file"
    monkeypatch.setattr("fcntl.lockf", refuse)
    with written_alone(path, "the file"), written_alone(path, "the file"):
        pass
    assert os.listdir(tmp_path) == []
    monkeypatch.setattr("cutcard.files.fcntl", None)
    with written_alone(path, "the file"), written_alone(tmp_path / "no" / "file", "the file"):
        pass
    with written_alone(Path("/dev/null"), "the file"):
        pass
